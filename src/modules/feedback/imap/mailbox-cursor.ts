import { Injectable } from '@nestjs/common';
import { Database } from '../../../platform/database/database.js';
import { Lease, type LeasedRow, leaseHolder } from '../../../platform/work/lease.js';

/** After a crash, the mailbox stays unread for this long. */
const LEASE_SECONDS = 120;
const LEASE = new Lease({ table: 'feedback_mailboxes', owner: 'lease_owner', until: 'lease_until' });

/** The exclusive right to read a mailbox. */
export type MailboxLease = LeasedRow;

/** Stores how far a mailbox was read. */
@Injectable()
export class MailboxCursor {
  constructor(private readonly db: Database) {}

  /** @returns null while another process reads. */
  async lease(key: Buffer): Promise<MailboxLease | null> {
    const holder = leaseHolder(LEASE_SECONDS);
    return this.db.transaction(async (tx) => {
      await tx.execute('INSERT IGNORE INTO feedback_mailboxes (id) VALUES (:key)', { key });
      const [free] = await tx.query(
        `SELECT id FROM feedback_mailboxes WHERE id = :key AND ${LEASE.isFree} FOR UPDATE`,
        {
          key,
        },
      );
      if (!free) return null;
      await LEASE.take(tx, [key], holder);
      return { id: key, fence: holder.owner };
    });
  }

  /** Returns the last UID that was read; 0 if UIDVALIDITY has changed. */
  async lastUid({ id }: MailboxLease, uidValidity: bigint): Promise<number> {
    const [row] = await this.db.query<{ last_uid: number }>(
      'SELECT last_uid FROM feedback_mailboxes WHERE id = :id AND uid_validity = :uidValidity',
      { id, uidValidity },
    );
    return row?.last_uid ?? 0;
  }

  /** Stores the position and renews the lease. @returns false if the lease was lost. */
  async advance(lease: MailboxLease, uidValidity: bigint, lastUid: number): Promise<boolean> {
    const set = `uid_validity = :uidValidity, last_uid = :lastUid, ${LEASE.extended({ seconds: LEASE_SECONDS })}`;
    return this.db.transaction((tx) => LEASE.write(tx, lease, set, { uidValidity, lastUid }));
  }

  async release(lease: MailboxLease): Promise<void> {
    await this.db.transaction((tx) => LEASE.write(tx, lease, LEASE.released));
  }
}
