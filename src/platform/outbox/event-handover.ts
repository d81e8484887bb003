import { Injectable, Logger } from '@nestjs/common';
import { EVENT_NAMES, type EventName, type StoredEvent } from '../../events/domain-events.js';
import type { Tx } from '../database/database.js';
import { isDatabaseUnavailable, isRetryable, isStatementTimeout } from '../errors/database-errors.js';
import { maskAddresses } from '../logging/logging.js';
import { Metrics } from '../metrics/metrics.js';
import type { AfterRelay, EventSubscriber } from './event-subscriber.js';

export const EVENT_COLUMNS = 'e.id, e.uid, e.type, e.data, e.occurred_at, e.silent, e.request_id';

export interface EventRow {
  readonly id: number;
  readonly uid: string;
  readonly type: EventName;
  readonly data: string;
  readonly occurred_at: Date;
  readonly silent: number;
  readonly request_id: string | null;
}

/** A row of the outbox with its place in the log. */
export interface CarriedRow {
  readonly row: EventRow;
  /** Null where the row cannot be read. */
  readonly event: StoredEvent | null;
}

/** Under this name an event is parked that cannot be read and that no subscriber is known for. */
export const RELAY = 'relay';
const LONGEST_REASON = 500;

/** Hands carried events to one subscriber, and parks those that it cannot take. */
@Injectable()
export class EventHandover {
  private readonly logger = new Logger(EventHandover.name);

  constructor(private readonly metrics: Metrics) {}

  /**
   * @throws an error of which `isStatementTimeout` is true, after which the subscriber has written nothing; and errors that
   * end the transaction.
   */
  async hand(tx: Tx, subscriber: EventSubscriber, rows: readonly CarriedRow[]): Promise<AfterRelay[]> {
    const wanted = rows.filter(({ row }) => isWanted(subscriber, row));
    const events = wanted.flatMap(({ row, event }) => (event === null ? [] : [{ row, event }]));
    const afterRelay = events.length === 0 ? [] : await this.handSome(tx, subscriber, events);
    for (const { row, event } of wanted)
      if (event === null) await this.park(tx, subscriber.name, row, new Error(faultOf(row)));
    return afterRelay;
  }

  /** Parks rows that cannot be read and that no subscriber is known to want. */
  async parkUnclaimed(tx: Tx, subscribers: readonly EventSubscriber[], rows: readonly CarriedRow[]): Promise<void> {
    for (const { row, event } of rows) {
      if (event !== null || subscribers.some((subscriber) => isWanted(subscriber, row))) continue;
      await this.park(tx, RELAY, row, new Error(faultOf(row)));
      // A worker of a newer version may know the type: each looks from time to time.
      if (!EVENT_NAMES.has(row.type))
        await tx.execute(`UPDATE parked_events SET retry_requested_at = NOW(3) WHERE event_id = :id`, { id: row.id });
    }
  }

  /** Halves a batch down to the event that fails, and parks that one. */
  private async handSome(
    tx: Tx,
    subscriber: EventSubscriber,
    batch: readonly { readonly row: EventRow; readonly event: StoredEvent }[],
  ): Promise<AfterRelay[]> {
    try {
      const events = batch.map(({ event }) => event);
      const after = await tx.savepoint(() => subscriber.onEvents(tx, events));
      return after ? [after] : [];
    } catch (error) {
      // These say nothing about the event: the whole batch is tried again.
      if (isPassing(error)) throw error;
      const [only] = batch;
      if (batch.length === 1 && only) {
        await this.park(tx, subscriber.name, only.row, error);
        return [];
      }
      const half = Math.ceil(batch.length / 2);
      // Where the second half has to wait, the first one has not been written either.
      return tx.savepoint(async () => [
        ...(await this.handSome(tx, subscriber, batch.slice(0, half))),
        ...(await this.handSome(tx, subscriber, batch.slice(half))),
      ]);
    }
  }

  private async park(tx: Tx, subscriber: string, row: EventRow, error: unknown): Promise<void> {
    this.logger.error({ err: error, ...namesOf(row), subscriber }, 'An event was parked');
    this.metrics.eventsParked.inc({ subscriber });
    await tx.execute(
      `INSERT INTO parked_events (event_id, subscriber, error) VALUES (:id, :subscriber, :error)
       ON DUPLICATE KEY UPDATE error = VALUES(error)`,
      { id: row.id, subscriber, error: reasonOf(error) },
    );
  }
}

/** Errors that are about the moment and not about the event. */
export const isPassing = (error: unknown): boolean =>
  isRetryable(error) || isStatementTimeout(error) || isDatabaseUnavailable(error);

export function isWanted(subscriber: EventSubscriber, { type, silent }: Pick<EventRow, 'type' | 'silent'>): boolean {
  return subscriber.wants.includes(type) && (silent !== 1 || subscriber.hearsSilent?.includes(type) === true);
}

export function carriedRow(row: EventRow, position: number): CarriedRow {
  if (!EVENT_NAMES.has(row.type)) return { row, event: null };
  try {
    const event = {
      id: row.id,
      position,
      uid: row.uid,
      type: row.type,
      data: JSON.parse(row.data) as unknown,
      occurredAt: row.occurred_at,
      requestId: row.request_id,
    } as StoredEvent;
    return { row, event };
  } catch {
    return { row, event: null };
  }
}

/** Why a row cannot be read. It does not quote the data, as the message of the parser would. */
export const faultOf = ({ type }: Pick<EventRow, 'type'>): string =>
  EVENT_NAMES.has(type) ? 'The data is not JSON' : 'The type is not known to this version';

/** As a line of the log names it. */
export function namesOf({ id, uid, type, request_id }: EventRow): Record<string, unknown> {
  return { requestId: request_id ?? undefined, id, event: uid, type };
}

/** No longer than its column; addresses, which database errors like to quote, are left out. */
export function reasonOf(error: unknown): string {
  const reason = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  return maskAddresses(reason).slice(0, LONGEST_REASON);
}
