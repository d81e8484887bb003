import { Process, Processor } from '@nestjs/bull';
import type { Job } from 'bull';
import { type QueueNotification, QUEUE } from '../../../platform/queue/queues.js';
import { WebhookDeliveryService } from './webhook-delivery.service.js';

/** Failure policy: none needed. A job only wakes this worker; the sweeper finds lost notifications. */
@Processor(QUEUE.webhookDeliveries)
export class WebhookDeliveryProcessor {
  constructor(private readonly deliveries: WebhookDeliveryService) {}

  @Process({ concurrency: 4 })
  receive(job: Job<QueueNotification>): void {
    // Anyone with access to Redis can write jobs; an unknown id claims nothing.
    const { key } = job.data as { readonly key?: unknown };
    if (Number.isSafeInteger(key) && Number(key) > 0) this.deliveries.wake(Number(key));
  }
}
