import { Injectable, Logger } from '@nestjs/common';
import { Periodic, type PeriodicRun, UNTIL_DONE } from '../../../platform/work/periodic.js';
import { WebhookSecrets } from '../webhook-secrets.service.js';
import { DeliveryMaintenance } from './delivery-maintenance.service.js';
import { WebhookDeliveryService } from './webhook-delivery.service.js';
import { WebhookNotifier } from './webhook-notifier.service.js';

/** Finds due deliveries without a notification. Every worker runs it: it is cheap, and claims exclude each other. */
@Injectable()
export class WebhookSweeper {
  private readonly logger = new Logger(WebhookSweeper.name);

  constructor(
    private readonly maintenance: DeliveryMaintenance,
    private readonly deliveries: WebhookDeliveryService,
    private readonly notifier: WebhookNotifier,
    private readonly secrets: WebhookSecrets,
  ) {}

  @Periodic({ name: 'Webhook delivery sweep', everyMs: 5_000, atStart: true })
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

  /** Deletes previous secrets after their grace period. */
  @Periodic({ name: 'Webhook secret removal', everyMs: 60_000 })
  async deletePreviousSecrets(): Promise<void> {
    await this.secrets.deletePrevious();
  }
}
