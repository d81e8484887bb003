import { Injectable } from '@nestjs/common';
import { ReturningWebhooks } from './returning-webhooks.service.js';
import { ReplayRuns } from './replay-runs.service.js';
import { Periodic, type PeriodicRun, UNTIL_DONE } from '../../../platform/work/periodic.js';

/**
 * Works off what is too long for a request: replays, and the deliveries of webhooks that were switched on again.
 *
 * Failure policy: none is needed. A chunk commits together with how far it came, so a worker that dies leaves the rest to
 * whichever looks next, and no event is queued twice by one replay.
 */
@Injectable()
export class WebhookReplayScheduler {
  constructor(
    private readonly runs: ReplayRuns,
    private readonly returning: ReturningWebhooks,
  ) {}

  /** A chunk of each in turn, so that a long replay does not keep a short one waiting. */
  @Periodic({ name: 'Webhook replays', everyMs: 1_000 })
  async look(run: PeriodicRun = UNTIL_DONE): Promise<void> {
    for (const id of await this.returning.running()) while (!run.isStopping && (await this.returning.advance(id)));
    let open = await this.runs.running();
    while (open.length > 0 && !run.isStopping) {
      const advanced: number[] = [];
      for (const id of open) if ((await this.runs.advance(id)) === 'advanced') advanced.push(id);
      open = advanced;
    }
  }
}
