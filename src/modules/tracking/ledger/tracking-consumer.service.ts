import { setTimeout as sleep } from 'node:timers/promises';
import {
  Inject,
  Injectable,
  Logger,
  type OnApplicationBootstrap,
  type BeforeApplicationShutdown,
} from '@nestjs/common';
import { APP_CONFIG, type AppConfig } from '../../../platform/config/config.js';
import { Database } from '../../../platform/database/database.js';
import { isDatabaseUnavailable, isTransient } from '../../../platform/errors/database-errors.js';
import { idsOf } from '../../../platform/ids/ids.js';
import { Metrics } from '../../../platform/metrics/metrics.js';
import { Periodic, type PeriodicRun, UNTIL_DONE } from '../../../platform/work/periodic.js';
import { type TrackingEvent, readEvent } from '../tracking-event.js';
import { TrackingWriter } from './tracking-writer.service.js';
import { type TrackingBatch, TrackingStreamReader } from './tracking-stream-reader.js';

const BATCHES_PER_READ = 50;
const EVENTS_PER_TRANSACTION = 1_000;
/** More are left in Redis. */
const MAX_PENDING = 20_000;
const READ_TIMEOUT_MS = 1_000;
const RETRY_AFTER_MS = 1_000;
/** Entries that were delivered to a stalled reader are found by reading again. */
const REREAD_INTERVAL_MS = 10_000;
const INBOX_ROWS_PER_TRANSACTION = 1_000;

/**
 * Writes tracking events to the ledger after a short delay: a client that follows three links at once is a scanner, and
 * its first click must not be announced as human.
 *
 * Failure policy: at least once, and writing is idempotent. A worker that crashes before its commit leaves the entries
 * to the next one; after the commit they are written again without effect. An event that cannot be written is isolated
 * by halving its batch, then dropped and counted.
 */
