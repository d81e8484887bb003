import type { HostileClient, HostileRequest } from '../../support/hostile-client.js';
import { createFixtures, KNOWN_ADDRESS, WRITES } from '../../support/refusals/contact-domain.js';
import { type Refusal, unexpectedAnswers, badParam, invalidId } from '../../support/refusals/refusal.js';
import { differences, storedRows } from '../../support/stored-rows.js';
import { World } from '../../support/world.js';

const NO_SUCH_ID = 4_294_967_295;
const OF_NUMBERS = '=, !=, in, not_in, >, <, between, is_null, not_null';
const OF_PRODUCTS = '=, !=, in, not_in, in_all, is_null, not_null';

const post = (path: string, body: object): HostileRequest => ({ method: 'post', path, body });
const put = (path: string, body: object): HostileRequest => ({ method: 'put', path, body });
const remove = (path: string): HostileRequest => ({ method: 'delete', path });

const exists = (request: HostileRequest, contactId: number): Refusal => ({
  request,
  status: 409,
  code: null,
  message: 'Contact already exists with this email',
  data: { contact_id: contactId },
});

/** Several errors at once; the message is that of the first. */
const badParams = (request: HostileRequest, params: Record<string, string>, message?: string): Refusal => {
  const [field = ''] = Object.keys(params);
  const reason = params[field] ?? '';
  return { ...badParam(request, field, reason, message), data: { params } };
};

const creating = (members: object): HostileRequest =>
  post('/subscribers', { email: 'new@example.com', status: 'subscribed', city: 'Rome', ...members });
const upserting = (members: object): HostileRequest =>
  post('/subscribers', { email: KNOWN_ADDRESS, __force_update: 'yes', city: 'Rome', tags: [2], ...members });
const changing = (id: number, members: object): HostileRequest =>
  put(`/subscribers/${id}`, { subscriber: { city: 'Rome', attach_tags: [2], ...members } });

const inUse = (what: string): string => `${what} is in use; force=yes removes it together with its values`;
const custom = '/custom-fields/contacts';
const EVENT = { event_key: 'seen', title: 'Known', value: 'new' };

