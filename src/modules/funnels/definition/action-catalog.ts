import type { JsonSchema, Schema, TypeOf } from '../../../shapes/shape.js';
import { SETTABLE_NAMES } from '../../contacts/contact/contact-field-catalog.js';
import { CONTACT_STATUSES } from '../../contacts/contact/contact-status.js';
import { NOTE_TYPES } from '../../contacts/automation/contact-automation.service.js';
import { LANGUAGES } from '../../../languages/languages.js';
import { FOOTER_MODES } from '../../mail-content/rendering/contents.service.js';
import { translationsShape } from '../../mail-content/templates/translations-field.js';
import { BODY_LENGTH, DESIGN_TEMPLATES, SUBJECT_LENGTH } from '../../mail-content/templates/template.entity.js';
import type { Filters } from '../../segments/segments.service.js';
import { type AwaitedEvent, type EventMatch, URL_LENGTH, matchInside } from './event-match.js';
import { MAIL_HEAD } from './funnel-rules.js';
import { FORMS, LIQUID, NAMES, choice, id, ids, list, optional, shape, text, whole } from './settings-schema.js';
import { WAITS } from './wait-settings.js';
import { nearestFirst } from '../../../platform/text/closest-name.js';

export const STEP_TYPES = ['action', 'benchmark', 'conditional', 'wait', 'split', 'exit'] as const;
type StepType = (typeof STEP_TYPES)[number];

interface ActionEntry {
  readonly title: string;
  readonly description: string;
  readonly type?: StepType;
  readonly settings: JsonSchema;
  /** The names of the branches in `children`, or the setting that defines them. */
  readonly branches?: readonly string[] | 'settings.branches';
}

/** The value of a contact column or of `custom.<slug>`; may contain Liquid. Null clears the field. */
export type PropertyValue = string | number | readonly string[] | null;

/** `optional`: contacts that have not done it skip the step. `required`: they wait at it. Doing it earlier jumps to it. */
export interface BenchmarkSettings extends Omit<EventMatch, 'event'> {
  readonly type: 'optional' | 'required';
}

/** The status has a step of its own. */
export const CONTACT_PROPERTIES: readonly string[] = SETTABLE_NAMES.filter((name) => name !== 'status');

const NOTE_LENGTH = 65_535;
const VALUE_LENGTH = 16_000;
const NOTICE_LENGTH = 100_000;
const CALL_LENGTH = 60_000;
const MAX_BRANCHES = 10;
const OPTION_LENGTH = 190;

const subject = text('Subject', {
  description: 'One line',
  min: 1,
  max: SUBJECT_LENGTH,
  form: 'one_line',
  liquid: true,
  example: 'Hello {{ contact.first_name | default: "there" }}',
});

function benchmark(
  event: AwaitedEvent,
  title: string,
  what: string,
): ActionEntry & { readonly settings: Schema<BenchmarkSettings> } {
  return {
    type: 'benchmark',
    title,
    description: `${what} Contacts that do it before they reach this step jump to it.`,
    settings: shape({
      type: choice('Mode', ['optional', 'required'], {
        description: 'required: the contact waits for the event; optional: contacts without the event skip the step',
        default: 'optional',
        example: 'required',
      }),
      ...matchInside(event),
    }),
  };
}

const onFrequencyCap = choice('At the frequency cap', ['wait', 'skip'], {
  description: 'What the step does while the contact has as many emails as `FREQUENCY_CAP` allows',
  default: 'wait',
});

const lists = shape({ lists: ids('Lists', 'lists', { min: 1, example: [1, 4] }) });
const tags = shape({ tags: ids('Tags', 'tags', { min: 1, example: [1, 4] }) });

// Schemas written by hand, with the types of the values.
const property = (schema: JsonSchema): Schema<PropertyValue> => schema;
const headers = (schema: JsonSchema): Schema<Readonly<Record<string, string>>> => schema;
const rule = (schema: JsonSchema): Schema<Filters> => schema;

const funnel = shape({ funnel_id: id('Funnel', 'funnels', { example: 4 }) });

