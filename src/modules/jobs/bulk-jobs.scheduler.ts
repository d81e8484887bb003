import { Injectable } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';
import { BulkJobLanes } from './bulk-job-lanes.service.js';

const EVERY_MS = 2_000;

/** Finds jobs whose worker has died, and those whose event another worker has got. */
@Injectable()
export class BulkJobsScheduler {
  constructor(private readonly lanes: BulkJobLanes) {}

  @Interval(EVERY_MS)
  tick(): void {
    this.lanes.wake();
  }
}
