import { Inject, Injectable } from '@nestjs/common';
import { In } from 'typeorm';
import type { LabelSnapshot } from '../../../events/contact.events.js';
import { CONTACT_EVENTS } from '../../../events/contact.events.js';
import { APP_CONFIG, type AppConfig } from '../../../platform/config/config.js';
import { Database, type Tx } from '../../../platform/database/database.js';
import { notFound } from '../../../platform/errors/app-error.js';
import { Faults } from '../../../platform/errors/faults.js';
import { Outbox } from '../../../platform/outbox/outbox.js';
import type { Person } from '../../../platform/personal-data/personal-data-holder.js';
import { PersonalDataRegistry } from '../../../platform/personal-data/personal-data-registry.js';
import { isErasedAddress } from '../../../platform/text/erased-address.js';
import { CustomField } from '../../custom-fields/custom-field.entity.js';
import type { ValueChange } from '../../custom-fields/custom-values.service.js';
import { LABEL_KINDS, type LabelKind } from '../../labels/labels.service.js';
import { ContactRemover } from '../../contacts/bulk-writes/contact-remover.service.js';
import type { CheckedContact } from '../../contacts/contact-check.service.js';
import { ContactTally } from '../../contacts/contact-tally.js';
import { type ChangeCause, ContactWriter, type WrittenContact } from '../../contacts/contact-writer.service.js';
import type { Contact } from '../../contacts/contact.entity.js';
import { pastDeletions } from '../../contacts/memberships/past-deletions.js';
import { MembershipsService } from '../../contacts/memberships/memberships.service.js';
import { ContactAliases } from '../../contacts/aliases/contact-aliases.service.js';
import { joinedFields, joinedValue, oldestFirst } from './joined-contact.js';

/** What the log keeps under the id of a contact. */
const TOLD_OF_CONTACTS = [...Object.keys(CONTACT_EVENTS), 'contact.event_tracked', 'contact.optin_requested'];
const CAUSE: ChangeCause = { source: 'api', reason: 'merged' };

/**
 * Makes several contacts one: that which stays gets everything that the others have, and they are gone.
 *
 * All of it is one transaction. An event that is carried meanwhile is counted and reacted to under the id of before or of
 * after, and never half of each: those of these contacts wait, and those that come later find the uncommitted alias, for
 * which subscribers wait (`ContactAliases.hold`).
 */
@Injectable()
export class ContactMerges {
  constructor(
    private readonly db: Database,
    private readonly writer: ContactWriter,
    private readonly remover: ContactRemover,
    private readonly memberships: MembershipsService,
    private readonly aliases: ContactAliases,
    private readonly registry: PersonalDataRegistry,
    private readonly outbox: Outbox,
    @Inject(APP_CONFIG) private readonly config: AppConfig,
  ) {}

  /**
   * @throws AppError rest_post_invalid_id for a contact to keep that does not exist; rest_invalid_param naming everything
   * that is wrong with the others.
   */
  async merge(keepId: number, mergedIds: readonly number[]): Promise<WrittenContact> {
    const faults = new Faults();
    const repeated = mergedIds.filter((id, index) => mergedIds.indexOf(id) !== index);
    if (mergedIds.includes(keepId)) faults.add('merge_ids', 'must not hold keep_id');
    else if (repeated.length > 0) faults.add('merge_ids', `names more than once: ${[...new Set(repeated)].join(', ')}`);
    faults.throwIfAny();
    return this.db.transaction(async (tx) => {
      const [keep, merged] = await this.lock(tx, keepId, mergedIds);
      // The aliases before the events, or an event that is written in between would be read under the id of before.
      await this.aliases.add(tx, keepId, mergedIds);
      await this.outbox.holdEventsOf(tx, [keepId, ...mergedIds]);
      await this.moveHistory(tx, keep, merged);
      const written = await pastDeletions(tx, () => this.write(tx, Object.assign({}, keep), merged));
      await this.refileHistory(tx, keepId, mergedIds);
      return written;
    });
  }