/** Values that are valid separately but contradict stored data or each other. */
const CONTRADICTIONS: Readonly<Record<string, readonly Refusal[]>> = {
  'an address that a contact has, in any spelling': [
    ...[KNOWN_ADDRESS, 'KNOWN@Example.COM', `\u00a0 ${KNOWN_ADDRESS}\t`].flatMap((email) => [
      exists(creating({ email, tags: [2], lists: [2] }), 1),
      exists(changing(2, { email, lists: [2], status: 'pending' }), 1),
      exists(put('/subscribers/2', { email, city: 'Rome' }), 1),
    ]),
    ...['no', false, 0, 'false'].map((force) =>
      exists(creating({ email: KNOWN_ADDRESS, __force_update: force, tags: [2] }), 1),
    ),
  ],
  'a user id that another contact has': [101, '101'].flatMap((user_id) => [
    badParam(creating({ user_id }), 'user_id', 'belongs to another contact'),
    badParam(upserting({ email: 'second@example.com', user_id }), 'user_id', 'belongs to another contact'),
    badParam(changing(2, { user_id }), 'user_id', 'belongs to another contact'),
  ]),
  'an upsert of a new contact without a status': [
    badParam(upserting({ email: 'new@example.com' }), 'status', 'is required'),
  ],
  'the same id to attach and to detach': ['tags', 'lists'].flatMap((what) => [
    badParam(
      changing(1, { [`attach_${what}`]: [2, 1], [`detach_${what}`]: ['2', 1] }),
      `detach_${what}`,
      `also in attach_${what}: 2, 1`,
    ),
  ]),
  'an unknown and a known id': [
    badParam(creating({ tags: [1, 888_888, 2] }), 'tags', 'unknown: 888888'),
    badParam(upserting({ lists: [2, 888_888] }), 'lists', 'unknown: 888888'),
    badParams(changing(1, { lists: [2, 888_888], attach_tags: [2, NO_SUCH_ID], detach_tags: [1, 777_777] }), {
      lists: 'unknown: 888888',
      attach_tags: `unknown: ${NO_SUCH_ID}`,
      detach_tags: 'unknown: 777777',
    }),
  ],
  'a custom field that does not exist': ['nothing', 'Colour', 'color ', 'my-text', 'email', '🎉', '', 'x'.repeat(191)]
    .flatMap((slug) =>
      [creating, upserting, (members: object) => changing(1, members)].map((write) =>
        badParam(
          write({ custom_values: { color: 'green', [slug]: 'x' } }),
          `custom_values.${slug}`,
          'does not exist',
          `Custom field '${slug}' does not exist`,
        ),
      ),
    )
    .concat([
      badParams(
        creating({ custom_values: { one: 1, my_radio: 'pink', two: 2 } }),
        {
          'custom_values.one': 'does not exist',
          'custom_values.my_radio': 'is not one of the options: red, blue, 🎉 blue',
          'custom_values.two': 'does not exist',
        },
        "Custom field 'one' does not exist",
      ),
    ]),
  ...Object.fromEntries(
    (
      [
        ['lists', 'List', 'title'],
        ['tags', 'Tag', 'title'],
        ['segments', 'Segment', 'title'],
        ['companies', 'Company', 'name'],
      ] as const
    ).map(([what, noun, title]) => {
      const valid = WRITES.find(({ path, method }) => path === `/${what}` && method === 'post')?.sound(1);
      return [
        `a ${title} or a slug that another one of the ${what} has`,
        [`${noun} of ours 1`, `${noun.toUpperCase()} OF OURS 1`, ` ${noun}  of\tours\u00a01 `, `${noun} of ours １`]
          .flatMap((taken) => [
            badParam(
              post(`/${what}`, { ...valid, [title]: taken }),
              title,
              'is taken',
              `${noun} with this ${title} already exists`,
            ),
            badParam(
              put(`/${what}/2`, { description: 'Changed', [title]: taken }),
              title,
              'is taken',
              `${noun} with this ${title} already exists`,
            ),
          ])
          .concat(
            (what === 'companies' ? [] : [`${noun.toLowerCase()}-of-ours-1`, `${noun} of ours 1`]).flatMap((slug) => [
              badParam(
                post(`/${what}`, { ...valid, slug }),
                'slug',
                'is taken',
                `${noun} with this slug already exists`,
              ),
              badParam(
                put(`/${what}/2`, { description: 'Changed', slug }),
                'slug',
                'is taken',
                `${noun} with this slug already exists`,
              ),
            ]),
          ),
      ];
    }),
  ),
  'a slug that another custom field has': ['color', 'Color', 'COLOR'].flatMap((slug) => [
    badParam(post(custom, { type: 'text', label: 'New', slug }), 'slug', 'is taken'),
  ]),
  'an immutable property of a custom field': [
    badParam(put(`${custom}/color`, { label: 'New', slug: 'shade' }), 'slug', 'cannot be changed'),
  ],
  'a custom field in use, or an option of it': [
    badParam(put(`${custom}/my_checkbox`, { label: 'New', options: ['red'] }), 'options', inUse("option 'blue'")),
    badParam(
      put(`${custom}/my_checkbox?force=no`, { options: ['🎉 blue', 'green'], force: 'yes' }),
      'options',
      inUse("option 'red', 'blue'"),
    ),
    badParam(put(`${custom}/my_checkbox`, { label: 'New', type: 'radio' }), 'type', inUse("field 'my_checkbox'")),
    badParam(put(`${custom}/color`, { label: 'New', type: 'number' }), 'type', inUse("field 'color'")),
    badParam(remove(`${custom}/color`), 'slug', inUse("field 'color'")),
    badParam(remove(`${custom}/my_checkbox?force=no`), 'slug', inUse("field 'my_checkbox'")),
    badParam(put(custom, { fields: [] }), 'fields', inUse("field 'my_checkbox'")),
    badParam(
      put(custom, {
        fields: [
          { slug: 'color', label: 'New' },
          { type: 'text', label: 'New' },
        ],
        force: 0,
      }),
      'fields',
      inUse("field 'my_checkbox'"),
    ),
  ],
  'a set of custom fields with one invalid field': [
    badParams(
      put(custom, {
        fields: [
          { slug: 'color', label: 'New' },
          { slug: 'color', label: 'Twice' },
          { type: 'text', label: 'Fine' },
          { type: 'radio', label: 'Without' },
          { type: 'text', label: 'Status' },
          { label: 'No type', slug: '🎉' },
        ],
        force: 'yes',
      }),
      {
        'fields.1.slug': 'is named twice',
        'fields.3.options': 'is required',
        'fields.4.slug': "'status' is reserved",
        'fields.5.type': 'is required',
        'fields.5.slug': 'must hold only letters a to z, digits, _ and -',
      },
    ),
  ],
  'unknown or too many company members': (['attach', 'detach'] as const).flatMap((verb) => {
    const path = `/companies/${verb}-subscribers`;
    const upTo = (count: number): number[] => Array.from({ length: count }, (_, index) => index + 1);
    return [
      badParams(put(path, { subscriber_ids: [1, 2, 888_888, 999_999], company_ids: [1, NO_SUCH_ID, 2] }), {
        subscriber_ids: 'unknown: 888888, 999999',
        company_ids: `unknown: ${NO_SUCH_ID}`,
      }),
      badParam(post(path, { subscriber_ids: [1, 2], company_ids: [1, 2, 3] }), 'company_ids', 'unknown: 3'),
      badParam(
        post(path, { subscriber_ids: upTo(101), company_ids: upTo(100) }),
        'company_ids',
        'must make at most 10000 pairs with subscriber_ids',
      ),
    ];
  }),
  'a reply to a note that is later or has another subject': (
    [
      ['subscribers', 'contact', 1],
      ['companies', 'company', 2],
    ] as const
  ).flatMap(([what, subject, id]) =>
    [id, 3 - id, NO_SUCH_ID].map((parent_id) =>
      badParam(
        put(`/${what}/1/notes/${id}`, {
          note: { title: 'x', description: 'x', type: 'note', created_at: '2026-01-31 09:30:00', parent_id },
        }),
        'parent_id',
        `must be the id of an earlier note of the same ${subject}`,
      ),
    ),
  ),
  'an event of no contact or several contacts': [
    ...[{}, { subscriber_id: null, user_id: null, email: null }].map((who) =>
      badParams(
        post('/subscribers/track-event', { ...EVENT, ...who }),
        {
          subscriber_id: 'is required unless another identifier is sent',
          user_id: 'is required unless another identifier is sent',
          email: 'is required unless another identifier is sent',
        },
        'Invalid parameter: subscriber_id, user_id or email is required',
      ),
    ),
    ...[
      { subscriber_id: 1, user_id: 102 },
      { subscriber_id: 1, email: 'second@example.com' },
      { user_id: 101, email: 'second@example.com' },
      { subscriber_id: 2, user_id: 101, email: KNOWN_ADDRESS },
    ].map((who) =>
      badParams(
        post('/subscribers/track-event', { ...EVENT, ...who }),
        Object.fromEntries(Object.keys(who).map((name) => [name, 'names another contact than the other identifiers'])),
      ),
    ),
    ...[
      { subscriber_id: NO_SUCH_ID },
      { user_id: NO_SUCH_ID },
      { email: 'unknown@example.com' },
      { subscriber_id: 1, user_id: NO_SUCH_ID },
      { subscriber_id: 1, email: 'unknown@example.com' },
      { subscriber_id: NO_SUCH_ID, email: KNOWN_ADDRESS },
    ].map((who) => invalidId(post('/subscribers/track-event', { ...EVENT, ...who }))),
  ],
  'a segment rule with unknown objects': (
    [
      [
        ['weather', 'city', '=', 'x'],
        'source.0',
        'must be one of: subscriber, custom, tags, lists, companies, activity, events, commerce',
      ],
      [['commerce', 'total_spent', 'contains', 1], 'operator', `must be one of: ${OF_NUMBERS}`],
      [['commerce', 'total_spent', '>', 'much'], 'value', 'must be a number'],
      [['commerce', 'last_order_at', 'within_days', 0], 'value', 'must be a whole number of days from 1 to 36500'],
      [['commerce', 'purchased_product', 'contains', 'x'], 'operator', `must be one of: ${OF_PRODUCTS}`],
      [['commerce', 'purchased_product', '=', 1.5], 'value', 'must be text'],
      [['commerce', 'purchased_product', '=', 'x'.repeat(191)], 'value', 'must be at most 190 characters long'],
      [['custom', 'nothing', '=', 'x'], 'source.1', 'is not a custom field'],
      [['custom', 'Colour', '=', 'x'], 'source.1', 'is not a custom field'],
      [['tags', 'title', 'in', ['x']], 'source.1', 'must be one of: id'],
      [['events', '🎉'.repeat(191), 'not_null'], 'source.1', 'must be an event key of at most 190 characters'],
      [['subscriber', 'status', 'contains', 'sub'], 'operator', 'must be one of: =, !=, in, not_in, is_null, not_null'],
      [['custom', 'my_radio', '=', 'pink'], 'value', 'must be one of: red, blue, 🎉 blue'],
      [['tags', 'id', 'in', [1, 888_888]], 'value', 'unknown: 888888'],
      [['lists', 'id', 'not_contains', NO_SUCH_ID], 'value', `unknown: ${NO_SUCH_ID}`],
      [['companies', 'id', 'in_all', [2, 3]], 'value', 'unknown: 3'],
      [['activity', 'opened', '=', 1], 'value', 'unknown: 1'],
    ] as const
  ).flatMap(([[entity, field, operator, value], part, reason]) => {
    const valid = { source: ['subscriber', 'city'], operator: '=', value: 'Rome' };
    const filters = [[valid], [valid, { source: [entity, field], operator, value }]];
    return [
      badParam(post('/segments', { title: 'New', filters }), `filters.1.1.${part}`, reason),
      badParam(put('/segments/1', { title: 'Changed', filters }), `filters.1.1.${part}`, reason),
    ];
  }),
};

