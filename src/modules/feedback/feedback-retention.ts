import { Database } from '../../platform/database/database.js';
import { type PeriodicRun, inBatches, RegistersRetention, type RetentionPolicy } from '../../platform/work/periodic.js';

const CHUNK = 1_000;
/** Time for a person to inspect them; they contain other people's emails. */
const RAW_DAYS = 14;
const LOOKBACK_DAYS = 7;
/** No provider repeats an event after that; mail servers give up within days. */
const REPORT_DAYS = 90;

/** The lower bound avoids reading all rows; older ones are deleted entirely. */
const EMPTY = `UPDATE feedback_reports SET raw = NULL
  WHERE received_at BETWEEN NOW(3) - INTERVAL ${RAW_DAYS + LOOKBACK_DAYS} DAY AND NOW(3) - INTERVAL ${RAW_DAYS} DAY
    AND raw IS NOT NULL
  ORDER BY received_at LIMIT ${CHUNK}`;
const REMOVE = `DELETE FROM feedback_reports WHERE received_at < NOW(3) - INTERVAL ${REPORT_DAYS} DAY
  ORDER BY received_at LIMIT ${CHUNK}`;

/** Deletes old feedback reports; their effects stay in the ledger. Safe in any number of processes. */
@RegistersRetention()
export class FeedbackRetention implements RetentionPolicy {
  readonly subject = 'feedback reports';

  constructor(private readonly db: Database) {}

  async remove(run: PeriodicRun): Promise<number> {
    await inBatches(run, CHUNK, async () => (await this.db.execute(EMPTY)).affectedRows);
    return inBatches(run, CHUNK, async () => (await this.db.execute(REMOVE)).affectedRows);
  }
}
