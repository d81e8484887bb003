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
import { Metrics } from '../../../platform/metrics/metrics.js';
import { type TrackingEvent, readEvent } from '../tracking-event.js';
import { TrackingWriter } from './tracking-writer.service.js';
import { type TrackingBatch, TrackingStreamReader } from './tracking-stream-reader.js';

const BATCHES_PER_READ = 50;
const HITS_PER_FOLD = 1_000;
/** More are left in Redis. */
const MOST_IN_HAND = 20_000;
const WAITS_FOR_NEWS_MS = 1_000;
const AFTER_A_FAULT_MS = 1_000;
/** Entries that were delivered to a stalled reader are found by reading again. */
const LOOKS_AGAIN_AFTER_MS = 10_000;
const INBOX_EVERY_MS = 1_000;
const INBOX_PER_FOLD = 1_000;

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
  private readonly folded;
  private readonly dropped;
  private stopping = false;
  private loops: Promise<unknown> | null = null;
  private readonly stopped = new AbortController();
  /** Oldest first. */
  private inHand: TrackingBatch[] = [];
  /** On the monotonic clock. */
  private looksAgainAt = 0;

  constructor(
    private readonly reader: TrackingStreamReader,
    private readonly writer: TrackingWriter,
    private readonly db: Database,
    metrics: Metrics,
    @Inject(APP_CONFIG) private readonly config: AppConfig,
  ) {
    this.folded = metrics.counter('carillon_hits_folded_total', 'Tracking events written to the ledger');
    this.dropped = metrics.counter(
      'carillon_hits_dropped_total',
      'Tracking events dropped because they could not be written',
    );
  }

  onApplicationBootstrap(): void {
    this.loops = Promise.all([this.keepOn(() => this.stepStream()), this.keepOn(() => this.stepInbox())]);
  }

  async beforeApplicationShutdown(): Promise<void> {
    this.stopping = true;
    this.stopped.abort();
    await this.loops;
    await this.reader.resign().catch(() => undefined);
  }

  private async keepOn(step: () => Promise<void>): Promise<void> {
    while (!this.stopping) {
      try {
        await step();
      } catch (error) {
        if (isDatabaseUnavailable(error)) this.logger.warn('Tracking consumer waiting for the database');
        else this.logger.error({ err: error }, 'Tracking event batch failed; retrying');
        await this.pause(AFTER_A_FAULT_MS);
      }
    }
  }

  private async stepStream(): Promise<void> {
    const lead = this.reader.ready ? await this.reader.lead() : 'no';
    if (lead === 'no') {
      this.inHand = [];
      await this.pause(WAITS_FOR_NEWS_MS);
      return;
    }
    if (lead === 'new' || performance.now() >= this.looksAgainAt) await this.lookAgain();
    await this.readOn();
    const due = this.takeDue();
    if (due.length === 0) return;
    const coming = this.inHand.flatMap(({ hits }) => hits);
    try {
      const folded = await this.foldApart(
        due.flatMap(({ hits }) => hits),
        (part) => this.writer.fold(part, coming),
      );
      this.folded.inc(folded);
    } catch (error) {
      this.inHand = [...due, ...this.inHand];
      throw error;
    }
    await this.reader.remove(due);
  }

  /** Reads all delivered entries that are not done, including those in memory, whichever process read them. */
  private async lookAgain(): Promise<void> {
    this.inHand = [];
    this.looksAgainAt = performance.now() + LOOKS_AGAIN_AFTER_MS;
    let after = '0';
    for (;;) {
      const batches = await this.reader.readAgain(BATCHES_PER_READ, after);
      this.inHand.push(...batches);
      const last = batches.at(-1);
      if (!last) return;
      after = last.entryId;
    }
  }

  private async readOn(): Promise<void> {
    const [oldest] = this.inHand;
    const untilDue = oldest ? this.dueAt(oldest) - performance.now() : WAITS_FOR_NEWS_MS;
    if (this.isFull()) {
      if (untilDue > 0) await this.pause(untilDue);
      return;
    }
    this.inHand.push(
      ...(await this.reader.readNew(BATCHES_PER_READ, Math.min(WAITS_FOR_NEWS_MS, Math.max(1, untilDue)))),
    );
  }

  /** Takes the events that have waited long enough, up to one transaction. */
  private takeDue(): TrackingBatch[] {
    const now = performance.now();
    let hits = 0;
    let count = 0;
    for (const batch of this.inHand) {
      if (this.dueAt(batch) > now || hits >= HITS_PER_FOLD) break;
      hits += batch.hits.length;
      count += 1;
    }
    return this.inHand.splice(0, count);
  }

  private dueAt({ takenInAt }: TrackingBatch): number {
    return takenInAt + this.config.mail.hitHoldMs;
  }

  private isFull(): boolean {
    return this.inHand.reduce((sum, { hits }) => sum + hits.length, 0) >= MOST_IN_HAND;
  }

  /** Writes what can be written, by halving. @returns the number of events. */
  private async foldApart(
    hits: readonly TrackingEvent[],
    fold: (part: readonly TrackingEvent[]) => Promise<void>,
  ): Promise<number> {
    try {
      await fold(hits);
      return hits.length;
    } catch (error) {
      if (isTransient(error)) throw error;
      if (hits.length <= 1) {
        this.logger.error({ err: error }, 'Tracking event dropped: cannot be written');
        this.dropped.inc(hits.length);
        return 0;
      }
      const half = Math.ceil(hits.length / 2);
      return (await this.foldApart(hits.slice(0, half), fold)) + (await this.foldApart(hits.slice(half), fold));
    }
  }

  /** Writes events that were stored while Redis was unavailable. Safe on several workers, because rows are locked. */
  private async stepInbox(): Promise<void> {
    const { taken, folded } = await this.db.transaction(async (tx) => {
      const rows = await tx.query<{ id: number; entry: string }>(
        `SELECT id, entry FROM email_hit_inbox
          WHERE created_at <= NOW(3) - INTERVAL :holdUs MICROSECOND
          ORDER BY id LIMIT ${INBOX_PER_FOLD} FOR UPDATE SKIP LOCKED`,
        { holdUs: this.config.mail.hitHoldMs * 1_000 },
      );
      if (rows.length === 0) return { taken: 0, folded: 0 };
      const hits = rows.flatMap(({ entry }) => readEvent(entry) ?? []);
      const done = await this.foldApart(hits, (part) => tx.savepoint(() => this.writer.foldIn(tx, part)));
      await tx.execute('DELETE FROM email_hit_inbox WHERE id IN (:ids)', { ids: rows.map(({ id }) => id) });
      return { taken: rows.length, folded: done };
    });
    this.folded.inc(folded);
    if (taken < INBOX_PER_FOLD) await this.pause(INBOX_EVERY_MS);
  }

  private async pause(ms: number): Promise<void> {
    await sleep(ms, undefined, { signal: this.stopped.signal }).catch(() => undefined);
  }
}
