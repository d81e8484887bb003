import { exampleOf, type JsonSchema } from '../../../shapes/shape.js';
import { ValidationErrors } from '../../../platform/errors/app-error.js';
import { ACTIONS } from '../definition/action-catalog.js';
import { CONDITIONS, COMMON_SETTINGS } from '../definition/funnel-rules.js';
import { checked, checksIn } from './schema-check.js';
import { FAMILIES, NATIVE_TRIGGERS } from '../definition/trigger-catalog.js';

const faultsOf = (schema: JsonSchema, input: unknown): Record<string, string> => {
  const faults = new ValidationErrors();
  checked(schema, input, 'settings', faults);
  return faults.reasonsByField();
};
const read = (schema: JsonSchema, input: unknown): unknown => {
  const faults = new ValidationErrors();
  const value = checked(schema, input, 'settings', faults);
  expect(faults.reasonsByField()).toEqual({});
  return value;
};

const EVERYTHING: [name: string, schema: JsonSchema][] = [
  ...Object.entries(ACTIONS).map(([name, { settings }]): [string, JsonSchema] => [`action ${name}`, settings]),
  ...Object.entries(NATIVE_TRIGGERS).map(([name, { settings }]): [string, JsonSchema] => [`trigger ${name}`, settings]),
  ...FAMILIES.map(({ name, settings }): [string, JsonSchema] => [`trigger ${name}`, settings]),
  ['settings', COMMON_SETTINGS],
  ['conditions', CONDITIONS],
];

describe('settings schemas', () => {
  it.each(EVERYTHING)('compile, and refuse other types than objects: %s', (_name, schema) => {
    expect(faultsOf(schema, 'text')).toEqual({ settings: 'must be an object' });
  });

  it.each(EVERYTHING)('give every setting a title: %s', (_name, schema) => {
    for (const shape of (schema['oneOf'] ?? [schema]) as JsonSchema[])
      for (const member of Object.values(shape['properties'] as Record<string, JsonSchema>))
        expect(member['const'] ?? member['title']).toEqual(expect.any(String));
  });

  it.each(EVERYTHING.filter(([name, schema]) => schema['oneOf'] === undefined && name !== 'action funnel_split'))(
    'accept their own examples where they have some: %s',
    (_name, schema) => {
      const members = Object.entries(schema['properties'] as Record<string, JsonSchema>).filter(
        ([, member]) => member['default'] === undefined && member['oneOf'] === undefined,
      );
      read(schema, Object.fromEntries(members.map(([name, member]) => [name, exampleOf(member) ?? 'Text'])));
    },
  );
});

