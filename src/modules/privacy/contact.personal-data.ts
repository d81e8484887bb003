import { CONTACT_COLUMNS } from '../contacts/contact/contact-fields.js';
import { updateRecord } from '../../platform/database/records.js';
import { fromJson } from '../../platform/values/json.js';
import { Clock } from '../../platform/clock/clock.js';
import { toTheSecond, withSqlTimestamps } from '../../platform/clock/timestamps.js';
import type { Tx, Reader } from '../../platform/database/database.js';
import { randomHex } from '../../platform/ids/random.js';
import type { IdentifyingWords } from '../../platform/personal-data/identifying-words.js';
import type { ErasureMode, Person, PersonalDataStore } from '../../platform/personal-data/personal-data-store.js';
import { StoresPersonalData } from '../../platform/personal-data/personal-data-store.js';
import { erasedAddress } from '../../platform/text/erased-address.js';
import { CustomValuesService } from '../custom-fields/custom-values.service.js';
import { NotesService } from '../notes/notes.service.js';
import { AddressHashes } from '../jobs/address-hash.service.js';
import { ContactRemover } from '../contacts/writing/contact-remover.service.js';
import { ConsentLog } from '../contacts/consent/consent-log.js';
import { ERASED_FIELDS } from '../contacts/contact/contact-field-catalog.js';
import { isStrict } from '../contacts/contact/contact-status.js';
import type { Contact } from '../contacts/contact/contact.entity.js';
import { moveContactData } from './merging/move-contact-data.js';
import { SearchIndex } from '../contacts/search/search-index.service.js';
import { searchTextOf, wordsOf } from '../contacts/search/search-text.js';
import { SuppressionsService } from '../contacts/suppression/suppressions.service.js';
import { PersonIdentities, type PersonIdentity } from './person-identity.service.js';
import { lockContact } from '../contacts/contact/contact-locks.js';

type Names = Pick<Contact, 'firstName' | 'lastName'>;
/** Contact fields that the catalog marks as erased. */
const ERASED = Object.fromEntries(ERASED_FIELDS.map((member) => [member, null])) as Names;

/** Sections of the export and their queries. Times are formatted as in the contact. */
const SECTIONS: Readonly<Record<string, string>> = {
  lists: `SELECT l.id, l.title, l.slug, m.created_at AS since FROM contact_lists m JOIN lists l ON l.id = m.list_id
           WHERE m.contact_id = :contactId ORDER BY l.id`,
  subscriptions: `SELECT l.id, l.title, s.state, s.changed_at FROM list_subscriptions s JOIN lists l ON l.id = s.list_id
                   WHERE s.contact_id = :contactId ORDER BY l.id`,
  tags: `SELECT t.id, t.title, t.slug, m.created_at AS since FROM contact_tags m JOIN tags t ON t.id = m.tag_id
          WHERE m.contact_id = :contactId ORDER BY t.id`,
  companies: `SELECT c.id, c.name, m.is_primary = 1 AS is_primary, m.created_at AS since
                FROM contact_companies m JOIN companies c ON c.id = m.company_id
               WHERE m.contact_id = :contactId ORDER BY m.is_primary DESC, c.id`,
  notes: `SELECT id, type, status, title, description, created_at, updated_at FROM notes
           WHERE subject_type = 'contact' AND subject_id = :contactId ORDER BY id`,
  tracked_events: `SELECT id, event_key, title, value, data, provider, counter, created_at, updated_at FROM tracked_events
                    WHERE contact_id = :contactId ORDER BY id`,
  consents: `SELECT purpose, action, old_status, new_status, source, reason, text_version, ip, proof, list_id, occurred_at
               FROM contact_consents WHERE contact_id = :contactId ORDER BY id`,
  double_opt_ins: `SELECT state, source, language, changes, list_ids, requested_at, confirmed_at FROM contact_optins
                    WHERE contact_id = :contactId ORDER BY id`,
};

