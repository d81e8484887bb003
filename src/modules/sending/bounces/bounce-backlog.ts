import { Injectable, Logger } from '@nestjs/common';
import { Database, type Tx } from '../../../platform/database/database.js';
import { isDatabaseUnavailable, isRetryable } from '../../../platform/errors/database-errors.js';
import { Periodic, type PeriodicRun, runAgain, UNTIL_DONE } from '../../../platform/work/periodic.js';
import { ContactsService } from '../../contacts/contacts.service.js';
import { SoftBounces } from './soft-bounces.js';

const BATCH = 100;

/**
 * Updates contacts after their messages bounced.
 *
 * Failure policy: the backlog row is written with the result and deleted with the update of the contact, so the update
 * happens exactly once. Each contact has its own transaction; locked or failed rows stay for the next run.
 */
@Injectable()
export class BounceBacklog {
  private readonly logger = new Logger(BounceBacklog.name);

  constructor(
    private readonly db: Database,
    private readonly contacts: ContactsService,
    private readonly softBounces: SoftBounces,
  ) {}

  /** Call it in the transaction that stores the results. */
  async add(tx: Tx, messageIds: readonly number[]): Promise<void> {
    if (messageIds.length === 0) return;
    await tx.insertRows(
      'bounce_backlog',
      ['message_id'],
      messageIds.map((id) => [id]),
      { suffix: 'ON DUPLICATE KEY UPDATE bounce_backlog.message_id = bounce_backlog.message_id' },
    );
    tx.afterCommit(() => {
      void runAgain(this, 'work');
    });
  }

  @Periodic({ name: 'Bounce backlog', everyMs: 2_000, isShared: true })
  async work(run: PeriodicRun = UNTIL_DONE): Promise<void> {
    let last = 0;
    for (;;) {
      // Read without locks; other workers may read the same rows and skip those that are locked.
      const rows = await this.db.query<{ id: number }>(
        `SELECT message_id AS id FROM bounce_backlog WHERE message_id > :last ORDER BY message_id LIMIT ${BATCH}`,
        { last },
      );
      for (const { id } of rows) {
        if (run.isStopping) return;
        await this.tryOne(id);
        last = id;
      }
      if (rows.length < BATCH) return;
    }
  }

  private async tryOne(messageId: number): Promise<void> {
    try {
      await this.db.transaction((tx) => this.applyIn(tx, messageId));
    } catch (error) {
      if (isDatabaseUnavailable(error)) throw error;
      if (!isRetryable(error)) this.logger.error({ err: error, email: messageId }, 'Bounce not applied; retrying');
    }
  }

  /** Skips contacts that have a new address or were erased. */
  private async applyIn(tx: Tx, messageId: number): Promise<void> {
    const mine = await tx.query(
      'SELECT 1 AS found FROM bounce_backlog WHERE message_id = :messageId FOR UPDATE SKIP LOCKED',
      { messageId },
    );
    if (mine.length === 0) return;
    const [bounce] = await tx.query<{ contactId: number; email: string; type: 'hard' | 'soft'; code: string | null }>(
      `SELECT c.id AS contactId, c.email, m.bounce_type AS type, m.smtp_code AS code
         FROM email_messages m JOIN contacts c ON c.id = m.contact_id AND c.email = m.email
        WHERE m.id = :messageId`,
      { messageId },
    );
    if (bounce) {
      const { contactId, email } = bounce;
      const locked = await tx.query(
        'SELECT id FROM contacts WHERE id = :contactId AND email = :email FOR UPDATE SKIP LOCKED',
        { contactId, email },
      );
      if (locked.length === 0) return;
    }
    await tx.execute('DELETE FROM bounce_backlog WHERE message_id = :messageId', { messageId });
    if (bounce?.type === 'soft') await this.softBounces.evaluate(tx, [bounce.contactId]);
    if (bounce?.type === 'hard')
      await this.contacts.changeStatusIn(tx, bounce.contactId, 'bounced', {
        source: 'bounce',
        reason: ['hard bounce', bounce.code].join(' ').trim(),
      });
  }
}
