import { InjectQueue } from '@nestjs/bull';
import { Injectable, Logger, type BeforeApplicationShutdown } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';
import type { Queue } from 'bull';
import { Database } from '../../../platform/database/database.js';
import { isDatabaseUnavailable } from '../../../platform/errors/database-errors.js';
import { Doorbell } from '../../../platform/queue/doorbell.js';
import { type DoorbellJob, QUEUE } from '../../../platform/queue/queues.js';
import { Claims } from './claims.js';
import { DoubtsService } from './doubts.service.js';
import { SenderService } from './sender.service.js';

/** Runs on every worker; row locks and fences make any number of them safe. */
@Injectable()
export class EmailSendingScheduler implements BeforeApplicationShutdown {
  private readonly logger = new Logger(EmailSendingScheduler.name);

  constructor(
    private readonly db: Database,
    private readonly sender: SenderService,
    private readonly claims: Claims,
    private readonly doubts: DoubtsService,
    private readonly doorbell: Doorbell,
    @InjectQueue(QUEUE.emailSending) private readonly queue: Queue<DoorbellJob>,
  ) {}

  async beforeApplicationShutdown(): Promise<void> {
    await this.sender.stop();
  }

  @Interval(15_000)
  async renewLeases(): Promise<void> {
    await this.quietly(() => this.claims.renewLeases());
  }

  /** Finds whatever is due and was not rung: after a crash, a flushed Redis, or when a retry's time has come. */
  @Interval(2_000)
  async sweep(): Promise<void> {
    await this.quietly(async () => {
      await this.doubts.resolve();
      const due = await this.db.query<{ id: number }>(
        `SELECT s.id FROM sendings s
          WHERE s.state = 'open' AND (s.waiting_until IS NULL OR s.waiting_until <= NOW(3))
            AND (EXISTS (SELECT 1 FROM email_messages m
                          WHERE m.source_type = s.source_type AND m.source_id = s.source_id AND m.state = 'pending'
                            AND m.next_attempt_at IS NULL)
              OR EXISTS (SELECT 1 FROM email_messages m
                          WHERE m.source_type = s.source_type AND m.source_id = s.source_id AND m.state = 'deferred'
                            AND m.next_attempt_at <= NOW(3)))
          ORDER BY s.id LIMIT 1000`,
      );
      const ids = due.map((row) => row.id);
      if (this.doorbell.isAudible(this.queue)) this.doorbell.ring(this.queue, ids);
      // Without Redis nobody can ring, so this worker does it itself.
      else for (const id of ids) void this.sender.work(id).catch(() => undefined);
    });
  }

  private async quietly(step: () => Promise<unknown>): Promise<void> {
    try {
      await step();
    } catch (error) {
      if (isDatabaseUnavailable(error)) this.logger.warn('Sending waits for the database');
      else this.logger.error({ err: error }, 'A sweep of the ledger failed and will be repeated');
    }
  }
}
