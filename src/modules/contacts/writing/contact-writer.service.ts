import { ascending, inParts } from '../../../platform/values/collections.js';
import { Injectable } from '@nestjs/common';
import type { Tx } from '../../../platform/database/database.js';
import { type NewEvent, Outbox } from '../../../platform/outbox/outbox.js';
import { changedValue } from '../../custom-fields/custom-values.service.js';
import { LABEL_KINDS } from '../../labels/labels.service.js';
import { ConsentLog, type DoubleOptInEmail } from '../consent/consent-log.js';
import type { SubscriptionMove } from '../memberships/subscription-change.js';
import { changeEvents, labelEvents } from './contact-change.js';
import type { CheckedContact } from './contact-check.service.js';
import { ContactCounters } from '../counts/contact-counters.js';
import { snapshotOf } from '../contact/contact-fields.js';
import type { ContactStatus } from '../contact/contact-status.js';
import { CounterDeltas } from '../counts/counter-deltas.js';
import type { Contact } from '../contact/contact.entity.js';
import type { Labels } from '../memberships/memberships.service.js';
import { OPEN_TO_OPT_IN, SuppressionsService } from '../suppression/suppressions.service.js';
import type { ContactPlan, Draft, Effect, WriteOptions } from './contact-plan.js';
import { ContactPlans } from './contact-plans.service.js';
import { ContactRows } from './contact-rows.service.js';

/** A validated change of a contact. */
interface ContactChange {
  /** Locked by the caller; null for a new contact. */
  readonly before: Contact | null;
  readonly checked: CheckedContact;
  /** The status of a new contact if `checked` has none. */
  readonly statusOfNew?: ContactStatus;
}

/** A contact with its labels after a write. */
export interface WrittenContact {
  readonly contact: Contact;
  readonly labels: Labels;
  readonly changed: boolean;
  /** Whether the requested status was refused in favor of a stricter one. */
  readonly keptStatus: boolean;
}

/** Reasons of lifted suppressions by address. */
export type LiftedSuppressions = ReadonlyMap<string, string>;

const SUPPRESSIONS_AT_ONCE = 500;
const PURPOSES = [
  ['email', 'status'],
  ['tracking', 'trackingConsent'],
] as const;

/**
 * Writes contacts with all related data: labels, values, consents, search, events, counters. A single contact is a batch of
 * one. All writers use it, except `CompanyMemberships` and `ContactRemover`, and all take locks in the same order: contacts,
 * their memberships and values, then counters (by status, by list, by tag, by company).
 */
@Injectable()
export class ContactWriter {
  constructor(
    private readonly plans: ContactPlans,
    private readonly rows: ContactRows,
    private readonly consents: ConsentLog,
    private readonly suppressions: SuppressionsService,
    private readonly outbox: Outbox,
    private readonly counters: ContactCounters,
  ) {}

  /** Writes one contact. @throws as `store` */
  async write(tx: Tx, change: ContactChange, options: WriteOptions): Promise<WrittenContact> {
    const { before, checked, statusOfNew = null } = change;
    const plan = await this.plans.begin(tx, before === null ? [] : [before], [checked], options, true);
    const effect = before === null ? plan.create(checked, statusOfNew) : plan.change(plan.draftOf(before), checked);
    await this.store(tx, plan);
    const { contact, draft, isDifferent: changed, keptStatus } = effect;
    return { contact, labels: plan.labelsOf(draft), changed, keptStatus };
  }

  /** Changes existing contacts, each given once, in a constant number of statements per 500 contacts. */
  async changeAll(
    tx: Tx,
    changes: readonly { readonly before: Contact; readonly checked: CheckedContact }[],
    options: WriteOptions,
  ): Promise<{ readonly effects: readonly Effect[]; readonly lifted: LiftedSuppressions }> {
    const plan = await this.plans.begin(
      tx,
      changes.map(({ before }) => before),
      changes.map(({ checked }) => checked),
      options,
    );
    const effects = changes.map(({ before, checked }) => plan.change(plan.draftOf(before), checked));
    return { effects, lifted: await this.store(tx, plan) };
  }

