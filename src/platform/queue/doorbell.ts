import { Injectable } from '@nestjs/common';
import type { Queue } from 'bull';
import { ulid } from '../ids/ulid.js';
import { Metrics } from '../metrics/metrics.js';
import type { DoorbellJob } from './queues.js';

const COALESCE_MS = 20;
/** A Redis that is there answers in far less. */
const ANSWER_WITHIN_MS = 2_000;
/** After a ring that nobody heard, the sweepers do the work themselves for so long. */
const DEAF_MS = 10_000;

/**
 * Rings a Bull queue for work that is due in MySQL. Losing a ring costs time, never work: the sweepers find what is
 * due. So it is never awaited and never fails.
 */
@Injectable()
export class Doorbell {
  private readonly rung = new Map<string, NodeJS.Timeout>();
  /** By queue: until when, on the monotonic clock, it is not worth ringing. */
  private readonly deafUntil = new Map<string, number>();

  constructor(private readonly metrics: Metrics) {}

  /**
   * True while the queue's Redis takes rings; without it the sweepers do the work themselves. To be connected is not
   * enough: a full Redis refuses, and one behind a dead line is silent.
   */
  isAudible(queue: Queue<DoorbellJob>): boolean {
    return queue.client.status === 'ready' && performance.now() >= (this.deafUntil.get(queue.name) ?? 0);
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
        void this.add(queue, key);
      }, COALESCE_MS),
    );
  }

  private async add(queue: Queue<DoorbellJob>, key: number): Promise<void> {
    const missed = (): void => {
      this.deafUntil.set(queue.name, performance.now() + DEAF_MS);
      this.metrics.doorbellMissed.inc({ queue: queue.name });
    };
    const silence = setTimeout(missed, ANSWER_WITHIN_MS);
    try {
      // A fresh id each time: Bull ignores an id whose job still exists, even one that is already running.
      await queue.add({ key }, { jobId: `${key}:${ulid()}` });
    } catch {
      missed();
    } finally {
      clearTimeout(silence);
    }
  }
}
