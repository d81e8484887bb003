import type { Response } from 'supertest';
import { DatabaseSnapshot } from '../../support/database-snapshot.js';
import { withField } from '../../support/documented-fields.js';
import { createFixtures, type WriteCase, WRITES, target } from '../../support/refusals/contact-domain.js';
import type { ValueKind } from '../../support/refusals/value-kinds.js';
import { countersAndRows } from '../../support/label-counts.js';
import { differences, storedRows } from '../../support/stored-rows.js';
import { World } from '../../support/world.js';

type Shown = Readonly<Record<string, unknown>>;

/** Routes to read a resource by the id or slug in the response of the write. */
const READ: Readonly<Record<string, { readonly path: string; shown(body: Response['body'], key: string): Shown }>> = {
  subscribers: {
    path: '/subscribers/:key?with[]=subscriber.custom_values',
    shown: ({ subscriber }) => ({ ...subscriber, ...prefixed(subscriber.custom_values) }),
  },
  lists: { path: '/lists/:key', shown: (body) => body },
  tags: { path: '/tags/:key', shown: ({ tag }) => tag },
  companies: { path: '/companies/:key', shown: ({ company }) => company },
  segments: { path: '/segments/:key', shown: ({ segment }) => segment },
  'custom-fields': {
    path: '/custom-fields/contacts',
    shown: ({ fields }, key) => fields.find(({ slug }: { slug: string }) => slug === key),
  },
};

const prefixed = (values: object): object =>
  Object.fromEntries(Object.entries(values).map(([slug, value]) => [`custom_values.${slug}`, value]));

const NOTES: (typeof READ)[string] = {
  path: '/notes',
  shown: ({ notes }, key) => notes.data.find(({ id }: { id: number }) => String(id) === key),
};

const resourceOf = ({ path }: WriteCase): string => path.split('/')[1] ?? '';
const isNote = ({ path }: WriteCase): boolean => path.includes('/notes');

/** The member of the response that contains the resource. */
function keyOf(body: Response['body']): string {
  const { contact, lists, tags, company, segment, note, field } = body;
  const resource = contact ?? lists ?? tags ?? company ?? segment ?? note ?? field;
  return String(typeof resource === 'string' ? resource : (resource?.id ?? resource?.slug));
}

const named = (...names: string[]): WriteCase[] => WRITES.filter(({ name }) => names.includes(name));

/** A row is part of its rule; a custom field changes its type only if it is unused. */
const isShown = ({ path }: WriteCase, member: string): boolean =>
  !member.startsWith('filters') && !(path.startsWith('/custom-fields') && member === 'type');

const CHANGES = named(
  'changing a contact',
  'changing in lists',
  'changing in tags',
  'changing a custom field',
  'changing a company',
  'changing a note of a contact',
  'changing a note of a company',
  'changing a segment',
);
const CREATIONS = named(
  'creating a contact',
  'creating in lists',
  'creating in tags',
  'adding a custom field',
  'creating a company',
  'creating a note of a contact',
  'creating a note of a company',
  'creating a segment',
);

/** The longest values. */
const longest = ({ takes }: ValueKind): (typeof takes)[number] | undefined =>
  [...takes].sort(([one], [other]) => JSON.stringify(other).length - JSON.stringify(one).length)[0];

describe('values at the limits', () => {
  let world: World;
  // Titles and addresses are unique, so every test starts with the fixtures only.
  let snapshot: DatabaseSnapshot;
  beforeAll(async () => {
    world = await World.start({ worker: false });
    snapshot = await DatabaseSnapshot.of(world);
  });
  beforeEach(() => createFixtures(world));
  afterEach(async () => {
    const { maintained, counted } = await countersAndRows(world.db);
    await snapshot.restore();
    expect(maintained).toEqual(counted);
  });

  const send = async (write: WriteCase, members: unknown): Promise<string> => {
    const { status, body } = await world.all.send(write.method, target(write.path)).send(write.body(members));
    if (![200, 202].includes(status)) throw new Error(`${write.name}: ${status} ${JSON.stringify(body)}`);
    return keyOf(body);
  };

  async function shownAfter(write: WriteCase, key: string): Promise<Shown> {
    const reading = isNote(write) ? NOTES : READ[resourceOf(write)];
    if (!reading) throw new Error(`no route reads ${write.path}`);
    const path = isNote(write) ? `/${resourceOf(write)}/1/notes` : reading.path.replace(':key', key);
    return reading.shown((await world.all.get(path).expect(200)).body, key);
  }

  it('are accepted in every body that other tests make invalid', async () => {
    const unwritten: unknown[] = [];
    for (const [index, write] of WRITES.entries()) {
      const before = await storedRows(world.db);
      await send(write, write.sound(index));
      if (differences(before, await storedRows(world.db)).length === 0) unwritten.push(write.name);
    }
    expect(unwritten).toEqual([]);
  });

  it('are stored and returned by updates', async () => {
    let sent = 0;
    for (const write of CHANGES) {
      const kinds = Object.entries(write.kinds).filter(([member]) => isShown(write, member));
      const required = Object.fromEntries(
        Object.entries(write.sound(1)).filter(([member]) => write.required.includes(member)),
      );
      for (let turn = 0; kinds.some(([, { takes }]) => turn < takes.length); turn += 1) {
        const taken = kinds.flatMap(([member, { takes }]) => {
          const [value, wanted] = takes[turn] ?? [];
          return turn < takes.length ? [[member, value, wanted] as const] : [];
        });
        const members = taken.reduce<Record<string, unknown>>(
          (body, [member, value]) => withField(body, member.split('.'), value) as Record<string, unknown>,
          required,
        );
        const shown = await shownAfter(write, await send(write, members));
        expect(Object.fromEntries(taken.map(([member]) => [member, shown[member]]))).toEqual(
          Object.fromEntries(taken.map(([member, , wanted]) => [member, wanted])),
        );
        sent += taken.length;
      }
    }
    expect(sent).toBeGreaterThan(250);
  });

  it('are stored and returned by creates', async () => {
    for (const write of CREATIONS) {
      const members = Object.entries(write.kinds)
        .filter(([member]) => !member.includes('.') && !write.overruled.includes(member))
        .flatMap(([member, kind]) => {
          const [value, wanted] = longest(kind) ?? [];
          return value === undefined ? [] : [[member, value, wanted] as const];
        });
      const body = { ...write.sound(1), ...Object.fromEntries(members.map(([member, value]) => [member, value])) };
      const shown = await shownAfter(write, await send(write, body));
      for (const [member, , wanted] of members) expect([member, shown[member]]).toEqual([member, wanted]);
      expect(members.length).toBeGreaterThanOrEqual(3);
    }
  });
});

