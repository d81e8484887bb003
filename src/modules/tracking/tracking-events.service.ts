import { join } from 'node:path';
import { createHmac, type KeyObject } from 'node:crypto';
import {
  Inject,
  Injectable,
  Logger,
  type BeforeApplicationShutdown,
  type OnApplicationBootstrap,
  type OnApplicationShutdown,
} from '@nestjs/common';
import { Clock } from '../../platform/clock/clock.js';
import { succeedsWithin, withTimeout } from '../../platform/values/with-timeout.js';
import { APP_CONFIG, type AppConfig } from '../../platform/config/config.js';
import { Database } from '../../platform/database/database.js';
import { isDatabaseUnavailable } from '../../platform/errors/database-errors.js';
import { Metrics } from '../../platform/metrics/metrics.js';
import { RequestRedis } from '../../platform/redis/redis.js';
import { Keys } from '../../platform/secrets/keys.js';
import { FileSpool } from '../../platform/spool/file-spool.js';
import type { TrackingRequest } from './evidence.js';
import {
  EVENTS_FIELD,
  newEventUid,
  storedAgent,
  trackingKeys,
  type TrackingEvent,
  writeEvent,
} from './tracking-event.js';
import { machineReason } from './human-or-machine.js';

export { explanationOf } from './evidence.js';

type Touched =
  | { readonly kind: 'open'; readonly messageId: number }
  | { readonly kind: 'click'; readonly messageId: number; readonly linkId: number }
  /** A click on the invisible link, which only machines follow. */
  | { readonly kind: 'decoy'; readonly messageId: number };

interface Waiting {
  readonly event: TrackingEvent;
  readonly kept: () => void;
}

/** Respond after this even if the event is not stored yet. */
const RESPONSE_TIMEOUT_MS = 300;
/** A slower database is treated as unavailable and skipped for a while. */
const DATABASE_TIMEOUT_MS = 150;
const DATABASE_SKIPPED_MS = 5_000;
const EVENTS_PER_BATCH = 200;
const DRAIN_SPOOL_INTERVAL_MS = 1_000;

/**
 * Accepts opens and clicks; `TrackingConsumer` processes them in bulk. Concurrent events share one command. An event is
 * stored in Redis; without Redis in the database; without both in a file of this process. A store may have kept an
 * event that it did not confirm, so it may arrive twice; its `uid` identifies it.
 */
@Injectable()
export class TrackingEvents implements OnApplicationBootstrap, BeforeApplicationShutdown, OnApplicationShutdown {
  private readonly logger = new Logger(TrackingEvents.name);
  private readonly spool: FileSpool<string>;
  private readonly clientKey: KeyObject;
  private readonly stream: string;
  private readonly taken;
  private waiting: Waiting[] = [];
  /** Monotonic time until which the database is skipped because it was too slow. */
  private databaseSkippedUntil = 0;
  private flushing: Promise<void> | null = null;
  private timer: NodeJS.Timeout | null = null;
  private draining: Promise<void> | null = null;

  constructor(
    private readonly db: Database,
    private readonly redis: RequestRedis,
    private readonly clock: Clock,
    keys: Keys,
    metrics: Metrics,
    @Inject(APP_CONFIG) config: AppConfig,
  ) {
    this.spool = new FileSpool(join(config.dataDir, 'spool', 'hits'));
    this.stream = trackingKeys(config).stream;
    this.clientKey = keys.current('hit-clients').key;
    this.taken = metrics.counter('carillon_hits_taken_total', 'Tracking events accepted, by where they were stored', [
      'by',
    ]);
  }

  onApplicationBootstrap(): void {
    this.timer = setInterval(() => {
      this.draining ??= this.drainSpool().finally(() => (this.draining = null));
    }, DRAIN_SPOOL_INTERVAL_MS);
  }

  async beforeApplicationShutdown(): Promise<void> {
    if (this.timer) clearInterval(this.timer);
    await this.draining;
  }

