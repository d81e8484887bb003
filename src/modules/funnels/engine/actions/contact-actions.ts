import { Injectable } from '@nestjs/common';
import { AppError } from '../../../../platform/errors/app-error.js';
import {
  type AutomatedFields,
  ContactAutomation,
  type Results,
} from '../../../contacts/automation/contact-automation.service.js';
import { LabelChanges, type LabelChange } from '../../../contacts/automation/label-changes.service.js';
import { contactsOf } from '../../enrollments/enrollment-rows.js';
import { CompanyMemberships } from '../../../contacts/memberships/company-memberships.service.js';
import type { ActionName, PropertyValue, StepSettings } from '../../definition/action-catalog.js';
import {
  CONTACT_DELETED,
  DONE,
  NO_CHANGE,
  type ResultOf,
  type StepAction,
  type StepActionsFor,
  type StepBatch,
  type StepResult,
  failed,
  inBatchesOf,
  skipped,
} from './step-action.js';
import { StepTexts } from './step-texts.service.js';

type LabelAction =
  | 'add_contact_to_list'
  | 'detach_contact_from_list'
  | 'add_contact_to_tag'
  | 'detach_contact_from_tag';
type FieldAction =
  | 'update_contact_property'
  | 'change_status'
  | 'add_contact_note'
  | 'track_event'
  | 'send_double_optin';

/** Enrollments per batch; memberships are written in bulk. */
const MEMBERSHIP_BATCH = 100;
/** Smaller, because contacts are written one by one and stay locked. */
const CONTACT_BATCH = 25;
const CUSTOM = 'custom.';
/** In characters; a TEXT column holds this many of four bytes each. */
const EVENT_VALUE_LENGTH = 16_000;
const KEPT_STATUS: StepResult = { outcome: 'done', detail: 'kept_status' };

@Injectable()
export class ContactActions {
  readonly actions: StepActionsFor<LabelAction | FieldAction | 'add_contact_to_company'> = {
    add_contact_to_list: this.labelling(({ lists }) => ({ kind: 'list', attach: lists })),
    detach_contact_from_list: this.labelling(({ lists }) => ({ kind: 'list', detach: lists })),
    add_contact_to_tag: this.labelling(({ tags }) => ({ kind: 'tag', attach: tags })),
    detach_contact_from_tag: this.labelling(({ tags }) => ({ kind: 'tag', detach: tags })),
    add_contact_to_company: inBatchesOf(MEMBERSHIP_BATCH, async (tx, { step, entries }) => {
      const { companies: companyIds } = step.settings;
      const pairs = { contactIds: contactsOf(entries), companyIds };
      const { differences, missing } = await this.companies.changeIn(tx, pairs, 'attach');
      return ({ contactId }) =>
        resultAmong('companies', companyIds, missing, differences.has(contactId) ? DONE : NO_CHANGE);
    }),
    update_contact_property: inBatchesOf(CONTACT_BATCH, async (tx, batch) => {
      const { values, results } = await this.texts.fill(tx, batch, (render) => {
        const fields = fieldsOf(batch.step.settings, render);
        return Object.keys(fields).length === 0 ? skipped('nothing_to_set') : fields;
      });
      const updated = await this.contacts.update(tx, values, causeOf(batch));
      return resultOf(updated, (changed) => (changed ? DONE : NO_CHANGE), results);
    }),
    change_status: inBatchesOf(CONTACT_BATCH, async (tx, batch) => {
      const { status: to } = batch.step.settings;
      const changed = await this.contacts.changeStatus(tx, contactsOf(batch.entries), to, causeOf(batch));
      const results = { changed: DONE, unchanged: NO_CHANGE, kept: KEPT_STATUS };
      return resultOf(changed, (result) => results[result]);
    }),
    add_contact_note: inBatchesOf(CONTACT_BATCH, async (tx, { funnel, entries, step, now }) => {
      const { title, description, type } = step.settings;
      const { values, results } = await this.texts.fill(tx, { funnel, entries }, (render) => ({
        title: render('title', title),
        description: render('description', description, 'html'),
        type,
        created_at: now.toISOString(),
      }));
      return resultOf(await this.contacts.addNotes(tx, values), () => DONE, results);
    }),
    track_event: inBatchesOf(CONTACT_BATCH, async (tx, { funnel, entries, step }) => {
      const { event_key: eventKey, title, value } = step.settings;
      const { values, results } = await this.texts.fill(tx, { funnel, entries }, (render) => {
        const text = value === null ? null : render('value', value);
        if (text !== null && Array.from(text).length > EVENT_VALUE_LENGTH)
          return failed(`value: must be at most ${EVENT_VALUE_LENGTH} characters long`);
        return { eventKey, title, value: text, provider: 'funnel' };
      });
      return resultOf(await this.contacts.trackEvents(tx, values), () => DONE, results);
    }),
    send_double_optin: inBatchesOf(CONTACT_BATCH, async (tx, batch) => {
      const { template_id: templateId } = batch.step.settings;
      const ids = contactsOf(batch.entries);
      const answers = await this.contacts.requestDoubleOptIn(tx, ids, templateId, causeOf(batch));
      return resultOf(answers, (answer) => (answer === 'asked' ? DONE : skipped(answer)));
    }),
  };

