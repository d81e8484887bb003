import type { LabelSnapshot } from '../../../events/contact.events.js';
import type { ValueChange } from '../../custom-fields/custom-values.service.js';
import type { LabelKind } from '../../labels/labels.service.js';
import type { ConsentEvidence } from '../consent/consent-log.js';
import type { CheckedContact, JudgedContact } from '../contact-check.service.js';
import { type ContactFields, differences } from '../contact-fields.js';
import { type ContactStatus, isStrict, mayMove, mayMoveAmongMany } from '../contact-status.js';
import type { Contact } from '../contact.entity.js';
import { withOptIn } from '../double-opt-in/with-opt-in.js';
import { type MembershipDifference, type MembershipWish, differenceOf } from '../memberships/membership-change.js';
import type { BulkWriteOptions } from './bulk-write.js';

type LabelIds = Readonly<Record<LabelKind, ReadonlySet<number>>>;
type Values = ReadonlyMap<number, string>;

/** What the database knows of the contacts that rows are about, before any of them is written. */
export interface Found {
  /** The ids of all addresses that are taken. */
  readonly ids: ReadonlyMap<string, number>;
  /** Those that may be changed, whole. */
  readonly contacts: readonly Contact[];
  /** Of those, by contact id; at least the labels that rows name, and all of them where the status may change. */
  readonly labels: Readonly<Record<LabelKind, ReadonlyMap<number, ReadonlySet<number>>>>;
  /** Of those, by contact id and field id; at least the fields that rows name. */
  readonly values: ReadonlyMap<number, Values>;
  /** Who has the user ids that rows name, by user id. */
  readonly holders: ReadonlyMap<number, number>;
}

/** A contact while the rows are gone through, one after the other. */
export interface Draft {
  /** 0 until it is stored. */
  id: number;
  /** Null for a new one. */
  readonly before: Contact | null;
  contact: Contact;
  readonly labelsBefore: LabelIds;
  labels: LabelIds;
  readonly valuesBefore: Values;
  values: Values;
  /** Whether it is to be asked by mail, if it is pending in the end. */
  asked: boolean;
  /** Whether it has become subscribed by a word that lifts the suppression of its address. */
  freed: boolean;
}

/** A value of a custom field, before and after. */
export interface ValueMove extends ValueChange {
  readonly before: string | null;
}

/** What one row does. */
export interface Effect {
  readonly draft: Draft;
  /** The contact before and after this row; null where the row creates it. */
  readonly old: Contact | null;
  readonly contact: Contact;
  readonly fields: ContactFields;
  readonly statusMoved: boolean;
  readonly values: readonly ValueMove[];
  readonly labels: Readonly<Record<LabelKind, MembershipDifference>>;
  /** Of the labels above, and maybe of others. */
  readonly named: Readonly<Record<LabelKind, ReadonlyMap<number, LabelSnapshot>>>;
  /** What goes into the consent log; null where that says nothing of this row. */
  readonly consent: ConsentEvidence | null;
  /** What the contact has behind this row, for its fingerprint. */
  readonly labelsAfter: LabelIds;
  readonly valuesAfter: Values;
  readonly isDifferent: boolean;
  readonly keptStatus: boolean;
}

/** What is to become of a row. */
export type Decision =
  | { readonly kind: 'invalid'; readonly reasons: Readonly<Record<string, string>> }
  | { readonly kind: 'exists'; readonly contact: { readonly id: number } }
  | { readonly kind: 'created' | 'updated' | 'unchanged'; readonly effect: Effect };

const NO_LABELS: LabelIds = { list: new Set(), tag: new Set() };
const NO_VALUES: Values = new Map();
const NO_MOVES: readonly ValueMove[] = [];
const NO_DIFFERENCE: MembershipDifference = { added: [], removed: [] };
const NO_DIFFERENCES = { list: NO_DIFFERENCE, tag: NO_DIFFERENCE };
const NO_EVIDENCE: ConsentEvidence = {};
const NO_FIELDS: ContactFields = {};

/**
 * Goes through rows in their order, each as if the ones before it were written already, and gathers what that comes to.
 * Nothing is written here, so a dry run is the same without the writing.
 */
export class BulkPlan {
  readonly effects: Effect[] = [];
  private readonly drafts = new Map<string, Draft>();
  /** Of the user ids that rows name. */
  private readonly holders: Map<number, { readonly id: number }>;

  constructor(
    private readonly found: Found,
    private readonly options: BulkWriteOptions,
    private readonly fresh: { readonly contactType: string; readonly now: Date; readonly hash: () => string },
  ) {
    for (const contact of found.contacts) this.drafts.set(contact.email, this.draftOf(contact));
    const byId = new Map<number, Draft>();
    for (const draft of this.drafts.values()) byId.set(draft.id, draft);
    this.holders = new Map(Array.from(found.holders, ([userId, id]) => [userId, byId.get(id) ?? { id }]));
  }