describe('settings', () => {
  it('get defaults, and lose unknown members', () => {
    const mail = { email_subject: 'Hello', email_body: '<p>Hello</p>', colour: 'red', mailer_settings: { x: 1 } };
    expect(read(ACTIONS.send_custom_email.settings, mail)).toEqual({
      email_subject: 'Hello',
      email_pre_header: '',
      email_body: '<p>Hello</p>',
      translations: {},
      footer: 'auto',
      language: null,
      email_body_text: '',
      design_template: 'simple',
      on_frequency_cap: 'wait',
      mailer_settings: { from_name: null, from_email: null, reply_to_name: null, reply_to_email: null },
    });
    expect(mail.mailer_settings).toEqual({ x: 1 });
  });

  it('are normalized', () => {
    expect(read(ACTIONS.add_contact_to_list.settings, { lists: [3, 1, 3] })).toEqual({ lists: [3, 1] });
    expect(
      read(ACTIONS.wait_times.settings, { wait_type: 'timestamp_wait', wait_date_time: '2030-05-01 12:00:00+02:00' }),
    ).toEqual({ wait_type: 'timestamp_wait', wait_date_time: '2030-05-01T10:00:00.000Z' });
    expect(read(COMMON_SETTINGS, { mailer_settings: { from_email: ' ADA@Example.com' } })).toMatchObject({
      mailer_settings: { from_email: 'ada@example.com', sender_id: null },
    });
  });

  it('report all errors in words', () => {
    expect(faultsOf(ACTIONS.send_custom_email.settings, { email_subject: 'a\nb', design_template: 'fancy' })).toEqual({
      'settings.email_subject': 'must not hold line breaks or control characters',
      'settings.email_body': 'is required',
      'settings.design_template': 'must be one of: simple, plain, raw_html, mjml',
    });
    expect(faultsOf(ACTIONS.add_contact_to_tag.settings, { tags: [1, '2', 0] })).toEqual({
      'settings.tags.1': 'must be a whole number',
      'settings.tags.2': 'must be at least 1',
    });
    expect(faultsOf(ACTIONS.add_contact_to_tag.settings, { tags: [] })).toEqual({
      'settings.tags': 'must not be empty',
    });
    expect(faultsOf(ACTIONS.http_request.settings, { url: 'https://a.example/', headers: { 'a b': 'x' } })).toEqual({
      'settings.headers': 'must have valid HTTP header names',
    });
    expect(faultsOf(COMMON_SETTINGS, { quiet_hours: { from: '9:00', to: '10:00', timezone: '+02:00' } })).toEqual({
      'settings.quiet_hours.from': 'must be a time of day such as 09:00',
      'settings.quiet_hours.timezone': 'must be an IANA time zone such as Europe/Berlin',
    });
    expect(faultsOf(ACTIONS.track_event.settings, { event_key: ' a', title: 'b', value: 3 })).toEqual({
      'settings.event_key': 'must be one line without leading or trailing spaces',
      'settings.value': 'must be text or null',
    });
  });

  it.each(['constructor', 'prototype', '__proto__', 'A', 'a b', ''])('refuse %j as the key of a branch', (key) => {
    expect(faultsOf(ACTIONS.funnel_split.settings, { branches: [{ key }, { key: 'b' }] })).toEqual({
      'settings.branches.0.key': expect.stringContaining('lowercase letters'),
    });
  });

  it('are validated by the shape that their constants select, and by no other', () => {
    const wait = ACTIONS.wait_times.settings;
    expect(faultsOf(wait, {})).toEqual({ 'settings.wait_type': 'is required' });
    expect(faultsOf(wait, { wait_type: 'nap' })).toEqual({
      'settings.wait_type': 'must be one of: unit_wait, timestamp_wait, to_day, by_custom_field, event',
    });
    expect(faultsOf(wait, { wait_type: 'unit_wait', wait_time_amount: 0, wait_time_unit: 'years' })).toEqual({
      'settings.wait_time_amount': 'must be at least 1',
      'settings.wait_time_unit': 'must be one of: minutes, hours, days',
    });
    expect(faultsOf(wait, { wait_type: 'event', event: 'birthday' })).toEqual({
      'settings.event': expect.stringContaining('must be one of: list_applied, tag_applied'),
    });
    const waited = { wait_type: 'event', event: 'tag_applied', timeout_amount: 2, timeout_unit: 'days' };
    expect(read(wait, { ...waited, lists: [7], url: 'x' })).toEqual({ ...waited, tags: [] });
  });
});

describe('setting checks', () => {
  it('find ids by their kind, and Liquid texts, at any depth', () => {
    const meanings = (schema: JsonSchema, value: unknown): unknown[] => [...checksIn(schema, value, 's')];
    expect(meanings(ACTIONS.add_contact_to_list.settings, { lists: [1, 2] })).toEqual([
      { path: 's.lists', names: 'lists', values: [1, 2] },
    ]);
    expect(
      meanings(ACTIONS.wait_times.settings, { wait_type: 'event', event: 'link_clicked', sequence_id: 7, url: null }),
    ).toEqual([{ path: 's.sequence_id', names: 'mail_steps', values: [7] }]);
    expect(
      meanings(ACTIONS.http_request.settings, { url: 'u', method: 'POST', headers: { 'X-A': 'h' }, body: null }),
    ).toEqual([
      { path: 's.url', template: 'u' },
      { path: 's.headers.X-A', template: 'h' },
    ]);
    expect(
      meanings(ACTIONS.update_contact_property.settings, {
        properties: [
          { key: 'city', value: '{{ trigger.city }}' },
          { key: 'phone', value: null },
        ],
      }),
    ).toEqual([{ path: 's.properties.0.value', template: '{{ trigger.city }}' }]);
  });
});