describe('contradictory values', () => {
  let world: World;
  let client: HostileClient;
  let stored: Record<string, unknown[]>;

  beforeAll(async () => {
    world = await World.start({ worker: false });
    client = await createFixtures(world);
    stored = await storedRows(world.db);
  });
  afterEach(async () => {
    const before = stored;
    stored = await storedRows(world.db);
    expect(differences(before, stored)).toEqual([]);
  });

  it.each(Object.entries(CONTRADICTIONS))('are refused with the exact message: %s', async (_name, refusals) => {
    expect(refusals.length).toBeGreaterThan(0);
    expect(await unexpectedAnswers(client, refusals)).toEqual([]);
  });

  it('include a custom field with the name of a contact column', async () => {
    const columns = await world.db.query<{ name: string }>(
      `SELECT COLUMN_NAME AS name FROM information_schema.COLUMNS
        WHERE TABLE_SCHEMA = DATABASE() AND TABLE_NAME = 'contacts'`,
    );
    expect(columns.length).toBeGreaterThanOrEqual(19);
    const refusals = columns.flatMap(({ name }) =>
      [
        { label: 'New', slug: name },
        { label: 'New', slug: name.toUpperCase() },
        { label: name.replaceAll('_', ' ') },
      ].map((names) => badParam(post(custom, { type: 'text', ...names }), 'slug', `'${name}' is reserved`)),
    );
    expect(await unexpectedAnswers(client, refusals)).toEqual([]);
  });

  it('include a set of custom fields with a duplicate', async () => {
    const { body } = await world.all.get(custom).expect(200);
    const fields = body.fields as { slug: string }[];
    const twice = [...fields, ...fields.slice(0, 1)];
    expect(
      await unexpectedAnswers(client, [
        badParam(put(custom, { fields: twice }), `fields.${fields.length}.slug`, 'is named twice'),
      ]),
    ).toEqual([]);
  });

  it.each([
    ['lists', 'List', {}],
    ['tags', 'Tag', {}],
    ['segments', 'Segment', { filters: [[{ source: ['subscriber', 'id'], operator: 'not_null' }]] }],
  ] as const)('are all reported at once for title and slug of %s', async (what, noun, rest) => {
    const taken = { ...rest, title: `${noun} of ours 1`, slug: `${noun} of ours 1` };
    const params = { title: 'is taken', slug: 'is taken' };
    const message = `${noun} with this title already exists`;
    expect(
      await unexpectedAnswers(client, [
        badParams(post(`/${what}`, taken), params, message),
        badParams(put(`/${what}/2`, taken), params, message),
      ]),
    ).toEqual([]);
  });
});
