import type { ChangeSource, LabelSnapshot } from '../../../events/contact.events.js';
import { isErasedAddress } from '../../../platform/text/erased-address.js';
import type { ValueChange } from '../../custom-fields/custom-values.service.js';
import { type KnownLabel, LABEL_KINDS, type LabelKind } from '../../labels/labels.service.js';
import type { ConsentEvidence, DoubleOptInEmail } from '../consent/consent-log.js';
import type { ConsentPurpose } from '../consent/contact-consent.entity.js';
import type { ChangeCause } from './contact-change.js';
import type { CheckedContact } from './contact-check.service.js';
import { type ContactFields, differences, EMPTY_CONTACT } from '../contact/contact-fields.js';
import { type ContactStatus, isStrict, liftsDenial, mayMove } from '../contact/contact-status.js';
import type { Contact } from '../contact/contact.entity.js';
import {
  type MembershipDifference,
  type RequestedMemberships,
  differenceOf,
} from '../memberships/membership-change.js';
import type { Labels } from '../memberships/memberships.service.js';
import { changeSubscriptions, type LeftLists, type SubscriptionMove } from '../memberships/subscription-change.js';

type LabelIds = Readonly<Record<LabelKind, ReadonlySet<number>>>;
type Values = ReadonlyMap<number, string>;

/** A double opt-in of all requested lists, also of those that are no subscriptions. */
export interface OptIn {
  readonly source: ChangeSource;
  readonly language?: DoubleOptInEmail['language'];
  readonly changes?: DoubleOptInEmail['changes'];
  /** Whether the contact itself asks. */
  readonly isOwner: boolean;
}

/** Rules and options for writing contacts. */
export interface WriteOptions {
  readonly cause: ChangeCause;
  /** True sets any status; false keeps strict ones or makes them stricter. Default: true for `api`. */
  readonly forceStatus?: boolean;
  /**
   * Sets `pending` instead of `subscribed` and sends one confirmation email per contact and batch. A pending contact is asked
   * again. A contact whose status may not become pending keeps it and is not asked.
   */
  readonly doubleOptIn?: boolean | OptIn;
  /** Suppresses events and automations, but not the emails of `doubleOptIn`, which the caller ordered. */
  readonly silent?: boolean;
  /** Whether changes are recorded for undo: then the reasons of lifted suppressions are read. */
  readonly recordChanges?: boolean;
  /** Whether suppressions and lists that were left stay, regardless of the status. */
  readonly keepSuppressions?: boolean;
}

/** Stored data of the contacts before the batch. */
interface Stored {
  /** By contact id; at least the labels in the changes, and all labels if a status may change. */
  readonly labels: ReadonlyMap<number, Labels>;
  /** By contact id and field id; at least the fields in the changes. */
  readonly values: ReadonlyMap<number, Values>;
  /** By contact id; null if no change is about subscriptions. */
  readonly left: ReadonlyMap<number, LeftLists> | null;
}

/** The state of a contact during a batch. */
export interface Draft {
  /** 0 until it is stored. */
  id: number;
  /** Null for a new contact. */
  readonly before: Contact | null;
  contact: Contact;
  readonly labelsBefore: LabelIds;
  labels: LabelIds;
  readonly valuesBefore: Values;
  values: Values;
  readonly leftBefore: LeftLists;
  left: LeftLists;
  /** The lists that it is asked to confirm, with the template of the email. */
  readonly askedLists: Map<number, number | null>;
  /** Whether it is asked to confirm, if it is pending at the end. */
  asked: boolean;
  /** Whether it became subscribed in a way that lifts the suppression of its address. */
  freed: boolean;
}

interface ValueMove extends ValueChange {
  readonly before: string | null;
}

export interface Effect {
  readonly draft: Draft;
  /** Before the change; null for a new contact. */
  readonly old: Contact | null;
  readonly contact: Contact;
  readonly fields: ContactFields;
  readonly statusMoved: boolean;
  readonly values: readonly ValueMove[];
  readonly labels: Readonly<Record<LabelKind, MembershipDifference>>;
  /** With evidence for the consent log. */
  readonly subscriptions: readonly (SubscriptionMove & { readonly evidence: ConsentEvidence })[];
  /** Evidence for the consent log, by purpose; null without an entry. */
  readonly consents: Readonly<Record<ConsentPurpose, ConsentEvidence | null>>;
  /** The state after this change, for the fingerprint. */
  readonly labelsAfter: LabelIds;
  readonly valuesAfter: Values;
  readonly isDifferent: boolean;
  /** Whether earlier opens and clicks are anonymized. */
  readonly forgetsTracking: boolean;
  /** Whether the requested status was refused in favor of a stricter one. */
  readonly keptStatus: boolean;
}