  /** The contacts that something is to be written of. */
  get changed(): Set<Draft> {
    return new Set(this.effects.map(({ draft }) => draft));
  }

  /** @param saysStatus whether the row says anything of the status, be it right or wrong. */
  take({ checked, faults }: JudgedContact, saysStatus: boolean): Decision {
    const { update, doubleOptIn, statusOfNew } = this.options;
    const { email } = checked.fields;
    const draft = email === undefined ? undefined : this.drafts.get(email);
    const known = draft ?? this.passedOver(email);
    if (known === undefined && !saysStatus && statusOfNew === null && !doubleOptIn) faults.add('status', 'is required');
    this.checkUserId(checked, known, (reason) => {
      faults.add('user_id', reason);
    });
    if (!faults.isEmpty) return { kind: 'invalid', reasons: faults.reasonsByField() };
    if (email === undefined) throw new Error('an address without fault is there');
    if (known !== undefined && (draft === undefined || !update)) return { kind: 'exists', contact: known };
    const effect = draft === undefined ? this.create(email, checked) : this.change(draft, checked);
    // Whoever is asked has an entry in the log too.
    if (effect.isDifferent || effect.consent !== null) this.effects.push(effect);
    if (effect.old === null) return { kind: 'created', effect };
    return { kind: effect.isDifferent ? 'updated' : 'unchanged', effect };
  }

  private draftOf(contact: Contact): Draft {
    const labels: LabelIds = {
      list: this.found.labels.list.get(contact.id) ?? NO_LABELS.list,
      tag: this.found.labels.tag.get(contact.id) ?? NO_LABELS.tag,
    };
    const values = this.found.values.get(contact.id) ?? NO_VALUES;
    return {
      id: contact.id,
      before: contact,
      contact,
      labelsBefore: labels,
      labels,
      valuesBefore: values,
      values,
      asked: false,
      freed: false,
    };
  }

  private passedOver(email: string | undefined): { readonly id: number } | undefined {
    const id = email === undefined ? undefined : this.found.ids.get(email);
    return id === undefined ? undefined : { id };
  }

  private checkUserId(
    { fields: { userId } }: CheckedContact,
    own: { readonly id: number } | undefined,
    refuse: (reason: string) => void,
  ): void {
    if (userId === undefined || userId === null) return;
    const holder = this.holders.get(userId);
    // By id too: who is passed over is another object each time. Those that are new have none yet.
    if (holder === undefined || holder === own || (holder.id !== 0 && holder.id === own?.id)) return;
    refuse('belongs to another contact');
  }

  private create(email: string, checked: CheckedContact): Effect {
    const { cause, doubleOptIn, statusOfNew } = this.options;
    const plan = doubleOptIn ? withOptIn(saying(checked, statusOfNew), null, cause) : { checked, asks: false };
    const { fields } = plan.checked;
    const status = fields.status ?? statusOfNew;
    if (status === null) throw new Error('a status without fault is there');
    const draft: Draft = {
      id: 0,
      before: null,
      contact: this.newContact(email, status, fields),
      labelsBefore: NO_LABELS,
      labels: NO_LABELS,
      valuesBefore: NO_VALUES,
      values: NO_VALUES,
      asked: plan.asks,
      freed: false,
    };
    this.drafts.set(email, draft);
    this.moveUserId(draft, null, draft.contact.userId);
    return this.effect(draft, plan.checked, null, NO_FIELDS, { statusMoved: false, keptStatus: false });
  }

  /** Member by member: with spreads it would be the dearest part of a row. */
  private newContact(email: string, status: ContactStatus, fields: ContactFields): Contact {
    const { contactType, now, hash } = this.fresh;
    return {
      id: 0,
      userId: fields.userId ?? null,
      hash: hash(),
      email,
      firstName: fields.firstName ?? null,
      lastName: fields.lastName ?? null,
      status,
      contactType: fields.contactType ?? contactType,
      phone: fields.phone ?? null,
      addressLine1: fields.addressLine1 ?? null,
      addressLine2: fields.addressLine2 ?? null,
      city: fields.city ?? null,
      state: fields.state ?? null,
      country: fields.country ?? null,
      postalCode: fields.postalCode ?? null,
      dateOfBirth: fields.dateOfBirth ?? null,
      photo: fields.photo ?? null,
      pausedUntil: fields.pausedUntil ?? null,
      searchText: '',
      createdAt: now,
      updatedAt: now,
    };
  }

