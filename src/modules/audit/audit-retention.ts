import { Inject } from '@nestjs/common';
import { APP_CONFIG, type AppConfig } from '../../platform/config/config.js';
import { Database } from '../../platform/database/database.js';
import { type PeriodicRun, inBatches, RegistersRetention, type RetentionPolicy } from '../../platform/work/periodic.js';

const BATCH = 2_000;

@RegistersRetention()
export class AuditRetention implements RetentionPolicy {
  readonly subject = 'audit log entries';

  constructor(
    private readonly db: Database,
    @Inject(APP_CONFIG) private readonly config: AppConfig,
  ) {}

  async remove(run: PeriodicRun): Promise<number> {
    const { retentionDays: days } = this.config.auditLog;
    if (days === 0) return 0;
    const sql = `DELETE FROM audit_log WHERE created_at < NOW(3) - INTERVAL :days DAY ORDER BY created_at LIMIT ${BATCH}`;
    return inBatches(run, BATCH, async () => (await this.db.execute(sql, { days })).affectedRows);
  }
}
