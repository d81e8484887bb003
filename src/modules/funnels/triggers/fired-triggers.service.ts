import { Injectable } from '@nestjs/common';
import { DatabaseClock } from '../../../platform/clock/clock.js';
import type { Tx } from '../../../platform/database/database.js';
import { AppError, invalidParams, notFound, ValidationErrors } from '../../../platform/errors/app-error.js';
import { Outbox } from '../../../platform/outbox/outbox.js';
import type { CaselessMap } from '../../../platform/text/caseless-map.js';
import { isObject, type JsonObject } from '../../../platform/values/json.js';
import { SETTABLE } from '../../contacts/contact/contact-field-catalog.js';
import { type ContactIdentifiers, identifiedContact } from '../../contacts/contact/contact-identity.js';
import { ContactsService } from '../../contacts/contacts.service.js';
import type { ContactInput } from '../../contacts/writing/contact-check.service.js';
import { candidatesFor, isFireable, isTriggerName, notATrigger } from '../definition/trigger-catalog.js';
import { Enrollments } from '../enrollments/enrollments.service.js';
import { Counters } from '../enrollments/funnel-counters.js';
import { SettingChecks } from '../validation/setting-checks.service.js';
import { type RunningFunnel, RunningFunnels } from '../versions/running-funnels.service.js';
import type { FunnelTriggeredResponse, TriggerFiredResponse } from './dto/trigger.shapes.js';

interface TriggerReport {
  readonly who: ContactIdentifiers;
  readonly payload: JsonObject;
  readonly contact: JsonObject;
}

const NAMES = { id: 'contact_id', userId: 'user_id', email: 'email' } as const;
const PATH = 'subscriber_data';
const MEMBERS: ReadonlySet<string> = new Set([
  ...SETTABLE.filter(({ fromTriggers }) => fromTriggers !== false).map(({ name }) => name),
  ...['full_name', 'Country', 'tags', 'lists', 'custom_values', 'consent'],
]);

/** Accepts triggers of other systems, such as shops. The relay decides which funnels enroll the contact. */
@Injectable()
export class FiredTriggers {
  constructor(
    private readonly contacts: ContactsService,
    private readonly funnels: RunningFunnels,
    private readonly outbox: Outbox,
  ) {}

  async fire(triggerName: string, report: TriggerReport): Promise<TriggerFiredResponse> {
    const { payload, contact } = report;
    const faults = new ValidationErrors();
    if (!isFireable(triggerName))
      faults.add('trigger_name', isTriggerName(triggerName) ? 'cannot be reported' : notATrigger(triggerName));
    if (contact['email'] !== undefined) faults.add('contact.email', 'must be sent next to contact, not inside it');
    const input = flatContact(contact, 'contact', faults);
    faults.throwIfAny();
    return this.contacts.whileRaced(async (tx) => {
      const funnels = await this.funnels.withTriggers(tx, candidatesFor(triggerName));
      const contactId = await this.contactOf(tx, triggerName, report, input, funnels);
      const data = { trigger_name: triggerName, contact_id: contactId, payload };
      await this.outbox.append(tx, 'funnel.triggered', contactId, data);
      return {
        message: 'Trigger has been received.',
        trigger_name: triggerName,
        subscriber_id: contactId,
        funnels: funnels.map(({ id }) => id),
      };
    });
  }

  /** Writes the contact and returns its id; creates an unknown one only if a published funnel has the trigger. */
  private async contactOf(
    tx: Tx,
    triggerName: string,
    { who, contact }: TriggerReport,
    input: ContactInput,
    [first]: readonly RunningFunnel[],
  ): Promise<number> {
    const known = await identifiedContact(tx, who, NAMES);
    if (known !== null && Object.keys(contact).length === 0) return known;
    const email = known === null ? who.email : await this.emailOf(tx, known);
    if (email === undefined || (known === null && (who.id !== undefined || !first))) throw notFound();
    const whole = { ...input, ...(who.userId === undefined ? {} : { user_id: who.userId }), email };
    const written = await withFaultsUnder('contact', contact, new ValidationErrors(), () =>
      this.contacts.createOrUpdateIn(tx, whole, {
        forceUpdate: true,
        statusOfNew: first?.settings.subscription_status ?? 'pending',
        cause: { source: 'trigger', reason: triggerName },
      }),
    );
    return written.contact.id;
  }

