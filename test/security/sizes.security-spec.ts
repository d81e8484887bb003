import { withField } from '../support/documented-fields.js';
import { type HostileAnswer, HostileClient, sampleOf, urlEncoded } from '../support/hostile-client.js';
import { processorMs } from '../support/processor-time.js';
import { maskAddresses } from '../../src/platform/logging/logging.js';
import { World } from '../support/world.js';

const nested = (depth: number): string => '['.repeat(depth) + ']'.repeat(depth);
/** The most processor time of a request, in milliseconds of a fixed machine. */
const MOST_MS = 250;
/** The longest query that fits into the request head limit of Node (16 KiB). */
const LONGEST_QUERY = 12_000;

describe('large input', () => {
  let world: World;
  let client: HostileClient;

  beforeAll(async () => {
    world = await World.start({ worker: false });
    client = new HostileClient(world);
    await client.createFixtures();
  });

  const codeOf = ({ body }: HostileAnswer): string => (JSON.parse(body) as { code: string }).code;

  // A public route refuses the token in its path before it reads anything.
  const writes = () =>
    client.operations.filter(
      ({ method, path, bodyFields }) => method !== 'get' && bodyFields.length > 0 && !path.includes(':secret'),
    );

  it('T19 JSON nested deeper than 32 levels is refused on every write, and the process keeps running', async () => {
    expect(writes().length).toBeGreaterThan(10);
    for (const { method, path } of writes())
      for (const depth of [33, 10_000]) {
        const answer = await client.send({ method, path: client.target({ path }), body: nested(depth) });
        expect([path, answer.status, codeOf(answer)]).toEqual([path, 400, 'rest_invalid_json']);
      }
    const objects = '{"a":'.repeat(33) + '1' + '}'.repeat(33);
    expect((await client.send({ method: 'post', path: '/tags', body: objects })).status).toBe(400);
    const allowed = await client.send({ method: 'post', path: '/tags', body: `{"title":"deep","x":${nested(31)}}` });
    expect(allowed.status).toBe(200);
  });

  it('T19 a million levels are refused before parsing, also on routes with large bodies', async () => {
    const small = await client.send({ method: 'post', path: '/tags', body: nested(1_000_000) });
    expect([small.status, codeOf(small)]).toEqual([413, 'rest_payload_too_large']);
    const request = { method: 'post', path: '/campaigns', body: nested(1_000_000) };
    const large = await client.send(request);
    expect([large.status, codeOf(large)]).toEqual([400, 'rest_invalid_json']);
    expect(await client.expensive(() => request, 1_000)).toEqual([]);
    await world.all.get('/tags').expect(200);
  });

  it('T20 bodies over the limit are refused on every write', async () => {
    // One body parser serves all of them.
    for (const { method, path } of sampleOf(writes(), 0, 4)) {
      const answer = await client.send({
        method,
        path: client.target({ path }),
        body: `{"title":"${'x'.repeat(10 * 1024 * 1024)}"}`,
      });
      expect([method, path, answer.status, codeOf(answer)]).toEqual([method, path, 413, 'rest_payload_too_large']);
    }
  });

  it('T20 a million items, a name of a megabyte, and 1,001 ids are 400, and do not delay other clients', async () => {
    const attacks: readonly (readonly [method: string, path: string, body: unknown])[] = [
      ['put', '/campaigns/1', `{"lists":[${'1,'.repeat(999_999)}1]}`],
      ['put', '/campaigns/1', `{"settings":{"subscribers":[${'{},'.repeat(99_999)}{}]}}`],
      ['put', '/campaigns/1', { title: 'x'.repeat(1_000_000) }],
      ['put', '/campaigns/1', `{"nobody":{"knows":[${'1,'.repeat(999_999)}1]}}`],
      ['put', '/campaigns/1', `{"a":[${`[${'1,'.repeat(999)}1],`.repeat(1_000)}1]}`],
      ['put', '/tags/1', { title: 'x'.repeat(1_000_000) }],
      ['put', '/subscribers/1', { first_name: 'x'.repeat(1_000_000) }],
      ['put', '/subscribers/1', { tags: Array.from({ length: 1_001 }, () => 1) }],
      [
        'put',
        '/subscribers/1',
        { custom_values: Object.fromEntries(Array.from({ length: 20_000 }, (_, i) => [i, i])) },
      ],
      ['put', '/custom-fields/contacts', { fields: Array.from({ length: 1_001 }, () => ({})) }],
      ['post', '/webhooks', { name: 'x', url: 'https://x.example', events: Array(100_000).fill('*') }],
    ];
    for (const [method, path, body] of attacks) {
      const attack = client.send({ method, path, body });
      const good = await client.send({ method: 'get', path: '/tags' });
      const answer = await attack;
      expect([answer.request, answer.status]).toEqual([answer.request, 400]);
      expect(good.status).toBe(200);
      expect(await client.expensiveAmong([answer], 2_000)).toEqual([]);
    }
  });

  it('T20 a query with thousands of keys or items is answered immediately, without an internal error', async () => {
    const many = (part: (index: number) => string, count: number): string =>
      Array.from({ length: count }, (_, index) => part(index)).join('&');
    const queries = [
      many((index) => `a${index}=1`, 1_700),
      many(() => 'a=1', 3_000),
      many((index) => `tags[${index}]=1`, 1_000),
      many(() => 'tags[]=1', 1_001),
      `tags=${'1,'.repeat(5_000)}1`,
      `tags${'[a]'.repeat(3_000)}=1`,
    ];
    for (const query of queries) {
      expect(await client.expensive(() => ({ method: 'get', path: `/subscribers?${query}` }), 500)).toEqual([]);
    }
    const [items, list] = [queries[3] ?? '', queries[4] ?? ''];
    for (const query of [items, list])
      expect((await client.send({ method: 'get', path: `/subscribers?${query}` })).status).toBe(400);
    // Node refuses a longer head.
    const tooLong = await client.send({ method: 'get', path: `/subscribers?${many(() => 'a=1', 5_000)}` });
    expect(tooLong.status).toBe(431);
  });

  it('T21 page sizes, pages, and limits out of range are 400 on every list, and a distant page is allowed', async () => {
    const wrong = [
      '0',
      '-1',
      '1000001',
      '1001',
      '1e3',
      '1e309',
      '1.5',
      '0x10',
      '',
      ' ',
      'ten',
      'NaN',
      '99999999999999999999',
    ];
    const paged = client.operations.flatMap((operation) =>
      operation.queryParameters
        .filter((name) => /^(per_page|page|limit)$/.test(name))
        .map((name) => ({ operation, name })),
    );
    expect(paged.length).toBeGreaterThanOrEqual(10);
    for (const { operation, name } of paged) {
      const request = (value: string) => ({
        method: 'get',
        path: `${client.target(operation)}?${name}=${urlEncoded(value)}`,
      });
      const ask = (value: string) => client.send(request(value));
      const pageWithinRange = (value: string): boolean => name === 'page' && ['1001', '1000001'].includes(value);
      for (const value of wrong.filter((text) => !pageWithinRange(text))) {
        const { request, status } = await ask(value);
        expect([request, status]).toEqual([request, 400]);
      }
      const valid = name === 'page' ? '1000000000' : '1';
      expect(await client.expensive(() => request(valid), 300)).toEqual([]);
      const answer = await ask(valid);
      expect([answer.request, answer.status]).toEqual([answer.request, 200]);
    }
  });

  it('T22 50,000 characters in any body field cost at most 250 ms of CPU', async () => {
    const inputs = [
      'a'.repeat(50_000) + '!',
      `${'a@'.repeat(25_000)}!`,
      ' '.repeat(50_000) + 'x',
      `https://${'a.'.repeat(25_000)}!`,
      '<a href='.repeat(6_000),
      '{{'.repeat(25_000),
    ];
    let turn = 0;
    const slow: string[] = [];
    for (const operation of client.operations)
      for (const { path, type } of operation.bodyFields.filter(
        (field) => field.type === 'string' || field.type === 'any',
      ))
        for (const input of sampleOf(inputs, (turn += 1), inputs.length)) {
          const request = () => ({
            method: operation.method,
            path: client.target(operation),
            body: withField(client.validBody(operation), path, input),
          });
          slow.push(...(await client.expensive(request, MOST_MS)).map((line) => `${type} ${line}`));
        }
    expect(slow).toEqual([]);
  });

  it('T22 the longest query and the longest header of any kind cost at most 250 ms of CPU', async () => {
    const text = urlEncoded('a'.repeat(LONGEST_QUERY) + '!');
    for (const operation of client.operations.filter(({ method }) => method === 'get'))
      for (const name of operation.queryParameters) {
        const path = `${client.target(operation)}?${urlEncoded(name)}=${text}`;
        expect(await client.expensive(() => ({ method: 'get', path }), MOST_MS)).toEqual([]);
      }
    for (const name of [
      'User-Agent',
      'X-Request-Id',
      'Idempotency-Key',
      'Content-Type',
      'X-Forwarded-For',
      'Accept-Language',
    ]) {
      const send = async (): Promise<void> => {
        const { status } = await world.all.post('/tags').set(name, 'a'.repeat(LONGEST_QUERY) + '!');
        expect(status).toBeLessThan(500);
      };
      expect(await processorMs(send)).toBeLessThan(MOST_MS);
    }
  });

  it('T22 a long Liquid body is parsed in time linear in its length', async () => {
    const bodies = [
      '{{ contact.first_name | append: "' + 'x'.repeat(50_000),
      '{{ '.repeat(15_000),
      '<a href="'.repeat(6_000),
      `<a href="https://e.example/${'?a='.repeat(15_000)}">x</a>`,
      '<'.repeat(50_000),
      '&'.repeat(50_000),
      '<!--'.repeat(12_000),
      `<a${' '.repeat(50_000)}href`,
    ];
    for (const email_body of bodies) {
      const request = { method: 'put', path: '/campaigns/1', body: { email_body } };
      expect(await client.expensive(() => request, MOST_MS)).toEqual([]);
    }
  });

  it('T22 masking addresses in a log line takes time linear in its length', async () => {
    for (const text of [
      'a'.repeat(50_000),
      'a@'.repeat(25_000),
      `a@${'a.'.repeat(25_000)}@`,
      `${'a'.repeat(25_000)}@${'a'.repeat(25_000)}`,
    ]) {
      expect(await processorMs(() => maskAddresses(text))).toBeLessThan(100);
    }
    expect(maskAddresses('email to ada@example.com, eve.b+c@sub.example.org; done')).toBe(
      'email to ***@***, ***@***; done',
    );
  });
});
