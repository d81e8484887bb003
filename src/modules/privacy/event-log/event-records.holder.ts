import { Injectable } from '@nestjs/common';
import type { DomainEventMap, EventName } from '../../../events/domain-events.js';
import type { Tx } from '../../../platform/database/database.js';
import type { Reader } from '../../../platform/database/reader.js';
import { KnownWords } from '../../../platform/personal-data/known-words.js';
import {
  HoldsPersonalData,
  type Person,
  type PersonalDataHolder,
} from '../../../platform/personal-data/personal-data-holder.js';
import { idsOf, KnownPeople } from '../known-person.service.js';
import { type ErasedPerson, erasedEvent, type LoggedEvent } from './erased-event.js';

interface EventRow {
  readonly id: number;
  readonly type: EventName;
  readonly data: string;
}

interface ShownEvent extends EventRow {
  readonly occurred_at: Date;
}

const CHUNK = 500;
/** They go on although the person is gone: receivers are to hear that. */
const STILL_TOLD: readonly EventName[] = ['contact.deleted', 'contact.erased'];
/** Between modules only, and of no meaning to anybody else. */
const NOT_SHOWN: readonly EventName[] = ['contact.erased', 'contact.merged', 'contact.optin_requested'];

/**
 * The event log. The events of a person stay where they are, with their ids, kinds and moments, and say no more whom they
 * are about: reports can be built anew from them, and readers of the log find no hole. What has not been carried yet is told
 * to nobody any more; counted it is.
 */
@Injectable()
@HoldsPersonalData()
export class EventRecords implements PersonalDataHolder {
  readonly section = 'events';
  readonly tables = ['domain_events', 'parked_events'];

  constructor(private readonly people: KnownPeople) {}

  async exportOf(reader: Reader, { contactId }: Person): Promise<unknown> {
    const rows = await reader.query<ShownEvent>(
      `SELECT id, type, data, occurred_at FROM domain_events
        WHERE contact_id IN (:ids) AND type NOT IN (:notShown) ORDER BY id`,
      { ids: await idsOf(reader, contactId), notShown: NOT_SHOWN },
    );
    return rows.map(({ type, data, occurred_at }) => ({
      event: type,
      occurred_at: occurred_at.toISOString(),
      data: parsed({ data }),
    }));
  }

  async erase(tx: Tx, person: Person): Promise<void> {
    await this.blank(tx, person);
    await tx.execute(
      `UPDATE domain_events SET silent = 1
        WHERE contact_id IN (:ids) AND state = 'new' AND type NOT IN (:stillTold)`,
      { ids: await idsOf(tx, person.contactId), stillTold: STILL_TOLD },
    );
  }

  async sweep(tx: Tx, person: Person): Promise<void> {
    await this.blank(tx, person);
  }

  /** History is not retold: events go on naming the id that the contact had, and are found by it. */
  async merge(): Promise<void> {
    // Nothing to do.
  }

  private async blank(tx: Tx, person: Person): Promise<void> {
    const { contactId, ownDomains = new Set<string>() } = person;
    const ids = await idsOf(tx, contactId);
    const known = await this.people.of(tx, person);
    const addresses = [...known.contactData].filter((text) => text.includes('@'));
    const words = { words: known.words, addresses: new KnownWords(addresses) };
    for (let after = 0; ;) {
      const rows = await tx.query<EventRow>(
        `SELECT id, type, data FROM domain_events WHERE contact_id IN (:ids) AND id > :after ORDER BY id LIMIT ${CHUNK}`,
        { ids, after },
      );
      await this.blankChunk(tx, rows, { contactId, ownDomains, ...words });
      const last = rows.at(-1);
      if (rows.length < CHUNK || last === undefined) return;
      after = last.id;
    }
  }

  private async blankChunk(
    tx: Tx,
    rows: readonly EventRow[],
    person: Omit<ErasedPerson, 'links' | 'subjects'>,
  ): Promise<void> {
    if (rows.length === 0) return;
    const read = rows.map((row) => ({ ...row, was: row.data, data: parsed(row) }));
    const events = read.filter((event): event is typeof event & LoggedEvent => event.data !== null);
    const known: ErasedPerson = { ...person, ...(await this.templatesOf(tx, events)) };
    const changed = [
      ...events.map((event) => ({ id: event.id, data: JSON.stringify(erasedEvent(event, known)), was: event.was })),
      // Of what cannot be read nothing may stay.
      ...read.filter(({ data }) => data === null).map(({ id, was }) => ({ id, data: '', was })),
    ].filter(({ data, was }) => data !== was);
    const ids = rows.map(({ id }) => id);
    if (changed.length > 0)
      await tx.execute('UPDATE domain_events SET data = ELT(FIELD(id, :ids), :datas) WHERE id IN (:ids)', {
        ids: changed.map(({ id }) => id),
        datas: changed.map(({ data }) => data),
      });
    // The error of a parked event may repeat what it was about.
    await tx.execute(`UPDATE parked_events SET error = 'of a person who has been erased' WHERE event_id IN (:ids)`, {
      ids,
    });
  }

  /** Where links lead and how subjects read before anybody's values are filled in. */
  private async templatesOf(tx: Tx, events: readonly LoggedEvent[]): Promise<Pick<ErasedPerson, 'links' | 'subjects'>> {
    const mails = events.flatMap(({ data }) => ('email' in data ? [data.email] : []));
    if (mails.length === 0) return { links: new Map(), subjects: new Map() };
    const linkIds = [...new Set(mails.flatMap((mail) => ('link_id' in mail ? [mail.link_id] : [])))];
    const links =
      linkIds.length === 0
        ? []
        : await tx.query<{ id: number; url: string }>('SELECT id, url FROM email_links WHERE id IN (:linkIds)', {
            linkIds,
          });
    const subjects = await tx.query<{ id: number; subject: string }>(
      `SELECT m.id, c.subject FROM email_messages m JOIN email_contents c ON c.id = m.content_id WHERE m.id IN (:ids)`,
      { ids: [...new Set(mails.map(({ id }) => id))] },
    );
    return {
      links: new Map(links.map(({ id, url }) => [id, url])),
      subjects: new Map(subjects.map(({ id, subject }) => [id, subject])),
    };
  }
}

/** Null for a row that cannot be read, which is parked. */
function parsed({ data }: Pick<EventRow, 'data'>): DomainEventMap[EventName] | null {
  try {
    return JSON.parse(data) as DomainEventMap[EventName];
  } catch {
    return null;
  }
}
