import { Injectable } from '@nestjs/common';
import type { StoredEvent } from '../../../events/domain-events.js';
import type { Tx } from '../../../platform/database/database.js';
import { AWAITED_FACTS, type AwaitedFact, AwaitedEvents } from '../engine/awaited-events.service.js';
import type { Counters } from '../enrollments/funnel-counters.js';

interface EventRow {
  readonly id: number;
  readonly uid: string;
  readonly type: AwaitedFact;
  readonly data: string;
  readonly occurredAt: Date;
}

/** Replaces the relay inside a simulation: passes events of its steps to its own waits, benchmarks and goals. */
@Injectable()
export class SimulatedEvents {
  constructor(private readonly awaited: AwaitedEvents) {}

  async lastId(tx: Tx): Promise<number> {
    const [row] = await tx.query<{ id: number | null }>('SELECT MAX(id) AS id FROM domain_events');
    return row?.id ?? 0;
  }

  /** @returns the id of the last event that was read. Events of other contacts are ignored. */
  async relay(tx: Tx, contactIds: ReadonlySet<number>, after: number, now: Date, counters: Counters): Promise<number> {
    const rows = await tx.query<EventRow>(
      `SELECT id, uid, type, data, occurred_at AS occurredAt FROM domain_events
        WHERE id > :after AND type IN (:types) ORDER BY id`,
      { after, types: AWAITED_FACTS },
    );
    const events = rows.map(
      ({ data, ...row }) => ({ ...row, position: 0, data: JSON.parse(data) as unknown }) as StoredEvent<AwaitedFact>,
    );
    const own = events.filter((event) => 'contact' in event.data && contactIds.has(event.data.contact.id));
    if (own.length > 0) await this.awaited.react(tx, own, { counters, now });
    return rows.at(-1)?.id ?? after;
  }
}
