import { Process, Processor } from '@nestjs/bull';
import type { Job } from 'bull';
import { type DoorbellJob, QUEUE } from '../../../platform/queue/queues.js';
import { FunnelWork } from './funnel-work.service.js';

/**
 * Failure policy: none is needed. A job is only heard; it ends before any work begins, so Bull has nothing to repeat.
 * What is due stands in MySQL, and a ring that is lost with this process is made up for by the sweeper.
 */
@Processor(QUEUE.funnelSteps)
export class FunnelStepsProcessor {
  constructor(private readonly work: FunnelWork) {}

  @Process({ concurrency: 4 })
  hear(job: Job<DoorbellJob>): void {
    // Anyone who can write to Redis can put anything here; an id that names nothing finds nothing due.
    const { key } = job.data as { readonly key?: unknown };
    if (Number.isSafeInteger(key) && Number(key) > 0) void this.work.work(Number(key));
  }
}
