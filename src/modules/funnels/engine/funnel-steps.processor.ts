import { Process, Processor } from '@nestjs/bull';
import type { Job } from 'bull';
import { type QueueNotification, QUEUE } from '../../../platform/queue/queues.js';
import { FunnelWork } from './funnel-work.service.js';

/** Jobs only notify of due work, which is stored in MySQL; the sweep finds work whose notification is lost. */
@Processor(QUEUE.funnelSteps)
export class FunnelStepsProcessor {
  constructor(private readonly work: FunnelWork) {}

  @Process({ concurrency: 4 })
  notify(job: Job<QueueNotification>): void {
    // Redis input is not trusted; an unknown id finds nothing due.
    const { key } = job.data as { readonly key?: unknown };
    if (Number.isSafeInteger(key) && Number(key) > 0) void this.work.work(Number(key));
  }
}
