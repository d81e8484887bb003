import { Injectable, Logger } from '@nestjs/common';
import { Periodic, type PeriodicRun, UNTIL_DONE } from '../../../platform/work/periodic.js';
import { WebhookSecrets } from '../webhook-secrets.service.js';
import { DeliveryUpkeep } from './delivery-upkeep.service.js';
import { WebhookDeliveryService } from './webhook-delivery.service.js';
import { WebhookDoorbell } from './webhook-doorbell.service.js';

/** Finds deliveries that are due and were not announced. Every worker does it: it costs little, and claims exclude each other. */
@Injectable()
export class WebhookSweeper {
  private readonly logger = new Logger(WebhookSweeper.name);

  constructor(
    private readonly upkeep: DeliveryUpkeep,
    private readonly deliveries: WebhookDeliveryService,
    private readonly doorbell: WebhookDoorbell,
    private readonly secrets: WebhookSecrets,
  ) {}

  @Periodic({ name: 'Webhook delivery sweep', everyMs: 5_000, atStart: true })
  async sweep(): Promise<void> {
    const webhooks = await this.upkeep.webhooks();
    const due = webhooks.filter((webhook) => webhook.due);
    this.doorbell.ring(due.map(({ id }) => id));
    // An announcement goes to one worker, which may stand still or have lost the database. Where no worker is delivering,
    // this one starts; claims exclude each other.
    for (const { id, claimed } of due) if (!claimed) this.deliveries.wake(id);
    await this.deliveries.tidy(new Set(webhooks.map(({ id }) => id)));
  }

  @Periodic({ name: 'Webhook upkeep', everyMs: 60_000 })
  async endHopeless(run: PeriodicRun = UNTIL_DONE): Promise<void> {
    const ended = await this.upkeep.endHopeless(() => !run.isStopping);
    if (ended > 0) this.logger.log({ ended }, 'Webhook deliveries that can no longer be made were ended');
  }

  /** Previous secrets stop signing when their grace period is over; here they are removed from the database. */
  @Periodic({ name: 'Webhook secret removal', everyMs: 60_000 })
  async forgetSecrets(): Promise<void> {
    await this.secrets.forgetPrevious();
  }
}