  constructor(
    private readonly contacts: ContactAutomation,
    private readonly labels: LabelChanges,
    private readonly companies: CompanyMemberships,
    private readonly texts: StepTexts,
  ) {}

  private labelling<Action extends LabelAction>(
    changeOf: (settings: StepSettings[Action]) => LabelChange,
  ): StepAction<Action> {
    return inBatchesOf(MEMBERSHIP_BATCH, async (tx, { step, entries }) => {
      const change = changeOf(step.settings);
      const { changed, kept, gone, missing } = await this.labels.applyToMany(tx, contactsOf(entries), change);
      const wanted = change.attach ?? change.detach ?? [];
      const outcomeOf = (id: number) => (changed.has(id) ? DONE : kept.has(id) ? KEPT_STATUS : NO_CHANGE);
      return ({ contactId }) =>
        gone.has(contactId) ? CONTACT_DELETED : resultAmong(`${change.kind}s`, wanted, missing, outcomeOf(contactId));
    });
  }
}

function causeOf<Action extends ActionName>({ funnel, step }: Pick<StepBatch<Action>, 'funnel' | 'step'>) {
  return { source: 'funnel', reason: `funnel ${funnel.id}, sequence ${step.id}` } as const;
}

/** Fails if all named objects are deleted; otherwise the trace names the deleted ones. */
function resultAmong(
  what: string,
  wanted: readonly number[],
  missing: readonly number[],
  otherwise: StepResult,
): StepResult {
  if (missing.length === 0) return otherwise;
  const detail = `${what} deleted: ${missing.join(', ')}`;
  return missing.length === wanted.length ? failed(detail) : { ...otherwise, detail };
}

/** @param before results that were known before the write, by contact id. */
function resultOf<Result>(
  written: Results<Result>,
  toResult: (result: Result) => StepResult,
  before: ReadonlyMap<number, StepResult> = new Map(),
): ResultOf {
  return ({ contactId }) => {
    const known = before.get(contactId);
    if (known) return known;
    const result = written.get(contactId);
    if (result === undefined) return CONTACT_DELETED;
    return result instanceof AppError ? failed(reasonOf(result)) : toResult(result);
  };
}

/** Returns the first error with its field, without values, because they are personal data. */
function reasonOf(error: AppError): string {
  if (error.code === null) return 'email: belongs to another contact';
  const params = (error.options.data?.['params'] ?? {}) as Readonly<Record<string, string>>;
  const [fault] = Object.entries(params);
  return fault ? fault.join(': ') : error.message;
}

/** A text with Liquid that renders blank leaves its field unchanged, so that no known value is lost. */
function fieldsOf(
  { properties }: StepSettings['update_contact_property'],
  render: (field: string, text: string) => string,
): AutomatedFields {
  const fields: Record<string, PropertyValue> = {};
  const custom: Record<string, PropertyValue> = {};
  for (const { key, value } of properties) {
    const filled = rendered(value, (text) => render(key, text));
    if (filled === undefined) continue;
    if (key.startsWith(CUSTOM)) custom[key.slice(CUSTOM.length)] = filled;
    else fields[key] = filled;
  }
  return { ...fields, ...(Object.keys(custom).length > 0 ? { custom_values: custom } : {}) };
}

function rendered(value: PropertyValue, render: (text: string) => string): PropertyValue | undefined {
  if (value === null) return null;
  // All fields accept texts.
  if (typeof value === 'number') return String(value);
  if (typeof value !== 'string') return value.map(render).filter((text) => text.trim() !== '');
  const text = render(value);
  return text.trim() === '' && value.trim() !== '' ? undefined : text;
}
