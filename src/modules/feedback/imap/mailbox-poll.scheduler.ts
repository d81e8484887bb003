import { Injectable, Logger } from '@nestjs/common';
import { Clock } from '../../../platform/clock/clock.js';
import { MailboxPoller } from './mailbox-poller.service.js';
import { MailboxError } from './mailbox-session.js';
import { Periodic } from '../../../platform/work/periodic.js';

const EVERY_MS = 60_000;
/** The longest interval while the server is unavailable. */
const MAX_WAIT_MS = 30 * EVERY_MS;

/** Safe on any number of workers, because the mailbox has a lease. */
@Injectable()
export class MailboxPollScheduler {
  private readonly logger = new Logger(MailboxPollScheduler.name);
  private failures = 0;
  private notBefore = 0;
  /** The last reported reason, to log it only once. */
  private trouble: string | null = null;

  constructor(
    private readonly poller: MailboxPoller,
    private readonly clock: Clock,
  ) {}

  @Periodic({ name: 'Feedback mailbox poll', everyMs: EVERY_MS })
  async run(): Promise<void> {
    if (this.clock.now().getTime() < this.notBefore) return;
    try {
      await this.poller.poll();
      this.recover();
    } catch (error) {
      if (!(error instanceof MailboxError)) throw error;
      this.backOff(error.reason);
    }
  }

  private recover(): void {
    if (this.trouble !== null) this.logger.log('Feedback mailbox available again');
    this.trouble = null;
    this.failures = 0;
    this.notBefore = 0;
  }

  private backOff(reason: string): void {
    this.failures += 1;
    const waitMs = Math.min(EVERY_MS * 2 ** (this.failures - 1), MAX_WAIT_MS);
    // One second less, or the timer could fire slightly too early.
    this.notBefore = this.clock.now().getTime() + waitMs - 1_000;
    if (reason !== this.trouble) this.logger.warn({ reason }, 'Feedback mailbox unavailable');
    this.trouble = reason;
  }
}
