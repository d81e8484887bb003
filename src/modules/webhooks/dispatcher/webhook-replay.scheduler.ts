import { type BeforeApplicationShutdown, Injectable, Logger } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';
import { isDatabaseUnavailable } from '../../../platform/errors/database-errors.js';
import { ReturningWebhooks } from './returning-webhooks.service.js';
import { ReplayRuns } from './replay-runs.service.js';

const LOOK_MS = 1_000;

/**
 * Works off what is too long for a request: replays, and the deliveries of webhooks that were switched on again.
 *
 * Failure policy: none is needed. A chunk commits together with how far it came, so a worker that dies leaves the rest to
 * whichever looks next, and no event is queued twice by one replay.
 */
@Injectable()
export class WebhookReplayScheduler implements BeforeApplicationShutdown {
  private readonly logger = new Logger(WebhookReplayScheduler.name);
  private running: Promise<void> | null = null;
  private stopping = false;

  constructor(
    private readonly runs: ReplayRuns,
    private readonly returning: ReturningWebhooks,
  ) {}

  async beforeApplicationShutdown(): Promise<void> {
    this.stopping = true;
    await this.running;
  }

  @Interval(LOOK_MS)
  look(): void {
    if (this.stopping || this.running) return;
    this.running = this.goOn()
      .catch((error: unknown) => {
        if (isDatabaseUnavailable(error)) this.logger.warn('Webhook replays wait for the database');
        else this.logger.error({ err: error }, 'A webhook replay could not go on and will be tried again');
      })
      .finally(() => {
        this.running = null;
      });
  }

  /** A chunk of each in turn, so that a long replay does not keep a short one waiting. */
  private async goOn(): Promise<void> {
    for (const id of await this.returning.running()) while (!this.stopping && (await this.returning.advance(id)));
    let open = await this.runs.running();
    while (open.length > 0 && !this.stopping) {
      const advanced: number[] = [];
      for (const id of open) if ((await this.runs.advance(id)) === 'advanced') advanced.push(id);
      open = advanced;
    }
  }
}