  private async emailOf(tx: Tx, id: number): Promise<string | undefined> {
    const [row] = await tx.query<{ email: string }>('SELECT email FROM contacts WHERE id = :id', { id });
    return row?.email;
  }
}

/** Writes a contact and enrolls it in a given funnel, in one transaction. */
@Injectable()
export class FunnelTriggerService {
  constructor(
    private readonly contacts: ContactsService,
    private readonly funnels: RunningFunnels,
    private readonly enrollments: Enrollments,
    private readonly clock: DatabaseClock,
    private readonly checks: SettingChecks,
  ) {}

  async call(funnelId: number, data: JsonObject): Promise<FunnelTriggeredResponse> {
    return this.contacts.whileRaced(async (tx) => {
      const faults = new ValidationErrors();
      const [sent, others] = contactAndOthers(data, await this.checks.customFields(tx));
      const input = flatContact(sent, PATH, faults);
      const funnel = await this.funnels.holdPublished(tx, funnelId, 'funnel_id');
      const { contact, action } = await withFaultsUnder(PATH, data, faults, () =>
        this.contacts.createOrUpdateIn(tx, input, {
          forceUpdate: true,
          statusOfNew: funnel.settings.subscription_status,
          cause: { source: 'trigger', reason: 'funnel_trigger' },
        }),
      );
      const turn = { now: await this.clock.now(tx), counters: new Counters() };
      const candidate = { contactId: contact.id, data: others };
      const entered = await this.enrollments.enter(tx, funnel, [candidate], { ...turn, isManual: true });
      await turn.counters.write(tx);
      const isNew = entered.size > 0;
      return {
        message: isNew ? 'Subscriber has been added to the funnel.' : 'Subscriber is already active in this funnel.',
        funnel_id: funnelId,
        subscriber_id: contact.id,
        contact_action: action,
        status: isNew ? 'added' : 'already_active',
      };
    });
  }
}

/** Separates fields and custom values of a contact from other data. @param slugs the custom fields. */
function contactAndOthers(data: JsonObject, slugs: CaselessMap<string>): readonly [JsonObject, JsonObject] {
  const names = new Set<string>([...MEMBERS, ...SETTABLE.map(({ name }) => name)]);
  const members = Map.groupBy(Object.entries(data), ([name]) => names.has(name) || slugs.has(name));
  return [Object.fromEntries(members.get(true) ?? []), Object.fromEntries(members.get(false) ?? [])];
}

/** Reads a contact whose custom values are next to its fields, as forms send them. */
function flatContact(data: JsonObject, path: string, faults: ValidationErrors): ContactInput {
  const { status, ...members } = data;
  if (status !== undefined) faults.add(`${path}.status`, 'must not be set: the funnel determines it');
  const entries = Map.groupBy(Object.entries(members), ([name]) => MEMBERS.has(name));
  const fields = Object.fromEntries(entries.get(true) ?? []) as ContactInput;
  const values = entries.get(false);
  const { custom_values: named = {} } = fields;
  if (!values || !isObject(named)) return fields;
  return { ...fields, custom_values: { ...named, ...Object.fromEntries(values) } };
}

/** Runs `work` and reports its errors under `path`, together with the given errors, which also roll it back. */
async function withFaultsUnder<T>(
  path: string,
  data: JsonObject,
  faults: ValidationErrors,
  work: () => Promise<T>,
): Promise<T> {
  let done: T;
  try {
    done = await work();
  } catch (error) {
    const params =
      error instanceof AppError && error.code === 'rest_invalid_param' ? error.options.data?.['params'] : null;
    if (!(error instanceof AppError) || !params) throw error;
    const renamed = Object.entries(params).map(([field, reason]): [string, string] => {
      const slug = /^custom_values\.(.+)$/.exec(field)?.[1];
      return [`${path}.${slug !== undefined && Object.hasOwn(data, slug) ? slug : field}`, reason as string];
    });
    throw invalidParams({ ...Object.fromEntries(renamed), ...faults.reasonsByField() }, error.message);
  }
  faults.throwIfAny();
  return done;
}
