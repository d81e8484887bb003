import { Injectable, Logger } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';
import { Database, type Tx } from '../../../platform/database/database.js';
import { isDatabaseUnavailable } from '../../../platform/errors/database-errors.js';
import { EMAIL_STATES, OPEN_STATES } from '../../../events/email-state.js';
import { AttachmentsService } from '../../mail-content/attachments/attachments.service.js';
import type { EmailSource } from '../../../events/email-state.js';
import { NOTICE_SOURCE, REPORT_SOURCE } from './notice-source.js';

const INTERVAL_MS = 3_600_000;
const CHUNK = 500;
/** While somebody may still ask what became of it. */
const KEPT_HOURS = 24;

/** `unknown` too, though that is settled by nobody: people of the house can live without one notice. */
const SETTLED = EMAIL_STATES.filter((state) => !OPEN_STATES.some((open) => open === state));

/**
 * Notices and mailed reports tell of contacts in words, which must not outlive those who are deleted: the ledger forgets
 * them, with their files, once they have been sent. Chunks are transactions of their own, so any number of workers may do it, and a crash costs nothing.
 */
@Injectable()
export class NoticeRetentionScheduler {
  private readonly logger = new Logger(NoticeRetentionScheduler.name);
  private running = false;

  constructor(
    private readonly db: Database,
    private readonly attachments: AttachmentsService,
  ) {}

  @Interval(INTERVAL_MS)
  async run(): Promise<void> {
    if (this.running) return;
    this.running = true;
    try {
      for (const source of [NOTICE_SOURCE, REPORT_SOURCE])
        while ((await this.db.transaction((tx) => this.forgetSome(tx, source))) === CHUNK);
    } catch (error) {
      if (isDatabaseUnavailable(error)) this.logger.warn('The retention of notices waits for the database');
      else this.logger.error({ err: error }, 'Old notices were not removed and will be next time');
    } finally {
      this.running = false;
    }
  }

  private async forgetSome(tx: Tx, { type, id }: EmailSource): Promise<number> {
    const rows = await tx.query<{ id: number; contentId: number }>(
      `SELECT id, content_id AS contentId FROM email_messages FORCE INDEX (ix_email_messages_source)
        WHERE source_type = :type AND source_id = :id AND state IN (:settled)
          AND COALESCE(settled_at, updated_at) < NOW(3) - INTERVAL ${KEPT_HOURS} HOUR
        ORDER BY id LIMIT ${CHUNK} FOR UPDATE SKIP LOCKED`,
      { type, id, settled: SETTLED },
    );
    if (rows.length === 0) return 0;
    await tx.execute('DELETE FROM email_messages WHERE id IN (:ids)', { ids: rows.map(({ id }) => id) });
    const contentIds = rows.map(({ contentId }) => contentId);
    await this.attachments.forgetOwned(tx, contentIds);
    await tx.execute('DELETE FROM email_contents WHERE id IN (:contentIds)', { contentIds });
    return rows.length;
  }
}
