import { Inject, Injectable } from '@nestjs/common';
import { APP_CONFIG, type AppConfig } from '../../../platform/config/config.js';
import { Database } from '../../../platform/database/database.js';
import type { PeriodicRun } from '../../../platform/work/periodic.js';
import { RegistersRetention, type RetentionPolicy } from '../../../platform/work/retention.js';

const CHUNK = 1_000;

interface LoggedRow {
  id: number;
  old: number;
  ended: number;
}

/**
 * Forgets deliveries that ended long ago, with their attempts, and replays. Unfinished ones stay, however old. It walks the
 * log from its beginning and stops at the first chunk that is too young, so no index on a time is needed; any number of
 * workers may do it at once.
 */
@RegistersRetention()
@Injectable()
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
    let forgotten = 0;
    for (let after = 0; !run.isStopping;) {
      const rows = await this.db.query<LoggedRow>(
        `SELECT id, created_at < NOW(3) - INTERVAL :days DAY AS old,
                status <> 'pending' AND COALESCE(attempted_at, created_at) < NOW(3) - INTERVAL :days DAY AS ended
           FROM webhook_deliveries WHERE id > :after ORDER BY id LIMIT ${CHUNK}`,
        { after, days: this.days },
      );
      const hopeful = rows.filter(({ old, ended }) => old === 1 && ended === 1).map(({ id }) => id);
      if (hopeful.length > 0) forgotten += await this.forget(hopeful);
      const last = rows.at(-1);
      if (!last || last.old === 0 || rows.length < CHUNK) break;
      after = last.id;
    }
    await this.forgetReplays();
    return forgotten;
  }

  private async forget(ids: readonly number[]): Promise<number> {
    return this.db.transaction(async (tx) => {
      // Asked again under the lock: somebody may have sent it again meanwhile. What another worker holds is its own.
      const rows = await tx.query<{ id: number }>(
        `SELECT id FROM webhook_deliveries
          WHERE id IN (:ids) AND status <> 'pending' AND COALESCE(attempted_at, created_at) < NOW(3) - INTERVAL :days DAY
          ORDER BY id FOR UPDATE SKIP LOCKED`,
        { ids, days: this.days },
      );
      if (rows.length === 0) return 0;
      const ended = rows.map(({ id }) => id);
      await tx.execute('DELETE FROM webhook_attempts WHERE delivery_id IN (:ended)', { ended });
      await tx.execute('DELETE FROM webhook_deliveries WHERE id IN (:ended)', { ended });
      return ended.length;
    });
  }

  private async forgetReplays(): Promise<void> {
    await this.db.transaction((tx) =>
      tx.execute(
        `DELETE FROM webhook_replays
          WHERE status IN ('done', 'cancelled') AND finished_at < NOW(3) - INTERVAL :days DAY LIMIT ${CHUNK}`,
        { days: this.days },
      ),
    );
  }
}
