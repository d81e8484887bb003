import { Injectable } from '@nestjs/common';
import { Database } from '../../../platform/database/database.js';
import { ulid } from '../../../platform/ids/ulid.js';

/** So long nobody else reads the mailbox, unless the reader goes on; after a kill it stays unread for as long. */
const LEASE_SECONDS = 120;

/** The right to read a mailbox, for one process at a time. */
export interface MailboxLease {
  readonly key: Buffer;
  readonly owner: string;
}

/** How far a mailbox was read. What was not understood is remembered by nothing else: the messages stay as they were. */
@Injectable()
export class MailboxCursor {
  constructor(private readonly db: Database) {}

  /** @returns null while another process reads. */
  async lease(key: Buffer): Promise<MailboxLease | null> {
    const owner = ulid();
    const { affectedRows } = await this.db.transaction(async (tx) => {
      await tx.execute('INSERT IGNORE INTO feedback_mailboxes (id) VALUES (:key)', { key });
      return tx.execute(
        `UPDATE feedback_mailboxes SET lease_owner = :owner, lease_until = NOW(3) + INTERVAL ${LEASE_SECONDS} SECOND
          WHERE id = :key AND (lease_until IS NULL OR lease_until <= NOW(3))`,
        { key, owner },
      );
    });
    return affectedRows === 1 ? { key, owner } : null;
  }

  /** The last message that was looked at; 0 when all numbers have become others since. */
  async lastUid({ key }: MailboxLease, uidValidity: bigint): Promise<number> {
    const [row] = await this.db.query<{ last_uid: number }>(
      'SELECT last_uid FROM feedback_mailboxes WHERE id = :key AND uid_validity = :uidValidity',
      { key, uidValidity },
    );
    return row?.last_uid ?? 0;
  }

  /** @returns false when the lease was over and somebody else has the mailbox now. */
  async advance({ key, owner }: MailboxLease, uidValidity: bigint, lastUid: number): Promise<boolean> {
    const { affectedRows } = await this.db.transaction((tx) =>
      tx.execute(
        `UPDATE feedback_mailboxes
            SET uid_validity = :uidValidity, last_uid = :lastUid,
                lease_until = NOW(3) + INTERVAL ${LEASE_SECONDS} SECOND
          WHERE id = :key AND lease_owner = :owner`,
        { key, owner, uidValidity, lastUid },
      ),
    );
    return affectedRows === 1;
  }

  async release({ key, owner }: MailboxLease): Promise<void> {
    await this.db.transaction((tx) =>
      tx.execute(
        'UPDATE feedback_mailboxes SET lease_owner = NULL, lease_until = NULL WHERE id = :key AND lease_owner = :owner',
        { key, owner },
      ),
    );
  }
}
