import { withField } from '../support/documented-fields.js';
import { brokenBodies } from '../support/fuzz/broken-bodies.js';
import { brokenTexts, brokenValues } from '../support/fuzz/broken-values.js';
import { type DocumentedOperation, DocumentedOperations } from '../support/fuzz/documented-operations.js';
import { SeededChoices, FUZZ_SEED } from '../support/fuzz/seeded-choices.js';
import { type FuzzAnswer, FuzzClient, type FuzzRequest } from '../support/fuzz/fuzz-client.js';
import { described, faultsOf } from '../support/fuzz/response-errors.js';
import { jsonText } from '../support/fuzz/json-text.js';
import { ValidValues } from '../support/fuzz/valid-values.js';
import { Targets } from '../support/fuzz/targets.js';
import { HostileClient, THOROUGH, urlEncoded } from '../support/hostile-client.js';
import { hostileQueries } from '../support/hostile-texts.js';
import { machineFactor, processorMs } from '../support/processor-time.js';
import { readApiDocument } from '../support/response-check/api-document-file.js';
import { recordOutput } from '../support/recorded-output.js';
import { stopAtEnd } from '../support/stop-at-end.js';
import { World } from '../support/world.js';

/** The most processor time of a request, in milliseconds of a fixed machine. */
const MOST_MS = 1_000;
/** The number of requests after which each part ends; the short run has fewer. */
const MOST_REQUESTS = Number(process.env['FUZZ_REQUESTS'] ?? 40_000);
/** The share of all values, texts, bodies, and ids that each field gets. */
const OF_EACH = THOROUGH ? 40 : 1;
const BODIES_OF_EACH = THOROUGH ? 60 : 4;
/** The minimum number of responses that return stored values. */
const LEAST_READ = 30;
/** The minimum share of documented operations that accept the documented input. */
const TAKEN = 0.7;

/** A run may find many errors of the same kind. */
const expectNone = (faults: readonly string[]): void => {
  expect(faults.slice(0, 40)).toEqual([]);
};

type Request = Omit<FuzzRequest, 'operation' | 'method'>;

