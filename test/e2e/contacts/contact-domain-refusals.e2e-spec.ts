import { withField } from '../../support/documented-fields.js';
import { type HostileClient, type HostileRequest, THOROUGH } from '../../support/hostile-client.js';
import {
  type Refusal,
  unexpectedAnswers,
  badParam,
  invalidJson,
  withoutSuggestions,
} from '../../support/refusals/refusal.js';
import {
  CONTACT_FIELDS,
  type WriteCase,
  WRITES,
  documentedPath,
  createFixtures,
  operationsOfContacts,
  target,
} from '../../support/refusals/contact-domain.js';
import { type Refused, type ValueKind, otherThan } from '../../support/refusals/value-kinds.js';
import { differences, storedRows } from '../../support/stored-rows.js';
import { World } from '../../support/world.js';

const CASES = WRITES.map((write) => [write.name, write] as const);

/** An invalid contact in a bulk request is reported in the response. */
const ONE_OF_MANY = 'post /subscribers/bulk-add-update contacts.0';
/** Members of an object that may have any. */
const FREE_MEMBERS = 'post /subscribers/track-event data.';
const CONTACTS_PER_REQUEST = 100;

const pathOf = (member: string): (string | number)[] =>
  member.split('.').map((part) => (/^\d+$/.test(part) ? Number(part) : part));
/** Variants test every fifth value, with a different offset per member. */
const EVERY_NTH = 5;
const withoutItem = (member: string): string => member.replace(/\.0$/, '');

/**
 * Sends every kind of value that the contract refuses, for every field of the contact domain that the API document names.
 * `support/refusals` generates the values.
 */
