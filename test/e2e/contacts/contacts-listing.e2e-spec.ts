import type { Response } from 'supertest';
import { World } from '../../support/world.js';

describe('the list of contacts', () => {
  let world: World;
  const tags: number[] = [];
  const lists: number[] = [];
  const ids: number[] = [];
  let field: { slug: string };

  beforeAll(async () => {
    world = await World.start({ worker: false });
    for (let index = 0; index < 2; index += 1) {
      tags.push((await world.given.tag()).id);
      lists.push((await world.given.list()).id);
    }
    field = await world.given.customField();
    const people = [
      { email: 'ada@example.com', first_name: 'Ada', last_name: 'Lovelace', tags, lists: [lists[0]] },
      { email: 'bob_100%@example.com', first_name: 'Bob', last_name: 'Martin', tags: [tags[0]], status: 'pending' },
      { email: 'carl@other.org', first_name: 'José', last_name: 'Adamson', tags: [tags[1]], lists, status: 'bounced' },
      { email: 'dora@example.com', last_name: 'Ada', custom_values: { [field.slug]: 'x' } },
      { email: 'bobx100y@example.com' },
    ];
    for (const person of people) ids.push((await world.given.contact(person)).id);
  });

  const list = async (query: object): Promise<{ total: number; places: number[]; body: Response['body'] }> => {
    const { body } = await world.all.get('/subscribers').query(query).expect(200);
    return { total: body.total, places: body.data.map(({ id }: { id: number }) => ids.indexOf(id)), body };
  };

  it('is flat, newest first, ten per page, with tags and lists', async () => {
    const { body, places } = await list({});
    expect(places).toEqual([4, 3, 2, 1, 0]);
    expect(body).toMatchObject({
      current_page: 1,
      per_page: 10,
      total: 5,
      last_page: 1,
      from: 1,
      to: 5,
      next_page_url: null,
      prev_page_url: null,
    });
    expect(body.data[4].tags.map(({ id }: { id: number }) => id)).toEqual(tags);
    expect(body.data[4].lists).toEqual([{ id: lists[0], title: expect.any(String), slug: expect.any(String) }]);
    expect(body.data[4]).not.toHaveProperty('custom_values');
  });

  it('paginates by number, and returns an empty page past the end', async () => {
    const { body, places } = await list({ per_page: 2, page: 2 });
    expect(places).toEqual([2, 1]);
    expect(body).toMatchObject({ current_page: 2, total: 5, last_page: 3, from: 3, to: 4 });
    expect(body.next_page_url).toContain('page=3');
    expect((await list({ per_page: 2, page: 9 })).body).toMatchObject({ total: 5, data: [], from: null, to: null });
    for (const query of [{ per_page: 0 }, { per_page: 1001 }, { page: 0 }, { page: 'x' }, { per_page: '1e1' }])
      await world.all.get('/subscribers').query(query).expect(400);
  });

  it.each([
    ['tags', 'any of several tags', () => ({ tags }), [2, 1, 0]],
    ['tags', 'one tag', () => ({ tags: [tags[0]] }), [1, 0]],
    ['tags and lists', 'both', () => ({ tags: [tags[1]], lists: [lists[0]] }), [2, 0]],
    ['lists', 'a comma separated value', () => ({ lists: lists.join(',') }), [2, 0]],
    ['statuses', 'any of several', () => ({ statuses: ['pending', 'bounced'] }), [2, 1]],
    ['statuses and tags', 'both', () => ({ statuses: 'pending', tags: [tags[0]] }), [1]],
    ['an unknown tag', 'no contact', () => ({ tags: [999_999] }), []],
    ['an unknown and a known tag', 'the known', () => ({ tags: [999_999, tags[0]] }), [1, 0]],
  ] as const)('filters by %s: %s', async (_what, _how, query, expected) => {
    const { places, total } = await list(query());
    expect(places).toEqual(expected);
    expect(total).toBe(expected.length);
  });

  it.each([
    ['ada', [3, 2, 0]],
    ['ADA lovelace', [0]],
    ['Jose', [2]],
    ['love exam', [0]],
    ['100%', [1]],
    ['b_1', [1]],
    ['\\', []],
    ['@example.com', [4, 3, 1, 0]],
    ['ada unknown', []],
  ] as const)('finds every word of "%s" in address and names', async (search, expected) => {
    const { places, total } = await list({ search });
    expect(places).toEqual(expected);
    expect(total).toBe(expected.length);
  });

  it('sorts by known fields and refuses others', async () => {
    expect((await list({ order_by: 'email', order_type: 'asc' })).places).toEqual([0, 1, 4, 2, 3]);
    expect((await list({ sort_by: 'created_at', sort_order: 'ASC' })).places).toEqual([0, 1, 2, 3, 4]);
    for (const query of [{ order_by: 'hash' }, { order_type: 'sideways' }, { statuses: ['happy'] }, { tags: [0] }])
      await world.all.get('/subscribers').query(query).expect(400);
  });

  it('includes custom values on request', async () => {
    const { body } = await list({ custom_fields: 'true', search: 'dora' });
    expect(body.data[0].custom_values).toEqual({ [field.slug]: 'x' });
    const none = await list({ custom_fields: 'true', search: 'carl' });
    expect(none.body.data[0].custom_values).toEqual({});
  });

  it.each([
    ['id', 'DESC', [4, 3, 2, 1, 0]],
    ['email', 'ASC', [0, 1, 4, 2, 3]],
    ['created_at', 'DESC', [4, 3, 2, 1, 0]],
  ])('returns every contact once by cursor in the order of %s %s', async (order_by, order_type, expected) => {
    const seen: number[] = [];
    let cursor: string | null = '*';
    while (cursor !== null) {
      const page: Awaited<ReturnType<typeof list>> = await list({ order_by, order_type, per_page: 2, cursor });
      seen.push(...page.places);
      cursor = page.body.next_cursor;
      expect(seen.length).toBeLessThanOrEqual(ids.length);
    }
    expect(seen).toEqual(expected);
  });

  it('refuses invalid cursors and those of another order', async () => {
    const byEmail = (await list({ order_by: 'email', per_page: 1, cursor: '*' })).body.next_cursor;
    await world.all.get('/subscribers').query({ order_by: 'created_at', cursor: byEmail }).expect(400);
    await world.all.get('/subscribers').query({ cursor: byEmail }).expect(400);
    await world.all.get('/subscribers').query({ cursor: 'x' }).expect(400);
  });
});