/** All actions, including benchmarks. Validation, the catalog response and the types of settings derive from it. */
const CATALOG = {
  send_custom_email: {
    title: 'Send an email',
    description: 'Sends an email to the contact if it is subscribed.',
    settings: shape({
      email_subject: subject,
      email_pre_header: text('Preview text', { max: SUBJECT_LENGTH, form: 'one_line', liquid: true, default: '' }),
      email_body: text('Body', {
        min: 1,
        max: BODY_LENGTH,
        description: 'HTML, or MJML if the design is MJML',
        liquid: true,
        example: '<p>Hello {{ contact.first_name }}</p><p><a href="{{ unsubscribe_url }}">Unsubscribe</a></p>',
      }),
      email_body_text: text('Plain text', {
        max: BODY_LENGTH,
        description: 'Generated from the HTML if empty',
        liquid: true,
        default: '',
      }),
      translations: { ...translationsShape, title: 'Translations', default: {} },
      design_template: choice('Design', DESIGN_TEMPLATES, { default: 'simple' }),
      footer: choice('Footer', FOOTER_MODES, {
        default: 'auto',
        description: 'Whether emails without {{ unsubscribe_url }} or {{ preferences_url }} get the standard footer',
      }),
      language: optional(
        choice('Language of the footer', LANGUAGES, {
          description: 'For contacts without a `language` or `locale`; null for English',
        }),
      ),
      mailer_settings: {
        ...shape(MAIL_HEAD, {
          title: 'Sender',
          description: 'Overrides the sender of the funnel; the address must belong to the same sender',
        }),
        default: {},
      },
      on_frequency_cap: onFrequencyCap,
    }),
  },
  send_campaign_email: {
    title: "Send a campaign's email",
    description: 'Sends the email of a campaign with its content at that time.',
    settings: shape({
      campaign_id: id('Campaign', 'campaigns', { example: 7 }),
      on_frequency_cap: onFrequencyCap,
    }),
  },
  add_contact_to_list: { title: 'Add to lists', description: 'Adds the contact to lists.', settings: lists },
  detach_contact_from_list: { title: 'Remove from lists', description: 'Removes it from lists.', settings: lists },
  add_contact_to_tag: { title: 'Add tags', description: 'Adds tags to the contact.', settings: tags },
  detach_contact_from_tag: { title: 'Remove tags', description: 'Removes tags from the contact.', settings: tags },
  add_contact_to_company: {
    title: 'Add to companies',
    description: 'Attaches companies to the contact.',
    settings: shape({ companies: ids('Companies', 'companies', { min: 1, example: [2] }) }),
  },
  update_contact_property: {
    title: 'Update the contact',
    description: 'Sets fields and custom values of the contact.',
    settings: shape({
      properties: list(
        'Properties',
        shape({
          key: text('Property', {
            min: 1,
            description: `One of ${CONTACT_PROPERTIES.join(', ')}, or custom.<slug>`,
            example: 'custom.colour',
          }),
          value: property({
            title: 'Value',
            description: 'Null clears the field; a text that renders blank leaves it unchanged',
            type: ['string', 'number', 'array', 'null'],
            maxLength: VALUE_LENGTH,
            items: { type: 'string', maxLength: OPTION_LENGTH },
            maxItems: 100,
            [LIQUID]: true,
            examples: ['{{ trigger.favorite_color }}'],
          }),
        }),
        { min: 1, max: 50 },
      ),
    }),
  },
  change_status: {
    title: 'Change the status',
    description: 'Never changes it to subscribed; the trace then says `kept_status`.',
    settings: shape({ status: choice('Status', CONTACT_STATUSES, { example: 'unsubscribed' }) }),
  },
  add_contact_note: {
    title: 'Add a note',
    description: 'Adds a note to the contact.',
    settings: shape({
      title: text('Title', { min: 1, form: 'not_blank', liquid: true, example: 'Completed the welcome funnel' }),
      description: text('Text', {
        min: 1,
        max: NOTE_LENGTH,
        form: 'not_blank',
        description: 'HTML; sanitized when it is stored',
        liquid: true,
        example: '<p>Signed up for {{ trigger.plan }}</p>',
      }),
      type: choice('Kind', NOTE_TYPES, { default: 'note' }),
    }),
  },
  track_event: {
    title: 'Track an event',
    description: 'Records an event of the contact; the same key and title again increase its counter.',
    settings: shape({
      event_key: text('Key', { min: 1, form: 'word', example: 'onboarding_done' }),
      title: text('Title', { min: 1, form: 'word', example: 'Finished the tour' }),
      value: optional(text('Value', { max: VALUE_LENGTH, liquid: true })),
    }),
  },
  http_request: {
    title: 'Call a URL',
    description: 'Sends an HTTP request; the funnel does not wait for the response. Temporary errors are retried.',
    settings: shape({
      url: text('URL', {
        min: 1,
        max: URL_LENGTH,
        description: 'https; Liquid only in the path and the query',
        liquid: true,
        example: 'https://crm.example.com/hooks/{{ contact.id }}',
      }),
      method: choice('Method', ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'], { default: 'POST' }),
      headers: headers({
        type: 'object',
        title: 'Headers',
        description: 'Values are stored encrypted and shown as `***`; sending `***` keeps the stored value',
        additionalProperties: text('Value', { max: 2_000, form: 'one_line', liquid: true }),
        propertyNames: { pattern: FORMS.header_name.pattern },
        maxProperties: 20,
        default: {},
        examples: [{ 'Content-Type': 'application/json' }],
      }),
      body: optional(text('Body', { max: CALL_LENGTH, liquid: true, example: '{"email": "{{ contact.email }}"}' })),
    }),
  },
  add_to_funnel: {
    title: 'Add to another funnel',
    description: 'Enrolls the contact by the rules of that funnel, if it is published.',
    settings: funnel,
  },
  remove_from_funnel: {
    title: 'Remove from a funnel',
    description: 'Ends the enrollment of the contact in that funnel.',
    settings: funnel,
  },
  send_double_optin: {
    title: 'Ask for confirmation',
    description: 'Sends the double opt-in email; skipped for contacts that are subscribed or complained.',
    settings: shape({
      template_id: optional(id('Template', 'templates', { description: 'Null for the standard email' })),
    }),
  },
  notify_manager: {
    title: 'Notify a manager',
    description: 'Sends an email to a manager for each contact.',
    settings: shape({
      username: { ...text('Manager', { min: 1, max: 60, example: 'ada' }), [NAMES]: 'managers' },
      email_subject: subject,
      email_body: text('Body', {
        min: 1,
        max: NOTICE_LENGTH,
        description: 'HTML',
        liquid: true,
        example: '<p>The trial of {{ contact.email }} has ended.</p>',
      }),
    }),
  },
  wait_times: {
    type: 'wait',
    title: 'Wait',
    description: 'Waits for a period, a point in time, a day of the week, a date of the contact, or an event.',
    settings: WAITS,
  },
  funnel_condition: {
    type: 'conditional',
    title: 'Condition',
    description: 'Contacts that match take the branch `yes`, others `no`; both continue with the next step.',
    settings: shape({
      conditions: rule({
        title: 'Rule',
        description: 'A rule of the filter language: groups joined by OR, of rows joined by AND',
        type: 'array',
        examples: [[[{ source: ['subscriber', 'country'], operator: '=', value: 'FR' }]]],
      }),
    }),
    branches: ['yes', 'no'],
  },
  funnel_split: {
    type: 'split',
    title: 'Split',
    description: 'Chooses one of several branches at random, by weight.',
    settings: shape({
      branches: list(
        'Branches',
        shape({
          key: text('Key', { form: 'branch_key', max: 32, example: 'a' }),
          weight: whole('Weight', { min: 1, max: 100, default: 1, example: 50 }),
        }),
        {
          min: 2,
          max: MAX_BRANCHES,
          example: [
            { key: 'a', weight: 50 },
            { key: 'b', weight: 50 },
          ],
        },
      ),
    }),
    branches: 'settings.branches',
  },
  end_this_funnel: { type: 'exit', title: 'End', description: 'Completes the enrollment.', settings: shape({}) },
  list_applied: benchmark('list_applied', 'Added to a list', 'The contact was added to a list.'),
  tag_applied: benchmark('tag_applied', 'Tag added', 'The contact got a tag.'),
  email_opened: benchmark('email_opened', 'Opened an email', 'The contact opened an email of this funnel.'),
  link_clicked: benchmark('link_clicked', 'Clicked a link', 'The contact clicked a link in an email of this funnel.'),
  event_tracked: benchmark('event_tracked', 'Event tracked', 'An event of the contact was tracked.'),
  order_received: benchmark('order_received', 'Ordered', 'An order of the contact was received.'),
} as const satisfies Readonly<Record<string, ActionEntry>>;

export type ActionName = keyof typeof CATALOG;
export type StepSettings = { readonly [Name in ActionName]: TypeOf<(typeof CATALOG)[Name]['settings']> };
export type EmailSettings = StepSettings['send_custom_email'];
export type HttpRequestSettings = StepSettings['http_request'];

export const ACTIONS: Readonly<Record<ActionName, ActionEntry>> = CATALOG;

export const isAction = (name: unknown): name is ActionName => typeof name === 'string' && Object.hasOwn(ACTIONS, name);

/** The reason for an unknown action. */
export const notAnAction = (name: unknown): string =>
  `is not an action; known actions: ${nearestFirst(name, Object.keys(ACTIONS))}`;

export const stepTypeOf = (action: ActionName): StepType => ACTIONS[action].type ?? 'action';

export function branchesOf(action: ActionName, settings: object): readonly string[] {
  const { branches = [] } = ACTIONS[action];
  return branches === 'settings.branches'
    ? (settings as StepSettings['funnel_split']).branches.map(({ key }) => key)
    : branches;
}