/** The contact itself and the tables that only belong to it. It is erased last: the other stores still look it up. */
@StoresPersonalData()
export class ContactPersonalData implements PersonalDataStore {
  readonly section = 'contact';
  readonly tables = [
    ...['contacts', 'contact_lists', 'contact_tags', 'contact_companies', 'contact_custom_values', 'notes'],
    'list_subscriptions',
    ...['tracked_events', 'contact_consents', 'contact_optins', 'contact_words', 'contact_search_backlog'],
    ...['search_keys', 'contact_aliases', 'suppressions', 'bulk_jobs', 'bulk_job_rows', 'bulk_job_files'],
  ];

  constructor(
    private readonly remover: ContactRemover,
    private readonly values: CustomValuesService,
    private readonly notes: NotesService,
    private readonly consents: ConsentLog,
    private readonly search: SearchIndex,
    private readonly suppressions: SuppressionsService,
    private readonly addresses: AddressHashes,
    private readonly people: PersonIdentities,
    private readonly clock: Clock,
  ) {}

  async exportOf(reader: Reader, { contactId, email }: Person): Promise<unknown> {
    const sections: Record<string, unknown> = {
      custom_values: (await this.values.of([contactId], reader)).get(contactId) ?? {},
    };
    for (const [section, sql] of Object.entries(SECTIONS))
      sections[section] = (await reader.query<Record<string, unknown>>(sql, { contactId })).map(withSqlTimestamps);
    const sql = `SELECT kind, reason, note, created_at FROM suppressions
      WHERE kind = 'address' AND value_hash IN (:hashes) ORDER BY id`;
    const hashes = this.suppressions.hashes(email);
    sections['suppressions'] = (await reader.query<Record<string, unknown>>(sql, { hashes })).map(withSqlTimestamps);
    sections['imports'] = await this.importsOf(reader, contactId, email);
    return sections;
  }

  async erase(tx: Tx, person: Person, mode: ErasureMode): Promise<void> {
    await this.eraseKnown(tx, person, mode, await this.people.of(tx, person));
  }

  /** Erases with data that was collected before the events were erased. */
  async eraseKnown(tx: Tx, person: Person, mode: ErasureMode, known: PersonIdentity): Promise<void> {
    const contact = await lockContact(tx, { id: person.contactId });
    if (!contact) return;
    const indexed = [...wordsOf(contact.searchText), ...known.searchWords];
    await this.eraseByAddress(tx, person);
    if (mode === 'delete') {
      await this.remover.removeMany(tx, [contact], { source: 'api' }, { anonymized: true });
    } else {
      await this.anonymize(tx, contact, known.words, person.ownDomains ?? new Set());
    }
    await this.search.forgetWords(tx, indexed);
  }

  async sweep(tx: Tx, person: Person): Promise<void> {
    await this.eraseByAddress(tx, person);
  }

  async merge(tx: Tx, keepId: number, mergedIds: readonly number[]): Promise<void> {
    await moveContactData(tx, keepId, mergedIds);
  }

  private async anonymize(
    tx: Tx,
    { id, email, status, searchText }: Contact,
    words: IdentifyingWords,
    ownDomains: ReadonlySet<string>,
  ): Promise<void> {
    if (isStrict(status)) await this.suppressions.suppress(tx, email, status);
    await this.values.removeOf(tx, [id]);
    await this.notes.removeAllOf(tx, 'contact', [id]);
    await this.consents.endRequestsOf(tx, [id]);
    await this.eraseTexts(tx, id, words);
    const erased = { ...ERASED, email: erasedAddress(id, email, ownDomains) };
    const columns = {
      ...erased,
      hash: randomHex(16),
      searchText: searchTextOf(erased),
      updatedAt: toTheSecond(this.clock.now()),
    };
    const changed = Object.keys(columns).map((member) => `${CONTACT_COLUMNS[member as keyof Contact]} = :${member}`);
    const sql = `UPDATE contacts SET ${changed.join(', ')} WHERE id = :id`;
    await tx.execute(sql, { ...columns, id }, { ids: id });
    await this.search.write(tx, [{ contactId: id, before: searchText, after: columns.searchText }]);
  }

