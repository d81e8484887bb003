import { Inject, Injectable, Logger } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';
import { Clock } from '../clock/clock.js';
import { APP_CONFIG, type AppConfig } from '../config/config.js';
import { isDatabaseUnavailable } from '../errors/database-errors.js';
import { EventRetention } from './event-retention.service.js';

const INTERVAL_MS = 600_000;
/** Timers are not exact, and a turn that ends a moment too late would be left out. */
const TOLERANCE_MS = 30_000;
const DAY_MS = 86_400_000;

/** A worker that dies on the way has removed some chunks; the next pass goes on with the rest. */
@Injectable()
export class EventRetentionScheduler {
  private readonly logger = new Logger(EventRetentionScheduler.name);
  private running = false;

  constructor(
    private readonly retention: EventRetention,
    private readonly clock: Clock,
    @Inject(APP_CONFIG) private readonly config: AppConfig,
  ) {}

  @Interval(INTERVAL_MS)
  async run(): Promise<void> {
    const { retentionDays } = this.config.eventLog;
    if (retentionDays === 0 || this.running) return;
    this.running = true;
    try {
      if (!(await this.retention.takeTurn((INTERVAL_MS - TOLERANCE_MS) / 1_000))) return;
      const removed = await this.retention.removeBefore(new Date(this.clock.now().getTime() - retentionDays * DAY_MS));
      if (removed > 0) this.logger.log({ removed }, 'Old events left the event log');
    } catch (error) {
      if (isDatabaseUnavailable(error)) this.logger.warn('The retention of events waits for the database');
      else this.logger.error({ err: error }, 'Old events were not removed and will be next time');
    } finally {
      this.running = false;
    }
  }
}
