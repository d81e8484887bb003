import { Module } from '@nestjs/common';
import { BulkJobLanes } from './bulk-job-lanes.service.js';
import { BulkJobRetentionScheduler } from './bulk-job-retention.scheduler.js';
import { BulkJobsModule } from './bulk-jobs.module.js';
import { BulkJobsScheduler } from './bulk-jobs.scheduler.js';
import { JobQueuedSubscriber } from './job-queued.subscriber.js';

@Module({
  imports: [BulkJobsModule],
  providers: [BulkJobLanes, BulkJobRetentionScheduler, BulkJobsScheduler, JobQueuedSubscriber],
})
export class BulkJobsWorkerModule {}
