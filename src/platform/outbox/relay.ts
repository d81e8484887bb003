import { Inject, Injectable, Logger, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { DiscoveryService } from '@nestjs/core';
import Redis from 'ioredis';
import type { EventName, StoredEvent } from '../../events/domain-events.js';
import { APP_CONFIG, type AppConfig } from '../config/config.js';
import { Database, type Tx } from '../database/database.js';
import { isDatabaseUnavailable, isRetryable } from '../errors/database-errors.js';
import { Metrics } from '../metrics/metrics.js';
import { backgroundRedisOptions } from '../redis/redis.js';
import { type AfterRelay, type EventSubscriber, Subscribes } from './event-subscriber.js';
import { nudgeChannel } from './relay-nudge.js';

const BATCH = 500;
const INTERVAL_MS = 500;

interface EventRow {
  id: number;
  uid: string;
  type: EventName;
  data: string;
  occurred_at: Date;
  silent: number;
}

/**
 * Carries committed facts to their subscribers, in batches and in one order.
 *
 * Failure policy: one transaction claims a batch, lets every subscriber write its rows and marks the batch done. A
 * process that dies anywhere leaves the batch as it was. The lock on the single row of `relay_state` makes the relay
 * one for the whole system, so rollup counters never deadlock and positions have no holes. An event that makes a
 * subscriber throw is parked for that subscriber alone (`parked_events`); everyone else gets it.
 */
@Injectable()
export class Relay implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly logger = new Logger(Relay.name);
  private subscribers: readonly EventSubscriber[] = [];
  private ears: Redis | null = null;
  private timer: NodeJS.Timeout | null = null;
  private running: Promise<void> | null = null;
  private again = false;
  private stopped = false;

  constructor(
    private readonly db: Database,
    private readonly discovery: DiscoveryService,
    private readonly metrics: Metrics,
    @Inject(APP_CONFIG) private readonly config: AppConfig,
  ) {}

  onApplicationBootstrap(): void {
    this.subscribers = this.discovery
      .getProviders({ metadataKey: Subscribes.KEY })
      .map((wrapper) => wrapper.instance as EventSubscriber)
      .sort((a, b) => a.name.localeCompare(b.name));
    this.listen();
    this.timer = setInterval(() => {
      this.wake();
    }, INTERVAL_MS);
  }

  async onApplicationShutdown(): Promise<void> {
    this.stopped = true;
    if (this.timer) clearInterval(this.timer);
    this.ears?.disconnect();
    await this.running;
  }

  /** Carries everything that is committed by now. @returns how many events were carried. */
  async drain(): Promise<number> {
    let carried = 0;
    for (;;) {
      const batch = await this.carryBatch();
      carried += batch;
      if (batch < BATCH || this.stopped) return carried;
    }
  }

  private listen(): void {
    const channel = nudgeChannel(this.config);
    this.ears = new Redis(this.config.redis.url, backgroundRedisOptions());
    // Without Redis the timer alone drives the relay.
    this.ears.on('error', () => undefined);
    this.ears.on('message', () => {
      this.wake();
    });
    this.ears.subscribe(channel).catch(() => undefined);
  }

  /** Runs at once, or once more after the present run, which may have read before the newest commit. */
  private wake(): void {
    if (this.stopped) return;
    if (this.running) {
      this.again = true;
      return;
    }
    this.running = this.drain()
      .then(() => undefined)
      .catch((error: unknown) => {
        if (isDatabaseUnavailable(error)) this.logger.warn('The relay waits for the database');
        else this.logger.error({ err: error }, 'The relay could not carry a batch and will try again');
      })
      .finally(() => {
        this.running = null;
        if (this.again) {
          this.again = false;
          this.wake();
        }
      });
  }

  private async carryBatch(): Promise<number> {
    const afterRelay: AfterRelay[] = [];
    const carried = await this.db.transaction(async (tx) => {
      // The transaction may be run again after a deadlock.
      afterRelay.length = 0;
      const [state] = await tx.query<{ last_position: number }>(
        'SELECT last_position FROM relay_state WHERE id = 1 FOR UPDATE',
      );
      // A plain read: a locking one would wait for rows that others have inserted but not yet committed.
      const rows = await tx.query<EventRow>(
        `SELECT id, uid, type, data, occurred_at, silent FROM domain_events WHERE state = 'new' ORDER BY id LIMIT ${BATCH}`,
      );
      if (rows.length === 0) return 0;
      const base = state?.last_position ?? 0;
      const events = rows.map((row, index) => toStoredEvent(row, base + index + 1));
      for (const subscriber of this.subscribers) {
        const wanted = events.filter(
          ({ type }, index) =>
            subscriber.wants.includes(type) && (rows[index]?.silent !== 1 || subscriber.hearsSilent?.includes(type)),
        );
        if (wanted.length > 0) afterRelay.push(...(await this.hand(tx, subscriber, wanted)));
      }
      await tx.execute(
        `UPDATE domain_events SET state = 'carried', position = :base + FIELD(id, :ids) WHERE id IN (:ids)`,
        { base, ids: rows.map((row) => row.id) },
      );
      await tx.execute('UPDATE relay_state SET last_position = :last WHERE id = 1', { last: base + rows.length });
      return rows.length;
    });
    for (const step of afterRelay) {
      await Promise.resolve(step()).catch((error: unknown) => {
        this.logger.error({ err: error }, 'A step after the relay failed; the sweepers will catch up');
      });
    }
    if (carried > 0) this.metrics.eventsCarried.inc(carried);
    return carried;
  }

  /** Hands a batch to one subscriber; halves it down to the event that fails, and parks that one. */
  private async hand(tx: Tx, subscriber: EventSubscriber, events: readonly StoredEvent[]): Promise<AfterRelay[]> {
    try {
      const after = await tx.savepoint(() => subscriber.onEvents(tx, events));
      return after ? [after] : [];
    } catch (error) {
      // These say nothing about the event: the whole batch is tried again.
      if (isRetryable(error) || isDatabaseUnavailable(error)) throw error;
      const [only] = events;
      if (events.length === 1 && only) {
        await this.park(tx, subscriber, only, error);
        return [];
      }
      const half = Math.ceil(events.length / 2);
      return [
        ...(await this.hand(tx, subscriber, events.slice(0, half))),
        ...(await this.hand(tx, subscriber, events.slice(half))),
      ];
    }
  }

  private async park(tx: Tx, subscriber: EventSubscriber, event: StoredEvent, error: unknown): Promise<void> {
    const reason = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
    this.logger.error({ err: error, event: event.uid, subscriber: subscriber.name }, 'An event was parked');
    this.metrics.eventsParked.inc({ subscriber: subscriber.name });
    await tx.execute(
      `INSERT INTO parked_events (event_id, subscriber, error) VALUES (:id, :subscriber, :error)
       ON DUPLICATE KEY UPDATE error = VALUES(error)`,
      { id: event.id, subscriber: subscriber.name, error: reason.slice(0, 500) },
    );
  }
}

function toStoredEvent(row: EventRow, position: number): StoredEvent {
  return {
    id: row.id,
    position,
    uid: row.uid,
    type: row.type,
    data: JSON.parse(row.data) as unknown,
    occurredAt: row.occurred_at,
  } as StoredEvent;
}
