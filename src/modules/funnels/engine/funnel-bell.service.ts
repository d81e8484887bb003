import { InjectQueue } from '@nestjs/bull';
import { Injectable } from '@nestjs/common';
import type { Queue } from 'bull';
import { Doorbell } from '../../../platform/queue/doorbell.js';
import { type DoorbellJob, QUEUE } from '../../../platform/queue/queues.js';
import { FunnelWork } from './funnel-work.service.js';

/** Says which funnels have work: to whichever worker is free, or to this one while Redis is away. */
@Injectable()
export class FunnelBell {
  constructor(
    private readonly doorbell: Doorbell,
    private readonly work: FunnelWork,
    @InjectQueue(QUEUE.funnelSteps) private readonly queue: Queue<DoorbellJob>,
  ) {}

  ring(funnelIds: Iterable<number>): void {
    if (this.doorbell.isAudible(this.queue)) this.doorbell.ring(this.queue, funnelIds);
    else for (const id of funnelIds) void this.work.work(id);
  }
}
