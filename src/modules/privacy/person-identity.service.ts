import { Injectable } from '@nestjs/common';
import type { EventName } from '../../events/domain-events.js';
import type { Tx, Reader } from '../../platform/database/database.js';
import { idsOf } from '../../platform/ids/ids.js';
import { IdentifyingWords } from '../../platform/personal-data/identifying-words.js';
import type { Person } from '../../platform/personal-data/personal-data-store.js';
import { formsOf } from '../../platform/text/email-address.js';
import { domainColumn, originalDomain } from '../../platform/text/erased-address.js';
import { searchNamesOf, searchSpelling, wordId, wordsOf } from '../contacts/search/search-text.js';

/** The present and former names, addresses, and phone numbers of a person, as far as the event log shows. */
export class PersonIdentity {
  readonly names = new Set<string>();
  /** Addresses and phone numbers. */
  readonly contactData = new Set<string>();

  /** Collects names and contact data from fields, by their API names. */
  note(fields: Readonly<Record<string, unknown>>): void {
    for (const [field, value] of Object.entries(fields)) {
      if (typeof value !== 'string') continue;
      if (NAMES.includes(field)) this.names.add(value);
      if (CONTACT_DATA.includes(field)) for (const form of formsOf(value)) this.contactData.add(form);
    }
  }

  /** To find them in free text. */
  get words(): IdentifyingWords {
    return new IdentifyingWords(this.contactData, this.names);
  }

  /** As in the search index. */
  get searchWords(): Set<string> {
    const names = [...this.names];
    const pairs = names.flatMap((first) => [null, ...names].flatMap((last) => searchNamesOf(first, last)));
    return wordsOf([...pairs, ...[...this.contactData].map(searchSpelling)].join(' '));
  }
}

const NAMES: readonly string[] = ['first_name', 'last_name'];
const CONTACT_DATA: readonly string[] = ['email', 'phone'];
const SNAPSHOT_EVENTS: readonly EventName[] = ['contact.created', 'contact.updated', 'contact.deleted'];

/** Returns the contact's id and those of the contacts merged into it. */
export async function allIdsOf(reader: Reader, contactId: number): Promise<number[]> {
  const sql = 'SELECT old_id AS id FROM contact_aliases WHERE contact_id = :contactId';
  return [contactId, ...idsOf(await reader.query<{ id: number }>(sql, { contactId }))];
}

@Injectable()
export class PersonIdentities {
  /**
   * Returns the email domains that no other contact uses: such a domain identifies its person. Erased contacts count as users
   * of a domain that they shared. A contact that an import has just written may be missed: it is indexed later.
   */
  async ownDomains(tx: Tx, contactId: number, addresses: readonly string[]): Promise<Set<string>> {
    const own = new Set<string>();
    for (const domain of new Set(addresses.map((address) => originalDomain(address))))
      if (domain !== null && !(await this.isShared(tx, contactId, domain)))
        for (const form of formsOf(domain)) own.add(form);
    return own;
  }

  /** Call before anything is erased. */
  async of(tx: Tx, { contactId, email }: Person): Promise<PersonIdentity> {
    const person = new PersonIdentity();
    person.note({ email });
    const present = 'SELECT first_name, last_name, phone FROM contacts WHERE id = :contactId';
    person.note((await tx.query<Record<string, unknown>>(present, { contactId }))[0] ?? {});
    const former =
      'SELECT data FROM domain_events WHERE contact_id IN (:ids) AND type IN (:types) AND JSON_VALID(data)';
    const of = { ids: await allIdsOf(tx, contactId), types: SNAPSHOT_EVENTS };
    for (const { data } of await tx.query<{ data: string }>(former, of)) {
      const { contact: snapshot, changes = {} } = JSON.parse(data) as {
        readonly contact: Readonly<Record<string, unknown>>;
        readonly changes?: Readonly<Record<string, { readonly old: unknown; readonly new: unknown }>>;
      };
      person.note(snapshot);
      for (const [field, change] of Object.entries(changes)) {
        person.note({ [field]: change.old });
        person.note({ [field]: change.new });
      }
    }
    return person;
  }

  /** Uses the search index: few matches for a rare domain, and a first match at once for a large provider. */
  private async isShared(tx: Tx, contactId: number, domain: string): Promise<boolean> {
    const words = [...wordsOf(searchSpelling(domain))].map((word) => Buffer.from(wordId(word), 'hex'));
    const joins = words.map((_, i) => `JOIN contact_words w${i} ON w${i}.contact_id = c.id AND w${i}.word = :word${i}`);
    const sql = `SELECT c.id FROM contacts c ${joins.join(' ')}
      WHERE c.id <> :contactId AND ${domainColumn('c.email')} = :domain LIMIT 1`;
    const params = Object.fromEntries(words.map((word, i) => [`word${i}`, word]));
    return (await tx.query(sql, { ...params, contactId, domain })).length > 0;
  }
}