describe('the list of contacts with every filter and order', () => {
  const PEOPLE = 48;
  const QUERIES = process.env['TEST_DEPTH'] === 'full' ? 600 : 75;
  const STATUSES = ['subscribed', 'subscribed', 'pending', 'bounced'];
  let world: World;
  const tags: number[] = [];
  const lists: number[] = [];
  const companies: number[] = [];

  interface Person {
    readonly id: number;
    readonly email: string;
    readonly status: string;
    readonly tags: readonly number[];
    readonly lists: readonly number[];
    readonly companies: readonly number[];
  }
  const people: Person[] = [];

  /** Deterministic, so that a failure can be reproduced. */
  let seed = 7;
  const below = (limit: number): number => (seed = (seed * 48_271) % 2_147_483_647) % limit;
  const some = <T>(items: readonly T[], most: number): T[] => items.filter(() => below(items.length) < most);

  beforeAll(async () => {
    world = await World.start({ worker: false });
    for (let index = 0; index < 6; index += 1) {
      tags.push((await world.given.tag()).id);
      lists.push((await world.given.list()).id);
      companies.push((await world.given.company()).id);
    }
    for (let index = 0; index < PEOPLE; index += 1) {
      const person = {
        email: `p${below(100_000)}.${index}@example.com`,
        status: STATUSES[below(4)] ?? 'pending',
        tags: some(tags, 2),
        lists: some(lists, 2),
      };
      const { id } = await world.given.contact(person);
      people.push({ id, ...person, companies: some(companies, 1) });
    }
    for (const company of companies) {
      const members = people.filter((person) => person.companies.includes(company)).map(({ id }) => id);
      if (members.length > 0)
        await world.all
          .post('/companies/attach-subscribers')
          .send({ subscriber_ids: members, company_ids: [company] })
          .expect(200);
    }
  });

  it('matches an evaluation of each contact', async () => {
    let matched = 0;
    for (let round = 0; round < QUERIES; round += 1) {
      const wanted = { tags: some(tags, 2), lists: some(lists, 1), company_ids: some(companies, 1) };
      const statuses = below(2) === 0 ? some(['subscribed', 'pending', 'bounced'], 1) : [];
      const [order_by, order_type] = [
        ['id', 'email', 'created_at'][below(3)] ?? 'id',
        ['ASC', 'DESC'][below(2)] ?? 'ASC',
      ];
      const anyOf = (asked: readonly number[], has: readonly number[]): boolean =>
        asked.length === 0 || asked.some((id) => has.includes(id));
      const matching = people
        .filter(({ status }) => statuses.length === 0 || statuses.includes(status))
        .filter((person) => anyOf(wanted.tags, person.tags) && anyOf(wanted.lists, person.lists))
        .filter((person) => anyOf(wanted.company_ids, person.companies))
        // Ids increase with created_at.
        .sort((a, b) => (order_by === 'email' ? (a.email < b.email ? -1 : 1) : a.id - b.id))
        .map(({ id }) => id);
      if (order_type === 'DESC') matching.reverse();
      const query = { ...wanted, statuses, order_by, order_type, per_page: 3 };
      const page = 1 + below(3);
      const { body } = await world.all
        .get('/subscribers')
        .query({ ...query, page })
        .expect(200);
      expect({ query, total: body.total, ids: body.data.map(({ id }: { id: number }) => id) }).toEqual({
        query,
        total: matching.length,
        ids: matching.slice((page - 1) * 3, page * 3),
      });
      const { body: start } = await world.all
        .get('/subscribers')
        .query({ ...query, cursor: '*' })
        .expect(200);
      if (start.next_cursor !== null) {
        const { body: next } = await world.all
          .get('/subscribers')
          .query({ ...query, cursor: start.next_cursor })
          .expect(200);
        expect(next.data.map(({ id }: { id: number }) => id)).toEqual(matching.slice(3, 6));
      }
      matched += matching.length;
    }
    // Otherwise the test would see only empty pages.
    expect(matched).toBeGreaterThan(QUERIES);
  });
});
