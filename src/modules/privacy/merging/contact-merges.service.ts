import { updateRecord } from '../../../platform/database/records.js';
import { Inject, Injectable } from '@nestjs/common';
import { CONTACT_EVENTS, type LabelSnapshot } from '../../../events/contact.events.js';
import { APP_CONFIG, type AppConfig } from '../../../platform/config/config.js';
import { Database, type Tx } from '../../../platform/database/database.js';
import { notFound, ValidationErrors } from '../../../platform/errors/app-error.js';
import { idsOf } from '../../../platform/ids/ids.js';
import { Outbox } from '../../../platform/outbox/outbox.js';
import { PersonalDataRegistry } from '../../../platform/personal-data/personal-data-store.js';
import { isErasedAddress } from '../../../platform/text/erased-address.js';
import { definitionsOf, type ValueChange } from '../../custom-fields/custom-values.service.js';
import type { LabelKind } from '../../labels/labels.service.js';
import { ContactRemover } from '../../contacts/writing/contact-remover.service.js';
import type { CheckedContact } from '../../contacts/writing/contact-check.service.js';
import type { ChangeCause } from '../../contacts/writing/contact-change.js';
import { ContactWriter, type WrittenContact } from '../../contacts/writing/contact-writer.service.js';
import { SuppressionsService } from '../../contacts/suppression/suppressions.service.js';
import type { ContactFields } from '../../contacts/contact/contact-fields.js';
import type { ContactStatus } from '../../contacts/contact/contact-status.js';
import type { Contact } from '../../contacts/contact/contact.entity.js';
import { lockContacts, retryOnDeletion } from '../../contacts/contact/contact-locks.js';
import { MembershipsService } from '../../contacts/memberships/memberships.service.js';
import { addAliases } from '../../contacts/aliases/contact-aliases.js';
import { mergedFields, mergedValue, oldestFirst } from './merged-contact.js';

/** Events whose subject is a contact. */
const CONTACT_SUBJECT_EVENTS = [
  ...Object.keys(CONTACT_EVENTS),
  'contact.event_tracked',
  'contact.optin_requested',
  'contact.tracking_forgotten',
];
const CAUSE: ChangeCause = { source: 'api', reason: 'merged' };

/**
 * Merges contacts into one, in one transaction. Concurrent subscribers see an event under the old or the new id: events of
 * these contacts are locked, and later ones find the uncommitted alias, for which subscribers wait (`holdAliases`).
 */
@Injectable()
export class ContactMerges {
  constructor(
    private readonly db: Database,
    private readonly writer: ContactWriter,
    private readonly remover: ContactRemover,
    private readonly memberships: MembershipsService,
    private readonly registry: PersonalDataRegistry,
    private readonly suppressions: SuppressionsService,
    private readonly outbox: Outbox,
    @Inject(APP_CONFIG) private readonly config: AppConfig,
  ) {}

  /** @throws AppError rest_post_invalid_id for an unknown contact to keep; rest_invalid_param with all errors of the others. */
  async merge(keepId: number, mergedIds: readonly number[]): Promise<WrittenContact> {
    const faults = new ValidationErrors();
    const repeated = mergedIds.filter((id, index) => mergedIds.indexOf(id) !== index);
    if (mergedIds.includes(keepId)) faults.add('merge_ids', 'must not contain keep_id');
    else if (repeated.length > 0) faults.add('merge_ids', `contains duplicates: ${[...new Set(repeated)].join(', ')}`);
    faults.throwIfAny();
    return this.db.transaction(async (tx) => {
      const [keep, merged] = await this.lock(tx, keepId, mergedIds);
      // Aliases before events: an event written in between would be read under the old id.
      await addAliases(tx, keepId, mergedIds);
      await this.outbox.holdEventsOf(tx, [keepId, ...mergedIds]);
      const beforeBounce = await this.statusesBeforeBounce(tx, [keepId, ...mergedIds]);
      await this.moveHistory(tx, keep, merged);
      const fields = mergedFields(keep, merged, this.config.contactTypes[0] ?? 'lead', beforeBounce);
      if (fields.email !== keep.email) await this.suppressions.suppress(tx, keep.email, 'bounced');
      const written = await retryOnDeletion(tx, () => this.write(tx, Object.assign({}, keep), merged, fields));
      await this.reassignEvents(tx, keepId, mergedIds);
      return written;
    });
  }

  private async lock(tx: Tx, keepId: number, mergedIds: readonly number[]): Promise<[Contact, Contact[]]> {
    const contacts = await lockContacts(tx, [keepId, ...mergedIds]);
    const keep = contacts.find(({ id }) => id === keepId);
    if (!keep) throw notFound();
    const faults = new ValidationErrors();
    const unknown = mergedIds.filter((id) => !contacts.some((contact) => contact.id === id));
    faults.addUnknown('merge_ids', unknown);
    const merged = contacts.filter(({ id }) => id !== keepId);
    const erased = idsOf(merged.filter(({ email }) => isErasedAddress(email)));
    if (erased.length > 0) faults.add('merge_ids', `contains erased contacts: ${erased.join(', ')}`);
    if (isErasedAddress(keep.email)) faults.add('keep_id', 'is an erased contact');
    faults.throwIfAny();
    return [keep, oldestFirst(merged)];
  }

