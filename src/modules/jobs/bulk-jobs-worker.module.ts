import { Module } from '@nestjs/common';
import { BulkJobLanes } from './bulk-job-lanes.service.js';
import { BulkJobsModule } from './bulk-jobs.module.js';
import { JobQueuedSubscriber } from './job-queued.subscriber.js';

@Module({
  imports: [BulkJobsModule],
  providers: [BulkJobLanes, JobQueuedSubscriber],
})
export class BulkJobsWorkerModule {}
