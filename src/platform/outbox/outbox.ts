import { Injectable } from '@nestjs/common';
import { ulid } from '../ids/ulid.js';
import type { DomainEventMap, EventName } from '../../events/domain-events.js';
import type { Tx } from '../database/database.js';
import { currentRequestId } from '../tracing/request-trace.js';
import { campaignOf, contactOf } from './contact-of-event.js';
import { RelayNudge } from './relay-nudge.js';

export interface NewEvent<Name extends EventName = EventName> {
  readonly type: Name;
  readonly data: DomainEventMap[Name];
  /** Subject of the event, for lookups; such as `contact` 42. */
  readonly subjectId: number | null;
  /** Deduplicates an event, such as `campaign.sent:9`: a second append with the same key is ignored. */
  readonly dedupeKey?: string;
  /** Counted, but not published and without triggers: a silent import. */
  readonly silent?: boolean;
  /** The causing request, if it is not the current one. */
  readonly requestId?: string | null;
}

/** Appends events in the transaction of the change; the relay delivers them. */
@Injectable()
export class Outbox {
  constructor(private readonly nudge: RelayNudge) {}

  async append<Name extends EventName>(
    tx: Tx,
    type: Name,
    subjectId: number | null,
    data: DomainEventMap[Name],
    options: Pick<NewEvent, 'dedupeKey' | 'silent' | 'requestId'> = {},
  ): Promise<void> {
    await this.appendAll(tx, [{ type, subjectId, data, ...options }]);
  }

  /** Waits for deliveries of events of these contacts, and blocks new ones until the transaction ends. Lock the contacts before. */
  async holdEventsOf(tx: Tx, contactIds: readonly number[]): Promise<void> {
    // With any other index it would wait for other contacts' events being inserted.
    const sql = `SELECT id FROM domain_events FORCE INDEX (ix_domain_events_contact)
      WHERE contact_id IN (:contactIds) FOR UPDATE`;
    await tx.query(sql, { contactIds });
  }

  async appendAll(tx: Tx, events: readonly NewEvent[]): Promise<void> {
    if (events.length === 0) return;
    await tx.insertRows(
      'domain_events',
      [
        ...['uid', 'type', 'subject_type', 'subject_id', 'contact_id', 'campaign_id', 'dedupe_key', 'silent'],
        ...['request_id', 'data'],
      ],
      events.map((event) => [
        ulid(),
        event.type,
        event.type.slice(0, event.type.indexOf('.')),
        event.subjectId,
        contactOf(event.data),
        campaignOf(event.data),
        event.dedupeKey ?? null,
        event.silent === true,
        event.requestId === undefined ? currentRequestId() : event.requestId,
        JSON.stringify(event.data),
      ]),
      { suffix: 'ON DUPLICATE KEY UPDATE domain_events.id = domain_events.id' },
    );
    tx.afterCommit(() => {
      this.nudge.nudge();
    });
  }
}
