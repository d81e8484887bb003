import { Injectable } from '@nestjs/common';
import type { Queue } from 'bull';
import { ulid } from '../ids/ulid.js';
import { Metrics } from '../metrics/metrics.js';
import type { QueueNotification } from './queues.js';

const COALESCE_MS = 20;
const ANSWER_TIMEOUT_MS = 2_000;
/** After a failed notification, the sweepers run the work themselves for this time. */
const RECONNECT_AFTER_MS = 10_000;

/** Notifies a Bull queue of due work. A lost notification costs time, never work, so it is never awaited and never fails. */
@Injectable()
export class QueueNotifier {
  private readonly pending = new Map<string, NodeJS.Timeout>();
  /** Per queue: retry time, on the monotonic clock. */
  private readonly unavailableUntil = new Map<string, number>();

  constructor(private readonly metrics: Metrics) {}

  /** Whether Redis accepts notifications; otherwise the sweepers run the work. A full Redis refuses although it is connected. */
  isConnected(queue: Queue<QueueNotification>): boolean {
    return queue.client.status === 'ready' && performance.now() >= (this.unavailableUntil.get(queue.name) ?? 0);
  }

  notify(queue: Queue<QueueNotification>, keys: Iterable<number>): void {
    for (const key of new Set(keys)) this.notifyOnce(queue, key);
  }

  /** Merges notifications of a key within a few milliseconds to the last, which finds all earlier commits. */
  private notifyOnce(queue: Queue<QueueNotification>, key: number): void {
    const slot = `${queue.name}:${key}`;
    if (this.pending.has(slot)) return;
    this.pending.set(
      slot,
      setTimeout(() => {
        this.pending.delete(slot);
        if (!this.isConnected(queue)) {
          this.metrics.notificationsMissed.inc({ queue: queue.name });
          return;
        }
        void this.add(queue, key);
      }, COALESCE_MS),
    );
  }

  private async add(queue: Queue<QueueNotification>, key: number): Promise<void> {
    const missed = (): void => {
      this.unavailableUntil.set(queue.name, performance.now() + RECONNECT_AFTER_MS);
      this.metrics.notificationsMissed.inc({ queue: queue.name });
    };
    const timeout = setTimeout(missed, ANSWER_TIMEOUT_MS);
    try {
      // A fresh id each time: Bull ignores an id whose job still exists, even one that is already running.
      await queue.add({ key }, { jobId: `${key}:${ulid()}` });
    } catch {
      missed();
    } finally {
      clearTimeout(timeout);
    }
  }
}
