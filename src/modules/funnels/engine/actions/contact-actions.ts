import { Injectable } from '@nestjs/common';
import type { Tx } from '../../../../platform/database/database.js';
import { type AutomatedFields, ContactAutomation } from '../../../contacts/automation/contact-automation.service.js';
import type { ContactStatus } from '../../../contacts/contact-status.js';
import type { PropertyValue, StepSettings } from '../../definition/step.js';
import { DONE, type EntryAtStep, RunsSteps, type StepAction, type StepBatch, type StepResult } from '../step-action.js';
import { NO_CHANGE, failed, resultAmong, resultsOf, skipped } from './contact-results.js';
import { FilledSteps } from './filled-steps.service.js';

/** They write contact by contact, and others wait for those. */
const AT_MOST = 25;
const CUSTOM = 'custom.';
/** Of four bytes each, as many as a TEXT column holds. */
const EVENT_VALUE_LENGTH = 16_000;

/** Who did it, for the log of consents and those who listen to changes of the status. */
const causeOf = ({ funnel, step }: Pick<StepBatch, 'funnel'> & { readonly step: { readonly id: number } }) =>
  ({ source: 'funnel', reason: `funnel ${funnel.id}, sequence ${step.id}` }) as const;

@RunsSteps()
@Injectable()
export class UpdatePropertyAction implements StepAction<'update_contact_property'> {
  readonly runs = ['update_contact_property'] as const;
  readonly atMost = AT_MOST;

  constructor(
    private readonly contacts: ContactAutomation,
    private readonly filled: FilledSteps,
  ) {}

  async run(tx: Tx, batch: StepBatch<'update_contact_property'>): Promise<ReadonlyMap<number, StepResult>> {
    const { entries, step } = batch;
    const { values, results } = await this.filled.fill(tx, entries, (render) => {
      const fields = fieldsOf(step.settings, render);
      return Object.keys(fields).length === 0 ? skipped('nothing_to_set') : fields;
    });
    const updated = await this.contacts.update(tx, values, causeOf(batch));
    const said = (changed: boolean): StepResult => (changed ? DONE : NO_CHANGE);
    return new Map([...resultsOf(entries, updated, said), ...results]);
  }
}

/** A text that has something to fill in and comes out blank leaves the field as it is: nobody loses what is known of him. */
function fieldsOf(
  { properties }: StepSettings['update_contact_property'],
  render: (field: string, text: string) => string,
): AutomatedFields {
  const fields: Record<string, PropertyValue> = {};
  const custom: Record<string, PropertyValue> = {};
  for (const { key, value } of properties) {
    const filled = filledIn(value, (text) => render(key, text));
    if (filled === undefined) continue;
    if (key.startsWith(CUSTOM)) custom[key.slice(CUSTOM.length)] = filled;
    else fields[key] = filled;
  }
  return { ...fields, ...(Object.keys(custom).length > 0 ? { custom_values: custom } : {}) };
}

function filledIn(value: PropertyValue, render: (text: string) => string): PropertyValue | undefined {
  if (value === null) return null;
  // Texts are taken by every kind of field.
  if (typeof value === 'number') return String(value);
  if (typeof value !== 'string') return value.map(render).filter((text) => text.trim() !== '');
  const text = render(value);
  return text.trim() === '' && value.trim() !== '' ? undefined : text;
}

@RunsSteps()
@Injectable()
export class ChangeStatusAction implements StepAction<'change_status'> {
  readonly runs = ['change_status'] as const;
  readonly atMost = AT_MOST;

  constructor(private readonly contacts: ContactAutomation) {}

  async run(tx: Tx, batch: StepBatch<'change_status'>): Promise<ReadonlyMap<number, StepResult>> {
    const { entries, step } = batch;
    const changed = await this.contacts.changeStatus(
      tx,
      contactsOf(entries),
      step.settings.status as ContactStatus,
      causeOf(batch),
    );
    const said = { changed: DONE, unchanged: NO_CHANGE, kept: { outcome: 'done', detail: 'kept_status' } } as const;
    return new Map(resultsOf(entries, changed, (result) => said[result]));
  }
}

@RunsSteps()
@Injectable()
export class AddNoteAction implements StepAction<'add_contact_note'> {
  readonly runs = ['add_contact_note'] as const;
  readonly atMost = AT_MOST;

  constructor(
    private readonly contacts: ContactAutomation,
    private readonly filled: FilledSteps,
  ) {}

  async run(tx: Tx, { entries, step, now }: StepBatch<'add_contact_note'>): Promise<ReadonlyMap<number, StepResult>> {
    const { title, description, type } = step.settings;
    const { values, results } = await this.filled.fill(tx, entries, (render) => ({
      title: render('title', title),
      description: render('description', description, 'html'),
      type,
      created_at: now.toISOString(),
    }));
    const added = await this.contacts.addNotes(tx, values);
    return new Map([...resultsOf(entries, added, () => DONE), ...results]);
  }
}

@RunsSteps()
@Injectable()
export class TrackEventAction implements StepAction<'track_event'> {
  readonly runs = ['track_event'] as const;
  readonly atMost = AT_MOST;

  constructor(
    private readonly contacts: ContactAutomation,
    private readonly filled: FilledSteps,
  ) {}

  async run(tx: Tx, { entries, step }: StepBatch<'track_event'>): Promise<ReadonlyMap<number, StepResult>> {
    const { event_key: eventKey, title, value } = step.settings;
    const { values, results } = await this.filled.fill(tx, entries, (render) => {
      const text = value === null ? null : render('value', value);
      if (text !== null && Array.from(text).length > EVENT_VALUE_LENGTH)
        return failed(`value: must be at most ${EVENT_VALUE_LENGTH} characters long`);
      return { eventKey, title, value: text, provider: 'funnel' };
    });
    const tracked = await this.contacts.trackEvents(tx, values);
    return new Map([...resultsOf(entries, tracked, () => DONE), ...results]);
  }
}

@RunsSteps()
@Injectable()
export class AddToCompanyAction implements StepAction<'add_contact_to_company'> {
  readonly runs = ['add_contact_to_company'] as const;
  readonly atMost = 100;

  constructor(private readonly contacts: ContactAutomation) {}

  async run(tx: Tx, { entries, step }: StepBatch<'add_contact_to_company'>): Promise<ReadonlyMap<number, StepResult>> {
    const { companies } = step.settings;
    const { changed, missing } = await this.contacts.addToCompanies(tx, contactsOf(entries), companies);
    return new Map(
      entries.map(({ id, contactId }) => [
        id,
        resultAmong('companies', companies, missing, changed.has(contactId) ? DONE : NO_CHANGE),
      ]),
    );
  }
}

@RunsSteps()
@Injectable()
export class SendDoubleOptInAction implements StepAction<'send_double_optin'> {
  readonly runs = ['send_double_optin'] as const;
  readonly atMost = AT_MOST;

  constructor(private readonly contacts: ContactAutomation) {}

  async run(tx: Tx, batch: StepBatch<'send_double_optin'>): Promise<ReadonlyMap<number, StepResult>> {
    const { entries, step } = batch;
    const answers = await this.contacts.askForOptIn(tx, contactsOf(entries), step.settings.template_id, causeOf(batch));
    return new Map(resultsOf(entries, answers, (answer) => (answer === 'asked' ? DONE : skipped(answer))));
  }
}

const contactsOf = (entries: readonly EntryAtStep[]): number[] => entries.map(({ contactId }) => contactId);
