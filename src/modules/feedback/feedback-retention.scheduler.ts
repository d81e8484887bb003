import { Injectable, Logger } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';
import { isDatabaseUnavailable } from '../../platform/errors/database-errors.js';
import { FeedbackRetention } from './feedback-retention.service.js';

const INTERVAL_MS = 3_600_000;

/** A worker that dies on the way has removed some chunks; the next pass goes on with the rest. */
@Injectable()
export class FeedbackRetentionScheduler {
  private readonly logger = new Logger(FeedbackRetentionScheduler.name);
  private running = false;

  constructor(private readonly retention: FeedbackRetention) {}

  @Interval(INTERVAL_MS)
  async run(): Promise<void> {
    if (this.running) return;
    this.running = true;
    try {
      const removed = await this.retention.removeOld();
      if (removed > 0) this.logger.log({ removed }, 'Old reports about mails were removed');
    } catch (error) {
      if (isDatabaseUnavailable(error)) this.logger.warn('The retention of reports about mails waits for the database');
      else this.logger.error({ err: error }, 'Old reports about mails were not removed and will be next time');
    } finally {
      this.running = false;
    }
  }
}