  async onApplicationShutdown(): Promise<void> {
    await this.flushing;
  }

  /** Classifies a request by itself and stores the event. It never fails and never delays the response for long. */
  async take(touched: Touched, request: Omit<TrackingRequest, 'kind'>): Promise<void> {
    const event = this.eventOf(touched, request);
    const kept = new Promise<void>((resolve) => {
      this.waiting.push({ event, kept: resolve });
    });
    this.flushing ??= this.flush();
    await withTimeout(RESPONSE_TIMEOUT_MS, kept);
  }

  /** Classifies a request by itself. Its event has the present time. */
  eventOf(touched: Touched, request: Omit<TrackingRequest, 'kind'>): TrackingEvent {
    const kind = touched.kind === 'open' ? 'open' : 'click';
    const isDecoy = touched.kind === 'decoy';
    return {
      uid: newEventUid(),
      messageId: touched.messageId,
      kind,
      linkId: touched.kind === 'click' ? touched.linkId : null,
      isDecoy,
      isHead: request.method !== 'GET',
      at: this.clock.now().getTime(),
      reason: machineReason({ ...request, kind }) ?? (isDecoy ? 'decoy' : null),
      userAgent: storedAgent(request.userAgent),
      client: this.clientOf(request),
    };
  }

  /** Stores events in the database, however long it takes. */
  async store(events: readonly TrackingEvent[]): Promise<void> {
    await this.writeInbox(events.map(writeEvent));
  }

  /** Writes spooled events to the database; silent while it is unavailable. */
  private async drainSpool(): Promise<void> {
    try {
      await this.spool.drain((lines) => this.writeInbox(lines));
    } catch (error) {
      if (!isDatabaseUnavailable(error))
        this.logger.error({ err: error }, 'Tracking event spool not written to the database; retrying');
    }
  }

  private clientOf({ ip, userAgent }: Pick<TrackingRequest, 'ip' | 'userAgent'>): string {
    return createHmac('sha256', this.clientKey)
      .update(`${ip}\n${userAgent ?? ''}`)
      .digest('hex')
      .slice(0, 16);
  }

  private async flush(): Promise<void> {
    // Events of the same event loop turn join the batch.
    await Promise.resolve();
    try {
      while (this.waiting.length > 0) {
        const batch = this.waiting.splice(0, EVENTS_PER_BATCH);
        const by = await this.keep(batch.map(({ event }) => event));
        this.taken.inc({ by }, batch.length);
        for (const { kept } of batch) kept();
      }
    } finally {
      // In the same tick as the last check, so that the next event starts a new flush.
      this.flushing = null;
    }
  }

  private async keep(events: readonly TrackingEvent[]): Promise<'redis' | 'database' | 'file' | 'none'> {
    const lines = events.map(writeEvent);
    try {
      if (!this.redis.ready) throw new Error('Redis is unavailable');
      await this.redis.client.xadd(this.stream, '*', EVENTS_FIELD, JSON.stringify(lines));
      return 'redis';
    } catch {
      // Redis is full, slow, or away, so the next store takes the events. Redis may have stored them nevertheless.
    }
    if (performance.now() >= this.databaseSkippedUntil) {
      if (await succeedsWithin(DATABASE_TIMEOUT_MS, this.writeInbox(lines))) return 'database';
      // Only one request finds out that the database is slow.
      this.databaseSkippedUntil = performance.now() + DATABASE_SKIPPED_MS;
    }
    try {
      await Promise.all(lines.map((line) => this.spool.append(line)));
      return 'file';
    } catch (error) {
      this.logger.error({ err: error }, 'Tracking events lost: no store available');
      return 'none';
    }
  }

  private async writeInbox(lines: readonly string[]): Promise<void> {
    await this.db.transaction((tx) =>
      tx.insertRows(
        'email_hit_inbox',
        ['entry'],
        lines.map((line) => [line]),
      ),
    );
  }
}
