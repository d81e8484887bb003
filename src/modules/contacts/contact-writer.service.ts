import { randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { ChangeSource, LabelSnapshot } from '../../events/contact.events.js';
import { Clock } from '../../platform/clock/clock.js';
import { toTheSecond } from '../../platform/clock/timestamps.js';
import type { Tx } from '../../platform/database/database.js';
import { type NewEvent, Outbox } from '../../platform/outbox/outbox.js';
import { isErasedAddress } from '../../platform/text/erased-address.js';
import { CustomValuesService } from '../custom-fields/custom-values.service.js';
import { LABEL_KINDS, type LabelKind } from '../labels/labels.service.js';
import { ConsentLog } from './consent/consent-log.js';
import { type ChangeCause, type ContactDifference, changeEvents } from './contact-change.js';
import type { CheckedContact } from './contact-check.service.js';
import { ContactCounters } from './contact-counters.js';
import { EMPTY_CONTACT, differences, snapshotOf } from './contact-fields.js';
import { CONTACT_COLUMNS, WHOLE_CONTACT } from './contact-columns.js';
import { lockContacts } from './contact-locks.js';
import type { Contact } from './contact.entity.js';
import { type ContactStatus, isStrict, mayMove } from './contact-status.js';
import { ContactTally } from './contact-tally.js';
import { labelEvents } from './memberships/label-events.js';
import { type MembershipDifference, differenceOf } from './memberships/membership-change.js';
import { type Labels, MembershipsService } from './memberships/memberships.service.js';
import { SearchIndex } from './search/search-index.service.js';
import { searchTextOf } from './search/search-text.js';
import { OPEN_TO_OPT_IN, SuppressionsService } from './suppression/suppressions.service.js';

export type { ChangeCause } from './contact-change.js';

/** A contact with its labels, as it stands after a write. */
export interface WrittenContact {
  readonly contact: Contact;
  readonly labels: Labels;
  /** Whether anything stored is different from before. */
  readonly changed: boolean;
  /** Whether a status was asked for that a weaker signal may not set. */
  readonly keptStatus: boolean;
}

/** What is really different after a write. */
interface Difference extends ContactDifference {
  readonly labels: Readonly<Record<LabelKind, MembershipDifference>>;
}

interface WrittenLabels {
  readonly differences: Readonly<Record<LabelKind, MembershipDifference>>;
  readonly after: Labels;
  readonly events: (contact: Contact) => NewEvent[];
}

const NO_LABELS: Labels = { list: [], tag: [] };

/**
 * Writes one contact with everything that hangs on it: memberships, values, counters, events. All writers go through here
 * (`LabelChanges` for the labels of many, `CompanyMemberships` for companies, `ContactRemover` to remove), and all in one
 * order of locks: the contact, its memberships and values, then the counters (by status, by list, by tag, by company).
 */
@Injectable()
export class ContactWriter {
  constructor(
    private readonly memberships: MembershipsService,
    private readonly values: CustomValuesService,
    private readonly counters: ContactCounters,
    private readonly suppressions: SuppressionsService,
    private readonly consents: ConsentLog,
    private readonly search: SearchIndex,
    private readonly outbox: Outbox,
    private readonly clock: Clock,
  ) {}

  /** Takes the lock that every writer of this contact takes first. */
  async lock(tx: Tx, where: { readonly id: number } | { readonly email: string }): Promise<Contact | null> {
    const [row] = await tx.query<Contact>(
      `SELECT ${WHOLE_CONTACT} FROM contacts c WHERE ${'id' in where ? 'c.id = :id' : 'c.email = :email'} FOR UPDATE`,
      { ...where },
    );
    return row ?? null;
  }

  /** The same for many, in the order of their ids. @returns those that exist. */
  async lockAll(tx: Tx, ids: Iterable<number>): Promise<Contact[]> {
    return lockContacts<Contact>(tx, ids, WHOLE_CONTACT);
  }

  /** @throws a unique violation of `ux_contacts_email` when somebody else was faster. */
  async create(
    tx: Tx,
    {
      email,
      status,
      contactType,
    }: { readonly email: string; readonly status: ContactStatus; readonly contactType: string },
    checked: CheckedContact,
    cause: ChangeCause,
  ): Promise<WrittenContact> {
    const now = toTheSecond(this.clock.now());
    const fields = { ...EMPTY_CONTACT, contactType, ...checked.fields, email, status };
    const added = {
      ...fields,
      hash: randomBytes(16).toString('hex'),
      searchText: searchTextOf(fields),
      createdAt: now,
      updatedAt: now,
    };
    const { insertId } = await tx.execute(
      `INSERT INTO contacts (${Object.keys(added).map(columnOf).join(', ')}) VALUES (:values)`,
      { values: Object.values(added) },
    );
    const contact: Contact = { ...added, id: insertId };
    const labels = await this.writeLabels(tx, contact.id, NO_LABELS, checked);
    await this.values.apply(tx, contact.id, checked.values);
    await this.search.write(tx, [{ contactId: contact.id, before: '', after: contact.searchText }]);
    await this.logConsent(tx, contact, null, checked, cause);
    await this.outbox.appendAll(tx, [
      { type: 'contact.created', subjectId: contact.id, data: { contact: snapshotOf(contact), source: cause.source } },
      ...labels.events(contact),
    ]);
    const tally = new ContactTally();
    tallyOf(tally, contact.id, { before: null, after: status }, NO_LABELS, labels.differences);
    await this.count(tx, tally);
    return { contact, labels: labels.after, changed: true, keptStatus: false };
  }

  /**
   * Brings a locked contact to what was asked for. Nothing is written or announced where nothing differs.
   * @param tally gets what is to be counted, where the caller writes more contacts and does that at the end (`count`).
   */
  async change(
    tx: Tx,
    contact: Contact,
    checked: CheckedContact,
    cause: ChangeCause,
    tally?: ContactTally,
  ): Promise<WrittenContact> {
    const before = (await this.memberships.of([contact.id], tx)).get(contact.id) ?? NO_LABELS;
    const { status: wanted = contact.status, ...fields } = checked.fields;
    const old: Contact = Object.assign({}, contact);
    const statusMoved = wanted !== old.status && mayMove(old.status, wanted, cause.source);
    const labels = await this.writeLabels(tx, contact.id, before, checked);
    const difference: Difference = {
      fields: differences(contact, fields),
      statusMoved,
      values: await this.values.apply(tx, contact.id, checked.values),
      labels: labels.differences,
    };
    const columns = { ...difference.fields, ...(statusMoved ? { status: wanted } : {}) };
    if (Object.keys(columns).length > 0 || difference.values.length > 0) {
      Object.assign(contact, columns);
      const patch = { ...columns, searchText: searchTextOf(contact), updatedAt: toTheSecond(this.clock.now()) };
      await tx.execute(
        `UPDATE contacts SET ${Object.keys(patch)
          .map((member) => `${columnOf(member)} = :${member}`)
          .join(', ')} WHERE id = :id`,
        { ...patch, id: contact.id },
      );
      Object.assign(contact, patch);
      await this.search.write(tx, [{ contactId: contact.id, before: old.searchText, after: contact.searchText }]);
    }
    if (statusMoved && wanted === 'subscribed') await this.liftSuppression(tx, contact.email, old.status, cause.source);
    // What is known of how somebody agreed is kept even where he had agreed before.
    if (statusMoved || checked.consent !== null) await this.logConsent(tx, contact, old.status, checked, cause);
    const events = [...changeEvents(old, contact, difference, cause), ...labels.events(contact)];
    await this.outbox.appendAll(tx, events);
    const counted = tally ?? new ContactTally();
    tallyOf(counted, contact.id, { before: old.status, after: contact.status }, before, difference.labels);
    if (tally === undefined) await this.count(tx, counted);
    return {
      contact,
      labels: labels.after,
      changed: events.length > 0,
      keptStatus: wanted !== old.status && !statusMoved,
    };
  }

  /**
   * Moves the counters, by status, list and tag. The last statements of a transaction: all writers of a popular list wait
   * for the same row.
   * @throws AppError rest_invalid_param when a label that somebody got has been deleted meanwhile.
   */
  async count(tx: Tx, { statuses, labels }: ContactTally): Promise<void> {
    await this.counters.move(tx, statuses);
    await this.memberships.count(tx, labels);
  }

  private async logConsent(
    tx: Tx,
    { id: contactId, status: to, email }: Contact,
    from: ContactStatus | null,
    { consent }: CheckedContact,
    { source, reason = null, evidence = {} }: ChangeCause,
  ): Promise<void> {
    // Somebody who was erased may still use the links of old mails; nothing new is kept about them.
    const kept = isErasedAddress(email) ? {} : (consent ?? evidence);
    await this.consents.record(tx, [{ contactId, from, to, source, reason, evidence: kept }]);
  }

  /** A manager's word lifts every suppression of the address, a person's own only that of an earlier opt-out. */
  private async liftSuppression(tx: Tx, email: string, from: ContactStatus, source: ChangeSource): Promise<void> {
    if (source === 'api' && isStrict(from)) await this.suppressions.lift(tx, email);
    else if (source === 'double_opt_in') await this.suppressions.lift(tx, email, OPEN_TO_OPT_IN);
  }

  private async writeLabels(
    tx: Tx,
    contactId: number,
    before: Labels,
    { wishes, named }: CheckedContact,
  ): Promise<WrittenLabels> {
    const differences = {
      list: differenceOf(idsOf(before.list), wishes.list),
      tag: differenceOf(idsOf(before.tag), wishes.tag),
    };
    for (const kind of LABEL_KINDS) await this.memberships.write(tx, kind, new Map([[contactId, differences[kind]]]));
    const after = {
      list: labelsAfter(before.list, differences.list, named.list),
      tag: labelsAfter(before.tag, differences.tag, named.tag),
    };
    const events = (contact: Contact): NewEvent[] =>
      LABEL_KINDS.flatMap((kind) =>
        labelEvents(kind, snapshotOf(contact), differences[kind], byId([...before[kind], ...after[kind]])),
      );
    return { differences, after, events };
  }
}

const columnOf = (member: string): string => CONTACT_COLUMNS[member as keyof Contact];

function idsOf(labels: readonly LabelSnapshot[]): Set<number> {
  return new Set(labels.map(({ id }) => id));
}

const byId = (labels: readonly LabelSnapshot[]): Map<number, LabelSnapshot> =>
  new Map(labels.map((label) => [label.id, label]));

/** What one contact's write is for the counters; a status of null is outside. */
function tallyOf(
  tally: ContactTally,
  contactId: number,
  status: { readonly before: ContactStatus | null; readonly after: ContactStatus | null },
  before: Labels,
  differences: Readonly<Record<LabelKind, MembershipDifference>>,
): void {
  tally.moved(contactId, status.before, status.after);
  const subscribed = { before: status.before === 'subscribed', after: status.after === 'subscribed' };
  for (const kind of LABEL_KINDS) tally.relabelled(kind, idsOf(before[kind]), differences[kind], subscribed);
}

function labelsAfter(
  before: readonly LabelSnapshot[],
  { added, removed }: MembershipDifference,
  named: ReadonlyMap<number, LabelSnapshot>,
): LabelSnapshot[] {
  return [...before.filter(({ id }) => !removed.includes(id)), ...added.map((id) => named.get(id))]
    .filter((label) => label !== undefined)
    .sort((a, b) => a.id - b.id);
}
