import { InjectQueue } from '@nestjs/bull';
import { Injectable } from '@nestjs/common';
import type { Queue } from 'bull';
import { QueueNotifier } from '../../../platform/queue/queue-notifier.js';
import { type QueueNotification, QUEUE } from '../../../platform/queue/queues.js';
import { WebhookDeliveryService } from './webhook-delivery.service.js';

/** Notifies a worker of webhooks with due deliveries, or wakes this one while Redis is unavailable. */
@Injectable()
export class WebhookNotifier {
  constructor(
    private readonly notifier: QueueNotifier,
    private readonly deliveries: WebhookDeliveryService,
    @InjectQueue(QUEUE.webhookDeliveries) private readonly queue: Queue<QueueNotification>,
  ) {}

  notify(webhookIds: Iterable<number>): void {
    if (this.notifier.isConnected(this.queue)) this.notifier.notify(this.queue, webhookIds);
    else for (const id of webhookIds) this.deliveries.wake(id);
  }
}
