import { Inject, Injectable, Logger, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { DiscoveryService } from '@nestjs/core';
import Redis from 'ioredis';
import type { EventName, StoredEvent } from '../../events/domain-events.js';
import { APP_CONFIG, type AppConfig } from '../config/config.js';
import { Database, type Tx } from '../database/database.js';
import { isDatabaseUnavailable, isRetryable } from '../errors/database-errors.js';
import { maskAddresses } from '../logging/logging.js';
import { Metrics } from '../metrics/metrics.js';
import { backgroundRedisOptions } from '../redis/redis.js';
import { type AfterRelay, type EventSubscriber, Subscribes } from './event-subscriber.js';
import { nudgeChannel } from './relay-nudge.js';

const BATCH = 500;
const INTERVAL_MS = 500;
const RETRIED_AT_ONCE = 100;
/** That somebody can take it who is there no more: a subscriber that has been renamed, or removed. */
const NOBODY_TAKES_IT = 'no subscriber of this name is there any more';

interface EventRow {
  id: number;
  uid: string;
  type: EventName;
  data: string;
  occurred_at: Date;
  silent: number;
  request_id: string | null;
}

interface ParkedRow extends EventRow {
  subscriber: string;
  position: number;
}

/**
 * Carries committed facts to their subscribers, in batches and in one order.
 *
 * Failure policy: one transaction claims a batch, lets every subscriber write its rows and marks the batch done. A
 * process that dies anywhere leaves the batch as it was. The lock on the single row of `relay_state` makes the relay
 * one for the whole system, so rollup counters never deadlock and positions have no holes. An event that makes a
 * subscriber throw is parked for that subscriber alone (`parked_events`); everyone else gets it. There it stays until
 * somebody asks for it to be handed over once more; that, too, takes the row away in the transaction of what was written.
 */
@Injectable()
export class Relay implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly logger = new Logger(Relay.name);
  private subscribers: readonly EventSubscriber[] = [];
  private ears: Redis | null = null;
  private timer: NodeJS.Timeout | null = null;
  private running: Promise<void> | null = null;
  private retrying: Promise<void> | null = null;
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
      this.retry();
    }, INTERVAL_MS);
  }

  async onApplicationShutdown(): Promise<void> {
    this.stopped = true;
    if (this.timer) clearInterval(this.timer);
    this.ears?.disconnect();
    await Promise.all([this.running, this.retrying]);
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

  /** Hands parked events over once more, as far as somebody has asked for it. @returns how many were taken this time. */
  async retryParked(): Promise<number> {
    let taken = 0;
    for (;;) {
      const { tried, took } = await this.retrySome();
      taken += took;
      if (tried < RETRIED_AT_ONCE || this.stopped) return taken;
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

  private retry(): void {
    if (this.stopped) return;
    this.retrying ??= this.retryParked()
      .then(() => undefined)
      .catch((error: unknown) => {
        // The relay itself says so.
        if (!isDatabaseUnavailable(error)) this.logger.error({ err: error }, 'Parked events could not be retried');
      })
      .finally(() => {
        this.retrying = null;
      });
  }

  private async carryBatch(): Promise<number> {
    const afterRelay: AfterRelay[] = [];
    let carriedEvents: readonly StoredEvent[] = [];
    const carried = await this.db.transaction(async (tx) => {
      // The transaction may be run again after a deadlock.
      afterRelay.length = 0;
      const [state] = await tx.query<{ last_position: number }>(
        'SELECT last_position FROM relay_state WHERE id = 1 FOR UPDATE',
      );
      // A plain read: a locking one would wait for rows that others have inserted but not yet committed.
      const rows = await tx.query<EventRow>(
        `SELECT id, uid, type, data, occurred_at, silent, request_id FROM domain_events WHERE state = 'new' ORDER BY id LIMIT ${BATCH}`,
      );
      if (rows.length === 0) return 0;
      const base = state?.last_position ?? 0;
      const events = rows.map((row, index) => toStoredEvent(row, base + index + 1));
      carriedEvents = events;
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
    await this.follow(afterRelay);
    if (carried > 0) {
      this.metrics.eventsCarried.inc(carried);
      this.say(carriedEvents);
    }
    return carried;
  }

  private async follow(steps: readonly AfterRelay[]): Promise<void> {
    for (const step of steps) {
      await Promise.resolve(step()).catch((error: unknown) => {
        this.logger.error({ err: error }, 'A step after the relay failed; the sweepers will catch up');
      });
    }
  }

  /** For each request what it has made happen; only who follows one through the house wants to read this. */
  private say(events: readonly StoredEvent[]): void {
    const typesOf = new Map<string, string[]>();
    for (const { requestId, type } of events)
      if (typeof requestId === 'string') typesOf.set(requestId, [...(typesOf.get(requestId) ?? []), type]);
    for (const [requestId, types] of typesOf) this.logger.debug({ requestId, events: types }, 'Events were carried');
  }

  private async retrySome(): Promise<{ readonly tried: number; readonly took: number }> {
    const asked = await this.db.query(
      'SELECT event_id FROM parked_events WHERE retry_requested_at IS NOT NULL LIMIT 1',
    );
    if (asked.length === 0) return { tried: 0, took: 0 };
    const afterRelay: AfterRelay[] = [];
    const result = await this.db.transaction(async (tx) => {
      afterRelay.length = 0;
      // What is being carried and what is handed over once more never meet, or counters would deadlock.
      await tx.query('SELECT last_position FROM relay_state WHERE id = 1 FOR UPDATE');
      const rows = await tx.query<ParkedRow>(
        `SELECT e.id, e.uid, e.type, e.data, e.occurred_at, e.silent, e.request_id, e.position, p.subscriber
           FROM parked_events p JOIN domain_events e ON e.id = p.event_id
          WHERE p.retry_requested_at IS NOT NULL ORDER BY p.event_id, p.subscriber LIMIT ${RETRIED_AT_ONCE}`,
      );
      let took = 0;
      for (const row of rows) if (await this.handOver(tx, row, afterRelay)) took += 1;
      return { tried: rows.length, took };
    });
    await this.follow(afterRelay);
    return result;
  }

  /** @returns whether the subscriber has taken it this time. */
  private async handOver(tx: Tx, row: ParkedRow, afterRelay: AfterRelay[]): Promise<boolean> {
    const event = toStoredEvent(row, row.position);
    const subscriber = this.subscribers.find(({ name }) => name === row.subscriber);
    const key = { id: row.id, subscriber: row.subscriber };
    try {
      if (!subscriber) throw new Error(NOBODY_TAKES_IT);
      const after = await tx.savepoint(() => subscriber.onEvents(tx, [event]));
      if (after) afterRelay.push(after);
      await tx.execute('DELETE FROM parked_events WHERE event_id = :id AND subscriber = :subscriber', key);
      this.logger.log({ ...eventOf(event), subscriber: row.subscriber }, 'A parked event was taken after all');
      return true;
    } catch (error) {
      if (isRetryable(error) || isDatabaseUnavailable(error)) throw error;
      this.logger.error({ err: error, ...eventOf(event), subscriber: row.subscriber }, 'An event stays parked');
      await tx.execute(
        `UPDATE parked_events SET error = :error, retry_requested_at = NULL, tries = tries + 1
          WHERE event_id = :id AND subscriber = :subscriber`,
        { ...key, error: reasonOf(error) },
      );
      return false;
    }
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
    this.logger.error({ err: error, ...eventOf(event), subscriber: subscriber.name }, 'An event was parked');
    this.metrics.eventsParked.inc({ subscriber: subscriber.name });
    await tx.execute(
      `INSERT INTO parked_events (event_id, subscriber, error) VALUES (:id, :subscriber, :error)
       ON DUPLICATE KEY UPDATE error = VALUES(error)`,
      { id: event.id, subscriber: subscriber.name, error: reasonOf(error) },
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
    requestId: row.request_id,
  } as StoredEvent;
}

/** As a line of the log names it. */
function eventOf({ uid, type, requestId }: StoredEvent): Record<string, unknown> {
  return { requestId: requestId ?? undefined, event: uid, type };
}

const LONGEST_REASON = 500;

/** No longer than its column; addresses, which database errors like to quote, are left out. */
function reasonOf(error: unknown): string {
  const reason = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  return maskAddresses(reason).slice(0, LONGEST_REASON);
}