const NO_LABELS: LabelIds = { list: new Set(), tag: new Set() };
const NO_VALUES: Values = new Map();
const NO_LISTS: LeftLists = new Map();
const NO_MOVES: readonly ValueMove[] = [];
const NO_DIFFERENCE: MembershipDifference = { added: [], removed: [] };
const NO_DIFFERENCES = { list: NO_DIFFERENCE, tag: NO_DIFFERENCE };
const NO_EVIDENCE: ConsentEvidence = {};
const NO_FIELDS: ContactFields = {};

/** Applies the rules for changes; each sees the result of the previous ones. Writes nothing, as a dry run needs it. */
export class ContactPlan {
  /** Effects that must be written. */
  readonly effects: Effect[] = [];
  /** Labels that the contacts have or get. */
  readonly names: Readonly<Record<LabelKind, Map<number, LabelSnapshot>>> = { list: new Map(), tag: new Map() };
  private readonly order: OptIn | null;
  private readonly mayReturn: boolean;
  private readonly mayMove: (from: ContactStatus, to: ContactStatus) => boolean;
  private readonly liftsDenial: boolean;

  constructor(
    private readonly stored: Stored,
    readonly options: WriteOptions,
    private readonly fresh: { readonly contactType: string; readonly now: Date; readonly hash: () => string },
  ) {
    const { cause, forceStatus = cause.source === 'api', keepSuppressions } = options;
    this.mayMove = (from, to) => mayMove(from, to, cause.source, forceStatus);
    this.liftsDenial = liftsDenial(cause.source, forceStatus);
    this.order = typeof options.doubleOptIn === 'object' ? options.doubleOptIn : null;
    this.mayReturn = this.order?.isOwner ?? (!keepSuppressions && (forceStatus || cause.source === 'double_opt_in'));
  }

  get changed(): Set<Draft> {
    return new Set(this.effects.map(({ draft }) => draft));
  }

  /** Returns the state of an existing contact that may be changed. */
  draftOf(contact: Contact): Draft {
    const labels = this.stored.labels.get(contact.id);
    const ids = labels === undefined ? NO_LABELS : { list: this.idsOf('list', labels), tag: this.idsOf('tag', labels) };
    const left = this.stored.left?.get(contact.id) ?? NO_LISTS;
    return draft(contact, contact, ids, this.stored.values.get(contact.id) ?? NO_VALUES, left);
  }

  /** @param statusOfNew the status if the change has none. */
  create(checked: CheckedContact, statusOfNew: ContactStatus | null): Effect {
    const { cause, doubleOptIn } = this.options;
    const plan = doubleOptIn ? withOptIn(withStatus(checked, statusOfNew), null, cause) : { checked, asks: false };
    const { email, status = statusOfNew, contactType = this.fresh.contactType, ...fields } = plan.checked.fields;
    if (email === undefined || status === null) throw new Error('a new contact has an address and a status');
    const { now, hash } = this.fresh;
    const contact: Contact = {
      id: 0,
      ...EMPTY_CONTACT,
      trackingConsent: 'unknown',
      ...fields,
      email,
      status,
      contactType,
      hash: hash(),
      searchText: '',
      createdAt: now,
      updatedAt: now,
    };
    const created = draft(null, contact, NO_LABELS, NO_VALUES);
    created.asked = plan.asks;
    return this.effect(created, plan.checked, null, NO_FIELDS, { statusMoved: false, keptStatus: false });
  }

  change(of: Draft, checked: CheckedContact): Effect {
    const old = of.contact;
    const plan = this.asking(checked, old.status);
    const wanted = plan.checked.fields.status ?? old.status;
    const { fields, keepsDenial } = this.differences(old, plan.checked.fields);
    const statusMoved = wanted !== old.status && this.mayMove(old.status, wanted);
    of.asked ||= plan.asks;
    of.freed ||= statusMoved && wanted === 'subscribed' && this.lifts(old.status);
    if (statusMoved || hasMembers(fields)) {
      of.contact = Object.assign({}, old, fields);
      if (statusMoved) of.contact.status = wanted;
    }
    const keptStatus = keepsDenial || (wanted !== old.status && !statusMoved);
    return this.effect(of, plan.checked, old, fields, { statusMoved, keptStatus });
  }

