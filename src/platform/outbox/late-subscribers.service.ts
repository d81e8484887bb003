import { Injectable, Logger, type OnApplicationShutdown } from '@nestjs/common';
import { Database, type Tx } from '../database/database.js';
import { numberOf } from '../database/records.js';
import { isDatabaseUnavailable, isStatementTimeout } from '../errors/database-errors.js';
import { positionedRow, EVENT_COLUMNS, EventHandover, type EventRow, reasonOf } from './event-handover.js';
import type { AfterRelay, EventSubscriber } from './event-subscriber.js';

/** Lock timeout of a subscriber before it is set aside. */
export const LOCK_WAIT_SECONDS = 1;
const BATCH = 500;

type Follow = (steps: readonly AfterRelay[]) => Promise<void>;

/**
 * Subscribers that waited too long for a row or were too slow. Each receives its events in its own transactions; the relay skips it until it
 * has caught up.
 * Failure policy: the rows of a subscriber commit with its position in the log. Its row lock limits it to one worker. Only the relay, under
 * its lock, adds or removes a row, and only at the end of the log, so no event is skipped or delivered twice.
 */
@Injectable()
export class LateSubscribers implements OnApplicationShutdown {
  private readonly logger = new Logger(LateSubscribers.name);
  private readonly running = new Map<string, Promise<void>>();
  private stopped = false;

  constructor(
    private readonly db: Database,
    private readonly handover: EventHandover,
  ) {}

  async onApplicationShutdown(): Promise<void> {
    this.stopped = true;
    await Promise.all(this.running.values());
  }

  /**
   * Returns the late subscribers; those that have reached `end` rejoin the relay if it `mayRejoin`, which is not while events wait.
   * Requires the relay lock.
   */
  async behind(tx: Tx, end: number, { mayRejoin }: { readonly mayRejoin: boolean }): Promise<Set<string>> {
    type Row = Readonly<{ subscriber: string; position: number }>;
    const rows = await tx.query<Row>('SELECT subscriber, position FROM late_subscribers');
    const behind = new Set(rows.map(({ subscriber }) => subscriber));
    if (!mayRejoin || !rows.some(({ position }) => position === end)) return behind;
    // A worker checking for more events holds the row; the subscriber rejoins with the next batch.
    const sql = 'SELECT subscriber FROM late_subscribers WHERE position = :end FOR UPDATE SKIP LOCKED';
    const ready = await tx.query<Pick<Row, 'subscriber'>>(sql, { end });
    for (const { subscriber } of ready) {
      await tx.execute('DELETE FROM late_subscribers WHERE subscriber = :subscriber', { subscriber });
      behind.delete(subscriber);
    }
    return behind;
  }

  /** @param position of the last processed event. */
  async setAside(tx: Tx, subscriber: EventSubscriber, position: number, error: unknown): Promise<void> {
    this.logger.warn({ err: error, subscriber: subscriber.name }, 'Subscriber set aside; events follow later');
    const sql = 'INSERT INTO late_subscribers (subscriber, position, error) VALUES (:name, :position, :error)';
    await tx.execute(sql, { name: subscriber.name, position, error: reasonOf(error) });
  }

  /** Catches up each subscriber until it would have to wait again. @param follow receives the after-commit work. */
  async catchUp(subscribers: readonly EventSubscriber[], follow: Follow): Promise<void> {
    const sql = `SELECT l.subscriber AS name FROM late_subscribers l JOIN relay_state s ON s.id = 1
      WHERE l.position < s.last_position`;
    const rows = await this.db.query<{ name: string }>(sql);
    await Promise.all(
      rows.map(async ({ name }) => {
        const subscriber = subscribers.find((one) => one.name === name);
        if (!subscriber) return;
        const run = this.running.get(name) ?? this.catchUpOne(subscriber, follow);
        this.running.set(name, run);
        await run.finally(() => this.running.delete(name));
      }),
    );
  }

  private async catchUpOne(subscriber: EventSubscriber, follow: Follow): Promise<void> {
    for (let most = BATCH; most >= 1 && !this.stopped;) {
      try {
        const afterRelay = await this.step(subscriber, most);
        if (afterRelay === null) return;
        await follow(afterRelay);
      } catch (error) {
        if (!(error instanceof StillWaiting)) {
          if (!isDatabaseUnavailable(error))
            this.logger.error({ err: error, subscriber: subscriber.name }, 'Subscriber catch-up failed; retrying');
          return;
        }
        // Events before the blocked one can proceed.
        most = Math.floor(error.events / 2);
      }
    }
  }

  /** @returns null if there were no events or another worker has the subscriber. */
  private async step(subscriber: EventSubscriber, most: number): Promise<readonly AfterRelay[] | null> {
    const { name } = subscriber;
    return this.db.transaction(async (tx) => {
      const sql = 'SELECT position FROM late_subscribers WHERE subscriber = :name FOR UPDATE SKIP LOCKED';
      const [own] = await tx.query<{ position: number }>(sql, { name });
      if (!own) return null;
      await tx.limitLockWait(LOCK_WAIT_SECONDS);
      const upTo = await this.endFor(tx, subscriber);
      let events = most;
      try {
        // The lock waits for running erasures, which change events.
        const rows = await tx.query<EventRow & { position: number }>(
          `SELECT ${EVENT_COLUMNS}, e.position FROM domain_events e FORCE INDEX (ux_domain_events_position)
            WHERE e.position > :after AND e.position <= :upTo ORDER BY e.position LIMIT :most LOCK IN SHARE MODE`,
          { after: own.position, upTo, most },
        );
        const last = rows.at(-1);
        if (!last) return null;
        events = rows.length;
        const carried = rows.map((row) => positionedRow(row, row.position));
        const afterRelay = await this.handover.deliver(tx, subscriber, carried);
        const move = 'UPDATE late_subscribers SET position = :position WHERE subscriber = :name';
        await tx.execute(move, { name, position: last.position });
        return afterRelay;
      } catch (error) {
        throw isStatementTimeout(error) ? new StillWaiting(events) : error;
      }
    });
  }

  /** The end of the log; for the last subscriber, the minimum position of the others. */
  private async endFor(tx: Tx, { name, afterOthers }: EventSubscriber): Promise<number> {
    const sql = `SELECT ${afterOthers ? 'LEAST(s.last_position, COALESCE(MIN(l.position), s.last_position))' : 's.last_position'}
         FROM relay_state s LEFT JOIN late_subscribers l ON l.subscriber <> :name WHERE s.id = 1 GROUP BY s.id`;
    return numberOf(tx, sql, { name });
  }
}

/** A row is still locked. */
class StillWaiting extends Error {
  constructor(readonly events: number) {
    super();
  }
}