describe('unusual valid values', () => {
  let world: World;
  beforeAll(async () => {
    world = await World.start({ worker: false });
    await createFixtures(world);
  });

  /** 190 characters, 32 of them with two bytes. */
  const wide = `${'ü'.repeat(32)}@${'d'.repeat(60)}.${'d'.repeat(60)}.${'d'.repeat(23)}.example.com`;

  it('include an address of 190 characters', async () => {
    expect(Array.from(wide)).toHaveLength(190);
    const { body } = await world.all.post('/subscribers').send({ email: wide, status: 'subscribed' });
    expect(body.data?.params).toBeUndefined();
    expect(body.contact.email).toBe(wide);
    const found = await world.all.get('/subscribers/0').query({ get_by_email: wide }).expect(200);
    expect(found.body.subscriber.id).toBe(body.contact.id);
    await world.all.post('/subscribers/track-event').send({ email: wide, event_key: 'x', title: 'x' }).expect(200);
    await world.given.company({ email: wide });
    await world.all
      .put('/subscribers/1')
      .send({ custom_values: { my_email: wide } })
      .expect(200);
  });

  it('include a value of 2048 characters in a segment', async () => {
    const value = '🎉'.repeat(2_048);
    const filters = [[{ source: ['subscriber', 'city'], operator: '!=', value }]];
    const { body } = await world.all.post('/segments').send({ title: 'Wide', filters });
    expect(body.data?.params).toBeUndefined();
    expect(body.segment.filters).toEqual(filters);
  });

  it('include a taken custom field key of 190 characters, which gets a number', async () => {
    const fieldKey = 'k'.repeat(190);
    const add = (label: string) =>
      world.all.post('/custom-fields/contacts').send({ type: 'text', label, field_key: fieldKey }).expect(200);
    await add('First');
    const numbered = expect.stringMatching(/^k{188}_\d$/);
    const added = await add('Second');
    expect(added.body.field.field_key).toEqual(numbered);
    const changed = await world.all.put('/custom-fields/contacts/color').send({ field_key: fieldKey }).expect(200);
    expect(changed.body.field.field_key).toEqual(numbered);
    const { body } = await world.all.get('/custom-fields/contacts').expect(200);
    const keys = body.fields.map(({ field_key }: { field_key: string }) => field_key);
    expect(new Set(keys).size).toBe(keys.length);
  });

  /** Sent by clients that split an emoji. The database stores U+FFFD instead. */
  describe('half a surrogate pair', () => {
    const HALF = '\ud83d';
    const OTHER_HALF = '\ude00';

    it('is returned as stored, and is no change the second time', async () => {
      const write = () => world.all.put('/subscribers/1').send({ first_name: `Ada ${HALF}` });
      const first = await write().expect(200);
      const stored = await world.all.get('/subscribers/1').expect(200);
      expect(first.body.contact.first_name).toBe(stored.body.subscriber.first_name);
      const events = await world.db.query('SELECT id FROM domain_events');
      const again = await write().expect(200);
      expect(again.body.isDirty).toBe(false);
      expect(await world.db.query('SELECT id FROM domain_events')).toEqual(events);
    });

    it('makes an address invalid', async () => {
      const { body } = await world.all
        .post('/subscribers')
        .send({ email: `a@${HALF}.example.com`, status: 'happy' })
        .expect(400);
      expect(Object.keys(body.data.params ?? {})).toEqual(['email', 'status']);
    });

    it('does not hide that a custom field key is taken', async () => {
      for (const [label, fieldKey] of [
        ['One', HALF],
        ['Two', OTHER_HALF],
      ])
        await world.all.post('/custom-fields/contacts').send({ type: 'text', label, field_key: fieldKey }).expect(200);
    });
  });
});
