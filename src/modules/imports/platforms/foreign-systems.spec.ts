import { AppError } from '../../../platform/errors/app-error.js';
import { type ForeignFile, type OpeningOptions, openForeignFile } from './foreign-file.js';
import type { ForeignContact } from './foreign-system.js';
import { type ForeignSystemName, FOREIGN_SYSTEMS } from './foreign-systems.js';
import { readAttributes } from './listmonk.js';
import { addressOf, readTags } from './mailchimp.js';

const PLAIN: OpeningOptions = { map: new Map(), atBest: null };

function open(
  system: ForeignSystemName,
  name: string,
  header: readonly string[],
  options: Partial<OpeningOptions> = {},
): ForeignFile {
  return openForeignFile(FOREIGN_SYSTEMS[system], name, header, { ...PLAIN, ...options });
}

function refusal(work: () => unknown): unknown {
  try {
    work();
  } catch (error) {
    return error instanceof AppError ? error.options.data?.['params'] : error;
  }
  return null;
}

const HEADER =
  'Email Address|First Name|Last Name|Address|Phone Number|Birthday|Favourite tea|MEMBER_RATING|OPTIN_TIME|OPTIN_IP|CONFIRM_TIME|CONFIRM_IP|LATITUDE|LONGITUDE|GMTOFF|DSTOFF|TIMEZONE|CC|REGION|LAST_CHANGED|LEID|EUID|NOTES|TAGS'.split(
    '|',
  );
const ADA =
  'Ada@Example.com|Ada|Lovelace|12 St James Square  Flat 2  London  Greater London  SW1Y 4LB  GB|+44 20 1|12/10|Assam|4|2019-05-01 12:00:00|203.0.113.5|2019-05-01 12:03:00|203.0.113.6|51.5|-0.1|0|1|Europe/London|GB|ENG|2024-01-01 00:00:00|1234|abcdef|met in Turin|"VIP","Berlin, Mitte"'.split(
    '|',
  );

