import type { JsonSchema } from '../../../events/schema.js';
import { WEEKDAYS } from '../../../platform/clock/weekly-window.js';
import { SETTABLE_NAMES } from '../../contacts/contact-field-catalog.js';
import { CONTACT_STATUSES } from '../../contacts/contact-status.js';
import { NOTE_TYPES } from '../../contacts/automation/contact-automation.service.js';
import { FOOTER_MODES, LANGUAGES } from '../../mail-content/rendering/contents.service.js';
import { DESIGN_TEMPLATES } from '../../mail-content/templates/template.entity.js';
import { AWAITED_EVENTS, type AwaitedEvent } from './event-match.js';
import {
  FORMS,
  LIQUID,
  NAMES,
  amount,
  choice,
  constant,
  formatted,
  id,
  ids,
  list,
  optional,
  shape,
  text,
  variants,
  whole,
} from './settings-schema.js';
import { type ActionName, WAIT_UNITS } from './step.js';

/** What somebody who builds a funnel can choose from. */
export interface ActionEntry {
  readonly title: string;
  readonly description: string;
  readonly settings: JsonSchema;
  /** The names of the ways under it (`children`), or where they come from. */
  readonly branches?: readonly string[] | 'settings.branches';
}

/** What of a contact a step may change: everything but the status, which has a step of its own. */
export const CONTACT_PROPERTIES: readonly string[] = SETTABLE_NAMES.filter((name) => name !== 'status');

/** As much as the parser of Liquid takes. */
const BODY_LENGTH = 2_000_000;
const SUBJECT_LENGTH = 500;
const NOTE_LENGTH = 65_535;
const VALUE_LENGTH = 16_000;
const NOTICE_LENGTH = 100_000;
const URL_LENGTH = 2_048;
const CALL_LENGTH = 60_000;
const MOST_DAYS = 3_650;
const LONGEST_WAIT = 100_000;
const MOST_BRANCHES = 10;
const OPTION_LENGTH = 190;

const subject = text('Subject', {
  description: 'One line',
  min: 1,
  max: SUBJECT_LENGTH,
  form: 'one_line',
  liquid: true,
  example: 'Hello {{ contact.first_name | default: "there" }}',
});

/** Names and addresses in the head of a mail. */
export const MAIL_HEAD = {
  from_name: optional(text('From name', { form: 'one_line', example: 'Ada from Carillon' })),
  from_email: optional(formatted('From address', 'email', { example: 'ada@example.com' })),
  reply_to_name: optional(text('Reply-To name', { form: 'one_line' })),
  reply_to_email: optional(formatted('Reply-To address', 'email')),
};

/** What can be said of each event beside its name. Nothing said is anything. */
const MATCH: Readonly<Record<AwaitedEvent, Readonly<Record<string, JsonSchema>>>> = {
  list_applied: { lists: ids('Lists', 'lists', { description: 'One of these; none for any', example: [1] }) },
  tag_applied: { tags: ids('Tags', 'tags', { description: 'One of these; none for any', example: [3] }) },
  email_opened: {},
  link_clicked: {
    url: optional(
      text('Link', {
        max: URL_LENGTH,
        description: 'The beginning of where it leads; null for any',
        example: 'https://shop.example/offer',
      }),
    ),
  },
  event_tracked: {
    event_key: optional(
      text('Key of the event', { form: 'word', description: 'Null for any', example: 'pricing_viewed' }),
    ),
  },
  order_received: {
    min_total: optional(amount('Least total', { description: 'In the currency of the order', example: 50 })),
  },
};

const OF_MAILS: readonly AwaitedEvent[] = ['email_opened', 'link_clicked'];
const sequenceId = optional(
  id('Step', 'mail_steps', { description: 'The step whose mail it is; null for any mail of this funnel' }),
);

/** The settings of an event within one funnel, where its mails have steps. */
const matchInside = (event: AwaitedEvent): Readonly<Record<string, JsonSchema>> => ({
  ...MATCH[event],
  ...(OF_MAILS.includes(event) ? { sequence_id: sequenceId } : {}),
});

/** What a funnel is for. */
export const GOAL: JsonSchema = variants(
  'Goal',
  AWAITED_EVENTS.map((event) => shape({ event: constant(event), ...MATCH[event] }, ['event'])),
  'Who does this has reached what the funnel is for and completes it at once',
);