  /** Keeps the fact and the number of tracked events and consents, but not their texts. */
  private async eraseTexts(tx: Tx, contactId: number, words: IdentifyingWords): Promise<void> {
    const titles = 'SELECT id, title FROM tracked_events WHERE contact_id = :contactId';
    const events = await tx.query<{ id: number; title: string }>(titles, { contactId });
    for (const { id, title } of events.filter((event) => words.occurIn(event.title)))
      await updateRecord(tx, 'tracked_events', id, { title: words.removeFrom(title).slice(0, MAX_TITLE_LENGTH) });
    const tracked = 'UPDATE tracked_events SET value = NULL, data = NULL WHERE contact_id = :contactId';
    await tx.execute(tracked, { contactId });
    const consents = 'UPDATE contact_consents SET ip = NULL, proof = NULL, reason = NULL WHERE contact_id = :contactId';
    await tx.execute(consents, { contactId });
    await tx.execute('UPDATE contact_optins SET changes = NULL WHERE contact_id = :contactId', { contactId });
  }

  /** Erases what is also found by address: refused import rows, jobs, filters of campaigns, and suppressions that a manager added. */
  private async eraseByAddress(tx: Tx, { contactId, email }: Person): Promise<void> {
    const blank = 'UPDATE bulk_job_rows SET input = NULL, changes = NULL, reason = NULL, conflict = NULL WHERE';
    await tx.execute(`${blank} contact_id = :contactId`, { contactId });
    await tx.execute(`${blank} address_hash IN (:hashes)`, { hashes: this.addresses.allOf(email) });
    const jobs = `UPDATE bulk_jobs SET options = ${withoutAddress('options')}, title = ${withoutAddress('title')}
      WHERE LOCATE(:email, options) > 0 OR LOCATE(:email, title) > 0`;
    await tx.execute(jobs, { email });
    const filters = `JSON_EXTRACT(settings, '$.advanced_filters')`;
    const campaigns = `UPDATE campaigns SET frozen_filters = ${withoutAddress('frozen_filters')},
             settings = JSON_SET(settings, '$.advanced_filters', JSON_EXTRACT(${withoutAddress(filters)}, '$'))
      WHERE LOCATE(:email, ${filters}) > 0 OR LOCATE(:email, frozen_filters) > 0`;
    await tx.execute(campaigns, { email });
    const hashes = this.suppressions.hashes(email);
    const refused = `UPDATE suppressions SET value = NULL, note = NULL WHERE kind = 'address' AND value_hash IN (:hashes)`;
    await tx.execute(refused, { hashes });
  }

  private async importsOf(reader: Reader, contactId: number, email: string): Promise<unknown[]> {
    const sql = `SELECT r.job_id, j.kind, j.title, r.row_no, r.outcome, r.reason, r.input, r.changes, j.created_at
      FROM (SELECT job_id, row_no FROM bulk_job_rows WHERE contact_id = :contactId
             UNION SELECT job_id, row_no FROM bulk_job_rows WHERE address_hash IN (:hashes)) own
      JOIN bulk_job_rows r ON r.job_id = own.job_id AND r.row_no = own.row_no
      JOIN bulk_jobs j ON j.id = r.job_id
     ORDER BY r.job_id, r.row_no`;
    const hashes = this.addresses.allOf(email);
    const rows = await reader.query<{ input: unknown; changes: unknown }>(sql, { contactId, hashes });
    return rows.map((row) => {
      const [input, changes] = [fromJson(row.input), fromJson(row.changes)];
      return { ...withSqlTimestamps(row), input, changes };
    });
  }
}

const withoutAddress = (text: string): string => `REGEXP_REPLACE(${text}, CONCAT('(?i)\\\\Q', :email, '\\\\E'), '')`;

const MAX_TITLE_LENGTH = 190;