  /** A denied consent stays, unless the contact lifts it, or a manager who decides on this contact. */
  private differences(old: Contact, asked: ContactFields) {
    const fields = differences(old, asked, 'status');
    const keepsDenial = old.trackingConsent === 'denied' && fields.trackingConsent !== undefined && !this.liftsDenial;
    if (keepsDenial) delete fields.trackingConsent;
    return { fields, keepsDenial };
  }

  /** Returns the labels of a contact after the batch, by id. */
  labelsOf({ labels }: Draft): Labels {
    const named = (kind: LabelKind): LabelSnapshot[] =>
      [...labels[kind]]
        .sort((a, b) => a - b)
        .map((id) => this.names[kind].get(id))
        .filter((label) => label !== undefined);
    return { list: named('list'), tag: named('tag') };
  }

  /** A manager lifts any suppression of the address; the contact only that of an opt-out. */
  private lifts(from: ContactStatus): boolean {
    const { cause, forceStatus = cause.source === 'api', keepSuppressions } = this.options;
    if (keepSuppressions === true) return false;
    return cause.source === 'double_opt_in' || (forceStatus && isStrict(from));
  }

  /** A contact that may not become pending is not asked: its confirmation would have no effect. */
  private asking(checked: CheckedContact, now: ContactStatus): { checked: CheckedContact; asks: boolean } {
    if (!this.options.doubleOptIn) return { checked, asks: false };
    const plan = withOptIn(checked, now, this.options.cause);
    if (!plan.asks || now === 'pending' || this.mayMove(now, 'pending')) return plan;
    return { checked: { ...plan.checked, consent: checked.consent }, asks: false };
  }

  private effect(
    of: Draft,
    { fields: asked, requestedLabels, named, values: changes, consent, forgetsTracking = false }: CheckedContact,
    old: Contact | null,
    fields: ContactFields,
    { statusMoved, keptStatus }: Pick<Effect, 'statusMoved' | 'keptStatus'>,
  ): Effect {
    const { memberships, moves, isKept } = this.changeLists(of, requestedLabels.list, named.list);
    const labels = this.changeLabels(of, { ...requestedLabels, list: memberships }, named);
    const values = changeValues(of, changes);
    if (old !== null && of.contact === old && values.length > 0) of.contact = Object.assign({}, old);
    const isStored = of.contact !== old;
    if (old !== null && isStored) of.contact.updatedAt = this.fresh.now;
    const effect: Effect = {
      draft: of,
      old,
      contact: of.contact,
      fields,
      statusMoved,
      values,
      labels,
      subscriptions: moves.map((move) => ({ ...move, evidence: this.evidence(of.contact, consent) })),
      consents: this.consents(of.contact, asked, consent, old, statusMoved),
      labelsAfter: of.labels,
      valuesAfter: of.values,
      isDifferent: isStored || labels !== NO_DIFFERENCES || moves.length > 0,
      keptStatus: keptStatus || isKept,
      forgetsTracking,
    };
    if (hasEffect(effect)) this.effects.push(effect);
    return effect;
  }

  /** Evidence is recorded even if the contact had consented before. */
  private consents(
    contact: Contact,
    asked: ContactFields,
    consent: ConsentEvidence | null,
    old: Contact | null,
    statusMoved: boolean,
  ): Effect['consents'] {
    const isNewTracking = contact.trackingConsent !== (old?.trackingConsent ?? 'unknown');
    const isAboutEmail = asked.status !== undefined || asked.trackingConsent === undefined;
    const isAboutTracking = asked.trackingConsent === contact.trackingConsent;
    const logged = (isNew: boolean, isAbout: boolean): ConsentEvidence | null =>
      isNew || (consent !== null && isAbout) ? this.evidence(contact, consent) : null;
    return {
      email: logged(old === null || statusMoved, isAboutEmail),
      tracking: logged(isNewTracking, isAboutTracking),
    };
  }

  /** An erased contact may still use links in old emails; no new personal data is stored. */
  private evidence({ email }: Contact, consent: ConsentEvidence | null): ConsentEvidence {
    return isErasedAddress(email) ? NO_EVIDENCE : (consent ?? this.options.cause.evidence ?? NO_EVIDENCE);
  }