function benchmark(event: AwaitedEvent, title: string, what: string): ActionEntry {
  return {
    title,
    description: `${what} Whoever has done it while on the way there goes straight to this step.`,
    settings: shape({
      type: choice('How much it matters', ['optional', 'required'], {
        description: 'At a required one everybody waits who has not done it yet; past an optional one they go',
        default: 'optional',
        example: 'required',
      }),
      ...matchInside(event),
    }),
  };
}

const labels = (kind: 'lists' | 'tags', title: string): JsonSchema =>
  shape({ [kind]: ids(title, kind, { min: 1, example: [1, 4] }) }, [kind]);

const funnel = shape({ funnel_id: id('Funnel', 'funnels', { example: 4 }) }, ['funnel_id']);

const unit = choice('Unit', WAIT_UNITS, { example: 'days' });
const duration = (title: string): JsonSchema => whole(title, { min: 1, max: LONGEST_WAIT, example: 3 });
const hour = (title: string, rest: { readonly default?: string } = {}): JsonSchema =>
  text(title, {
    form: 'time_of_day',
    max: 5,
    description: "On the installation's clock",
    example: '09:00',
    ...rest,
  });

const WAITS: JsonSchema = variants('Wait', [
  shape(
    { wait_type: constant('unit_wait'), wait_time_amount: duration('How long'), wait_time_unit: unit },
    ['wait_type', 'wait_time_amount', 'wait_time_unit'],
    { title: 'For some time' },
  ),
  shape(
    {
      wait_type: constant('timestamp_wait'),
      wait_date_time: formatted('Until', 'date-time', {
        description: 'UTC unless an offset is given; who comes later does not wait',
        example: '2027-03-01T09:00:00Z',
      }),
    },
    ['wait_type', 'wait_date_time'],
    { title: 'Until a moment' },
  ),
  shape(
    {
      wait_type: constant('to_day'),
      to_day: list('Days', choice('Day', WEEKDAYS), {
        max: WEEKDAYS.length,
        description: 'None for every day',
        default: [],
        example: ['Mon', 'Thu'],
      }),
      to_day_time: hour('Time'),
    },
    ['wait_type', 'to_day_time'],
    { title: 'Until a day of the week' },
  ),
  shape(
    {
      wait_type: constant('by_custom_field'),
      by_custom_field: {
        ...text('Date', { min: 1, description: 'The slug of a custom field of type date, or date_of_birth' }),
        [NAMES]: 'date_fields',
        examples: ['renewal_date'],
      },
      offset_days: whole('Days after it', {
        min: -MOST_DAYS,
        max: MOST_DAYS,
        description: 'Negative for before',
        default: 0,
        example: -7,
      }),
      at: hour('Time', { default: '09:00' }),
    },
    ['wait_type', 'by_custom_field'],
    { title: 'Until a date of the contact' },
  ),
  ...AWAITED_EVENTS.map((event) =>
    shape(
      {
        wait_type: constant('event'),
        event: constant(event),
        ...matchInside(event),
        timeout_amount: duration('No longer than'),
        timeout_unit: unit,
      },
      ['wait_type', 'event', 'timeout_amount', 'timeout_unit'],
      { title: `Until something happens: ${event}` },
    ),
  ),
]);