  /** A person's wish outlives the bounce that hid it. */
  private async statusesBeforeBounce(tx: Tx, ids: readonly number[]): Promise<Map<number, ContactStatus>> {
    const sql = `SELECT contact_id AS id, old_status AS status FROM contact_consents
      WHERE contact_id IN (:ids) AND list_id IS NULL AND new_status = 'bounced' AND old_status IS NOT NULL ORDER BY id`;
    const rows = await tx.query<{ id: number; status: ContactStatus }>(sql, { ids });
    return new Map(rows.map(({ id, status }) => [id, status]));
  }

  /** Merges what other modules store. */
  private async moveHistory(tx: Tx, keep: Contact, merged: readonly Contact[]): Promise<void> {
    const ids = idsOf(merged);
    // User ids and addresses are unique, and the kept contact may get those of another one.
    const sql = `UPDATE contacts SET user_id = NULL, email = CONCAT('merged ', id) WHERE id IN (:ids)`;
    await tx.execute(sql, { ids }, { ids });
    await this.outbox.append(tx, 'contact.merged', keep.id, { keep_id: keep.id, merged_ids: ids });
    for (const store of this.registry.stores) await store.merge?.(tx, keep.id, ids);
  }

  /** Writes the kept contact, and removes the others. */
  private async write(
    tx: Tx,
    keep: Contact,
    merged: readonly Contact[],
    fields: ContactFields,
  ): Promise<WrittenContact> {
    const [{ createdAt }] = oldestFirst([keep, ...merged]) as [Contact];
    await updateRecord(tx, 'contacts', keep.id, { createdAt });
    keep.createdAt = createdAt;
    const change = { before: keep, checked: { ...(await this.joined(tx, keep, merged)), fields } };
    const written = await this.writer.write(tx, change, { cause: CAUSE });
    await this.remover.removeMany(tx, merged, CAUSE);
    await this.countMoved(tx, keep.id, merged);
    return written;
  }

  /** Records members of companies that moved to the kept contact; the counters remain. Recording a member twice has no effect. */
  private async countMoved(tx: Tx, keepId: number, merged: readonly Contact[]): Promise<void> {
    const sql = 'SELECT company_id AS id FROM contact_companies WHERE contact_id = :keepId';
    const companies = await tx.query<{ id: number }>(sql, { keepId });
    const members = [keepId, ...merged.map((contact) => -contact.id)];
    this.memberships.countCompanies(tx, new Map(companies.map(({ id }) => [id, { total: 0, members }])));
  }

  private async joined(tx: Tx, keep: Contact, merged: readonly Contact[]): Promise<Omit<CheckedContact, 'fields'>> {
    const labels = [...(await this.memberships.of(idsOf(merged), tx)).values()];
    const named = (kind: LabelKind): Map<number, LabelSnapshot> =>
      new Map(labels.flatMap((each) => each[kind]).map((label) => [label.id, label]));
    const wanted = { list: named('list'), tag: named('tag') };
    const left = new Set(
      idsOf(
        await tx.query<{ id: number }>(
          `SELECT list_id AS id FROM list_subscriptions WHERE contact_id = :id AND state = 'unsubscribed'`,
          { id: keep.id },
        ),
      ),
    );
    return {
      requestedLabels: {
        list: { attach: [...wanted.list.keys()].filter((id) => !left.has(id)), detach: [...left] },
        tag: { attach: [...wanted.tag.keys()] },
      },
      named: wanted,
      values: await this.mergedValues(tx, [keep, ...merged]),
      consent: null,
    };
  }

  private async mergedValues(tx: Tx, contacts: readonly Contact[]): Promise<ValueChange[]> {
    const sql = `SELECT field_id AS fieldId, value FROM contact_custom_values
      WHERE contact_id IN (:ids) ORDER BY FIELD(contact_id, :ids)`;
    const rows = await tx.query<{ fieldId: number; value: string }>(sql, { ids: idsOf(contacts) });
    const fields = await definitionsOf(tx, [...new Set(rows.map(({ fieldId }) => fieldId))]);
    return Array.from(fields.values(), (field) => {
      const texts = rows.filter(({ fieldId }) => fieldId === field.id).map(({ value }) => value);
      return { field, text: mergedValue(field.type === 'checkbox', texts) };
    });
  }

  /** Moves the events to the history of the kept contact; their data is unchanged. */
  private async reassignEvents(tx: Tx, keepId: number, mergedIds: readonly number[]): Promise<void> {
    const sql = 'UPDATE domain_events SET subject_id = :keepId WHERE type IN (:types) AND subject_id IN (:mergedIds)';
    await tx.execute(sql, { keepId, mergedIds, types: CONTACT_SUBJECT_EVENTS });
  }
}