@Injectable()
export class TrackingConsumer implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly logger = new Logger(TrackingConsumer.name);
  private readonly written;
  private readonly dropped;
  private stopping = false;
  private loop: Promise<void> | null = null;
  private readonly stopped = new AbortController();
  /** Oldest first. */
  private pending: TrackingBatch[] = [];
  /** On the monotonic clock. */
  private rereadAt = 0;

  constructor(
    private readonly reader: TrackingStreamReader,
    private readonly writer: TrackingWriter,
    private readonly db: Database,
    metrics: Metrics,
    @Inject(APP_CONFIG) private readonly config: AppConfig,
  ) {
    this.written = metrics.counter('carillon_hits_folded_total', 'Tracking events written to the ledger');
    this.dropped = metrics.counter(
      'carillon_hits_dropped_total',
      'Tracking events dropped because they could not be written',
    );
  }

  onApplicationBootstrap(): void {
    this.loop = this.repeatStream();
  }

  async beforeApplicationShutdown(): Promise<void> {
    this.stopping = true;
    this.stopped.abort();
    await this.loop;
    await this.reader.resign().catch(() => undefined);
  }

  /** Writes events that were stored while Redis was unavailable. Safe on several workers, because rows are locked. */
  @Periodic({ name: 'Tracking event inbox', everyMs: 1_000, isShared: true })
  async drainInbox(run: PeriodicRun = UNTIL_DONE): Promise<void> {
    while ((await this.stepInbox()) === INBOX_ROWS_PER_TRANSACTION && !run.isStopping);
  }

  private async repeatStream(): Promise<void> {
    while (!this.stopping) {
      try {
        await this.stepStream();
      } catch (error) {
        if (isDatabaseUnavailable(error)) this.logger.warn('Tracking consumer waiting for the database');
        else this.logger.error({ err: error }, 'Tracking event batch failed; retrying');
        await this.pause(RETRY_AFTER_MS);
      }
    }
  }

  private async stepStream(): Promise<void> {
    const lead = this.reader.ready ? await this.reader.lead() : 'no';
    if (lead === 'no') {
      this.pending = [];
      await this.pause(READ_TIMEOUT_MS);
      return;
    }
    if (lead === 'new' || performance.now() >= this.rereadAt) await this.rereadPending();
    await this.readNext();
    const due = this.takeDue();
    if (due.length === 0) return;
    const coming = this.pending.flatMap(({ events }) => events);
    try {
      const written = await this.writeWithoutFaulty(
        due.flatMap(({ events }) => events),
        (part) => this.writer.write(part, coming),
      );
      this.written.inc(written);
    } catch (error) {
      this.pending = [...due, ...this.pending];
      throw error;
    }
    await this.reader.remove(due);
  }

  /** Reads all delivered entries that are not done, including those in memory, whichever process read them. */
  private async rereadPending(): Promise<void> {
    this.pending = [];
    this.rereadAt = performance.now() + REREAD_INTERVAL_MS;
    let after = '0';
    for (;;) {
      const batches = await this.reader.readAgain(BATCHES_PER_READ, after);
      this.pending.push(...batches);
      const last = batches.at(-1);
      if (!last) return;
      after = last.entryId;
    }
  }

  private async readNext(): Promise<void> {
    const [oldest] = this.pending;
    const untilDue = oldest ? this.dueAt(oldest) - performance.now() : READ_TIMEOUT_MS;
    if (this.isFull()) {
      if (untilDue > 0) await this.pause(untilDue);
      return;
    }
    this.pending.push(
      ...(await this.reader.readNew(BATCHES_PER_READ, Math.min(READ_TIMEOUT_MS, Math.max(1, untilDue)))),
    );
  }

  /** Takes the events that have waited long enough, up to one transaction. */
  private takeDue(): TrackingBatch[] {
    const now = performance.now();
    let events = 0;
    let count = 0;
    for (const batch of this.pending) {
      if (this.dueAt(batch) > now || events >= EVENTS_PER_TRANSACTION) break;
      events += batch.events.length;
      count += 1;
    }
    return this.pending.splice(0, count);
  }

  private dueAt({ takenInAt }: TrackingBatch): number {
    return takenInAt + this.config.mail.trackingHoldMs;
  }

  private isFull(): boolean {
    return this.pending.reduce((sum, { events }) => sum + events.length, 0) >= MAX_PENDING;
  }

  /** Writes what can be written, by halving. @returns the number of events. */
  private async writeWithoutFaulty(
    events: readonly TrackingEvent[],
    write: (part: readonly TrackingEvent[]) => Promise<void>,
  ): Promise<number> {
    try {
      await write(events);
      return events.length;
    } catch (error) {
      if (isTransient(error)) throw error;
      if (events.length <= 1) {
        this.logger.error({ err: error }, 'Tracking event dropped: cannot be written');
        this.dropped.inc(events.length);
        return 0;
      }
      const half = Math.ceil(events.length / 2);
      return (
        (await this.writeWithoutFaulty(events.slice(0, half), write)) +
        (await this.writeWithoutFaulty(events.slice(half), write))
      );
    }
  }

  /** @returns the number of rows. */
  private async stepInbox(): Promise<number> {
    const { taken, written } = await this.db.transaction(async (tx) => {
      const rows = await tx.query<{ id: number; entry: string }>(
        `SELECT id, entry FROM email_hit_inbox
          WHERE created_at <= NOW(3) - INTERVAL :holdUs MICROSECOND
          ORDER BY id LIMIT ${INBOX_ROWS_PER_TRANSACTION} FOR UPDATE SKIP LOCKED`,
        { holdUs: this.config.mail.trackingHoldMs * 1_000 },
      );
      if (rows.length === 0) return { taken: 0, written: 0 };
      const events = rows.flatMap(({ entry }) => readEvent(entry) ?? []);
      const done = await this.writeWithoutFaulty(events, (part) => tx.savepoint(() => this.writer.writeIn(tx, part)));
      await tx.execute('DELETE FROM email_hit_inbox WHERE id IN (:ids)', { ids: idsOf(rows) });
      return { taken: rows.length, written: done };
    });
    this.written.inc(written);
    return taken;
  }

  private async pause(ms: number): Promise<void> {
    await sleep(ms, undefined, { signal: this.stopped.signal }).catch(() => undefined);
  }
}
