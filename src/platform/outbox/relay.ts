import { Inject, Injectable, Logger, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { DiscoveryService } from '@nestjs/core';
import Redis from 'ioredis';
import { EVENT_NAMES, type StoredEvent } from '../../events/domain-events.js';
import { APP_CONFIG, type AppConfig } from '../config/config.js';
import { Database, type Tx } from '../database/database.js';
import { isDatabaseUnavailable, isStatementTimeout } from '../errors/database-errors.js';
import { Metrics } from '../metrics/metrics.js';
import { backgroundRedisOptions } from '../redis/redis.js';
import {
  type CarriedRow,
  carriedRow,
  EVENT_COLUMNS,
  EventHandover,
  type EventRow,
  faultOf,
  isPassing,
  isWanted,
  namesOf,
  reasonOf,
  RELAY,
} from './event-handover.js';
import { type AfterRelay, type EventSubscriber, Subscribes } from './event-subscriber.js';
import { LateSubscribers, LOCK_WAIT_SECONDS } from './late-subscribers.service.js';
import { nudgeChannel } from './relay-nudge.js';

const BATCH = 500;
const INTERVAL_MS = 500;
const RETRIED_AT_ONCE = 100;
/** After this, events are retried that had to wait for a row, or that wait for a worker of another version. */
const RETRIED_AGAIN_SECONDS = 5;
const OTHERS = `
  SELECT EXISTS (SELECT 1 FROM late_subscribers l JOIN relay_state s ON l.position < s.last_position) AS late,
         EXISTS (SELECT 1 FROM parked_events WHERE retry_requested_at <= NOW(3)) AS asked`;
/** The subscriber has been renamed or removed. */
const UNKNOWN_SUBSCRIBER = 'no subscriber of this name is there any more';

interface ParkedRow extends EventRow {
  readonly subscriber: string;
  readonly position: number;
}

/**
 * Carries committed facts to their subscribers, in batches and in one order.
 *
 * Failure policy: one transaction claims a batch, lets every subscriber write its rows and marks the batch done. A
 * process that dies anywhere leaves the batch as it was. The lock on the single row of `relay_state` makes the relay
 * one for the whole system, so rollup counters never deadlock and positions have no holes. An event that makes a
 * subscriber throw is parked for that subscriber alone (`parked_events`); everyone else gets it. There it stays until
 * somebody asks for it to be handed over once more; that, too, takes the row away in the transaction of what was written.
 * A row that cannot be read is parked for all its subscribers. A subscriber that has to wait for a row is set aside with
 * everything that follows (`LateSubscribers`), so that the others do not wait.
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
    private readonly handover: EventHandover,
    private readonly late: LateSubscribers,
    private readonly metrics: Metrics,
    @Inject(APP_CONFIG) private readonly config: AppConfig,
  ) {}

  onApplicationBootstrap(): void {
    this.subscribers = this.discovery
      .getProviders({ metadataKey: Subscribes.KEY })
      .map((wrapper) => wrapper.instance as EventSubscriber)
      .sort((a, b) => Number(a.afterOthers ?? false) - Number(b.afterOthers ?? false) || a.name.localeCompare(b.name));
    this.listen();
    this.timer = setInterval(() => {
      this.wake();
      this.lookAfterOthers();
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

  /** Brings subscribers up to date that had to wait for a row, as far as they need not wait any more. */
  async catchUp(): Promise<void> {
    if (this.stopped) return;
    try {
      await this.late.catchUp(this.subscribers, (steps) => this.follow(steps));
    } catch (error) {
      if (!isDatabaseUnavailable(error)) this.logger.error({ err: error }, 'Late subscribers could not be looked for');
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

  /** Late subscribers and parked events; one statement says that there are none. */
  private lookAfterOthers(): void {
    if (this.stopped) return;
    this.retrying ??= this.db
      .query<{ late: number; asked: number }>(OTHERS)
      .then(async ([others]) => {
        if (others?.late === 1) void this.catchUp();
        if (others?.asked === 1) await this.retryParked();
      })
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
    const carried = await this.db.transaction(async (tx) => {
      // The transaction may be run again after a deadlock.
      afterRelay.length = 0;
      const base = await this.lockRelay(tx);
      const rows = await this.claim(tx);
      if (rows.length === 0) return [];
      await tx.limitLockWait(LOCK_WAIT_SECONDS);
      const batch = rows.map((row, index) => carriedRow(row, base + index + 1));
      await this.handToAll(tx, batch, base, afterRelay);
      await tx.execute(
        `UPDATE domain_events SET state = 'carried', position = :base + FIELD(id, :ids) WHERE id IN (:ids)`,
        { base, ids: rows.map((row) => row.id) },
      );
      await tx.execute('UPDATE relay_state SET last_position = :last WHERE id = 1', { last: base + rows.length });
      return rows;
    });
    await this.follow(afterRelay);
    if (carried.length > 0) {
      this.metrics.eventsCarried.inc(carried.length);
      this.say(carried);
    }
    return carried.length;
  }

  /** @returns the last position. */
  private async lockRelay(tx: Tx): Promise<number> {
    const [state] = await tx.query<{ last_position: number }>(
      'SELECT last_position FROM relay_state WHERE id = 1 FOR UPDATE',
    );
    return state?.last_position ?? 0;
  }

  /**
   * The ids come from a plain read: a locking one would wait for rows that others have inserted but not yet committed. Rows
   * that are locked are left for a later batch, and with them whatever has to come after them: all events of a contact that
   * `Outbox.holdEventsOf` holds, and everything behind an event of no contact. Such a lock ends a moment after its commit
   * becomes visible.
   */
  private async claim(tx: Tx): Promise<readonly EventRow[]> {
    const found = await tx.query<{ id: number; contact: number | null }>(
      `SELECT id, contact_id AS contact FROM domain_events WHERE state = 'new' ORDER BY id LIMIT ${BATCH}`,
    );
    if (found.length === 0) return [];
    const rows = await tx.query<EventRow>(
      `SELECT ${EVENT_COLUMNS} FROM domain_events e FORCE INDEX (PRIMARY)
        WHERE e.id IN (:ids) ORDER BY e.id FOR UPDATE SKIP LOCKED`,
      { ids: found.map(({ id }) => id) },
    );
    const locked = new Map(rows.map((row) => [row.id, row]));
    const held = new Set<number>();
    const claimed: EventRow[] = [];
    for (const { id, contact } of found) {
      const row = locked.get(id);
      if (row === undefined && contact === null) break;
      if (row === undefined) held.add(contact ?? 0);
      else if (contact === null || !held.has(contact)) claimed.push(row);
    }
    return claimed;
  }

  private async handToAll(tx: Tx, batch: readonly CarriedRow[], base: number, afterRelay: AfterRelay[]): Promise<void> {
    const behind = await this.late.behind(tx, base);
    for (const subscriber of this.subscribers) {
      if (behind.has(subscriber.name) || !batch.some(({ row }) => isWanted(subscriber, row))) continue;
      try {
        if (subscriber.afterOthers && behind.size > 0) throw new OthersAreLate();
        afterRelay.push(...(await this.handover.hand(tx, subscriber, batch)));
      } catch (error) {
        if (!isStatementTimeout(error) && !(error instanceof OthersAreLate)) throw error;
        await this.late.setAside(tx, subscriber, base, error);
        behind.add(subscriber.name);
      }
    }
    await this.handover.parkUnclaimed(tx, this.subscribers, batch);
  }

  private async follow(steps: readonly AfterRelay[]): Promise<void> {
    for (const step of steps) {
      await Promise.resolve(step()).catch((error: unknown) => {
        this.logger.error({ err: error }, 'A step after the relay failed; the sweepers will catch up');
      });
    }
  }

  /** For each request what it has made happen; only who follows one through the house wants to read this. */
  private say(rows: readonly EventRow[]): void {
    const typesOf = new Map<string, string[]>();
    for (const { request_id: requestId, type } of rows)
      if (requestId !== null) typesOf.set(requestId, [...(typesOf.get(requestId) ?? []), type]);
    for (const [requestId, types] of typesOf) this.logger.debug({ requestId, events: types }, 'Events were carried');
  }

  private async retrySome(): Promise<{ readonly tried: number; readonly took: number }> {
    const afterRelay: AfterRelay[] = [];
    const result = await this.db.transaction(async (tx) => {
      afterRelay.length = 0;
      // What is being carried and what is handed over once more never meet, or counters would deadlock.
      await this.lockRelay(tx);
      await tx.limitLockWait(LOCK_WAIT_SECONDS);
      const rows = await tx.query<ParkedRow>(
        `SELECT ${EVENT_COLUMNS}, e.position, p.subscriber
           FROM parked_events p JOIN domain_events e ON e.id = p.event_id
          WHERE p.retry_requested_at <= NOW(3) ORDER BY p.event_id, p.subscriber LIMIT ${RETRIED_AT_ONCE}
            FOR UPDATE SKIP LOCKED`,
      );
      let took = 0;
      for (const row of rows) {
        const outcome = await this.handOver(tx, row, afterRelay);
        // Everything else waits behind the lock of the relay, so one wait a time is enough.
        if (outcome === 'later') return { tried: 0, took };
        if (outcome === 'taken') took += 1;
      }
      return { tried: rows.length, took };
    });
    await this.follow(afterRelay);
    return result;
  }

  private async handOver(tx: Tx, row: ParkedRow, afterRelay: AfterRelay[]): Promise<'taken' | 'parked' | 'later'> {
    const { subscriber: name } = row;
    const key = { id: row.id, name };
    try {
      if (name === RELAY) await this.handOn(tx, row);
      else {
        const subscriber = this.subscribers.find((one) => one.name === name);
        if (!subscriber) throw new Error(UNKNOWN_SUBSCRIBER);
        const event = readable(row);
        const after = await tx.savepoint(() => subscriber.onEvents(tx, [event]));
        if (after) afterRelay.push(after);
      }
      await tx.execute('DELETE FROM parked_events WHERE event_id = :id AND subscriber = :name', key);
      this.logger.log({ ...namesOf(row), subscriber: name }, 'A parked event was taken after all');
      return 'taken';
    } catch (error) {
      if (isStatementTimeout(error) || error instanceof UnknownType) {
        await tx.execute(
          `UPDATE parked_events SET retry_requested_at = NOW(3) + INTERVAL ${RETRIED_AGAIN_SECONDS} SECOND
            WHERE subscriber = :name AND retry_requested_at IS NOT NULL`,
          key,
        );
        return 'later';
      }
      if (isPassing(error)) throw error;
      this.logger.error({ err: error, ...namesOf(row), subscriber: name }, 'An event stays parked');
      await tx.execute(
        `UPDATE parked_events SET error = :error, retry_requested_at = NULL, tries = tries + 1
          WHERE event_id = :id AND subscriber = :name`,
        { ...key, error: reasonOf(error) },
      );
      return 'parked';
    }
  }

  /** An event that could not be read is now parked for those that want it, and they take it next. */
  private async handOn(tx: Tx, row: ParkedRow): Promise<void> {
    if (!EVENT_NAMES.has(row.type)) throw new UnknownType();
    readable(row);
    for (const { name } of this.subscribers.filter((subscriber) => isWanted(subscriber, row)))
      await tx.execute(
        `INSERT INTO parked_events (event_id, subscriber, error, retry_requested_at)
         VALUES (:id, :name, 'could not be read before', NOW(3)) ON DUPLICATE KEY UPDATE retry_requested_at = NOW(3)`,
        { id: row.id, name },
      );
  }
}

/** @throws Error for a row that cannot be read. */
function readable(row: ParkedRow): StoredEvent {
  const { event } = carriedRow(row, row.position);
  if (event === null) throw new Error(faultOf(row));
  return event;
}

/** The subscriber needs what others have not written yet. */
class OthersAreLate extends Error {
  constructor() {
    super('waits for subscribers that are late');
  }
}

class UnknownType extends Error {}