  private async lock(tx: Tx, keepId: number, mergedIds: readonly number[]): Promise<[Contact, Contact[]]> {
    const contacts = await this.writer.lockAll(tx, [keepId, ...mergedIds]);
    const keep = contacts.find(({ id }) => id === keepId);
    if (!keep) throw notFound();
    const faults = new Faults();
    const unknown = mergedIds.filter((id) => !contacts.some((contact) => contact.id === id));
    if (unknown.length > 0) faults.add('merge_ids', `unknown: ${unknown.join(', ')}`);
    const merged = contacts.filter(({ id }) => id !== keepId);
    const erased = merged.filter(({ email }) => isErasedAddress(email)).map(({ id }) => id);
    if (erased.length > 0) faults.add('merge_ids', `names contacts that have been erased: ${erased.join(', ')}`);
    if (isErasedAddress(keep.email)) faults.add('keep_id', 'names a contact that has been erased');
    faults.throwIfAny();
    return [keep, oldestFirst(merged)];
  }

  /** Everything that other parts of the product know of them. */
  private async moveHistory(tx: Tx, keep: Contact, merged: readonly Contact[]): Promise<void> {
    const ids = merged.map(({ id }) => id);
    // Two contacts cannot have one user id, not even for a moment.
    await tx.execute('UPDATE contacts SET user_id = NULL WHERE id IN (:ids)', { ids });
    await this.outbox.append(tx, 'contact.merged', keep.id, { keep_id: keep.id, merged_ids: ids });
    for (const holder of this.registry.holders) await holder.merge(tx, personOf(keep), merged.map(personOf));
  }

  /** The contact as it is now, the end of the others, and the counters of all of them. */
  private async write(tx: Tx, keep: Contact, merged: readonly Contact[]): Promise<WrittenContact> {
    const [{ createdAt }] = oldestFirst([keep, ...merged]) as [Contact];
    await tx.execute('UPDATE contacts SET created_at = :createdAt WHERE id = :id', { id: keep.id, createdAt });
    keep.createdAt = createdAt;
    const tally = new ContactTally();
    const written = await this.writer.change(tx, keep, await this.joined(tx, keep, merged), CAUSE, tally);
    const { tally: removed, companies } = await this.remover.takeOut(tx, merged, CAUSE);
    tally.add(removed);
    await this.remover.count(tx, { tally, companies });
    return written;
  }

  private async joined(tx: Tx, keep: Contact, merged: readonly Contact[]): Promise<CheckedContact> {
    const labels = [
      ...(
        await this.memberships.of(
          merged.map(({ id }) => id),
          tx,
        )
      ).values(),
    ];
    const named = (kind: LabelKind): Map<number, LabelSnapshot> =>
      new Map(labels.flatMap((each) => each[kind]).map((label) => [label.id, label]));
    const wanted = { list: named('list'), tag: named('tag') };
    const [list, tag] = LABEL_KINDS.map((kind) => ({ attach: [...wanted[kind].keys()] }));
    return {
      fields: joinedFields(keep, merged, this.config.contactTypes[0] ?? 'lead'),
      wishes: { list: list ?? {}, tag: tag ?? {} },
      named: wanted,
      values: await this.joinedValues(tx, [keep, ...merged]),
      consent: null,
    };
  }

  private async joinedValues(tx: Tx, contacts: readonly Contact[]): Promise<ValueChange[]> {
    const rows = await tx.query<{ contactId: number; fieldId: number; value: string }>(
      `SELECT contact_id AS contactId, field_id AS fieldId, value FROM contact_custom_values
        WHERE contact_id IN (:ids) ORDER BY FIELD(contact_id, :ids)`,
      { ids: contacts.map(({ id }) => id) },
    );
    const fieldIds = [...new Set(rows.map(({ fieldId }) => fieldId))];
    if (fieldIds.length === 0) return [];
    const fields = await tx.manager.find(CustomField, {
      where: { id: In(fieldIds) },
      order: { id: 'ASC' },
      lock: { mode: 'pessimistic_read' },
    });
    return fields.map((field) => {
      const texts = rows.filter(({ fieldId }) => fieldId === field.id).map(({ value }) => value);
      return { field, text: joinedValue(field.type === 'checkbox', texts) };
    });
  }

  /** The history of the contact is read by the subject of events; what they tell stays as it was told. */
  private async refileHistory(tx: Tx, keepId: number, mergedIds: readonly number[]): Promise<void> {
    await tx.execute(
      'UPDATE domain_events SET subject_id = :keepId WHERE type IN (:types) AND subject_id IN (:mergedIds)',
      { keepId, mergedIds, types: TOLD_OF_CONTACTS },
    );
  }
}

const personOf = ({ id, email }: Contact): Person => ({ contactId: id, email });