  /**
   * Writes the result of a plan. Existing contacts must be locked.
   * @returns lifted suppressions, with `recordChanges` only.
   * @throws a unique violation that `isContactRace` recognizes. The transaction fails with AppError rest_invalid_param if an attached
   * label was deleted meanwhile.
   */
  async store(tx: Tx, plan: ContactPlan): Promise<LiftedSuppressions> {
    const { effects, options } = plan;
    const drafts = [...plan.changed];
    const left = await this.rows.writeContacts(tx, drafts);
    for (const { contact, draft } of effects) contact.id = draft.id;
    drafts.sort((a, b) => a.id - b.id);
    const counts = new CounterDeltas();
    for (const { id, before, contact } of drafts) counts.moved(id, before?.status ?? null, contact.status);
    let lifted: LiftedSuppressions = new Map();
    const parts = [
      () => this.outbox.appendAll(tx, eventsOf(plan)),
      ...LABEL_KINDS.map((kind) => () => this.rows.writeLabels(tx, kind, drafts, counts)),
      () => this.logConsents(tx, effects, options),
      ...left,
    ];
    const [single] = drafts.length === 1 ? drafts : [];
    await tx.sideBySide([
      // The writes of a single contact travel with the last statements of the transaction.
      ...parts.map((part) => async () => {
        const sent = part();
        if (single) tx.sendLater(sent);
        else await sent;
      }),
      () => this.rows.writeValues(tx, drafts),
      async () => {
        lifted = await this.liftSuppressions(tx, drafts, options);
      },
    ]);
    if (single) this.rows.nameStates(tx, single);
    const { source } = typeof options.doubleOptIn === 'object' ? options.doubleOptIn : options.cause;
    // After the consent log: an entry with a strict status ends requests.
    for (const { contactIds, email } of askedOf(plan, drafts)) await this.consents.ask(tx, contactIds, source, email);
    this.counters.move(tx, counts);
    return lifted;
  }

  private async liftSuppressions(tx: Tx, drafts: readonly Draft[], options: WriteOptions): Promise<LiftedSuppressions> {
    const emails = drafts.filter(({ freed }) => freed).map(({ contact }) => contact.email);
    const reasons = options.cause.source === 'double_opt_in' ? OPEN_TO_OPT_IN : undefined;
    const lifted = new Map<string, string>();
    for (const part of inParts(emails, SUPPRESSIONS_AT_ONCE)) {
      if (options.recordChanges !== true) await this.suppressions.lift(tx, part, reasons);
      else for (const [email, reason] of await this.suppressions.liftAll(tx, part)) lifted.set(email, reason);
    }
    return lifted;
  }

  private async logConsents(tx: Tx, effects: readonly Effect[], { cause }: WriteOptions): Promise<void> {
    const { source, reason = null } = cause;
    const entries = effects.flatMap(({ contact, old, consents, subscriptions }) => [
      ...PURPOSES.flatMap(([purpose, member]) => {
        const evidence = consents[purpose];
        const [from, to] = [old?.[member] ?? null, contact[member]];
        return evidence === null ? [] : [{ contactId: contact.id, purpose, from, to, evidence }];
      }),
      ...subscriptions.flatMap(({ to, ...move }) =>
        to === null ? [] : [{ contactId: contact.id, purpose: 'email' as const, to, ...move }],
      ),
    ]);
    const caused = entries.map((entry) => ({ source, reason, ...entry }));
    await this.consents.record(tx, caused);
  }
}

const leftOf = (moves: readonly SubscriptionMove[]): ReadonlySet<number> =>
  new Set(moves.filter(({ to }) => to === 'unsubscribed').map(({ listId }) => listId));

/** Returns the confirmation emails: one per contact, or one per template of the lists that it confirms. */
function askedOf({ options: { doubleOptIn } }: ContactPlan, drafts: readonly Draft[]) {
  const { language = null, changes = null } = typeof doubleOptIn === 'object' ? doubleOptIn : {};
  const groups = new Map<string, { readonly contactIds: number[]; readonly email: DoubleOptInEmail }>();
  for (const { id, asked, askedLists, contact } of drafts) {
    const lists = [...askedLists.keys()].sort(ascending);
    const byTemplate = Map.groupBy(lists, (list) => askedLists.get(list) ?? null);
    if (lists.length === 0 && asked && contact.status === 'pending') byTemplate.set(null, []);
    for (const [templateId, of] of byTemplate) {
      const key = `${templateId}:${of.join()}`;
      const group = groups.get(key) ?? { contactIds: [], email: { language, templateId, lists: of, changes } };
      group.contactIds.push(id);
      groups.set(key, group);
    }
  }
  return groups.values();
}

function eventsOf({ effects, names, options: { cause, silent } }: ContactPlan): NewEvent[] {
  const events: NewEvent[] = [];
  for (const { old, contact, fields, statusMoved, values, labels, subscriptions, forgetsTracking } of effects) {
    const snapshot = snapshotOf(contact);
    if (old === null)
      events.push({
        type: 'contact.created',
        subjectId: contact.id,
        data: { contact: snapshot, source: cause.source },
      });
    else {
      const changes = values.map(({ field, before, text }) => changedValue(field, before, text));
      events.push(...changeEvents(old, contact, { fields, statusMoved, values: changes }, cause));
    }
    for (const kind of LABEL_KINDS)
      if (labels[kind].added.length + labels[kind].removed.length > 0)
        events.push(...labelEvents(kind, snapshot, labels[kind], names[kind], leftOf(subscriptions)));
    if (forgetsTracking)
      events.push({ type: 'contact.tracking_forgotten', subjectId: contact.id, data: { contact_id: contact.id } });
  }
  return silent === true ? events.map((event) => ({ ...event, silent })) : events;
}
