import { Injectable } from '@nestjs/common';
import { type AfterRelay, type EventSubscriber, Subscribes } from '../../platform/outbox/event-subscriber.js';
import { BulkJobLanes } from './bulk-job-lanes.service.js';

/** Starts queued jobs without waiting for the next poll. */
@Injectable()
@Subscribes()
export class JobQueuedSubscriber implements EventSubscriber<'contact.job_queued'> {
  readonly name = 'bulk-jobs';
  readonly wants = ['contact.job_queued'] as const;

  constructor(private readonly lanes: BulkJobLanes) {}

  onEvents(): Promise<AfterRelay> {
    return Promise.resolve(() => {
      this.lanes.wake();
    });
  }
}
