import { Injectable } from '@nestjs/common';
import type { Queue } from 'bull';
import { ulid } from 'ulid';
import { Metrics } from '../metrics/metrics.js';
import type { DoorbellJob } from './queues.js';

const COALESCE_MS = 20;

/**
 * Rings a Bull queue for work that is due in MySQL. Losing a ring costs time, never work: the sweepers find what is
 * due. So it is never awaited and never fails.
 */
@Injectable()
export class Doorbell {
  private readonly rung = new Map<string, NodeJS.Timeout>();

  constructor(private readonly metrics: Metrics) {}

  /** True while the queue's Redis answers; without it the sweepers do the work themselves. */
  isAudible(queue: Queue<DoorbellJob>): boolean {
    return queue.client.status === 'ready';
  }

  ring(queue: Queue<DoorbellJob>, keys: Iterable<number>): void {
    for (const key of new Set(keys)) this.ringOnce(queue, key);
  }

  /** Rings for the same key within a few milliseconds become one, the last: it must find what was committed before it. */
  private ringOnce(queue: Queue<DoorbellJob>, key: number): void {
    const slot = `${queue.name}:${key}`;
    if (this.rung.has(slot)) return;
    this.rung.set(
      slot,
      setTimeout(() => {
        this.rung.delete(slot);
        if (!this.isAudible(queue)) {
          this.metrics.doorbellMissed.inc({ queue: queue.name });
          return;
        }
        // A fresh id each time: Bull ignores an id whose job still exists, even one that is already running.
        queue.add({ key }, { jobId: `${key}:${ulid()}` }).catch(() => {
          this.metrics.doorbellMissed.inc({ queue: queue.name });
        });
      }, COALESCE_MS),
    );
  }
}