  /** Applies the rules of subscriptions; without any, the request stays as it is. */
  private changeLists(of: Draft, request: RequestedMemberships, named: ReadonlyMap<number, KnownLabel>) {
    if (this.stored.left === null) return { moves: [], isKept: false, memberships: request };
    const asks = this.order === null ? 'asked' : 'by_form';
    const mayBeAsked = of.contact.status === 'subscribed' || of.contact.status === 'pending';
    const change = changeSubscriptions(of.labels.list, of.left, request, {
      isSubscription: (id) => this.order !== null || named.get(id)?.subscription !== undefined,
      mayReturn: this.mayReturn,
      optIn: !this.options.doubleOptIn ? 'none' : mayBeAsked ? asks : 'kept',
    });
    of.left = change.left;
    for (const id of change.asked) of.askedLists.set(id, named.get(id)?.subscription?.templateId ?? null);
    return change;
  }

  private changeLabels(
    of: Draft,
    requestedLabels: CheckedContact['requestedLabels'],
    named: CheckedContact['named'],
  ): Effect['labels'] {
    const moved = {
      list: differenceBy(of.labels.list, requestedLabels.list),
      tag: differenceBy(of.labels.tag, requestedLabels.tag),
    };
    if (moved.list === NO_DIFFERENCE && moved.tag === NO_DIFFERENCE) return NO_DIFFERENCES;
    of.labels = { list: after(of.labels.list, moved.list), tag: after(of.labels.tag, moved.tag) };
    for (const kind of LABEL_KINDS)
      for (const id of moved[kind].added) {
        const label = named[kind].get(id);
        if (label !== undefined) this.names[kind].set(id, { id, title: label.title, slug: label.slug });
      }
    return moved;
  }

  private idsOf(kind: LabelKind, labels: Labels): ReadonlySet<number> {
    if (labels[kind].length === 0) return NO_LABELS[kind];
    for (const label of labels[kind]) this.names[kind].set(label.id, label);
    return new Set(labels[kind].map(({ id }) => id));
  }
}

function draft(before: Contact | null, contact: Contact, labels: LabelIds, values: Values, left = NO_LISTS): Draft {
  return {
    id: contact.id,
    before,
    contact,
    labelsBefore: labels,
    labels,
    valuesBefore: values,
    values,
    leftBefore: left,
    left,
    askedLists: new Map(),
    asked: false,
    freed: false,
  };
}

const hasEffect = ({ isDifferent, consents, forgetsTracking }: Effect): boolean =>
  isDifferent || forgetsTracking || consents.email !== null || consents.tracking !== null;

function changeValues(of: Draft, changes: readonly ValueChange[]): readonly ValueMove[] {
  if (changes.length === 0) return NO_MOVES;
  const moves: ValueMove[] = [];
  for (const { field, text } of changes) {
    const before = of.values.get(field.id) ?? null;
    if (before !== text) moves.push({ field, before, text });
  }
  if (moves.length === 0) return NO_MOVES;
  const values = new Map(of.values);
  for (const { field, text } of moves)
    if (text === null) values.delete(field.id);
    else values.set(field.id, text);
  of.values = values;
  return moves;
}

/** Sets `pending` and asks, unless the contact is subscribed, has complained, or gets another status. */
function withOptIn(
  checked: CheckedContact,
  now: ContactStatus | null,
  { evidence = {} }: ChangeCause,
): { checked: CheckedContact; asks: boolean } {
  const { status = 'subscribed', ...fields } = checked.fields;
  if (status !== 'subscribed' && status !== 'pending') return { checked, asks: false };
  if (now === 'subscribed' || now === 'complained') return { checked: { ...checked, fields }, asks: false };
  // The request is logged even if the status is unchanged.
  const consent = checked.consent ?? evidence;
  return { checked: { ...checked, fields: { ...fields, status: 'pending' }, consent }, asks: true };
}

/** Returns the change with this status, if it has none. */
function withStatus(checked: CheckedContact, status: ContactStatus | null): CheckedContact {
  if (status === null || checked.fields.status !== undefined) return checked;
  return { ...checked, fields: { ...checked.fields, status } };
}

function differenceBy(before: ReadonlySet<number>, request: RequestedMemberships): MembershipDifference {
  if (request.attach === undefined && request.detach === undefined && request.replace === undefined)
    return NO_DIFFERENCE;
  const difference = differenceOf(before, request);
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
