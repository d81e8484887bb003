import { InjectQueue } from '@nestjs/bull';
import { Injectable } from '@nestjs/common';
import type { Queue } from 'bull';
import { Doorbell } from '../../../platform/queue/doorbell.js';
import { type DoorbellJob, QUEUE } from '../../../platform/queue/queues.js';
import { WebhookDeliveryService } from './webhook-delivery.service.js';

/** Says which webhooks have work: to whichever worker is free, or to this one while Redis is away. */
@Injectable()
export class WebhookDoorbell {
  constructor(
    private readonly doorbell: Doorbell,
    private readonly deliveries: WebhookDeliveryService,
    @InjectQueue(QUEUE.webhookDeliveries) private readonly queue: Queue<DoorbellJob>,
  ) {}

  ring(webhookIds: Iterable<number>): void {
    if (this.doorbell.isAudible(this.queue)) this.doorbell.ring(this.queue, webhookIds);
    else for (const id of webhookIds) this.deliveries.wake(id);
  }
}
