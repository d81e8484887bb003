import { InjectQueue } from '@nestjs/bull';
import {
  Injectable,
  type BeforeApplicationShutdown,
  type OnApplicationBootstrap,
  type OnModuleDestroy,
} from '@nestjs/common';
import type { Queue } from 'bull';
import { Database } from '../../../platform/database/database.js';
import { QueueNotifier } from '../../../platform/queue/queue-notifier.js';
import { type QueueNotification, QUEUE } from '../../../platform/queue/queues.js';
import { MessageAttempts } from './message-attempts.service.js';
import { InDoubtResolver } from './in-doubt-resolver.service.js';
import { SendingEngine } from './sending-engine.service.js';
import { Periodic } from '../../../platform/work/periodic.js';

/** Safe to run on every worker because of row locks and fences. */
@Injectable()
export class EmailSendingScheduler implements OnApplicationBootstrap, OnModuleDestroy, BeforeApplicationShutdown {
  private endRenewals = (): void => undefined;
  private ended: Promise<void> | null = null;

  constructor(
    private readonly db: Database,
    private readonly sender: SendingEngine,
    private readonly attempts: MessageAttempts,
    private readonly inDoubt: InDoubtResolver,
    private readonly notifier: QueueNotifier,
    @InjectQueue(QUEUE.emailSending) private readonly queue: Queue<QueueNotification>,
  ) {}

  /** Not a periodic task: those stop at shutdown, while messages in progress still need their leases. */
  onApplicationBootstrap(): void {
    this.endRenewals = this.attempts.keepLeases();
  }

  /** The first hook of a shutdown: those that follow wait for other work, and no message may be claimed meanwhile. */
  onModuleDestroy(): void {
    this.ended = this.sender.stop();
  }

  async beforeApplicationShutdown(): Promise<void> {
    await this.ended;
    this.endRenewals();
  }

  /** Finds due messages without a notification: after a crash, a flushed Redis, or when a retry is due. */
  @Periodic({ name: 'Sending sweep', everyMs: 2_000, isShared: true })
  async sweep(): Promise<void> {
    await this.inDoubt.resolve();
    const due = await this.db.query<{ id: number }>(
      `SELECT s.id FROM sendings s
        WHERE s.state = 'open' AND (s.waiting_until IS NULL OR s.waiting_until <= NOW(3))
          AND (EXISTS (SELECT 1 FROM email_messages m
                        WHERE m.source_type = s.source_type AND m.source_id = s.source_id AND m.state = 'pending'
                          AND m.next_attempt_at IS NULL)
            OR EXISTS (SELECT 1 FROM email_messages m
                        WHERE m.source_type = s.source_type AND m.source_id = s.source_id AND m.state IN ('deferred', 'pending') AND m.next_attempt_at <= NOW(3)))
        ORDER BY s.id LIMIT 1000`,
    );
    const ids = due.map((row) => row.id);
    if (this.notifier.isConnected(this.queue)) this.notifier.notify(this.queue, ids);
    // Without Redis, this worker notifies itself.
    else for (const id of ids) void this.sender.work(id);
  }
}
