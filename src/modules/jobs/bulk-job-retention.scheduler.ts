import { Inject, Injectable, Logger } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';
import { APP_CONFIG, type AppConfig } from '../../platform/config/config.js';
import { isDatabaseUnavailable } from '../../platform/errors/database-errors.js';
import { BulkJobRetention } from './bulk-job-retention.service.js';

const INTERVAL_MS = 600_000;

/** On every worker: removing a row twice removes it once, and what one dies over the next pass finds. */
@Injectable()
export class BulkJobRetentionScheduler {
  private readonly logger = new Logger(BulkJobRetentionScheduler.name);
  private running = false;

  constructor(
    private readonly retention: BulkJobRetention,
    @Inject(APP_CONFIG) private readonly config: AppConfig,
  ) {}

  @Interval(INTERVAL_MS)
  async run(): Promise<void> {
    if (this.running) return;
    this.running = true;
    try {
      await this.retention.removeUnfinishedUploads();
      const { retentionDays } = this.config.bulkJobs;
      const removed = retentionDays === 0 ? 0 : await this.retention.removeRowsOlderThan(retentionDays);
      if (removed > 0) this.logger.log({ removed }, 'Rows of old imports and bulk actions were removed');
    } catch (error) {
      if (isDatabaseUnavailable(error)) this.logger.warn('The retention of bulk jobs waits for the database');
      else this.logger.error({ err: error }, 'Rows of old jobs were not removed and will be next time');
    } finally {
      this.running = false;
    }
  }
}