describe('a Mailchimp audience', () => {
  it('becomes contacts with address, tags, values, and consent evidence', () => {
    const file = open('mailchimp', 'subscribed_email_audience_export_ab12.csv', HEADER);
    expect(file.read(ADA)).toEqual<ForeignContact>({
      email: 'Ada@Example.com',
      status: 'subscribed',
      fields: {
        first_name: 'Ada',
        last_name: 'Lovelace',
        phone: '+44 20 1',
        address_line_1: '12 St James Square',
        address_line_2: 'Flat 2',
        city: 'London',
        state: 'Greater London',
        postal_code: 'SW1Y 4LB',
        country: 'GB',
      },
      values: { Birthday: '12/10', 'Favourite tea': 'Assam', NOTES: 'met in Turin' },
      tags: ['VIP', 'Berlin, Mitte'],
      lists: [],
      evidence: {
        ip: '203.0.113.6',
        facts: {
          optin_time: '2019-05-01 12:00:00',
          optin_ip: '203.0.113.5',
          confirm_time: '2019-05-01 12:03:00',
          confirm_ip: '203.0.113.6',
        },
      },
      blocked: false,
    });
    expect(file.ignored).toEqual(
      'MEMBER_RATING|LATITUDE|LONGITUDE|GMTOFF|DSTOFF|TIMEZONE|CC|REGION|LAST_CHANGED|LEID|EUID'.split('|'),
    );
  });

  it.each([
    ['subscribed_members_export_1.csv', [], 'subscribed'],
    ['nonsubscribed_email_audience_export_1.csv', [], 'pending'],
    ['unsubscribed_members_export_1.csv', [], 'unsubscribed'],
    ['cleaned_members_export_1.csv', [], 'bounced'],
    ['people.csv', ['UNSUB_TIME'], 'unsubscribed'],
    ['people.csv', ['CLEAN_TIME'], 'bounced'],
    // Misnamed: the columns decide, and only for a stricter status.
    ['subscribed.csv', ['UNSUB_TIME'], 'unsubscribed'],
    ['cleaned.csv', ['UNSUB_TIME'], 'bounced'],
  ] as const)('%s with the columns %j holds people that are %s at best', (name, columns, status) => {
    const file = open('mailchimp', name, ['Email Address', ...columns]);
    expect(file.best).toBe(status);
    expect(file.read(['a@example.com']).status).toBe(status);
  });

  it('requires a status if neither the name nor the columns contain it', () => {
    expect(refusal(() => open('mailchimp', 'people.csv', ['Email Address']))).toEqual({
      status: expect.stringContaining('the name of people.csv does not contain the status'),
    });
    expect(refusal(() => open('mailchimp', 'people.csv', ['Email', 'Status']))).toHaveProperty('status');
    expect(open('mailchimp', 'people.csv', ['Email Address'], { atBest: 'pending' }).best).toBe('pending');
  });

  it('never loosens the status by a cell', () => {
    const file = open('mailchimp', 'unsubscribed_1.csv', ['Email Address', 'Status']);
    expect(file.read(['a@example.com', 'Subscribed']).status).toBe('unsubscribed');
    const own = open('mailchimp', 'people.csv', ['Email Address', 'Status', 'LEID']);
    expect(
      ['Subscribed', 'Non-Subscribed', 'Cleaned', 'whatever', ''].map((word) => own.read(['a', word]).status),
    ).toEqual(['subscribed', 'pending', 'bounced', 'unsubscribed', 'subscribed']);
  });

  it('keeps the time and reason of an opt-out, and no IP address as consent', () => {
    const header = [
      'Email Address',
      'OPTIN_IP',
      'UNSUB_TIME',
      'UNSUB_CAMPAIGN_TITLE',
      'UNSUB_REASON',
      'UNSUB_REASON_OTHER',
    ];
    const { evidence } = open('mailchimp', 'unsubscribed_1.csv', header).read([
      'a@example.com',
      '203.0.113.5',
      '2020-02-02 10:00:00',
      'News 7',
      'OTHER',
      'too many',
    ]);
    expect(evidence).toEqual({
      ip: null,
      facts: {
        optin_ip: '203.0.113.5',
        unsub_time: '2020-02-02 10:00:00',
        unsub_campaign_title: 'News 7',
        unsub_reason: 'OTHER',
        unsub_reason_other: 'too many',
      },
    });
  });

  it('lists its columns if none holds addresses, and uses the mapped one', () => {
    const header = ['E-Mail-Adresse', 'Vorname', 'LEID'];
    expect(refusal(() => open('mailchimp', 'subscribed_1.csv', header))).toEqual({
      map: expect.stringContaining('E-Mail-Adresse, Vorname, LEID'),
    });
    const map = new Map([
      ['e-mail-adresse', 'email'],
      ['vorname', 'first_name'],
    ]);
    const file = open('mailchimp', 'subscribed_1.csv', header, { map });
    expect(file.read(['a@example.com', 'Ada', '1'])).toMatchObject({
      email: 'a@example.com',
      fields: { first_name: 'Ada' },
      values: {},
    });
    expect(refusal(() => open('mailchimp', 'subscribed_1.csv', header, { map: new Map([['leid', 'hash']]) }))).toEqual({
      map: expect.stringContaining('has an unknown field hash for leid'),
    });
  });

  it('reads nothing from an address or an IP address that the map ignores', () => {
    const map = new Map([
      ['address', '-'],
      ['optin_ip', '-'],
    ]);
    const header = ['Email Address', 'Address', 'OPTIN_IP', 'OPTIN_TIME'];
    const contact = open('mailchimp', 'subscribed_1.csv', header, { map }).read([
      'a@example.com',
      '1 Main St  Atlanta  GA  30308  US',
      '203.0.113.5',
      '2020-01-01 00:00:00',
    ]);
    expect([contact.fields, contact.evidence]).toEqual([
      {},
      { ip: null, facts: { optin_time: '2020-01-01 00:00:00' } },
    ]);
  });

  it('separates columns with the same title and skips columns without one', () => {
    const file = open('mailchimp', 'subscribed_1.csv', ['Email Address', 'Size', 'size', '']);
    expect(file.read(['a@example.com', 'M', 'L', 'x']).values).toEqual({ Size: 'M', 'size (2)': 'L' });
  });

  it.each([
    ['', []],
    ['"VIP"', ['VIP']],
    ['"VIP","Berlin, Mitte","5"" pipes","VIP"', ['VIP', 'Berlin, Mitte', '5" pipes']],
    ['VIP, News', ['VIP', 'News']],
  ])('reads the tags %s', (text, tags) => {
    expect(readTags(text)).toEqual(tags);
  });

  it.each([
    [
      '1 Main St  Atlanta  GA  30308  US',
      { address_line_1: '1 Main St', city: 'Atlanta', state: 'GA', postal_code: '30308', country: 'US' },
    ],
    ['1 Main St  Atlanta', { address_line_1: '1 Main St, Atlanta' }],
    ['1 Main St, Atlanta', { address_line_1: '1 Main St, Atlanta' }],
    ['', {}],
    ['x'.repeat(200), {}],
  ])('reads the address %s', (text, fields) => {
    expect(addressOf(text)).toEqual(fields);
  });
});

