import { Injectable, Logger } from '@nestjs/common';
import { EVENT_NAMES, type EventName, type StoredEvent } from '../../events/domain-events.js';
import type { Tx } from '../database/database.js';
import { isTransient } from '../errors/database-errors.js';
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

/** An outbox row with its position in the log. */
export interface PositionedRow {
  readonly row: EventRow;
  /** Null if the row is unreadable. */
  readonly event: StoredEvent | null;
}

/** Subscriber name for unreadable events without a known subscriber. */
export const RELAY = 'relay';
const MAX_REASON_LENGTH = 500;

/** Delivers events to one subscriber and parks those that fail. */
@Injectable()
export class EventHandover {
  private readonly logger = new Logger(EventHandover.name);

  constructor(private readonly metrics: Metrics) {}

  /** @throws statement timeouts, after which the subscriber has written nothing, and errors that end the transaction. */
  async deliver(tx: Tx, subscriber: EventSubscriber, rows: readonly PositionedRow[]): Promise<AfterRelay[]> {
    const wanted = rows.filter(({ row }) => isWanted(subscriber, row));
    const events = wanted.flatMap(({ row, event }) => (event === null ? [] : [{ row, event }]));
    const afterRelay = events.length === 0 ? [] : await this.deliverSome(tx, subscriber, events);
    for (const { row, event } of wanted)
      if (event === null) await this.park(tx, subscriber.name, row, new Error(faultOf(row)));
    return afterRelay;
  }

  /** Parks unreadable rows without a known subscriber. */
  async parkUnclaimed(tx: Tx, subscribers: readonly EventSubscriber[], rows: readonly PositionedRow[]): Promise<void> {
    for (const { row, event } of rows) {
      if (event !== null || subscribers.some((subscriber) => isWanted(subscriber, row))) continue;
      await this.park(tx, RELAY, row, new Error(faultOf(row)));
      // A worker of a newer version may know the type: all workers retry occasionally.
      if (!EVENT_NAMES.has(row.type))
        await tx.execute(`UPDATE parked_events SET retry_requested_at = NOW(3) WHERE event_id = :id`, { id: row.id });
    }
  }

  /** Bisects a batch to the failing event and parks it. */
  private async deliverSome(
    tx: Tx,
    subscriber: EventSubscriber,
    batch: readonly { readonly row: EventRow; readonly event: StoredEvent }[],
  ): Promise<AfterRelay[]> {
    try {
      const events = batch.map(({ event }) => event);
      const after = await tx.savepoint(() => subscriber.onEvents(tx, events));
      return after ? [after] : [];
    } catch (error) {
      // Not caused by the event: retry the whole batch.
      if (isTransient(error)) throw error;
      const [only] = batch;
      if (batch.length === 1 && only) {
        await this.park(tx, subscriber.name, only.row, error);
        return [];
      }
      const half = Math.ceil(batch.length / 2);
      // If the second half has to wait, the first one is rolled back too.
      return tx.savepoint(async () => [
        ...(await this.deliverSome(tx, subscriber, batch.slice(0, half))),
        ...(await this.deliverSome(tx, subscriber, batch.slice(half))),
      ]);
    }
  }

  private async park(tx: Tx, subscriber: string, row: EventRow, error: unknown): Promise<void> {
    this.logger.error({ err: error, ...namesOf(row), subscriber }, 'Event parked');
    this.metrics.eventsParked.inc({ subscriber });
    const sql = `INSERT INTO parked_events (event_id, subscriber, error) VALUES (:id, :subscriber, :error)
      ON DUPLICATE KEY UPDATE error = VALUES(error)`;
    await tx.execute(sql, { id: row.id, subscriber, error: reasonOf(error) });
  }
}

export function isWanted(subscriber: EventSubscriber, { type, silent }: Pick<EventRow, 'type' | 'silent'>): boolean {
  return subscriber.wants.includes(type) && (silent !== 1 || subscriber.wantsSilent?.includes(type) === true);
}

export function positionedRow(row: EventRow, position: number): PositionedRow {
  if (!EVENT_NAMES.has(row.type)) return { row, event: null };
  const { id, uid, type, occurred_at: occurredAt, request_id: requestId } = row;
  try {
    const data: unknown = JSON.parse(row.data);
    const silent = row.silent === 1;
    return { row, event: { id, position, uid, type, data, occurredAt, requestId, silent } as StoredEvent };
  } catch {
    return { row, event: null };
  }
}

/** Returns why a row is unreadable, without quoting its data. */
export const faultOf = ({ type }: Pick<EventRow, 'type'>): string =>
  EVENT_NAMES.has(type) ? 'The data is not JSON' : 'The type is not known to this version';

export function namesOf({ id, uid, type, request_id }: EventRow): Record<string, unknown> {
  return { requestId: request_id ?? undefined, id, event: uid, type };
}

/** Limited to the column; without addresses, which database errors quote. */
export function reasonOf(error: unknown): string {
  const reason = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  return maskAddresses(reason).slice(0, MAX_REASON_LENGTH);
}
