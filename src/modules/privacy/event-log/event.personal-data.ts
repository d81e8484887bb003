import type { DomainEventMap, EventName } from '../../../events/domain-events.js';
import type { Tx, Reader } from '../../../platform/database/database.js';
import { idsOf } from '../../../platform/ids/ids.js';
import { IdentifyingWords } from '../../../platform/personal-data/identifying-words.js';
import type { Person, PersonalDataStore } from '../../../platform/personal-data/personal-data-store.js';
import { StoresPersonalData } from '../../../platform/personal-data/personal-data-store.js';
import { allIdsOf, PersonIdentities } from '../person-identity.service.js';
import { type ErasedPerson, erasedEvent, type LoggedEvent } from './erased-event.js';

interface EventRow {
  readonly id: number;
  readonly type: EventName;
  readonly data: string;
}

/** What the templates of its emails tell. */
type Templates = 'links' | 'subjects';

const CHUNK = 500;
/** Still delivered after the erasure: receivers must learn of it. */
const STILL_DELIVERED: readonly EventName[] = ['contact.deleted', 'contact.erased'];
const TRACKING: readonly EventName[] = ['email.opened', 'email.clicked', 'email.machine_hit', 'email.reclassified'];
/** Internal events. */
const INTERNAL: readonly EventName[] = [
  'contact.erased',
  'contact.merged',
  'contact.optin_requested',
  'contact.tracking_forgotten',
];

/**
 * The event log. Events keep their ids, kinds, and times, but no longer identify the contact: rollups can be rebuilt. Events
 * that the relay has not passed on yet are counted but not delivered. Those of a merged contact keep its former id.
 */
@StoresPersonalData()
export class EventPersonalData implements PersonalDataStore {
  readonly section = 'events';
  readonly tables = ['domain_events', 'parked_events'];

  constructor(private readonly people: PersonIdentities) {}

  async exportOf(reader: Reader, { contactId }: Person): Promise<unknown> {
    const sql = `SELECT type AS event, occurred_at, data FROM domain_events
      WHERE contact_id IN (:ids) AND type NOT IN (:internal) ORDER BY id`;
    const params = { ids: await allIdsOf(reader, contactId), internal: INTERNAL };
    const rows = await reader.query<{ event: string; occurred_at: Date; data: string }>(sql, params);
    return rows.map((row) => ({ ...row, occurred_at: row.occurred_at.toISOString(), data: parsed(row) }));
  }

  async erase(tx: Tx, person: Person): Promise<void> {
    await this.eraseEvents(tx, person);
    // By another index, it would keep events of other contacts from the relay until the end of the transaction.
    const sql = `UPDATE domain_events FORCE INDEX (ix_domain_events_contact) SET silent = 1
      WHERE contact_id IN (:ids) AND state = 'new' AND type NOT IN (:stillDelivered)`;
    await tx.execute(sql, { ids: await allIdsOf(tx, person.contactId), stillDelivered: STILL_DELIVERED });
  }

  async sweep(tx: Tx, person: Person): Promise<void> {
    await this.eraseEvents(tx, person);
  }

  async forgetTracking(tx: Tx, contactId: number): Promise<void> {
    await tx.execute(
      `UPDATE domain_events FORCE INDEX (ix_domain_events_contact)
          SET subject_id = 0, contact_id = NULL, data = JSON_REPLACE(data, '$.email_id', 0,
              '$.contact_id', NULL, '$.email.id', 0, '$.email.contact_id', NULL, '$.email.to', NULL,
              '$.email.subject', '', '$.email.message_id', '', '$.email.url', '')
        WHERE contact_id IN (:ids) AND type IN (:tracking)`,
      { ids: await allIdsOf(tx, contactId), tracking: TRACKING },
    );
  }

  private async eraseEvents(tx: Tx, person: Person): Promise<void> {
    const { contactId, ownDomains = new Set<string>() } = person;
    const ids = await allIdsOf(tx, contactId);
    const known = await this.people.of(tx, person);
    const addresses = [...known.contactData].filter((text) => text.includes('@'));
    const words = { words: known.words, addresses: new IdentifyingWords(addresses) };
    const sql = `SELECT id, type, data FROM domain_events
      WHERE contact_id IN (:ids) AND id > :after ORDER BY id LIMIT ${CHUNK}`;
    for (let after: number | undefined = 0; after !== undefined;) {
      const rows: EventRow[] = await tx.query<EventRow>(sql, { ids, after });
      await this.eraseChunk(tx, rows, { contactId, ownDomains, ...words });
      after = rows[CHUNK - 1]?.id;
    }
  }

  private async eraseChunk(tx: Tx, rows: readonly EventRow[], person: Omit<ErasedPerson, Templates>): Promise<void> {
    if (rows.length === 0) return;
    const read = rows.map((row) => ({ ...row, was: row.data, data: parsed(row) }));
    const events = read.filter((event): event is typeof event & LoggedEvent => event.data !== null);
    const known: ErasedPerson = { ...person, ...(await this.templatesOf(tx, events)) };
    const changed = [
      ...events.map((event) => ({ id: event.id, data: JSON.stringify(erasedEvent(event, known)), was: event.was })),
      // An event that cannot be parsed is emptied.
      ...read.filter(({ data }) => data === null).map(({ id, was }) => ({ id, data: '', was })),
    ].filter(({ data, was }) => data !== was);
    const sql = 'UPDATE domain_events SET data = ELT(FIELD(id, :ids), :datas) WHERE id IN (:ids)';
    const datas = changed.map(({ data }) => data);
    if (changed.length > 0) await tx.execute(sql, { ids: idsOf(changed), datas });
    // The error of a parked event may quote its data.
    const quotes = `UPDATE parked_events SET error = 'of a person who has been erased' WHERE event_id IN (:ids)`;
    await tx.execute(quotes, { ids: idsOf(rows) });
  }

  /** Loads link targets and subjects before personalization. */
  private async templatesOf(tx: Tx, events: readonly LoggedEvent[]): Promise<Pick<ErasedPerson, Templates>> {
    const emails = events.flatMap(({ data }) => ('email' in data ? [data.email] : []));
    if (emails.length === 0) return { links: new Map(), subjects: new Map() };
    const linkIds = [...new Set(emails.flatMap((email) => ('link_id' in email ? [email.link_id] : [])))];
    const sql = 'SELECT id, url FROM email_links WHERE id IN (:linkIds)';
    const links = linkIds.length === 0 ? [] : await tx.query<{ id: number; url: string }>(sql, { linkIds });
    const subjects = await tx.query<{ id: number; subject: string }>(
      `SELECT m.id, c.subject FROM email_messages m JOIN email_contents c ON c.id = m.content_id WHERE m.id IN (:ids)`,
      { ids: [...new Set(idsOf(emails))] },
    );
    return {
      links: new Map(links.map(({ id, url }) => [id, url])),
      subjects: new Map(subjects.map(({ id, subject }) => [id, subject])),
    };
  }
}

/** Returns null for an event that cannot be parsed, which is parked. */
function parsed({ data }: Pick<EventRow, 'data'>): DomainEventMap[EventName] | null {
  try {
    return JSON.parse(data) as DomainEventMap[EventName];
  } catch {
    return null;
  }
}
