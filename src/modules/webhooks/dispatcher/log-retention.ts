import { Inject } from '@nestjs/common';
import { APP_CONFIG, type AppConfig } from '../../../platform/config/config.js';
import { Database } from '../../../platform/database/database.js';
import { idsOf } from '../../../platform/ids/ids.js';
import { type PeriodicRun, RegistersRetention, type RetentionPolicy } from '../../../platform/work/periodic.js';

const CHUNK = 1_000;

interface LoggedRow {
  id: number;
  old: number;
  ended: number;
}

/** Keeps unfinished ones. Scans from the start to the first chunk that is too recent, so needs no index on a time. */
@RegistersRetention()
export class LogRetention implements RetentionPolicy {
  readonly subject = 'webhook deliveries';
  private readonly days: number;

  constructor(
    private readonly db: Database,
    @Inject(APP_CONFIG) { webhooks }: AppConfig,
  ) {
    this.days = webhooks.logRetentionDays;
  }

  async remove(run: PeriodicRun): Promise<number> {
    let deleted = 0;
    for (let after = 0; !run.isStopping;) {
      const rows = await this.db.query<LoggedRow>(
        `SELECT id, created_at < NOW(3) - INTERVAL :days DAY AS old,
                status <> 'pending' AND COALESCE(attempted_at, created_at) < NOW(3) - INTERVAL :days DAY AS ended
           FROM webhook_deliveries WHERE id > :after ORDER BY id LIMIT ${CHUNK}`,
        { after, days: this.days },
      );
      const candidates = idsOf(rows.filter(({ old, ended }) => old === 1 && ended === 1));
      if (candidates.length > 0) deleted += await this.deleteEnded(candidates);
      const last = rows.at(-1);
      if (!last || last.old === 0 || rows.length < CHUNK) break;
      after = last.id;
    }
    await this.deleteReplays();
    return deleted;
  }

  private async deleteEnded(ids: readonly number[]): Promise<number> {
    return this.db.transaction(async (tx) => {
      // Checked again under the lock: it may have been redelivered. Rows that another worker has locked are skipped.
      const rows = await tx.query<{ id: number }>(
        `SELECT id FROM webhook_deliveries
          WHERE id IN (:ids) AND status <> 'pending' AND COALESCE(attempted_at, created_at) < NOW(3) - INTERVAL :days DAY
          ORDER BY id FOR UPDATE SKIP LOCKED`,
        { ids, days: this.days },
      );
      const ended = idsOf(rows);
      if (ended.length === 0) return 0;
      await tx.execute('DELETE FROM webhook_attempts WHERE delivery_id IN (:ended)', { ended });
      await tx.execute('DELETE FROM webhook_deliveries WHERE id IN (:ended)', { ended });
      return ended.length;
    });
  }

  private async deleteReplays(): Promise<void> {
    await this.db.execute(
      `DELETE FROM webhook_replays
        WHERE status IN ('done', 'cancelled') AND finished_at < NOW(3) - INTERVAL :days DAY LIMIT ${CHUNK}`,
      { days: this.days },
    );
  }
}
