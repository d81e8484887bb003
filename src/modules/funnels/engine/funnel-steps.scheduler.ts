import { type BeforeApplicationShutdown, Injectable, Logger } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';
import { DatabaseClock } from '../../../platform/clock/database-clock.js';
import { Database } from '../../../platform/database/database.js';
import { isDatabaseUnavailable } from '../../../platform/errors/database-errors.js';
import { FunnelWork } from './funnel-work.service.js';

/** Finds what is due and was not rung: what had to wait, first of all. On every worker, for locked entries are skipped. */
@Injectable()
export class FunnelStepsScheduler implements BeforeApplicationShutdown {
  private readonly logger = new Logger(FunnelStepsScheduler.name);
  private sweeping = false;

  constructor(
    private readonly db: Database,
    private readonly clock: DatabaseClock,
    private readonly work: FunnelWork,
  ) {}

  async beforeApplicationShutdown(): Promise<void> {
    await this.work.stop();
  }

  @Interval(1_000)
  async sweep(): Promise<void> {
    if (this.sweeping) return;
    this.sweeping = true;
    try {
      const now = await this.clock.now(this.db);
      // A look into the index of each funnel, however many are inside.
      const due = await this.db.query<{ id: number }>(
        `SELECT f.id FROM funnels f
          WHERE f.status = 'published' AND f.deleted_at IS NULL
            AND EXISTS (SELECT 1 FROM funnel_entries e WHERE e.funnel_id = f.id AND e.due_at <= :now)`,
        { now },
      );
      for (const { id } of due) void this.work.work(id);
    } catch (error) {
      if (isDatabaseUnavailable(error)) this.logger.warn('Funnels wait for the database');
      else this.logger.error({ err: error }, 'A sweep of the funnels failed and will be repeated');
    } finally {
      this.sweeping = false;
    }
  }
}