describe('listmonk subscribers', () => {
  const header = ['uuid', 'email', 'name', 'attributes', 'status', 'created_at', 'updated_at'];
  const of = (attributes: string, status: string): string[] => [
    '5f0c',
    'ada@example.com',
    'Ada Lovelace',
    attributes,
    status,
    '2021-04-05 06:07:08.123456 +0000 UTC',
    '2021-04-05 06:07:08.123456 +0000 UTC',
  ];

  it('become contacts with their attributes', () => {
    const file = open('listmonk', 'subscribers.csv', header);
    const attributes = { city: 'Turin', likes_tea: true, stack: { languages: ['go', 'python'] }, projects: 3 };
    expect(file.read(of(JSON.stringify(attributes), 'enabled'))).toEqual<ForeignContact>({
      email: 'ada@example.com',
      status: 'subscribed',
      fields: { full_name: 'Ada Lovelace', city: 'Turin' },
      values: { likes_tea: 'true', 'stack.languages': 'go, python', projects: '3' },
      tags: [],
      lists: [],
      evidence: { ip: null, facts: { created_at: '2021-04-05 06:07:08.123456 +0000 UTC' } },
      blocked: false,
    });
    expect(file.ignored).toEqual(['uuid', 'updated_at']);
    const named = file.read(of('{ "constructor": "Ada", "__proto__": "Bob" }', 'enabled')).values;
    expect([Object.entries(named), file.read(of('{}', 'enabled')).values.constructor]).toEqual([
      [
        ['constructor', 'Ada'],
        ['__proto__', 'Bob'],
      ],
      undefined,
    ]);
  });

  it.each([
    ['enabled', 'subscribed', false],
    ['disabled', 'unsubscribed', false],
    ['blocklisted', 'unsubscribed', true],
    ['', 'unsubscribed', false],
    ['banana', 'unsubscribed', false],
  ])('that are %j are %s here', (word, status, blocked) => {
    const contact = open('listmonk', 'subscribers.csv', header).read(of('{}', word));
    expect([contact.status, contact.blocked]).toEqual([status, blocked]);
  });

  it('never get a looser status than --status', () => {
    const file = open('listmonk', 'left.csv', header, { atBest: 'unsubscribed' });
    expect(file.best).toBe('unsubscribed');
    expect(file.read(of('{}', 'enabled')).status).toBe('unsubscribed');
  });

  it('follow the map for attributes with other names', () => {
    const map = new Map([
      ['tel', 'phone'],
      ['secret', '-'],
    ]);
    const contact = open('listmonk', 'subscribers.csv', header, { map }).read(
      of('{"tel":"12","secret":"x","a":"b"}', 'enabled'),
    );
    expect(contact.fields.phone).toBe('12');
    expect(contact.values).toEqual({ a: 'b' });
  });

  it('are not read from another kind of file', () => {
    expect(refusal(() => open('listmonk', 'a.csv', ['email', 'name']))).toEqual({
      from: expect.stringContaining('no column status'),
    });
  });

  it.each([
    ['', {}],
    ['null', {}],
    ['{}', {}],
    ['{"a":null,"b":"","":1}', {}],
    ['[1]', { attributes: '[1]' }],
    ['{broken', { attributes: '{broken' }],
    ['{"a":{"b":{"c":{"d":{"e":1}}}}}', { 'a.b.c.d': '{"e":1}' }],
    ['{"a":[{"b":1}]}', { a: '[{"b":1}]' }],
  ])('have of the attributes %s', (text, values) => {
    expect(readAttributes(text)).toEqual(values);
  });
});

