import { Process, Processor } from '@nestjs/bull';
import type { Job } from 'bull';
import { type DoorbellJob, QUEUE } from '../../../platform/queue/queues.js';
import { WebhookDeliveryService } from './webhook-delivery.service.js';

/**
 * Failure policy: none is needed. A job is only heard; it ends before any work begins, so Bull has nothing to repeat.
 * What is due stands in MySQL, and a ring that is lost with this process is made up for by the sweeper.
 */
@Processor(QUEUE.webhookDeliveries)
export class WebhookDeliveryProcessor {
  constructor(private readonly deliveries: WebhookDeliveryService) {}

  @Process({ concurrency: 4 })
  hear(job: Job<DoorbellJob>): void {
    // Anyone who can write to Redis can put anything here; an id that names nothing claims nothing.
    const { key } = job.data as { readonly key?: unknown };
    if (Number.isSafeInteger(key) && Number(key) > 0) this.deliveries.wake(Number(key));
  }
}
