import { Injectable } from '@nestjs/common';
import { Database } from '../../platform/database/database.js';
import type { PeriodicRun } from '../../platform/work/periodic.js';
import { inBatches, RegistersRetention, type RetentionPolicy } from '../../platform/work/retention.js';

const CHUNK = 1_000;
/** As long as it takes a person to look. They are strangers' mails, and no longer is needed. */
const RAW_DAYS = 14;
const LOOKED_BACK_DAYS = 7;
/** Nobody tells an event again after that; mail servers give up within days. */
const REPORT_DAYS = 90;

/** Forgets what was told about mails; what came of it stays in the ledger. Any number of processes may do it at once. */
@RegistersRetention()
@Injectable()
export class FeedbackRetention implements RetentionPolicy {
  readonly subject = 'feedback reports';

  constructor(private readonly db: Database) {}

  async remove(run: PeriodicRun): Promise<number> {
    await this.inChunks(
      run,
      // Once `raw` is gone a row is not found again, so each pass does the next ones. What a standstill of days leaves behind goes
      // with its row: without a lower bound every pass would look at all rows there are.
      `UPDATE feedback_reports SET raw = NULL
        WHERE received_at BETWEEN NOW(3) - INTERVAL ${RAW_DAYS + LOOKED_BACK_DAYS} DAY AND NOW(3) - INTERVAL ${RAW_DAYS} DAY
          AND raw IS NOT NULL
        ORDER BY received_at LIMIT ${CHUNK}`,
    );
    return this.inChunks(
      run,
      `DELETE FROM feedback_reports WHERE received_at < NOW(3) - INTERVAL ${REPORT_DAYS} DAY
        ORDER BY received_at LIMIT ${CHUNK}`,
    );
  }

  private async inChunks(run: PeriodicRun, sql: string): Promise<number> {
    return inBatches(run, CHUNK, async () => (await this.db.transaction((tx) => tx.execute(sql))).affectedRows);
  }
}
