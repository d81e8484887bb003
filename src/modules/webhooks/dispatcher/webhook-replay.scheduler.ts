import { Injectable } from '@nestjs/common';
import { ReactivatedWebhooks } from './reactivated-webhooks.service.js';
import { ReplayRuns } from './replay-runs.service.js';
import { Periodic, type PeriodicRun, UNTIL_DONE } from '../../../platform/work/periodic.js';

/**
 * Runs replays and restarts the deliveries of reactivated webhooks in the background.
 *
 * Failure policy: none needed. A chunk commits with its progress, so another worker continues after a crash, and a replay
 * queues no event twice.
 */
@Injectable()
export class WebhookReplayScheduler {
  constructor(
    private readonly runs: ReplayRuns,
    private readonly reactivated: ReactivatedWebhooks,
  ) {}

  /** One chunk of each in turn, so that a long replay does not delay a short one. */
  @Periodic({ name: 'Webhook replays', everyMs: 1_000 })
  async look(run: PeriodicRun = UNTIL_DONE): Promise<void> {
    for (const id of await this.reactivated.running()) while (!run.isStopping && (await this.reactivated.advance(id)));
    let open = await this.runs.running();
    while (open.length > 0 && !run.isStopping) {
      const advanced: number[] = [];
      for (const id of open) if ((await this.runs.advance(id)) === 'advanced') advanced.push(id);
      open = advanced;
    }
  }
}
