import { Injectable } from '@nestjs/common';
import { Database, type Tx } from '../../../platform/database/database.js';
import {
  type PeriodicRun,
  inBatches,
  RegistersRetention,
  type RetentionPolicy,
} from '../../../platform/work/periodic.js';
import { EMAIL_STATES, OPEN_STATES, type EmailSource } from '../../../events/email-state.js';
import { ContentsService } from '../../mail-content/rendering/contents.service.js';
import { NOTICE_SOURCE, REPORT_SOURCE } from './notice-source.js';

const CHUNK = 500;
/** Time for which the result of an email can be looked up. */
const KEPT_HOURS = 24;

/** Includes `unknown`, because staff notifications in doubt are never resolved. */
const SETTLED = EMAIL_STATES.filter((state) => !OPEN_STATES.some((open) => open === state));

/**
 * Removes notifications and report emails from the ledger after they were sent: they contain data of contacts, which must not
 * outlive a deleted contact. Each chunk is a transaction, so any number of workers can run it.
 */
@RegistersRetention()
@Injectable()
export class NoticeRetention implements RetentionPolicy {
  readonly subject = 'notifications and report emails';

  constructor(
    private readonly db: Database,
    private readonly contents: ContentsService,
  ) {}

  async remove(run: PeriodicRun): Promise<number> {
    let removed = 0;
    for (const source of [NOTICE_SOURCE, REPORT_SOURCE])
      removed += await inBatches(run, CHUNK, () => this.db.transaction((tx) => this.forgetSome(tx, source)));
    return removed;
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
    await tx.delete(
      'email_messages',
      rows.map(({ id }) => id),
    );
    const contents = rows.map(({ contentId: id }) => ({ id }));
    await this.contents.remove(tx, contents);
    return rows.length;
  }
}
