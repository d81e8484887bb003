import { Injectable, Logger } from '@nestjs/common';
import { Periodic, type PeriodicRun, UNTIL_DONE } from '../../../platform/work/periodic.js';
import { WebhookSecrets } from '../webhook-secrets.service.js';
import { DeliveryMaintenance } from './delivery-maintenance.service.js';
import { ReactivatedWebhooks } from './reactivated-webhooks.service.js';
import { ReplayRuns } from './replay-runs.service.js';
import { WebhookDeliveryService } from './webhook-delivery.service.js';
import { WebhookNotifier } from './webhook-notifier.service.js';

/** Runs on every worker. Failure policy: none needed; chunks commit, and a replay queues no event twice. */
@Injectable()
export class WebhookSweeper {
  private readonly logger = new Logger(WebhookSweeper.name);

  constructor(
    private readonly maintenance: DeliveryMaintenance,
    private readonly deliveries: WebhookDeliveryService,
    private readonly notifier: WebhookNotifier,
    private readonly secrets: WebhookSecrets,
    private readonly runs: ReplayRuns,
    private readonly reactivated: ReactivatedWebhooks,
  ) {}

  @Periodic({ name: 'Webhook delivery sweep', everyMs: 5_000, isShared: true, atStart: true })
  async sweep(): Promise<void> {
    const webhooks = await this.maintenance.webhooks();
    const due = webhooks.filter((webhook) => webhook.due);
    this.notifier.notify(due.map(({ id }) => id));
    // A notification reaches one worker, which may hang or have lost the database. If no worker has claimed a delivery of the
    // webhook, this one starts.
    for (const { id, claimed } of due) if (!claimed) this.deliveries.wake(id);
    await this.deliveries.tidy(new Set(webhooks.map(({ id }) => id)));
  }

  @Periodic({ name: 'Webhook upkeep', everyMs: 60_000 })
  async endUndeliverable(run: PeriodicRun = UNTIL_DONE): Promise<void> {
    const ended = await this.maintenance.endUndeliverable(() => !run.isStopping);
    if (ended > 0) this.logger.log({ ended }, 'Undeliverable webhook deliveries ended');
  }

  @Periodic({ name: 'Webhook secret removal', everyMs: 60_000 })
  async deletePreviousSecrets(): Promise<void> {
    await this.secrets.deletePrevious();
  }

  /** Runs replays and restarts the deliveries of reactivated webhooks: one chunk of each in turn, so that a long one delays no other. */
  @Periodic({ name: 'Webhook replays', everyMs: 1_000, isShared: true })
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
