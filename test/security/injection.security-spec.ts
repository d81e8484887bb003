import { escape } from 'mysql2';
import { type DocumentedField, type Operation, withField } from '../support/documented-fields.js';
import {
  unexpectedAnswers,
  HostileClient,
  type HostileRequest,
  sampleOf,
  THOROUGH,
  urlEncoded,
} from '../support/hostile-client.js';
import { isInjected, watchStatements } from '../support/executed-sql.js';
import { HOSTILE_TEXTS, HOSTILE_VALUES, hostileQueries } from '../support/hostile-texts.js';
import { filled } from '../support/routes.js';
import { World } from '../support/world.js';

/** The most processor time of a request, in milliseconds of a fixed machine. */
const MOST_MS = 1_000;

const SORTING = /^(order|sort)_/;
const ORDERS = ['', '&order_by=email', '&order_by=created_at', '&sort_by=title', '&order_type=ASC'];

/** Searches are the most exposed to SQL injection, so they get more texts. */
const textsFor = (name: string, turn: number): readonly string[] =>
  sampleOf(HOSTILE_TEXTS, turn, /search/i.test(name) ? 8 : 80);

describe('injection', () => {
  let world: World;
  let client: HostileClient;
  /** Statements that execute a part of a text. */
  const injected: string[] = [];
  let statements = 0;

  afterEach(() => {
    expect(injected.splice(0)).toEqual([]);
  });
  beforeAll(async () => {
    world = await World.start({ worker: false });
    watchStatements((sql) => {
      statements += 1;
      if (isInjected(sql)) injected.push(sql);
    });
    client = new HostileClient(world);
    await client.createFixtures();
    const answers = await client.sendAll(client.operations.filter(({ method }) => method === 'get').map(toTarget));
    expect(unexpectedAnswers(answers)).toEqual([]);
    expect(statements).toBeGreaterThan(answers.length);
  });

  const toTarget = (operation: Operation): HostileRequest => ({
    method: operation.method,
    path: client.target(operation),
  });

  /** @param least the minimum number of requests in a full run; the short run needs a third of them. */
  async function expectHarmless(requests: readonly HostileRequest[], least: number): Promise<void> {
    expect(requests.length).toBeGreaterThanOrEqual(THOROUGH ? least : least / 3);
    expect(await client.expensiveAmong(await client.sendAll(requests), MOST_MS)).toEqual([]);
  }

  const queryFields = (): { operation: Operation; name: string; turn: number }[] =>
    client.operations
      .flatMap((operation) => operation.queryParameters.map((name) => ({ operation, name })))
      .map((field, turn) => ({ ...field, turn }));

  const bodyFields = (): { operation: Operation; field: DocumentedField; turn: number }[] =>
    client.operations
      .flatMap((operation) => operation.bodyFields.map((field) => ({ operation, field })))
      .map((field, turn) => ({ ...field, turn }));

  it('T15 T16 is tested with enough texts, query parameters, and body fields', () => {
    expect(new Set(HOSTILE_TEXTS).size).toBeGreaterThanOrEqual(150);
    expect(queryFields().length).toBeGreaterThan(40);
    expect(bodyFields().length).toBeGreaterThan(80);
  });

  it.each(HOSTILE_TEXTS.filter((text) => /sleep\(5\)|benchmark|union all|drop table/i.test(text)))(
    'T16 would notice that a statement executes %s',
    (text) => {
      const among = (...quotes: string[]): boolean =>
        quotes.some((quote) => isInjected(`SELECT id FROM contacts WHERE id = ${quote}${text}${quote}`));
      expect(among('', "'", '"')).toBe(true);
      expect(isInjected(`SELECT id FROM contacts WHERE id = ${escape(text)} AND status = 'subscribed'`)).toBe(false);
    },
  );

  it('T15 a sort field that is not on the allowlist is refused, and never reaches a statement', async () => {
    const sorts = queryFields().filter(({ name }) => SORTING.test(name));
    expect(sorts.length).toBeGreaterThanOrEqual(15);
    for (const { operation, name, turn } of sorts) {
      const requests = sampleOf(HOSTILE_TEXTS, turn, 40).map((text) => ({
        method: 'get',
        path: `${client.target(operation)}?${name}=${urlEncoded(text)}`,
      }));
      const taken = (await client.sendAll(requests)).filter(({ status }) => status !== 400);
      expect(taken.map(({ request, status }) => `${status} ${request}`)).toEqual([]);
    }
  });

  it('T16 hostile texts in query parameters neither fail nor slow down a response', async () => {
    const requests = queryFields()
      .filter(({ operation, name }) => operation.method === 'get' && !SORTING.test(name))
      .flatMap(({ operation, name, turn }) =>
        textsFor(name, turn).map((text) => ({
          method: 'get',
          path: `${client.target(operation)}?${urlEncoded(name)}=${urlEncoded(text)}`,
        })),
      );
    await expectHarmless(requests, 1_000);
  });

  it('T16 arrays, objects, and broken encodings in query parameters neither fail nor slow down a response', async () => {
    const requests = queryFields().flatMap(({ operation, name, turn }) =>
      sampleOf(hostileQueries(name.replace('[]', '')), turn, 9).map((query) => ({
        method: operation.method,
        path: `${client.target(operation)}?${query}`,
      })),
    );
    await expectHarmless(
      requests.filter(({ method }) => method === 'get'),
      500,
    );
  });

  it('T16 forged cursors neither fail nor slow down a response', async () => {
    const positions = [
      '[1e999,1]',
      '[null,1e15]',
      '["x",-1]',
      '["2026-01-01\' OR 1=1",1]',
      '["\\u0000",1]',
      '[-1e308,1]',
    ];
    const more = ['["2026-99-99",1]', '[null,0]', '["0000-00-00",1]', '[[1],1]', '[{"a":1},1]', '[true,1]', '[1]', '1'];
    const requests = queryFields()
      .filter(({ name }) => name === 'cursor')
      .flatMap(({ operation }, turn) =>
        sampleOf([...positions, ...more], turn, 2).flatMap((position, place) =>
          sampleOf(ORDERS, turn + place, ORDERS.length).map((order) => ({
            method: 'get',
            path: `${client.target(operation)}?cursor=${Buffer.from(position).toString('base64url')}${order}`,
          })),
        ),
      );
    await expectHarmless(requests, 200);
  });

  it('T16 hostile texts in path parameters match nothing', async () => {
    const requests = client.operations
      .filter(({ pathParameters }) => pathParameters.length > 0)
      .flatMap((operation, turn) =>
        sampleOf(HOSTILE_TEXTS, turn, 60)
          // Some are valid ids, or are removed from the path before it is sent.
          .filter((text) => !/^\s*\d+\s*$/.test(text) && text !== '')
          .map((text) => ({ method: operation.method, path: filled(operation.path, urlEncoded(text)), body: {} }))
          .map(({ body, ...request }) => (request.method === 'get' ? request : { ...request, body })),
      );
    expect(requests.length).toBeGreaterThan(THOROUGH ? 400 : 200);
    const answers = await client.sendAll(requests);
    expect(
      answers.filter(({ status }) => status !== 404 && status !== 400).map(({ request, status }) => [status, request]),
    ).toEqual([]);
  });

  it('T16 hostile texts in body fields neither fail nor slow down a response', async () => {
    const requests = bodyFields().flatMap(({ operation, field, turn }) =>
      sampleOf(HOSTILE_TEXTS, turn, 150).map((text) => ({
        method: operation.method,
        path: client.target(operation),
        body: withField(client.validBody(operation), field.path, text),
      })),
    );
    await expectHarmless(requests, 600);
  });

  it('T16 hostile names of custom values neither fail nor slow down a response', async () => {
    const requests = HOSTILE_TEXTS.map((text) => ({
      method: 'put',
      path: '/subscribers/1',
      body: { custom_values: { [text]: text } },
    }));
    await expectHarmless(requests, 150);
  });

  it('T16 values of another type in body fields neither fail nor slow down a response', async () => {
    const requests = bodyFields().flatMap(({ operation, field, turn }) =>
      sampleOf(HOSTILE_VALUES, turn, 16).map((value) => ({
        method: operation.method,
        path: client.target(operation),
        body: withField(client.validBody(operation), field.path, value),
      })),
    );
    await expectHarmless(requests, 600);
  });

  it('T16 a body that is not an object neither fails nor slows down a response', async () => {
    const requests = client.operations
      .filter(({ method }) => method === 'post' || method === 'put')
      .flatMap((operation, turn) =>
        sampleOf(HOSTILE_VALUES, turn, 8).map((value) => ({
          method: operation.method,
          path: client.target(operation),
          body: JSON.stringify(value),
        })),
      );
    await expectHarmless(requests, 300);
  });

  it.each(['lists', 'tags', 'subscribers', 'campaigns'])('T16 %% and _ are literal in a search of %s', async (what) => {
    const marked = ['100%', 'under_score', 'back\\slash'];
    const plain = ['hundred', 'underscore', 'backslash'];
    const make = {
      lists: (title: string) => world.given.list({ title }),
      tags: (title: string) => world.given.tag({ title }),
      subscribers: (first_name: string) => world.given.contact({ first_name }),
      campaigns: (title: string) => world.given.campaign({ title }),
    }[what];
    for (const name of [...marked, ...plain]) await make?.(name);
    for (const [search, wanted] of [
      ['100%', '100%'],
      ['under_', 'under_score'],
      ['k\\s', 'back\\slash'],
    ] as const) {
      const { body } = await world.all.get(`/${what}?search=${urlEncoded(search)}&per_page=1000`).expect(200);
      const rows = (Array.isArray(body[what]) ? body[what] : (body[what]?.data ?? body.data)) as Record<
        string,
        string
      >[];
      expect(rows.map((row) => row['first_name'] ?? row['title'])).toEqual([wanted]);
    }
    for (const [wildcard, letter] of [
      ['%', '%'],
      ['_', '_'],
    ] as const) {
      const { body } = await world.all.get(`/${what}?search=${urlEncoded(wildcard)}&per_page=1000`).expect(200);
      const rows = (Array.isArray(body[what]) ? body[what] : (body[what]?.data ?? body.data)) as unknown[];
      expect(rows.length).toBeGreaterThan(0);
      for (const row of rows) expect(JSON.stringify(row)).toContain(letter);
    }
  });

  it('T15 T16 changed no table definition', async () => {
    const [managers] = await world.db.query<{ total: number }>('SELECT COUNT(*) AS total FROM managers');
    expect(managers?.total).toBe(1);
    await world.all.get('/subscribers/1').expect(200);
  });
});
