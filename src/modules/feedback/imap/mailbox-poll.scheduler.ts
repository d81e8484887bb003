import { Injectable, Logger } from '@nestjs/common';
import { Clock } from '../../../platform/clock/clock.js';
import { MailboxPoller } from './mailbox-poller.service.js';
import { MailboxTrouble } from './mailbox-session.js';
import { Periodic } from '../../../platform/work/periodic.js';

const EVERY_MS = 60_000;
/** A server that is away is asked less and less, at the least every half an hour. */
const LONGEST_WAIT_MS = 30 * EVERY_MS;

/** Any number of workers may run it: the lease of the mailbox lets one at a time read. */
@Injectable()
export class MailboxPollScheduler {
  private readonly logger = new Logger(MailboxPollScheduler.name);
  private failures = 0;
  private notBefore = 0;
  /** What was said about it last; the same again is not news. */
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
      if (!(error instanceof MailboxTrouble)) throw error;
      this.backOff(error.reason);
    }
  }

  private recover(): void {
    if (this.trouble !== null) this.logger.log('The mailbox for feedback can be read again');
    this.trouble = null;
    this.failures = 0;
    this.notBefore = 0;
  }

  private backOff(reason: string): void {
    this.failures += 1;
    const waitMs = Math.min(EVERY_MS * 2 ** (this.failures - 1), LONGEST_WAIT_MS);
    // A second less, or the timer that ticks as often would find it too early by a hair.
    this.notBefore = this.clock.now().getTime() + waitMs - 1_000;
    if (reason !== this.trouble) this.logger.warn({ reason }, 'The mailbox for feedback cannot be read');
    this.trouble = reason;
  }
}
