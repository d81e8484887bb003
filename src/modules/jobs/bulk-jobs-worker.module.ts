import { Module } from '@nestjs/common';
import { BulkJobLanes } from './bulk-job-lanes.service.js';
import { BulkJobsModule } from './bulk-jobs.module.js';

@Module({
  imports: [BulkJobsModule],
  providers: [BulkJobLanes],
})
export class BulkJobsWorkerModule {}
