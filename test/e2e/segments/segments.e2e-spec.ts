import type { Response } from 'supertest';
import { during, expectDuring } from '../../support/during.js';
import { statementRunning } from '../../support/running-statement.js';
import { World } from '../../support/world.js';

const ITEMS = JSON.stringify([
  { external_id: 'SKU-7', title: 'Tea pot', quantity: 1, price: 59.9 },
  { external_id: null, title: 'Wrapping', quantity: 1, price: 29.6 },
]);

describe('segments', () => {
  let world: World;
  beforeAll(async () => {
    world = await World.start();
  });

  const inParis = [[{ source: ['subscriber', 'city'], operator: '=', value: 'Paris' }]];
  const rule = (...row: [entity: string, field: string, operator: string, value?: unknown]): unknown => [
    [{ source: row.slice(0, 2), operator: row[2], value: row[3] }],
  ];
  const refused = async (body: object): Promise<Response['body']> =>
    (await world.all.post('/segments').send(body).expect(400)).body;
  const faultsOf = async (filters: unknown): Promise<Record<string, string>> => {
    const body = await refused({ title: 'Faulty', filters });
    expect(body.code).toBe('rest_invalid_param');
    return body.data.params;
  };

  describe('as a resource', () => {
    it('are created with a slug from the title, and returned', async () => {
      const { body } = await world.all
        .post('/segments')
        .send({ title: ' Größe: Paris ', filters: inParis, description: 'People in Paris' })
        .expect(200);
      expect(body).toEqual({
        segment: {
          id: expect.any(Number),
          title: 'Größe: Paris',
          slug: 'grosse-paris',
          filters: inParis,
          description: 'People in Paris',
          created_at: expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/),
          updated_at: expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/),
        },
        message: 'Successfully saved the segment.',
      });
      const one = await world.all.get(`/segments/${body.segment.id}`).expect(200);
      expect(one.body).toEqual({ segment: body.segment });
    });

    it('store a normalized rule without unknown members', async () => {
      const tag = await world.given.tag();
      const { id } = await world.given.segment({
        filters: [
          [
            { source: ['subscriber', 'email'], operator: '=', value: ' ADA@Example.com ', color: 'red' },
            { source: ['subscriber', 'country'], operator: 'in', value: ['germany', 'DEU', 'fr'] },
            { source: ['tags', 'id'], operator: 'contains', value: String(tag.id) },
            { source: ['subscriber', 'created_at'], operator: 'after', value: '2026-01-31T12:00:00+02:00' },
            { source: ['subscriber', 'city'], operator: 'is_null', value: 'whatever' },
          ],
        ],
      });
      const { body } = await world.all.get(`/segments/${id}`).expect(200);
      expect(body.segment.filters).toEqual([
        [
          { source: ['subscriber', 'email'], operator: '=', value: 'ada@example.com' },
          { source: ['subscriber', 'country'], operator: 'in', value: ['DE', 'FR'] },
          { source: ['tags', 'id'], operator: 'contains', value: tag.id },
          { source: ['subscriber', 'created_at'], operator: 'after', value: '2026-01-31 10:00:00' },
          { source: ['subscriber', 'city'], operator: 'is_null' },
        ],
      ]);
    });

    it('refuse a title that differs only in case and a taken slug, and number generated slugs', async () => {
      await world.given.segment({ title: 'Straße One', slug: 'street' });
      const title = await refused({ title: 'STRASSE  one', filters: inParis });
      expect(title).toMatchObject({ message: 'Segment with this title already exists', code: 'rest_invalid_param' });
      expect(title.data.params).toEqual({ title: 'is taken' });
      const slug = await refused({ title: 'Other', slug: 'Street', filters: inParis });
      expect(slug.data.params).toEqual({ slug: 'is taken' });
      expect((await world.given.segment({ title: 'Numbered' })).slug).toBe('numbered');
      expect((await world.given.segment({ title: 'Numbered!' })).slug).toBe('numbered-2');
      expect((await world.given.segment({ title: '🎉' })).slug).toBe('segment');
    });

    it('use the next slug if another segment takes it first', async () => {
      let second: Promise<Response> | undefined;
      await world.db.transaction(async (tx) => {
        await tx.execute(
          `INSERT INTO segments (title, title_key, slug, filters) VALUES ('Raced!', 'raced!', 'raced', '[]')`,
        );
        second = world.all
          .post('/segments')
          .send({ title: 'Raced?', filters: inParis })
          .then((answer) => answer);
        await statementRunning(world.db, 'INSERT INTO segments');
      });
      expect((await second)?.body.segment.slug).toBe('raced-2');
      await world.db.transaction((tx) => tx.execute(`DELETE FROM segments WHERE slug = 'raced'`));
    });

    it('report all errors at once, of the title and of the rows', async () => {
      const body = await refused({
        slug: 'x'.repeat(191),
        description: [],
        filters: [[{ source: ['subscriber', 'city'], operator: '>', value: 1 }]],
      });
      expect(body.message).toBe('Invalid parameter: title is required');
      expect(body.data.params).toEqual({
        title: 'is required',
        slug: 'must be at most 190 characters long',
        description: 'must be text',
        'filters.0.0.operator': expect.stringContaining('must be one of: =, !=, contains'),
      });
      expect((await refused({})).data.params).toEqual({ title: 'is required', filters: 'is required' });
    });

    it.each([
      ['title', [null, [], {}, '', '   ', 'x'.repeat(191), '🎉'.repeat(191)]],
      ['slug', [null, [], {}, '🎉', 'x'.repeat(191)]],
      ['description', [[], {}, 'x'.repeat(10_001)]],
      ['filters', [null, 7, true, {}, '', 'everybody', []]],
    ])('refuse an invalid %s, and write nothing', async (field, values) => {
      const before = await world.all.get('/segments').expect(200);
      const { id } = before.body.segments[0];
      for (const value of values) {
        const body = await refused({ title: 'Wrong', filters: inParis, [field]: value });
        expect(Object.keys(body.data.params)).toEqual([field]);
        await world.all
          .put(`/segments/${id}`)
          .send({ [field]: value })
          .expect(400);
      }
      const after = await world.all.get('/segments').expect(200);
      expect(after.body).toEqual(before.body);
    });

    it('accept titles of 190 characters of any width', async () => {
      const { title } = await world.given.segment({ title: '🎉'.repeat(190) });
      expect(Array.from(title)).toHaveLength(190);
    });

    it('change the given fields, keep the slug, and accept an update without changes', async () => {
      const { id } = await world.given.segment({ title: 'Before', filters: inParis, description: 'x' });
      const filters = rule('subscriber', 'status', '=', 'pending');
      const { body } = await world.all.put(`/segments/${id}`).send({ title: 'After', filters }).expect(200);
      expect(body.message).toBe('Successfully saved the segment.');
      expect(body.segment).toMatchObject({ id, title: 'After', slug: 'before', filters, description: 'x' });
      await world.all.put(`/segments/${id}`).send({ title: 'AFTER' }).expect(200);
      await world.all.put(`/segments/${id}`).send({}).expect(200);
      const cleared = await world.all.put(`/segments/${id}`).send({ description: null, slug: 'later' }).expect(200);
      expect(cleared.body.segment).toMatchObject({ title: 'AFTER', slug: 'later', description: null });
      await world.given.segment({ title: 'Neighbour' });
      const taken = await world.all.put(`/segments/${id}`).send({ title: 'neighbour' }).expect(400);
      expect(taken.body.data.params).toEqual({ title: 'is taken' });
    });

    it('are listed newest first, sorted and searched, with escaped wildcards', async () => {
      const a = await world.given.segment({ title: 'Listed A 100%' });
      const b = await world.given.segment({ title: 'Listed B 1000', description: 'Findable' });
      const ids = async (query: object): Promise<number[]> =>
        (await world.all.get('/segments').query(query).expect(200)).body.segments.map(({ id }: { id: number }) => id);
      expect(await ids({ search: 'listed' })).toEqual([b.id, a.id]);
      expect(await ids({ search: 'listed', sort_by: 'title', sort_order: 'asc' })).toEqual([a.id, b.id]);
      expect(await ids({ search: '100%' })).toEqual([a.id]);
      expect(await ids({ search: 'findable' })).toEqual([b.id]);
      const { body } = await world.all.get('/segments?sort_by=slug').expect(400);
      expect(body.data.params).toHaveProperty('sort_by');
    });

    it('are deleted, but not their contacts', async () => {
      const contact = await world.given.contact();
      const { id } = await world.given.segment();
      const { body } = await world.all.delete(`/segments/${id}`).expect(200);
      expect(body).toEqual({ message: 'Successfully removed the segment.' });
      await world.all.get(`/segments/${id}`).expect(404);
      await world.all.get(`/subscribers/${contact.id}`).expect(200);
    });

    it.each(['999999', '0', '-1', 'abc', '99999999999999'])(
      'return 404 everywhere for the unknown segment %s',
      async (id) => {
        const answers = [
          await world.all.get(`/segments/${id}`),
          await world.all.put(`/segments/${id}`).send({ title: 'Nobody' }),
          await world.all.delete(`/segments/${id}`),
          await world.all.get(`/segments/${id}/count`),
          await world.all.get(`/segments/${id}/subscribers`),
          await world.all.get(`/segments/${id}/explain?contact_id=1`),
        ];
        for (const { status, body } of answers) {
          expect(status).toBe(404);
          expect(body).toMatchObject({ code: 'rest_post_invalid_id', message: 'Invalid post ID.' });
        }
      },
    );
  });

  describe('with an invalid rule', () => {
    it('report the position and the error of every row', async () => {
      const params = await faultsOf([
        [
          { source: ['subscriber', 'city'], operator: 'like', value: 'x' },
          { source: ['subscriber', 'shoe_size'], operator: '=', value: 1 },
          { source: ['weather', 'city'], operator: '=', value: 1 },
        ],
        'row',
        [],
        [
          'row',
          null,
          [],
          {},
          { source: 'city', operator: '=', value: 'x' },
          { source: ['subscriber'], operator: '=' },
          { source: ['subscriber', 7], operator: '=' },
          { source: ['custom', 'nothing'], operator: '=', value: 'x' },
          { source: ['commerce', 'profit'], operator: '>', value: 100 },
          { source: ['events', ' '], operator: 'not_null' },
          { source: ['subscriber', 'city'], operator: '=' },
          { source: ['toString', 'length'], operator: '=', value: 'x' },
        ],
      ]);
      expect(params).toEqual({
        'filters.0.0.operator': expect.stringMatching(/^must be one of: =, !=, contains, .*, is_null, not_null$/),
        'filters.0.1.source.1': expect.stringMatching(/^must be one of: id, user_id, hash, email, /),
        'filters.0.2.source.0':
          'must be one of: subscriber, custom, tags, lists, companies, activity, events, commerce',
        'filters.1': 'must be an array of rows',
        'filters.2': 'must hold at least one row',
        'filters.3.0': 'must be an object with source, operator and value',
        'filters.3.1': 'must be an object with source, operator and value',
        'filters.3.2': 'must be an object with source, operator and value',
        'filters.3.3.operator': 'is required',
        'filters.3.3.source': 'is required',
        'filters.3.4.source': 'must be [entity, field]',
        'filters.3.5.source': 'must be [entity, field]',
        'filters.3.6.source': 'must be [entity, field]',
        'filters.3.7.source.1': 'is not a custom field',
        'filters.3.8.source.1':
          'must be one of: orders_count, total_spent, average_order_value, refunded_total, first_order_at, last_order_at, purchased_product',
        'filters.3.9.source.1': 'must be an event key of at most 190 characters',
        'filters.3.10.value': 'is required',
        'filters.3.11.source.0': expect.stringContaining('must be one of'),
      });
    });

    it('accept 20 groups, 50 rows, and 1,000 values, and refuse more', async () => {
      const row = { source: ['subscriber', 'id'], operator: '=', value: 1 };
      const of = (length: number): unknown[] => Array.from({ length }, () => row);
      await world.given.segment({ filters: Array.from({ length: 20 }, () => [row]) });
      await world.given.segment({ filters: [of(25), of(25)] });
      expect(await faultsOf(Array.from({ length: 21 }, () => [row]))).toEqual({
        filters: 'must hold at most 20 groups',
      });
      expect(await faultsOf([of(25), of(26)])).toEqual({ filters: 'must hold at most 50 rows in all' });
      const ids = Array.from({ length: 1_001 }, (_, index) => index + 1);
      await world.given.segment({ filters: rule('subscriber', 'id', 'in', ids.slice(1)) });
      expect(await faultsOf(rule('subscriber', 'id', 'in', ids))).toEqual({
        'filters.0.0.value': 'must hold at most 1000 values',
      });
    });

    it('report unknown ids', async () => {
      const [tag, list, company, campaign] = [
        await world.given.tag(),
        await world.given.list(),
        await world.given.company(),
        await world.given.campaign(),
      ];
      await world.all.delete(`/campaigns/${campaign.id}`).expect(200);
      const row = (entity: string, field: string, operator: string, value: unknown): unknown => ({
        source: [entity, field],
        operator,
        value,
      });
      const params = await faultsOf([
        [
          row('tags', 'id', 'in', [tag.id, 888, 999]),
          row('lists', 'id', 'not_contains', 777),
          row('companies', 'id', 'in_all', [company.id, 666]),
          row('lists', 'id', 'in', [list.id]),
        ],
        [row('activity', 'opened', '=', campaign.id)],
      ]);
      expect(params).toEqual({
        'filters.0.0.value': 'unknown: 888, 999',
        'filters.0.1.value': 'unknown: 777',
        'filters.0.2.value': 'unknown: 666',
        'filters.1.0.value': `unknown: ${campaign.id}`,
      });
    });

    const wrongValues: readonly (readonly [
      row: [string, string, string],
      values: readonly unknown[],
      reason: RegExp,
    ])[] = [
      [['subscriber', 'city', '='], [null, 7, true, [], {}, ['x']], /^must be text$/],
      [['subscriber', 'city', '='], ['', '  '], /^must not be empty$/],
      [['subscriber', 'city', '='], ['x'.repeat(2_049)], /^must be at most 2048 characters long$/],
      [['subscriber', 'city', 'in'], [null, 7, true, 'x', {}], /^must be an array$/],
      [['subscriber', 'city', 'in'], [[]], /^must not be empty$/],
      [
        ['subscriber', 'city', 'in'],
        [
          ['x', 7],
          ['x', null],
        ],
        /^item 1 must be text$/,
      ],
      [['subscriber', 'email', 'contains'], [null, 7, {}], /^must be text$/],
      [['subscriber', 'hash', '='], ['x', 'g'.repeat(32), '0'.repeat(33)], /^must be 32 hexadecimal digits$/],
      [['subscriber', 'status', '='], ['Subscribed', 'gone'], /^must be one of: subscribed, unsubscribed, /],
      [['subscriber', 'contact_type', '='], ['partner'], /^must be one of: lead, customer$/],
      [['subscriber', 'country', '='], ['Atlantis', 'XX'], /^must be a country code/],
      [['subscriber', 'user_id', '='], [null, true, [], {}, '', 'x', '0x10', '1e999'], /^must be a number$/],
      [['subscriber', 'user_id', 'between'], [7, null, {}, [1], [1, 2, 3]], /^must be an array of two values$/],
      [['subscriber', 'user_id', 'between'], [[1, 'x']], /^item 1 must be a number$/],
      [['subscriber', 'user_id', 'between'], [['x', 1]], /^item 0 must be a number$/],
      [['subscriber', 'user_id', 'between'], [[2, 1]], /^must begin with the smaller value$/],
      [['subscriber', 'date_of_birth', 'before'], [null, 7, '2026-1-1', 'now'], /^must be a date as/],
      [['subscriber', 'date_of_birth', 'before'], ['2026-02-30'], /^is not a day that exists$/],
      [['subscriber', 'date_of_birth', 'between'], [['2026-02-02', '2026-02-01']], /^must begin with the smaller/],
      [['subscriber', 'created_at', 'after'], [null, 7, 'now', {}], /^must be a date or a time as/],
      [['subscriber', 'created_at', 'after'], ['2026-02-30', '2026-11-31 10:00:00'], /^is not a day that exists$/],
      [['subscriber', 'created_at', 'after'], ['0999-12-31', '9999-01-01'], /^must be between the years/],
      [['subscriber', 'created_at', 'within_days'], [null, 0, -1, 1.5, 'x', 36_501, [7]], /^must be a whole number of/],
      [['subscriber', 'created_at', 'within_next_days'], [null, 0, -1, 1.5, 'x', 36_501], /^must be a whole number of/],
      [['tags', 'id', 'contains'], [null, 0, -1, 1.5, 'x', '', [1], {}, 4_294_967_296], /^must be an id$/],
      [['tags', 'id', 'in'], [[0], ['x'], [null]], /^item 0 must be an id$/],
      [['companies', 'id', 'in'], [1, 'acme', {}], /^must be an array$/],
      [['activity', 'opened', '='], [null, 'x', [1], 0], /^must be an id$/],
      [['activity', 'last_open_at', 'before'], [null, 7, 'x'], /^must be a date or a time as/],
      [['events', 'purchase', '>'], [null, 'x', '2026-01-01'], /^must be a number$/],
      [['events', 'purchase', 'after'], [3, null, 'x'], /^must be a date or a time as/],
    ];

    it.each(wrongValues.map(([row, values, reason]) => [row.join(' '), row, values, reason] as const))(
      'refuse values of another type: %s',
      async (_name, row, values, reason) => {
        for (const value of values)
          expect(await faultsOf(rule(...row, value))).toEqual({ 'filters.0.0.value': expect.stringMatching(reason) });
      },
    );

    it.each([
      ['subscriber', 'city', '>'],
      ['subscriber', 'city', 'in_all'],
      ['subscriber', 'status', 'contains'],
      ['subscriber', 'user_id', 'contains'],
      ['subscriber', 'date_of_birth', 'in'],
      ['subscriber', 'created_at', 'starts_with'],
      ['tags', 'id', '='],
      ['lists', 'id', 'between'],
      ['companies', 'id', 'starts_with'],
      ['activity', 'opened', 'contains'],
      ['activity', 'last_open_at', 'in'],
      ['events', 'purchase', 'contains'],
    ])('refuse for %s %s the operator %s', async (...row) => {
      expect(await faultsOf(rule(...row, 'x'))).toEqual({
        'filters.0.0.operator': expect.stringMatching(/^must be one of: .*not_null$/),
      });
    });

    it('accept only options of a custom field', async () => {
      const { slug } = await world.given.customField({ type: 'checkbox', options: ['tea', 'coffee'] });
      expect(await faultsOf(rule('custom', slug, 'in', ['tea', 'TEA']))).toEqual({
        'filters.0.0.value': 'item 1 must be one of: tea, coffee; did you mean tea?',
      });
    });
  });

  describe('in use', () => {
    it('count the contacts that match now, and return the time', async () => {
      const { id } = await world.given.segment({ filters: rule('subscriber', 'city', '=', 'Countville') });
      const count = async (): Promise<number> => (await world.all.get(`/segments/${id}/count`).expect(200)).body.count;
      expect(await count()).toBe(0);
      const contact = await world.given.contact({ city: 'Countville' });
      expect(await count()).toBe(1);
      await world.all.put(`/subscribers/${contact.id}`).send({ city: 'Elsewhere' }).expect(200);
      const [{ body }, counted] = await during(() => world.all.get(`/segments/${id}/count`).expect(200));
      expect(body).toEqual({ count: 0, as_of: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/) });
      expectDuring(Date.parse(body.as_of), counted);
    });

    it('list their contacts by page and cursor, like the list of contacts', async () => {
      const ids: number[] = [];
      for (let index = 0; index < 5; index += 1) ids.push((await world.given.contact({ city: 'Pageville' })).id);
      await world.given.contact({ city: 'Elsewhere' });
      const { id } = await world.given.segment({ filters: rule('subscriber', 'city', '=', 'Pageville') });
      const path = `/segments/${id}/subscribers`;
      const page = async (query: object): Promise<Response['body']> =>
        (await world.all.get(path).query(query).expect(200)).body;
      const idsOf = (body: Response['body']): number[] => body.data.map((contact: { id: number }) => contact.id);

      const first = await page({ per_page: 2 });
      expect(idsOf(first)).toEqual([ids[4], ids[3]]);
      expect(first).toMatchObject({ current_page: 1, per_page: 2, total: 5, last_page: 3, from: 1, to: 2 });
      expect(first.next_page_url).toContain(`${path}?per_page=2&page=2`);
      expect(first.data[0]).toMatchObject({ city: 'Pageville', tags: [], lists: [] });
      expect(first.data[0]).not.toHaveProperty('custom_values');
      expect((await page({ custom_fields: 'true' })).data[0].custom_values).toEqual({});
      expect(idsOf(await page({ per_page: 2, page: 3 }))).toEqual([ids[0]]);
      expect(idsOf(await page({ page: 9 }))).toEqual([]);
      expect(idsOf(await page({ order_by: 'email', order_type: 'ASC' }))).toEqual(ids);

      for (const order_by of ['id', 'email', 'created_at']) {
        const walked: number[] = [];
        for (let cursor: string | null = '*'; cursor !== null;) {
          const body: Response['body'] = await page({ per_page: 2, order_by, order_type: 'ASC', cursor });
          walked.push(...idsOf(body));
          cursor = body.next_cursor;
        }
        expect(walked).toEqual(ids);
      }
      for (const query of [{ per_page: 0 }, { page: 'x' }, { order_by: 'city' }, { cursor: 'nonsense' }])
        await world.all.get(path).query(query).expect(400);
    });

    it('treat a deleted tag as a tag without members', async () => {
      const tag = await world.given.tag();
      await world.given.contact({ city: 'Tagville', tags: [tag.id] });
      const has = (operator: string): unknown => [
        [
          { source: ['subscriber', 'city'], operator: '=', value: 'Tagville' },
          { source: ['tags', 'id'], operator, value: tag.id },
        ],
      ];
      const wanted = await world.given.segment({ filters: has('contains') });
      const unwanted = await world.given.segment({ filters: has('not_contains') });
      const counts = async (): Promise<number[]> => [
        (await world.all.get(`/segments/${wanted.id}/count`)).body.count,
        (await world.all.get(`/segments/${unwanted.id}/count`)).body.count,
      ];
      expect(await counts()).toEqual([1, 0]);
      await world.all.delete(`/tags/${tag.id}`).expect(200);
      expect(await counts()).toEqual([0, 1]);
      await world.settle();
      expect(await counts()).toEqual([0, 1]);
    });

    it('match no contact by a removed option, and refuse a rule with a deleted field', async () => {
      const { slug } = await world.given.customField({ type: 'select-one', options: ['red', 'blue'] });
      const contact = await world.given.contact({ custom_values: { [slug]: 'red' } });
      const segment = await world.given.segment({ filters: rule('custom', slug, '=', 'red') });
      const path = `/segments/${segment.id}`;
      expect((await world.all.get(`${path}/count`).expect(200)).body.count).toBe(1);
      await world.all
        .put(`/custom-fields/contacts/${slug}`)
        .send({ options: ['blue'], force: 'yes' })
        .expect(200);
      expect((await world.all.get(`${path}/count`).expect(200)).body.count).toBe(0);
      await world.all.delete(`/custom-fields/contacts/${slug}?force=yes`).expect(200);
      for (const question of ['count', 'subscribers', `explain?contact_id=${contact.id}`]) {
        const { body } = await world.all.get(`${path}/${question}`).expect(400);
        expect(body.data.params).toEqual({ 'filters.0.0.source.1': expect.stringMatching(/^is not a custom field/) });
      }
      await world.all.get(path).expect(200);
    });
  });

  describe('explained', () => {
    it('return for every group and row whether the contact matches, with its value', async () => {
      const [tag, list] = [await world.given.tag(), await world.given.list()];
      const likes = await world.given.customField({ type: 'checkbox', options: ['tea', 'coffee'] });
      const level = await world.given.customField({ type: 'number' });
      const campaign = await world.given.campaign();
      const company = await world.given.company();
      const contact = await world.given.contact({
        city: 'Lyon',
        tags: [tag.id],
        custom_values: { [likes.slug]: ['tea'], [level.slug]: '1e2' },
      });
      await world.all
        .post('/subscribers/track-event')
        .send({ subscriber_id: contact.id, event_key: 'purchase', title: 'Book' })
        .expect(200);
      const groups = [
        [
          { source: ['subscriber', 'city'], operator: '=', value: 'Paris' },
          { source: ['tags', 'id'], operator: 'contains', value: tag.id },
          { source: ['lists', 'id'], operator: 'in', value: [list.id] },
          { source: ['subscriber', 'created_at'], operator: 'within_days', value: 1 },
        ],
        [
          { source: ['custom', likes.slug], operator: 'contains', value: 'tea' },
          { source: ['custom', level.slug], operator: '>', value: 99 },
          { source: ['events', 'purchase'], operator: '=', value: 1 },
          { source: ['activity', 'opened'], operator: '!=', value: campaign.id },
          { source: ['activity', 'last_open_at'], operator: 'is_null' },
          { source: ['companies', 'id'], operator: 'not_in', value: [company.id] },
          { source: ['subscriber', 'phone'], operator: 'is_null' },
        ],
      ];
      const segment = await world.given.segment({ filters: groups });
      const { body } = await world.all.get(`/segments/${segment.id}/explain?contact_id=${contact.id}`).expect(200);
      const moment = expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/);
      const actual = [
        ['Lyon', [tag.id], [], moment],
        [['tea'], '1e2', { count: 1, last_at: moment }, [], null, [], null],
      ];
      const holds = [
        [false, true, false, true],
        [true, true, true, true, true, true, true],
      ];
      expect(body).toEqual({
        holds: true,
        groups: groups.map((rows, group) => ({
          holds: group === 1,
          rows: rows.map((row, place) => ({
            ...row,
            holds: holds[group]?.[place],
            actual: actual[group]?.[place],
          })),
        })),
      });
    });

    it('show the order totals of a contact in every currency, and none for others', async () => {
      const [buyer, other] = [await world.given.contact(), await world.given.contact()];
      await world.db.transaction(async (tx) => {
        await tx.insertRows(
          'contact_commerce',
          [
            'contact_id',
            'currency',
            'orders_count',
            'total_spent',
            'refunded_total',
            'first_order_at',
            'last_order_at',
          ],
          [
            [buyer.id, 'EUR', 2, 81.5, 8, '2026-01-05 10:00:00', '2026-02-05 10:00:00'],
            [buyer.id, 'JPY', 1, 9_000, 0, '2025-01-05 10:00:00', '2025-01-05 10:00:00'],
          ],
        );
        await tx.insertRows(
          'orders',
          ['provider', 'external_id', 'contact_id', 'status', 'currency', 'total', 'items', 'ordered_at'],
          [['shop', 'A-1', buyer.id, 'completed', 'EUR', 8_950, ITEMS, '2026-01-05 10:00:00']],
        );
      });
      const about = (field: string, operator: string, value?: unknown) => ({
        source: ['commerce', field],
        operator,
        ...(value === undefined ? {} : { value }),
      });
      const rows = [
        about('orders_count', '=', 3),
        about('total_spent', '>', 1_000),
        about('average_order_value', '=', 40.75),
        about('refunded_total', '=', 8),
        about('first_order_at', '=', '2025-01-05'),
        about('last_order_at', 'after', '2026-02-04'),
        about('purchased_product', 'in', ['SKU-7', 'unknown']),
      ];
      const { id } = await world.given.segment({ filters: [rows] });
      const seen = async (contact: number) =>
        (await world.all.get(`/segments/${id}/explain?contact_id=${contact}`).expect(200)).body.groups[0].rows.map(
          ({ holds, actual }: { holds: boolean; actual: unknown }) => [holds, actual],
        );
      expect(await seen(buyer.id)).toEqual([
        ...[
          [true, 3],
          [true, [81.5, 9_000]],
          [true, [40.75, 9_000]],
          [true, [8, 0]],
        ],
        ...[
          [true, '2025-01-05 10:00:00'],
          [true, '2026-02-05 10:00:00'],
          [true, ['SKU-7']],
        ],
      ]);
      expect(await seen(other.id)).toEqual([
        ...[0, 0, 0, 0].map((actual) => [false, actual]),
        ...[null, null].map((actual) => [false, actual]),
        [false, []],
      ]);
      const { body } = await world.all.get(`/segments/${id}/subscribers`).expect(200);
      expect(JSON.stringify(body)).toContain(buyer.email);
    });

    it('follow orders and refunds as shops report them', async () => {
      const contact = await world.given.contact();
      const order = { contact_id: contact.id, items: [{ external_id: 'CUP-3', title: 'Cup', quantity: 2, price: 30 }] };
      const { id } = await world.given.order({ ...order, status: 'pending', total: 60, external_id: 'S-1' });
      const segment = await world.given.segment({
        filters: [
          [
            { source: ['commerce', 'purchased_product'], operator: '=', value: 'CUP-3' },
            { source: ['commerce', 'total_spent'], operator: '>', value: 50 },
          ],
        ],
      });
      const inside = async (): Promise<number> =>
        (await world.all.get(`/segments/${segment.id}/count`).expect(200)).body.count;
      expect(await inside()).toBe(0);
      await world.given.order({ ...order, total: 60, external_id: 'S-1' });
      expect(await inside()).toBe(1);
      await world.all.post(`/commerce/orders/${id}/refunds`).send({ amount: 10 }).expect(200);
      expect(await inside()).toBe(0);
      const { body } = await world.all.get(`/subscribers/${contact.id}?with[]=commerce_stat`).expect(200);
      expect(body.subscriber.commerce_stat).toMatchObject({ orders_count: 1, total_spent: 50, refunded_total: 10 });
    });

    it('agree with the list of their contacts', async () => {
      const [inside, outside] = [
        await world.given.contact({ city: 'Inville' }),
        await world.given.contact({ city: 'Outville' }),
      ];
      const { id } = await world.given.segment({ filters: rule('subscriber', 'city', '=', 'Inville') });
      const holds = async (contact: number): Promise<boolean> =>
        (await world.all.get(`/segments/${id}/explain?contact_id=${contact}`).expect(200)).body.holds;
      expect(await holds(inside.id)).toBe(true);
      expect(await holds(outside.id)).toBe(false);
    });

    it('require an existing contact', async () => {
      const { id } = await world.given.segment();
      await world.all.get(`/segments/${id}/explain?contact_id=4294967295`).expect(404);
      const { body } = await world.all.get(`/segments/${id}/explain`).expect(400);
      expect(body.data.params).toEqual({ contact_id: 'is required' });
      for (const contact of ['x', '0', '-1', '1.5', '4294967296'])
        await world.all.get(`/segments/${id}/explain?contact_id=${contact}`).expect(400);
    });
  });
});
