import { setTimeout as sleep } from 'node:timers/promises';
import { Injectable, Logger, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { DiscoveryService } from '@nestjs/core';
import { EVENT_NAMES, type StoredEvent } from '../../events/domain-events.js';
import { Database, type Tx } from '../database/database.js';
import { numberOf } from '../database/records.js';
import { providersWith } from '../discovery/marker.js';
import { isDatabaseUnavailable, isStatementTimeout, isTransient } from '../errors/database-errors.js';
import { idsOf } from '../ids/ids.js';
import { Metrics } from '../metrics/metrics.js';
import { EVENT_LOG } from './domain-event.entity.js';
import { EVENT_COLUMNS, EventHandover, type EventRow, isWanted, type PositionedRow, RELAY } from './event-handover.js';
import { faultOf, namesOf, positionedRow, reasonOf } from './event-handover.js';
import { LATE_SUBSCRIBERS } from './event-backlog.js';
import { type AfterRelay, type EventSubscriber, Subscribes } from './event-subscriber.js';
import { LateSubscribers, LOCK_WAIT_SECONDS } from './late-subscribers.service.js';
import { gather } from '../values/collections.js';

const BATCH = 500;
/** If events arrive during a run, the next one starts at least this long after its start, because batches have fixed costs. */
const MIN_INTERVAL_MS = 30;
/** The pause is at least as long as the run, up to this limit: a slow machine has time for other work. */
const MAX_PAUSE_MS = 100;
/** A subscriber that needs longer than this and than all others together for two full batches processes the next ones by itself. */
const SLOW_BATCH_MS = 250;
const RETRIED_AT_ONCE = 100;
/** Interval of retries of events that waited for a row or for a worker of another version. */
const RETRIED_AGAIN_SECONDS = 5;
const WORK = `
  SELECT EXISTS (SELECT 1 FROM domain_events WHERE state = 'new') AS fresh,
         EXISTS (SELECT 1 FROM ${LATE_SUBSCRIBERS}) AS late,
         EXISTS (SELECT 1 FROM parked_events WHERE retry_requested_at <= NOW(3)) AS asked`;
/** The subscriber was renamed or removed. */
const UNKNOWN_SUBSCRIBER = 'no subscriber of this name exists';

interface ParkedRow extends EventRow {
  readonly subscriber: string;
  readonly position: number;
}

/**
 * Delivers committed events to their subscribers, in batches and in one order.
 * Failure policy: one transaction claims a batch, lets every subscriber write its rows, and marks the batch done. The lock on the row of
 * `relay_state` makes the relay unique, so counters never deadlock and positions have no gaps. An event that fails in a subscriber is parked
 * for it (`parked_events`) until an operator retries it; an unreadable one for all subscribers. A subscriber that waits for a row, or is slow
 * while events wait, is set aside with all later events (`LateSubscribers`), so that the others continue.
 */
@Injectable()
export class Relay implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly logger = new Logger(Relay.name);
  private subscribers: readonly EventSubscriber[] = [];
  private running: Promise<void> | null = null;
  private retrying: Promise<void> | null = null;
  private again = false;
  private stopped = false;
  private anyBehind = false;
  /** The slow one of the last batch. */
  private slow: EventSubscriber | undefined;

  constructor(
    private readonly db: Database,
    private readonly discovery: DiscoveryService,
    private readonly handover: EventHandover,
    private readonly late: LateSubscribers,
    private readonly metrics: Metrics,
  ) {}

  onApplicationBootstrap(): void {
    this.subscribers = providersWith(Subscribes, this.discovery).sort(
      (a, b) => Number(a.afterOthers ?? false) - Number(b.afterOthers ?? false) || a.name.localeCompare(b.name),
    );
  }

  async onApplicationShutdown(): Promise<void> {
    this.stopped = true;
    await this.idle();
  }

  /** Resolves when no batch or retry is under way, nor what subscribers do after its commit. */
  async idle(): Promise<void> {
    await Promise.all([this.running, this.retrying]);
  }

  /** Delivers all committed events. @returns their number. */
  async drain(): Promise<number> {
    let carried = 0;
    for (;;) {
      const batch = await this.carryBatch();
      carried += batch;
      if (batch > 0 && this.anyBehind && this.running) void this.catchUp();
      if (batch < BATCH || this.stopped) return carried;
    }
  }

  /** Catches up late subscribers until they would have to wait again. */
  async catchUp(): Promise<void> {
    if (this.stopped) return;
    try {
      await this.late.catchUp(this.subscribers, (steps) => this.follow(steps));
    } catch (error) {
      if (!isDatabaseUnavailable(error)) this.logger.error({ err: error }, 'Late subscriber check failed');
    }
  }

  /** Retries parked events on request. @returns the number of events delivered. */
  async retryParked(): Promise<number> {
    let taken = 0;
    for (;;) {
      const { tried, took } = await this.retrySome();
      taken += took;
      if (tried < RETRIED_AT_ONCE || this.stopped) return taken;
    }
  }

  /** Runs at once, or again after the current run, which may have read before the newest commit. */
  wake(): void {
    if (this.stopped) return;
    if (this.running) {
      this.again = true;
      return;
    }
    const startedAt = performance.now();
    this.running = this.drain()
      .then(() => undefined)
      .catch((error: unknown) => {
        if (isDatabaseUnavailable(error)) this.logger.warn('Relay is waiting for the database');
        else this.logger.error({ err: error }, 'Relay batch failed; retrying');
      })
      .then(() => {
        const tookMs = performance.now() - startedAt;
        return this.again ? sleep(Math.max(MIN_INTERVAL_MS - tookMs, Math.min(tookMs, MAX_PAUSE_MS))) : undefined;
      })
      .finally(() => {
        this.running = null;
        if (this.again) {
          this.again = false;
          this.wake();
        }
      });
  }

  /** Delivers new events, to late subscribers, and parked ones; one statement checks whether there are any. */
  look(): void {
    if (this.stopped) return;
    this.retrying ??= this.db
      .query<Record<'fresh' | 'late' | 'asked', number>>(WORK)
      .then(async ([work]) => {
        if (work?.fresh === 1) this.wake();
        if (work?.late === 1) void this.catchUp();
        if (work?.asked === 1) await this.retryParked();
      })
      .catch((error: unknown) => {
        // The relay reports this itself.
        if (!isDatabaseUnavailable(error)) this.logger.error({ err: error }, 'Parked event retry failed');
      })
      .finally(() => {
        this.retrying = null;
      });
  }

  private async carryBatch(): Promise<number> {
    const afterRelay: AfterRelay[] = [];
    const carried = await this.db.transaction(async (tx) => {
      // A deadlock may repeat the transaction.
      afterRelay.length = 0;
      const [base, found] = await Promise.all([lockRelay(tx), newEvents(tx)]);
      if (found.length === 0) return [];
      const [behind, rows] = await Promise.all([
        this.late.behind(tx, base, { mayRejoin: found.length < BATCH }),
        claim(tx, found),
        tx.limitLockWait(LOCK_WAIT_SECONDS),
      ]);
      if (rows.length === 0) return [];
      const batch = rows.map((row, index) => positionedRow(row, base + index + 1));
      await this.deliverToAll(tx, batch, { base, behind }, afterRelay);
      this.anyBehind = behind.size > 0;
      await Promise.all([
        markCarried(tx, rows, base),
        tx.execute('UPDATE relay_state SET last_position = :last WHERE id = 1', { last: base + rows.length }),
      ]);
      return rows;
    });
    await this.follow(afterRelay);
    if (carried.length > 0) {
      this.metrics.eventsCarried.inc(carried.length);
      this.say(carried);
    }
    return carried.length;
  }

  private async deliverToAll(
    tx: Tx,
    batch: readonly PositionedRow[],
    { base, behind }: { readonly base: number; readonly behind: Set<string> },
    afterRelay: AfterRelay[],
  ): Promise<void> {
    const took = new Map<EventSubscriber, number>();
    for (const subscriber of this.subscribers) {
      if (behind.has(subscriber.name) || !batch.some(({ row }) => isWanted(subscriber, row))) continue;
      const startedAt = performance.now();
      try {
        if (subscriber.afterOthers && behind.size > 0) throw new OthersAreLate();
        afterRelay.push(...(await this.handover.deliver(tx, subscriber, batch)));
        took.set(subscriber, performance.now() - startedAt);
      } catch (error) {
        if (!isStatementTimeout(error) && !(error instanceof OthersAreLate)) throw error;
        await this.late.setAside(tx, subscriber, base, error);
        behind.add(subscriber.name);
      }
    }
    await this.handover.parkUnclaimed(tx, this.subscribers, batch);
    const slow = batch.length === BATCH ? slowOf(took) : undefined;
    const wasSlow = this.slow === slow;
    this.slow = slow;
    if (!slow || !wasSlow) return;
    await this.late.setAside(tx, slow, base + batch.length, new TooSlow());
    behind.add(slow.name);
  }

  private async follow(steps: readonly AfterRelay[]): Promise<void> {
    const logged = async (step: AfterRelay): Promise<void> => {
      try {
        await step();
      } catch (error) {
        this.logger.error({ err: error }, 'After-relay step failed; periodic tasks will retry');
      }
    };
    // None waits for another: cached reports must not stay valid while jobs are added.
    await Promise.all(steps.map(logged));
  }

  /** Events per causing request, at debug level, to trace a request. */
  private say(rows: readonly EventRow[]): void {
    const typesOf = new Map<string, string[]>();
    for (const { request_id: requestId, type } of rows) if (requestId !== null) gather(typesOf, requestId, type);
    for (const [requestId, types] of typesOf) this.logger.debug({ requestId, events: types }, 'Events delivered');
  }

  private async retrySome(): Promise<{ readonly tried: number; readonly took: number }> {
    const afterRelay: AfterRelay[] = [];
    const result = await this.db.transaction(async (tx) => {
      afterRelay.length = 0;
      // Delivery and retries never run at the same time, or counters would deadlock.
      await lockRelay(tx);
      await tx.limitLockWait(LOCK_WAIT_SECONDS);
      const sql = `SELECT ${EVENT_COLUMNS}, e.position, p.subscriber
         FROM parked_events p JOIN domain_events e ON e.id = p.event_id
        WHERE p.retry_requested_at <= NOW(3) ORDER BY p.event_id, p.subscriber LIMIT ${RETRIED_AT_ONCE}
          FOR UPDATE SKIP LOCKED`;
      const rows = await tx.query<ParkedRow>(sql);
      let took = 0;
      for (const row of rows) {
        const outcome = await this.deliver(tx, row, afterRelay);
        // All other work waits for the relay lock, so allow one lock wait per run.
        if (outcome === 'later') return { tried: 0, took };
        if (outcome === 'taken') took += 1;
      }
      return { tried: rows.length, took };
    });
    await this.follow(afterRelay);
    return result;
  }

  private async deliver(tx: Tx, row: ParkedRow, afterRelay: AfterRelay[]): Promise<'taken' | 'parked' | 'later'> {
    const { subscriber: name } = row;
    const key = { id: row.id, name };
    try {
      if (name === RELAY) await this.passOn(tx, row);
      else {
        const subscriber = this.subscribers.find((one) => one.name === name);
        if (!subscriber) throw new Error(UNKNOWN_SUBSCRIBER);
        const event = readable(row);
        const after = await tx.savepoint(() => subscriber.onEvents(tx, [event]));
        if (after) afterRelay.push(after);
      }
      await tx.execute('DELETE FROM parked_events WHERE event_id = :id AND subscriber = :name', key);
      this.logger.log({ ...namesOf(row), subscriber: name }, 'Parked event delivered');
      return 'taken';
    } catch (error) {
      if (isStatementTimeout(error) || error instanceof UnknownType) {
        const sql = `UPDATE parked_events SET retry_requested_at = NOW(3) + INTERVAL ${RETRIED_AGAIN_SECONDS} SECOND
          WHERE subscriber = :name AND retry_requested_at IS NOT NULL`;
        await tx.execute(sql, key);
        return 'later';
      }
      if (isTransient(error)) throw error;
      const names = { ...namesOf(row), subscriber: name };
      this.logger.error({ err: error, ...names }, 'Parked event retry failed; event stays parked');
      await tx.execute(
        `UPDATE parked_events SET error = :error, retry_requested_at = NULL, tries = tries + 1
          WHERE event_id = :id AND subscriber = :name`,
        { ...key, error: reasonOf(error) },
      );
      return 'parked';
    }
  }

  /** An event that could not be read is now parked for its subscribers, which receive it next. */
  private async passOn(tx: Tx, row: ParkedRow): Promise<void> {
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

/** @returns the last position. */
const lockRelay = (tx: Tx) => numberOf(tx, 'SELECT last_position FROM relay_state WHERE id = 1 FOR UPDATE');

type NewEvent = Readonly<Record<'id', number> & Record<'contact', number | null>>;

/** Reads without locks: a locking read would wait for uncommitted inserts. */
function newEvents(tx: Tx): Promise<NewEvent[]> {
  const sql = `SELECT id, contact_id AS contact FROM domain_events WHERE state = 'new' ORDER BY id LIMIT ${BATCH}`;
  return tx.query<NewEvent>(sql);
}

/**
 * Locks the events. Those that others have locked are left for a later batch with what must follow them: all events of a contact held by
 * `Outbox.holdEventsOf`, and everything after an event without contact.
 */
async function claim(tx: Tx, found: readonly NewEvent[]): Promise<readonly EventRow[]> {
  const sql = `SELECT ${EVENT_COLUMNS} FROM domain_events e FORCE INDEX (PRIMARY)
    WHERE e.id IN (:ids) ORDER BY e.id FOR UPDATE SKIP LOCKED`;
  const rows = await tx.query<EventRow>(sql, { ids: idsOf(found) });
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

/** Ids are mostly consecutive, and a range costs the database less than a list. */
function markCarried(tx: Tx, rows: readonly EventRow[], base: number): Promise<unknown> {
  const ids = idsOf(rows);
  const [first = 0, last = 0] = [ids.at(0), ids.at(-1)];
  const carried = `UPDATE domain_events SET ${EVENT_LOG.becomes('carry')}, position = :base`;
  if (last - first === ids.length - 1)
    return tx.execute(`${carried} + 1 + id - :first WHERE id BETWEEN :first AND :last`, { base, first, last });
  return tx.execute(`${carried} + INTERVAL(id, :ids) WHERE id IN (:ids)`, { base, ids });
}

/** @throws Error for an unreadable row. */
function readable(row: ParkedRow): StoredEvent {
  const { event } = positionedRow(row, row.position);
  if (event === null) throw new Error(faultOf(row));
  return event;
}

/** @param took milliseconds for the same batch. */
function slowOf(took: ReadonlyMap<EventSubscriber, number>): EventSubscriber | undefined {
  const total = [...took.values()].reduce((sum, ms) => sum + ms, 0);
  return [...took].find(([, ms]) => ms > SLOW_BATCH_MS && ms > total / 2)?.[0];
}

/** The subscriber needs rows that other subscribers have not written yet. */
class OthersAreLate extends Error {
  constructor() {
    super('waits for subscribers that are late');
  }
}

class TooSlow extends Error {
  constructor() {
    super('needs longer than the others for a batch');
  }
}

class UnknownType extends Error {}