describe('FluentCRM contacts', () => {
  const header =
    'ID|User ID|Title|First Name|Last Name|Email|Timezone|Country|IP Address|Status|Contact Type|Source|Date Of Birth|Created At|Updated At|Lists|Tags|T-Shirt Size|Total Order Count'.split(
      '|',
    );
  const row =
    '7|0|Dr.|Ada|Lovelace|ada@example.com|Europe/London|GB|203.0.113.7|Subscribed|customer|woocommerce|0000-00-00|2020-01-02 03:04:05|2021-01-01 00:00:00|News, Events|VIP|M|3'.split(
      '|',
    );

  it('become contacts with lists, tags, and custom fields', () => {
    const file = open('fluentcrm', 'contact-2024-05-01_10-00-00.csv', header);
    expect(file.read(row)).toEqual<ForeignContact>({
      email: 'ada@example.com',
      status: 'subscribed',
      fields: {
        ...{ first_name: 'Ada', last_name: 'Lovelace', country: 'GB', contact_type: 'customer' },
        ...{ user_id: '0', date_of_birth: '0000-00-00' },
      },
      values: { Title: 'Dr.', Timezone: 'Europe/London', 'T-Shirt Size': 'M', 'Total Order Count': '3' },
      tags: ['VIP'],
      lists: ['News', 'Events'],
      evidence: {
        ip: '203.0.113.7',
        facts: { ip_address: '203.0.113.7', source: 'woocommerce', created_at: '2020-01-02 03:04:05' },
      },
      blocked: false,
    });
    expect(file.ignored).toEqual(['ID', 'Updated At']);
    const named = open('fluentcrm', 'c.csv', ['email', 'status', '__proto__', 'constructor']);
    const values = ['x', ''].map((cell) => named.read(['a@example.com', 'subscribed', cell, cell]).values);
    expect(values.map((each) => [each['__proto__'], each.constructor])).toEqual([['x', 'x'], Array(2).fill(undefined)]);
  });

  it.each([
    ['subscribed', 'subscribed'],
    ['pending', 'pending'],
    ['transactional', 'pending'],
    ['unsubscribed', 'unsubscribed'],
    ['bounced', 'bounced'],
    ['complained', 'complained'],
    ['spammed', 'complained'],
    ['', 'unsubscribed'],
  ])('that are %j are %s here', (word, status) => {
    expect(open('fluentcrm', 'c.csv', ['email', 'status']).read(['a@example.com', word]).status).toBe(status);
  });

  it('need --status if the file has no status', () => {
    expect(refusal(() => open('fluentcrm', 'c.csv', ['Email']))).toEqual({
      status: expect.stringContaining('c.csv has no column Status'),
    });
    const file = open('fluentcrm', 'c.csv', ['Email'], { atBest: 'pending' });
    expect(file.read(['a@example.com']).status).toBe('pending');
  });
});
