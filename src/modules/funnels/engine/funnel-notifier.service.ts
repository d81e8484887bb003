import { InjectQueue } from '@nestjs/bull';
import { Injectable } from '@nestjs/common';
import type { Queue } from 'bull';
import { QueueNotifier } from '../../../platform/queue/queue-notifier.js';
import { type QueueNotification, QUEUE } from '../../../platform/queue/queues.js';
import { FunnelWork } from './funnel-work.service.js';

/** Notifies any free worker of due funnels; without Redis, this process runs them. */
@Injectable()
export class FunnelNotifier {
  constructor(
    private readonly notifier: QueueNotifier,
    private readonly work: FunnelWork,
    @InjectQueue(QUEUE.funnelSteps) private readonly queue: Queue<QueueNotification>,
  ) {}

  notify(funnelIds: Iterable<number>): void {
    if (this.notifier.isConnected(this.queue)) this.notifier.notify(this.queue, funnelIds);
    else for (const id of funnelIds) void this.work.work(id);
  }
}
