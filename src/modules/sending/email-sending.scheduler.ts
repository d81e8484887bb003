import { InjectQueue } from '@nestjs/bull';
import {
  Inject,
  Injectable,
  Logger,
  type BeforeApplicationShutdown,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import type { Queue } from 'bull';
import { APP_CONFIG, type AppConfig } from '../../platform/config/config.js';
import { Database } from '../../platform/database/database.js';
import { Doorbell } from '../../platform/queue/doorbell.js';
import { type DoorbellJob, QUEUE } from '../../platform/queue/queues.js';
import { InDoubtResolver } from './in-doubt-resolver.service.js';
import { SendingEngine } from './sending-engine.service.js';
import { Periodic } from '../../platform/work/periodic.js';

const RENEWALS_PER_LEASE = 4;

/** Runs on every worker; row locks and fences make any number of them safe. */
@Injectable()
export class EmailSendingScheduler implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly logger = new Logger(EmailSendingScheduler.name);
  private renewal: NodeJS.Timeout | null = null;

  constructor(
    private readonly db: Database,
    private readonly sender: SendingEngine,
    private readonly doubts: InDoubtResolver,
    private readonly doorbell: Doorbell,
    @InjectQueue(QUEUE.emailSending) private readonly queue: Queue<DoorbellJob>,
    @Inject(APP_CONFIG) private readonly config: AppConfig,
  ) {}

  /** Not a periodic task: those end when a shutdown begins, while messages under way still need their leases. */
  onApplicationBootstrap(): void {
    const pause = (this.config.mail.leaseSeconds * 1_000) / RENEWALS_PER_LEASE;
    this.renewal = setInterval(() => {
      this.sender.renewLeases().catch((error: unknown) => {
        this.logger.warn({ err: error }, 'Lease renewal failed; retrying');
      });
    }, pause);
  }

  async beforeApplicationShutdown(): Promise<void> {
    await this.sender.stop();
    if (this.renewal) clearInterval(this.renewal);
  }

  /** Finds whatever is due and was not rung: after a crash, a flushed Redis, or when a retry's time has come. */
  @Periodic({ name: 'Sending sweep', everyMs: 2_000 })
  async sweep(): Promise<void> {
    await this.doubts.resolve();
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
    if (this.doorbell.isAudible(this.queue)) this.doorbell.ring(this.queue, ids);
    // Without Redis nobody can ring, so this worker does it itself.
    else for (const id of ids) void this.sender.work(id);
  }
}