  private change(draft: Draft, checked: CheckedContact): Effect {
    const old = draft.contact;
    const { forceStatus } = this.options;
    const plan = this.asking(checked, old.status);
    const wanted = plan.checked.fields.status ?? old.status;
    const fields = differences(old, plan.checked.fields, 'status');
    const statusMoved = wanted !== old.status && this.may(old.status, wanted);
    draft.asked ||= plan.asks;
    draft.freed ||= statusMoved && wanted === 'subscribed' && forceStatus && isStrict(old.status);
    if (statusMoved || hasMembers(fields)) {
      draft.contact = Object.assign({}, old, fields);
      if (statusMoved) draft.contact.status = wanted;
      this.moveUserId(draft, old.userId, draft.contact.userId);
    }
    const keptStatus = wanted !== old.status && !statusMoved;
    return this.effect(draft, plan.checked, old, fields, { statusMoved, keptStatus });
  }

  /** Whom nobody may make pending is not asked either: the mail would lead nowhere. */
  private asking(checked: CheckedContact, now: ContactStatus): { checked: CheckedContact; asks: boolean } {
    if (!this.options.doubleOptIn) return { checked, asks: false };
    const plan = withOptIn(checked, now, this.options.cause);
    if (!plan.asks || now === 'pending' || this.may(now, 'pending')) return plan;
    return { checked: { ...plan.checked, consent: checked.consent }, asks: false };
  }

  /** A manager's word may do anything; what a file says is a signal. */
  private may(from: ContactStatus, to: ContactStatus): boolean {
    const { forceStatus, cause } = this.options;
    if (forceStatus) return true;
    return cause.source === 'api' ? mayMoveAmongMany(from, to) : mayMove(from, to, 'import');
  }

  private moveUserId(draft: Draft, from: number | null, to: number | null): void {
    if (from === to) return;
    if (from !== null && this.holders.get(from) === draft) this.holders.delete(from);
    if (to !== null) this.holders.set(to, draft);
  }

  /** Labels and values, which new contacts and others get alike. */
  private effect(
    draft: Draft,
    { wishes, named, values: changes, consent }: CheckedContact,
    old: Contact | null,
    fields: ContactFields,
    { statusMoved, keptStatus }: Pick<Effect, 'statusMoved' | 'keptStatus'>,
  ): Effect {
    const labels = this.moveLabels(draft, wishes);
    const values = this.moveValues(draft, changes);
    if (old !== null && draft.contact === old && values.length > 0) draft.contact = Object.assign({}, old);
    const isStored = draft.contact !== old;
    if (old !== null && isStored) draft.contact.updatedAt = this.fresh.now;
    const logged = old === null || statusMoved ? (consent ?? this.options.cause.evidence ?? NO_EVIDENCE) : consent;
    return {
      draft,
      old,
      contact: draft.contact,
      fields,
      statusMoved,
      values,
      labels,
      named,
      consent: logged,
      labelsAfter: draft.labels,
      valuesAfter: draft.values,
      isDifferent: isStored || labels !== NO_DIFFERENCES,
      keptStatus,
    };
  }

  private moveLabels(draft: Draft, wishes: CheckedContact['wishes']): Effect['labels'] {
    const differences = { list: movedBy(draft.labels.list, wishes.list), tag: movedBy(draft.labels.tag, wishes.tag) };
    if (differences.list === NO_DIFFERENCE && differences.tag === NO_DIFFERENCE) return NO_DIFFERENCES;
    draft.labels = { list: after(draft.labels.list, differences.list), tag: after(draft.labels.tag, differences.tag) };
    return differences;
  }

  private moveValues(draft: Draft, changes: readonly ValueChange[]): readonly ValueMove[] {
    if (changes.length === 0) return NO_MOVES;
    const moves: ValueMove[] = [];
    for (const { field, text } of changes) {
      const before = draft.values.get(field.id) ?? null;
      if (before !== text) moves.push({ field, before, text });
    }
    if (moves.length === 0) return NO_MOVES;
    const values = new Map(draft.values);
    for (const { field, text } of moves)
      if (text === null) values.delete(field.id);
      else values.set(field.id, text);
    draft.values = values;
    return moves;
  }
}

/** A contact that says nothing of the status, as if it said this one. */
function saying(checked: CheckedContact, status: ContactStatus | null): CheckedContact {
  if (status === null || checked.fields.status !== undefined) return checked;
  return { ...checked, fields: { ...checked.fields, status } };
}

function movedBy(before: ReadonlySet<number>, wish: MembershipWish): MembershipDifference {
  if (wish.attach === undefined && wish.detach === undefined && wish.replace === undefined) return NO_DIFFERENCE;
  const difference = differenceOf(before, wish);
  return difference.added.length + difference.removed.length === 0 ? NO_DIFFERENCE : difference;
}

function after(before: ReadonlySet<number>, { added, removed }: MembershipDifference): ReadonlySet<number> {
  if (added.length + removed.length === 0) return before;
  const ids = new Set(before);
  for (const id of added) ids.add(id);
  for (const id of removed) ids.delete(id);
  return ids;
}

function hasMembers(object: object): boolean {
  for (const _ in object) return true;
  return false;
}