describe('input for every documented operation', () => {
  let lines: string[];
  let world: World;
  let hostile: HostileClient;
  let client: FuzzClient;
  let documented: DocumentedOperations;
  let valid: ValidValues;
  let targets: Targets;
  /** Accepted bodies by operation. */
  const taken = new Map<string, Record<string, unknown>>();
  const reached = new Set<string>();
  let secrets: string[];
  const factor = machineFactor();

  beforeAll(async () => {
    process.stderr.write(`fuzzer: FUZZ_SEED=${FUZZ_SEED}\n`);
    lines = recordOutput();
    world = await World.start({
      // The background work must also process what was stored; the short run does not wait for it.
      worker: THOROUGH,
      env: { LOG_LEVEL: 'error' },
      // Nothing listens at the addresses of webhooks.
      outbound: { resolve: () => Promise.resolve([]) },
    });
    hostile = new HostileClient(world);
    await hostile.createFixtures();
    client = stopAtEnd(new FuzzClient(world));
    documented = new DocumentedOperations(readApiDocument());
    valid = new ValidValues(documented);
    targets = new Targets(world.given);
    const password = 'correct horse battery staple';
    await world.given.sender({ url: 'smtp://127.0.0.1:2525', username: 'fuzz', password });
    const oauth2 = {
      ...{ client_id: 'fuzz', client_secret: 'client-secret-canary', refresh_token: 'refresh-token-canary' },
      token_url: 'https://hooks.example.com/token',
    };
    await world.given.sender({ url: 'smtp://127.0.0.1:2525', username: 'fuzz', oauth2 });
    const { secret } = await world.given.webhook({ url: 'https://hooks.example.com/secret' });
    const login = world.all.credentials?.password ?? '';
    secrets = [
      oauth2.client_secret,
      oauth2.refresh_token,
      password,
      secret,
      login,
      login.replaceAll(' ', ''),
      world.env['APP_SECRET'] ?? '',
    ];
  });
  afterAll(() => {
    process.stderr.write(`fuzzer: ${client.sent} requests, FUZZ_SEED=${FUZZ_SEED}\n`);
  });
  afterEach(async () => {
    expect(lines.splice(0)).toEqual([]);
    expect(Reflect.ownKeys(Object.prototype)).not.toContain('isAdmin');
    expect(({} as Record<string, unknown>)['isAdmin']).toBeUndefined();
    await world.http.get('/health/ready').expect(200);
  });

  const requestOf = ({ id, method }: DocumentedOperation, request: Request): FuzzRequest => ({
    operation: id,
    method,
    ...request,
  });

  const queryOf = (operation: DocumentedOperation, changed: Readonly<Record<string, string>> = {}): string => {
    const required = operation.parameters.filter((parameter) => parameter.in === 'query' && parameter.required);
    const values = Object.fromEntries(
      required.map(({ name, schema }) => [name, [valid.of(schema, 'least', name)].flat().map(String).join()]),
    );
    const pairs = Object.entries({ ...values, ...changed });
    return pairs.length === 0
      ? ''
      : `?${pairs.map(([name, value]) => `${urlEncoded(name)}=${urlEncoded(value)}`).join('&')}`;
  };

  /** Returns the accepted body, or the documented one, with new unique names. */
  const bodyOf = ({ id, body }: DocumentedOperation): Record<string, unknown> => {
    const known = taken.get(id);
    const value = known ? valid.fresh(known) : body ? valid.of(body.schema, 'least') : {};
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
  };

  async function expectHarmless(requests: readonly (() => FuzzRequest)[], name: string): Promise<number> {
    const faults: string[] = [];
    let well = 0;
    const note = async (answers: readonly FuzzAnswer[]): Promise<void> => {
      faults.push(...(await faultsIn(answers)));
      well += answers.filter(({ status }) => status < 400).length;
    };
    const sent = requests.slice(0, MOST_REQUESTS);
    await client.sendAll(sent, note);
    process.stderr.write(`fuzzer: ${name}: ${sent.length} of ${requests.length} requests, ${well} of them taken\n`);
    expectNone(faults);
    return well;
  }

  async function faultsIn(answers: readonly FuzzAnswer[]): Promise<string[]> {
    for (const { request } of answers) reached.add(request.operation);
    const faults = answers.flatMap((answer) =>
      faultsOf(answer, secretsFor(answer)).map((fault) => `${fault}: ${described(answer)}`),
    );
    for (const expensive of answers.filter(({ usedMs }) => usedMs > MOST_MS * factor))
      // Alone, and without the compilation and garbage collection of the first time.
      if ((await processorMs(() => client.send(expensive.request))) > MOST_MS)
        faults.push(`too expensive: ${described(expensive)}`);
    return faults;
  }

  const checkAnswers = async (answers: readonly FuzzAnswer[]): Promise<void> => {
    expectNone(await faultsIn(answers));
  };

  /** The sender of a secret may get it back. */
  const secretsFor = ({ request }: FuzzAnswer): string[] =>
    secrets.filter((secret) => !(request.body?.toString() ?? '').includes(secret));

  /** Operations that keep their objects come first. */
  const inOrder = (): DocumentedOperation[] => [
    ...documented.all.filter(({ method }) => method !== 'delete'),
    ...documented.all.filter(({ method }) => method === 'delete'),
  ];

  it('T48 is first sent as documented: most operations accept it', async () => {
    const refused: string[] = [];
    for (const operation of inOrder()) {
      const { body, path, method } = operation;
      const candidates: unknown[] = body
        ? [
            ...body.examples.map((example) => valid.fresh(example)),
            valid.of(body.schema, 'all'),
            valid.of(body.schema, 'least'),
            hostile.validBody({
              ...{ method: method as 'post', path: path.slice(1).replace(/\{(\w+)\}/g, ':$1') },
              ...{ pathParameters: [], queryParameters: [], bodyFields: [] },
            }),
          ]
        : [undefined];
      const answers: FuzzAnswer[] = [];
      for (const candidate of candidates) {
        const answer = await client.send(
          requestOf(operation, {
            path: `${await targets.fresh(path)}${queryOf(operation)}`,
            ...(candidate === undefined ? {} : { body: jsonText(candidate) }),
            what: 'as documented',
          }),
        );
        answers.push(answer);
        if (answer.status >= 300) continue;
        taken.set(operation.id, (candidate ?? {}) as Record<string, unknown>);
        break;
      }
      await checkAnswers(answers);
      if (path.startsWith('~') && !taken.has(operation.id))
        refused.push(`${operation.id} ${answers.map(({ body: output }) => output)[0] ?? ''}`);
    }
    const total = documented.all.filter(({ path }) => path.startsWith('~')).length;
    process.stderr.write(`fuzzer: ${total - refused.length} of ${total} operations take what the document says\n`);
    if (refused.length > total * (1 - TAKEN)) expect(refused).toEqual([]);
    expect(documented.all.filter(({ id }) => !reached.has(id)).map(({ id }) => id)).toEqual([]);
  });

  it('T16 T18 T20 T48 with a wrong type, size, or kind of value in any body field', async () => {
    const requests: (() => FuzzRequest)[] = [];
    for (const operation of inOrder().filter(({ body }) => body !== null)) {
      const draw = new SeededChoices(`fields ${operation.id}`);
      const path = await targets.fresh(operation.path);
      for (const field of documented.fieldsOf(operation.body?.schema ?? {})) {
        const name = String(field.path.at(-1));
        const { near, any } = brokenValues(field.schema, valid.of(field.schema, 'least', name));
        for (const value of [...draw.some(near, OF_EACH), ...draw.some(any, OF_EACH)])
          requests.push(() =>
            requestOf(operation, {
              path: `${path}${queryOf(operation)}`,
              body: jsonText(withField(bodyOf(operation), field.path, value)),
              what: field.path.join('.'),
            }),
          );
      }
    }
    await expectHarmless(new SeededChoices('all fields').shuffled(requests), 'fields');
  });

  it('T15 T16 T20 T21 T48 with such texts in any parameter, and with unknown parameters', async () => {
    const requests: (() => FuzzRequest)[] = [];
    for (const operation of documented.all) {
      const draw = new SeededChoices(`parameters ${operation.id}`);
      const { path, method } = operation;
      // The first DELETE would remove the object of all others.
      const target = method === 'delete' ? targets.of(path, '987654321') : await targets.fresh(path);
      const sent = operation.body && method !== 'delete' ? { body: jsonText(bodyOf(operation)) } : {};
      for (const { name, schema } of operation.parameters.filter((parameter) => parameter.in === 'query')) {
        const { near, any } = brokenTexts(schema);
        const plain = name.replace('[]', '');
        const spelled = draw.some(hostileQueries(plain), OF_EACH);
        const values = [...draw.some(near, OF_EACH), ...draw.some(any, OF_EACH)];
        for (const query of [...values.map((value) => queryOf(operation, { [name]: value }).slice(1)), ...spelled])
          requests.push(() => requestOf(operation, { path: `${target}?${query}`, ...sent, what: `query ${name}` }));
      }
      const nonsense = draw.oneOf([...hostileQueries('nobody_knows'), 'a=1'.padEnd(6_000, '&a=1'), '&&&=&=1', '?']);
      requests.push(() => requestOf(operation, { path: `${target}?${nonsense}`, ...sent, what: 'unknown query' }));
      if (path.includes('{'))
        for (const id of Targets.badIds(draw, OF_EACH))
          requests.push(() => requestOf(operation, { path: targets.of(path, id), ...sent, what: 'no id' }));
      if (method === 'get')
        requests.push(() => ({ ...requestOf(operation, { path: target, what: 'head' }), method: 'head' }));
    }
    await expectHarmless(new SeededChoices('all parameters').shuffled(requests), 'parameters');
  });

  it('T19 T20 T48 that is invalid JSON, or has another encoding, compression, nesting, length, or type', async () => {
    const requests: (() => FuzzRequest)[] = [];
    const writing = documented.all.filter(({ method }) => method !== 'get');
    for (const operation of writing) {
      const draw = new SeededChoices(`bodies ${operation.id}`);
      const path =
        operation.method === 'delete' ? targets.of(operation.path, '987654321') : await targets.fresh(operation.path);
      for (const { what, bytes, headers } of draw.some(brokenBodies(jsonText(bodyOf(operation))), BODIES_OF_EACH))
        requests.push(() => requestOf(operation, { path, body: bytes, headers, what }));
    }
    // A GET reads little of it.
    for (const operation of documented.all.filter(({ method }) => method === 'get')) {
      const [odd] = new SeededChoices(`bodies ${operation.id}`).some(brokenBodies('{"a":1}'), 1);
      if (odd) {
        const { what, bytes, headers } = odd;
        requests.push(() => requestOf(operation, { path: targets.of(operation.path), body: bytes, headers, what }));
      }
    }
    const drawn = new SeededChoices('all bodies').shuffled(requests);
    await Promise.all(drawn.slice(0, 40).map((make) => client.abandon(make())));
    await expectHarmless(drawn, 'bodies');
  });

  it('T44 T48 too early, too late, twice at once, or all at once', async () => {
    const faults: string[] = [];
    for (const collection of Targets.collections) {
      const draw = new SeededChoices(`orders ${collection}`);
      const below = documented.all.filter(
        ({ path }) => path === `${collection}/{id}` || path.startsWith(`${collection}/{id}/`),
      );
      const about = (id: number): (() => FuzzRequest)[] =>
        draw.shuffled(below).map(
          (operation) => () =>
            requestOf(operation, {
              path: `${targets.of(operation.path, String(id))}${queryOf(operation)}`,
              ...(operation.body ? { body: jsonText(bodyOf(operation)) } : {}),
              what: `about ${id}`,
            }),
        );
      const expectGone = async (id: number, when: string): Promise<void> => {
        await client.sendAll(about(id), async (answers) => {
          await checkAnswers(answers);
          const found = answers.filter(({ status }) => status < 400);
          faults.push(...found.map((answer) => `found ${when}: ${described(answer)}`));
        });
      };

      await expectGone(987_654_321, 'before it was there');
      // In pairs, because errors show when two requests remove the same object concurrently.
      for (let round = 0; round < (THOROUGH ? 10 : 1); round += 1) {
        const { id } = await targets.make(collection);
        const requests = about(id).map((make) => make());
        for (const request of requests)
          await checkAnswers(await client.atOnce([request, request, draw.oneOf(requests)]));
      }
      const remover = below.find(({ id }) => id === `delete ${collection}/{id}`);
      if (!remover) continue;
      const { id } = await targets.make(collection);
      const removal = requestOf(remover, { path: targets.of(remover.path, String(id)), what: 'removed twice at once' });
      const removals = await client.atOnce([removal, removal]);
      await checkAnswers(removals);
      const statuses = removals.map(({ status }) => status).sort();
      if (statuses.join() !== '200,404')
        faults.push(`removed by ${statuses.join(' and ')}: ${described(removals[0]!)}`);
      await expectGone(id, 'after it was gone');
    }
    expect(faults).toEqual([]);
  });

  it('T48 can be read again as it was stored', async () => {
    const requests = documented.all
      .filter(({ method }) => method === 'get')
      .flatMap((operation) => {
        const names = operation.parameters.map(({ name }) => name);
        const paths = [queryOf(operation), queryOf(operation, names.includes('per_page') ? { per_page: '1000' } : {})];
        const formats = names.includes('format')
          ? ['csv', 'xlsx', 'json'].map((format) => queryOf(operation, { format }))
          : [];
        return [...paths, ...formats].map(
          (query) => () => requestOf(operation, { path: `${targets.of(operation.path)}${query}`, what: 'reading' }),
        );
      });
    expect(await expectHarmless(requests, 'reading')).toBeGreaterThan(LEAST_READ);
  });
});
