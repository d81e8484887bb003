import { Inject, Injectable, Logger } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';
import { APP_CONFIG, type AppConfig } from '../../platform/config/config.js';
import { isDatabaseUnavailable } from '../../platform/errors/database-errors.js';
import { AuditRetention } from './audit-retention.service.js';

const INTERVAL_MS = 3_600_000;

/** On every worker: removing an entry twice removes it once, and what one dies over the next pass finds. */
@Injectable()
export class AuditRetentionScheduler {
  private readonly logger = new Logger(AuditRetentionScheduler.name);
  private running = false;

  constructor(
    private readonly retention: AuditRetention,
    @Inject(APP_CONFIG) private readonly config: AppConfig,
  ) {}

  @Interval(INTERVAL_MS)
  async run(): Promise<void> {
    const { retentionDays } = this.config.auditLog;
    if (this.running || retentionDays === 0) return;
    this.running = true;
    try {
      const removed = await this.retention.removeOlderThan(retentionDays);
      if (removed > 0) this.logger.log({ removed }, 'Old entries of the audit log were removed');
    } catch (error) {
      if (isDatabaseUnavailable(error)) this.logger.warn('The retention of the audit log waits for the database');
      else this.logger.error({ err: error }, 'Old entries of the audit log were not removed and will be next time');
    } finally {
      this.running = false;
    }
  }
}