describe('invalid bodies of the contact domain', () => {
  let world: World;
  let client: HostileClient;
  let stored: Record<string, unknown[]>;
  let made = 0;

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

  const requestOf = ({ method, path }: WriteCase, body: unknown): HostileRequest => ({
    method,
    path: target(path),
    body,
  });

  /** Valid members with an invalid one. */
  const withOne = (write: WriteCase, member: string, value: unknown): Record<string, unknown> =>
    write.body(withField(write.sound((made += 1)), pathOf(member), value));

  function refusal(write: WriteCase, body: unknown, field: string, { reason, message }: Refused): Refusal {
    return badParam(requestOf(write, body), field, reason, message);
  }

  function refusalsOf(write: WriteCase): Refusal[] {
    let turn = 0;
    const sampleValues = ({ refuses }: ValueKind): readonly Refused[] => {
      if (THOROUGH || !write.variant) return refuses;
      turn += 1;
      return refuses.filter((_refused, index) => (index + turn) % EVERY_NTH === 0);
    };
    const nameOf = (member: string, { namedAsArray }: ValueKind): string =>
      namedAsArray ? withoutItem(member) : member;
    return [
      ...Object.entries(write.kinds).flatMap(([member, kind]) =>
        sampleValues(kind).map((refused) =>
          refusal(write, withOne(write, member, refused.value), write.named(nameOf(member, kind)), refused),
        ),
      ),
      ...Object.entries(write.outerKinds).flatMap(([member, kind]) =>
        sampleValues(kind).map((refused) => {
          const body = withField(write.body(write.sound((made += 1))), pathOf(member), refused.value);
          return refusal(write, body, nameOf(member, kind), refused);
        }),
      ),
    ];
  }

  it('are tested for every field of every write in the API document', () => {
    const documented = operationsOfContacts(client)
      .filter(({ method }) => method === 'post' || method === 'put')
      .flatMap(({ method, path, bodyFields }) =>
        bodyFields.map((field) => `${method} ${path} ${field.path.join('.')}`),
      );
    const known = new Set(
      WRITES.flatMap((write) =>
        [
          ...Object.keys(write.kinds).map((member) => documentedPath(write, member)),
          ...Object.keys(write.outerKinds),
        ].map((path) => `${write.method} ${write.path} ${path}`),
      ),
    );
    // Objects in place of ids are those of responses.
    const isTested = (field: string): boolean =>
      known.has(field) ||
      [ONE_OF_MANY, FREE_MEMBERS].some((start) => field.startsWith(start)) ||
      /(?:tags|lists)\.0\./.test(field);
    expect(documented.filter((field) => !isTested(field))).toEqual([]);
    expect(documented.length).toBeGreaterThanOrEqual(318);
    expect(WRITES.flatMap(refusalsOf).length).toBeGreaterThan(2_000);
  });

  it.each(CASES)('are refused with the exact message when %s', async (_name, write) => {
    const refusals = refusalsOf(write);
    expect(refusals.length).toBeGreaterThanOrEqual(10);
    expect(await unexpectedAnswers(client, refusals)).toEqual([]);
  });

  it('are reported for each contact of a bulk request, all at once', async () => {
    const cases = Object.entries(CONTACT_FIELDS).flatMap(([member, { refuses, namedAsArray }]) =>
      refuses.map(({ value, reason }) => ({
        contact: withField(
          { email: `many-${(made += 1)}@example.com`, status: 'subscribed', lists: [2] },
          pathOf(member),
          value,
        ),
        params: { [namedAsArray ? withoutItem(member) : member]: reason },
      })),
    );
    const invalidContacts = otherThan('object').map((contact) => ({
      contact,
      params: { contact: 'must be an object' },
    }));
    const all = [...cases, ...invalidContacts];
    expect(all.length).toBeGreaterThan(400);
    for (let start = 0; start < all.length; start += CONTACTS_PER_REQUEST) {
      const some = all.slice(start, start + CONTACTS_PER_REQUEST);
      const { body } = await world.all
        .post('/subscribers/bulk-add-update')
        .send({ contacts: some.map(({ contact }) => contact) })
        .expect(200);
      expect(JSON.parse(withoutSuggestions(JSON.stringify(body.invalids)))).toEqual(
        some.map(({ params }, index) => ({ index, reason: expect.any(String), params })),
      );
    }
  });

  it('are all reported at once for every write', async () => {
    for (const write of WRITES) {
      const faulty = Object.entries(write.kinds).flatMap(([member, { refuses }]) => {
        const [refused] = member.includes('.') || write.overruled.includes(member) ? [] : refuses;
        return refused ? [[member, refused] as const] : [];
      });
      const members = Object.fromEntries(faulty.map(([member, { value }]) => [member, value]));
      const body = write.body({ ...write.sound((made += 1)), ...members });
      const answer = await client.send(requestOf(write, body));
      const { code, message, data } = JSON.parse(answer.body) as {
        code: string;
        message: string;
        data: { params: Record<string, string> };
      };
      expect([write.name, answer.status, code]).toEqual([write.name, 400, 'rest_invalid_param']);
      expect(data.params).toEqual(
        Object.fromEntries(faulty.map(([member, { reason }]) => [write.named(member), reason])),
      );
      expect(message).toBe(`Invalid parameter: ${Object.entries(data.params)[0]!.join(' ')}`);
    }
  });

  it('include missing members, one by one and all at once', async () => {
    const refusals = WRITES.filter(({ required }) => required.length > 0).flatMap((write) => {
      const missing = write.required.map((member) => write.named(member));
      const allMissing = (body: unknown): Refusal => ({
        ...badParam(requestOf(write, body), missing[0] ?? '', 'is required'),
        data: { params: Object.fromEntries(missing.map((field) => [field, 'is required'])) },
      });
      const oneMissing = write.required.map((member) => {
        const members = Object.entries(write.sound((made += 1))).filter(([name]) => name !== member);
        return badParam(requestOf(write, write.body(Object.fromEntries(members))), write.named(member), 'is required');
      });
      const empty = write.inside.length === 0 ? ['', '{}', undefined] : [];
      return [...oneMissing, allMissing(write.body({})), ...empty.map(allMissing)];
    });
    expect(refusals.length).toBeGreaterThan(80);
    expect(await unexpectedAnswers(client, refusals)).toEqual([]);
  });

  it('include text that is not JSON', async () => {
    const texts = [
      ['{"a":', 'line 1, column 6: unexpected end, expected a value'],
      ['[', 'line 1, column 2: unexpected end, expected a value'],
      ['"', 'line 1, column 2: unexpected end, expected "'],
      ['{"a":1}}', 'line 1, column 8: unexpected }, expected the end of the body'],
      ["{'a':1}", "line 1, column 2: unexpected ', expected a member name in double quotes or }"],
      ['{"a":1,}', 'line 1, column 8: unexpected }, expected a member name in double quotes'],
      ['undefined', 'line 1, column 1: unexpected undefined, expected a value'],
      ['\u0000', 'line 1, column 1: unexpected U+0000, expected a value'],
      ['{"a":NaN}', 'line 1, column 6: unexpected NaN, expected a value'],
      ['🎉', 'line 1, column 1: unexpected 🎉, expected a value'],
    ] as const;
    const refusals = operationsOfContacts(client)
      .filter(({ method }) => method !== 'get')
      .flatMap(({ method, path }) =>
        texts.map(([body, reason]) => invalidJson({ method, path: target(path), body }, reason)),
      );
    expect(refusals.length).toBeGreaterThan(250);
    expect(await unexpectedAnswers(client, refusals)).toEqual([]);
  });

  it('include JSON that is not an object', async () => {
    const refusals = WRITES.flatMap((write) =>
      [
        ['7', 'a number'],
        ['"x"', 'a string'],
        ['true', 'a boolean'],
        ['null', 'null'],
        ['[]', 'an array'],
        [JSON.stringify([write.body(write.sound((made += 1)))]), 'an array'],
      ].map(([body, kind]) => invalidJson(requestOf(write, body), `must be an object, not ${kind}`)),
    );
    expect(await unexpectedAnswers(client, refusals)).toEqual([]);
  });
});