/** Every action, the benchmarks among them. The one source for what is accepted and for what the catalogue says. */
export const ACTIONS: Readonly<Record<ActionName, ActionEntry>> = {
  send_custom_email: {
    title: 'Send an e-mail',
    description: 'To the contact, if subscribed.',
    settings: shape(
      {
        email_subject: subject,
        email_pre_header: text('Preview text', { max: SUBJECT_LENGTH, form: 'one_line', liquid: true, default: '' }),
        email_body: text('Body', {
          min: 1,
          max: BODY_LENGTH,
          description: 'HTML (MJML where that is the design)',
          liquid: true,
          example: '<p>Hello {{ contact.first_name }}</p><p><a href="{{ unsubscribe_url }}">Unsubscribe</a></p>',
        }),
        email_body_text: text('Plain text', {
          max: BODY_LENGTH,
          description: 'Made from the HTML when empty',
          liquid: true,
          default: '',
        }),
        design_template: choice('Design', DESIGN_TEMPLATES, { default: 'simple' }),
        footer: choice('Footer', FOOTER_MODES, {
          default: 'auto',
          description:
            'Whether a part without a link to {{ unsubscribe_url }} or {{ preferences_url }} gets the standard one',
        }),
        language: optional(
          choice('Language of the footer', LANGUAGES, {
            description: 'For contacts whose field `language` or `locale` names none; null for English',
          }),
        ),
        mailer_settings: {
          ...shape(MAIL_HEAD, [], {
            title: 'Sender',
            description: "Where it differs from the funnel's; an address of the same sender",
          }),
          default: {},
        },
      },
      ['email_subject', 'email_body'],
    ),
  },
  send_campaign_email: {
    title: "Send a campaign's e-mail",
    description: 'The content of that campaign as it is at the moment of sending.',
    settings: shape({ campaign_id: id('Campaign', 'campaigns', { example: 7 }) }, ['campaign_id']),
  },
  add_contact_to_list: {
    title: 'Add to lists',
    description: 'Puts the contact on lists.',
    settings: labels('lists', 'Lists'),
  },
  detach_contact_from_list: {
    title: 'Remove from lists',
    description: 'Takes the contact off lists.',
    settings: labels('lists', 'Lists'),
  },
  add_contact_to_tag: {
    title: 'Add tags',
    description: 'Gives the contact tags.',
    settings: labels('tags', 'Tags'),
  },
  detach_contact_from_tag: {
    title: 'Remove tags',
    description: 'Takes tags from the contact.',
    settings: labels('tags', 'Tags'),
  },
  add_contact_to_company: {
    title: 'Add to companies',
    description: 'Makes the contact a member of companies.',
    settings: shape({ companies: ids('Companies', 'companies', { min: 1, example: [2] }) }, ['companies']),
  },
  update_contact_property: {
    title: 'Change the contact',
    description: 'Sets fields and custom values of the contact.',
    settings: shape(
      {
        properties: list(
          'Properties',
          shape(
            {
              key: text('Property', {
                min: 1,
                description: `One of ${CONTACT_PROPERTIES.join(', ')}, or custom.<slug>`,
                example: 'custom.colour',
              }),
              value: {
                title: 'Value',
                description:
                  'Null empties the field, a text that comes out blank leaves it as it is; several options for checkboxes',
                type: ['string', 'number', 'array', 'null'],
                maxLength: VALUE_LENGTH,
                items: { type: 'string', maxLength: OPTION_LENGTH },
                maxItems: 100,
                [LIQUID]: true,
                examples: ['{{ trigger.favourite_colour }}'],
              },
            },
            ['key', 'value'],
          ),
          { min: 1, max: 50 },
        ),
      },
      ['properties'],
    ),
  },
  change_status: {
    title: 'Change the status',
    description: 'No funnel makes anybody subscribed: who is not stays so, which the trace calls `kept_status`.',
    settings: shape({ status: choice('Status', CONTACT_STATUSES, { example: 'unsubscribed' }) }, ['status']),
  },
  add_contact_note: {
    title: 'Add a note',
    description: 'Writes a note about the contact.',
    settings: shape(
      {
        title: text('Title', { min: 1, form: 'not_blank', liquid: true, example: 'Came by the welcome funnel' }),
        description: text('Text', {
          min: 1,
          max: NOTE_LENGTH,
          form: 'not_blank',
          description: 'HTML, cleaned up when it is written',
          liquid: true,
          example: '<p>Signed up for {{ trigger.plan }}</p>',
        }),
        type: choice('Kind', NOTE_TYPES, { default: 'note' }),
      },
      ['title', 'description'],
    ),
  },
  track_event: {
    title: 'Track an event',
    description: 'Reports something that the contact did; the same key and title again raise its counter.',
    settings: shape(
      {
        event_key: text('Key', { min: 1, form: 'word', example: 'onboarding_done' }),
        title: text('Title', { min: 1, form: 'word', example: 'Finished the tour' }),
        value: optional(text('Value', { max: VALUE_LENGTH, liquid: true })),
      },
      ['event_key', 'title'],
    ),
  },
  http_request: {
    title: 'Call a URL',
    description:
      'Tells another system; the funnel does not wait for its answer. What fails for a while is tried again.',
    settings: shape(
      {
        url: text('URL', {
          min: 1,
          max: URL_LENGTH,
          description: 'https; Liquid in its path and query only',
          liquid: true,
          example: 'https://crm.example.com/hooks/{{ contact.id }}',
        }),
        method: choice('Method', ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'], { default: 'POST' }),
        headers: {
          type: 'object',
          title: 'Headers',
          description: 'Values are stored encrypted and shown as `***`; a `***` that comes back keeps the stored value',
          additionalProperties: text('Value', { max: 2_000, form: 'one_line', liquid: true }),
          propertyNames: { pattern: FORMS.header_name.pattern },
          maxProperties: 20,
          default: {},
          examples: [{ 'Content-Type': 'application/json' }],
        },
        body: optional(text('Body', { max: CALL_LENGTH, liquid: true, example: '{"email": "{{ contact.email }}"}' })),
      },
      ['url'],
    ),
  },
  add_to_funnel: {
    title: 'Add to another funnel',
    description: 'By the rules of that funnel, if it is published.',
    settings: funnel,
  },
  remove_from_funnel: {
    title: 'Remove from a funnel',
    description: 'Ends the way of the contact through that funnel.',
    settings: funnel,
  },
  send_double_optin: {
    title: 'Ask for a confirmation',
    description: 'Sends the mail of the double opt-in; who is subscribed already, or complained, gets none.',
    settings: shape({
      template_id: optional(id('Template', 'templates', { description: 'Null for the usual mail' })),
    }),
  },
  notify_manager: {
    title: 'Notify a manager',
    description: 'By mail.',
    settings: shape(
      {
        username: { ...text('Manager', { min: 1, max: 60, example: 'ada' }), [NAMES]: 'managers' },
        email_subject: subject,
        email_body: text('Body', {
          min: 1,
          max: NOTICE_LENGTH,
          description: 'HTML',
          liquid: true,
          example: '<p>{{ contact.email }} has come to the end of the trial.</p>',
        }),
      },
      ['username', 'email_subject', 'email_body'],
    ),
  },
  wait_times: {
    title: 'Wait',
    description:
      'For some time, until a moment, a day of the week or a date of the contact, or for something to happen.',
    settings: WAITS,
  },
  funnel_condition: {
    title: 'Condition',
    description: 'Who matches goes by `yes`, everybody else by `no`; after either the way goes on behind it.',
    settings: shape(
      {
        conditions: {
          title: 'Rule',
          description: 'Of the filter language: groups joined by OR, of rows joined by AND',
          type: 'array',
          examples: [[[{ source: ['subscriber', 'country'], operator: '=', value: 'FR' }]]],
        },
      },
      ['conditions'],
    ),
    branches: ['yes', 'no'],
  },
  funnel_split: {
    title: 'Split',
    description: 'Everybody goes one of several ways, by chance and their weights.',
    settings: shape(
      {
        branches: list(
          'Ways',
          shape(
            {
              key: text('Key', { form: 'branch_key', max: 32, example: 'a' }),
              weight: whole('Weight', { min: 1, max: 100, default: 1, example: 50 }),
            },
            ['key'],
          ),
          {
            min: 2,
            max: MOST_BRANCHES,
            example: [
              { key: 'a', weight: 50 },
              { key: 'b', weight: 50 },
            ],
          },
        ),
      },
      ['branches'],
    ),
    branches: 'settings.branches',
  },
  end_this_funnel: {
    title: 'End',
    description: 'The contact has completed the funnel.',
    settings: shape({}),
  },
  list_applied: benchmark('list_applied', 'Came onto a list', 'The contact came onto a list.'),
  tag_applied: benchmark('tag_applied', 'Got a tag', 'The contact got a tag.'),
  email_opened: benchmark('email_opened', 'Opened a mail', 'The contact opened a mail of this funnel.'),
  link_clicked: benchmark('link_clicked', 'Clicked a link', 'The contact clicked a link in a mail of this funnel.'),
  event_tracked: benchmark('event_tracked', 'Did something', 'An event of the contact was tracked.'),
  order_received: benchmark('order_received', 'Ordered', 'An order of the contact was received.'),
};

export const isAction = (name: unknown): name is ActionName => typeof name === 'string' && Object.hasOwn(ACTIONS, name);

/** What a step is called that nobody gave a title. */
export const titleOf = (action: ActionName): string => ACTIONS[action].title;
