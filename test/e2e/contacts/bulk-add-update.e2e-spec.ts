import { SearchBacklogProcessor } from '../../../src/modules/contacts/search/search-backlog-processor.service.js';
import { countersAndRows } from '../../support/label-counts.js';
import { World } from '../../support/world.js';

interface Answer {
  readonly created: readonly number[];
  readonly updated: readonly number[];
  readonly invalids: readonly object[];
}

const PATH = '/subscribers/bulk-add-update';

describe('creating and updating contacts in bulk', () => {
  let world: World;
  beforeAll(async () => {
    world = await World.start({ worker: false });
  });
  afterEach(async () => {
    const { maintained, counted } = await countersAndRows(world.db);
    expect(maintained).toEqual(counted);
  });

  const send = async (body: object): Promise<Answer> => (await world.all.post(PATH).send(body).expect(200)).body;
  const read = async (email: string): Promise<Record<string, unknown>> =>
    (await world.all.get(`/subscribers/0?get_by_email=${email}&with[]=subscriber.custom_values`).expect(200)).body
      .subscriber;
  const countRows = async (pattern: string): Promise<number> => {
    const [row] = await world.db.query<{ total: number }>(
      'SELECT COUNT(*) AS total FROM contacts WHERE email LIKE :pattern',
      { pattern },
    );
    return row?.total ?? -1;
  };

  it('creates contacts with all data of a single write', async () => {
    const list = await world.given.list();
    const tag = await world.given.tag();
    const { slug } = await world.given.customField({ label: 'Color' });
    const body = await send({
      contacts: [
        {
          email: ' Ada@Single.Example ',
          status: 'subscribed',
          full_name: 'Ada Lovelace',
          country: 'United Kingdom',
          lists: [list.id],
          custom_values: { [slug]: 'red' },
        },
        { email: 'grace@single.example', status: 'pending' },
      ],
      tags: [tag.id],
    });
    expect(body).toEqual({
      message: '2 contacts created, 0 updated, 0 refused.',
      created: [expect.any(Number), expect.any(Number)],
      updated: [],
      kept_status: [],
      invalids: [],
    });
    expect(await read('ada@single.example')).toMatchObject({
      id: body.created[0],
      first_name: 'Ada',
      last_name: 'Lovelace',
      country: 'GB',
      status: 'subscribed',
      lists: [{ id: list.id }],
      tags: [{ id: tag.id }],
      custom_values: { [slug]: 'red' },
    });
    expect(await read('grace@single.example')).toMatchObject({ status: 'pending', lists: [], tags: [{ id: tag.id }] });
  });

  it('reports the errors of invalid contacts, and writes the others', async () => {
    const taken = await world.given.contact({ email: 'taken@invalid.example', user_id: 9 });
    const body = await send({
      contacts: [
        { email: 'fine@invalid.example', status: 'subscribed' },
        { email: 'nobody', first_name: [], lists: [99_999], custom_values: { smell: 'x' } },
        { status: 'subscribed' },
        { email: 'new@invalid.example' },
        'ada@invalid.example',
        null,
        ['x'],
        { email: 'taken@invalid.example', status: 'subscribed' },
        { email: 'other@invalid.example', status: 'subscribed', user_id: 9 },
        { email: 'FINE@invalid.example', status: 'subscribed' },
        { email: 'labels@invalid.example', status: 'subscribed', tags: 'all' },
      ],
    });
    expect(body.created).toHaveLength(1);
    const params = {
      1: {
        email: 'must be one email address',
        first_name: 'must be text',
        status: 'is required',
        lists: 'unknown: 99999',
        'custom_values.smell': 'does not exist',
      },
      2: { email: 'is required' },
      3: { status: 'is required' },
      4: { contact: 'must be an object' },
      5: { contact: 'must be an object' },
      6: { contact: 'must be an object' },
      8: { user_id: 'belongs to another contact' },
      10: { tags: 'must be an array of ids' },
    };
    const [fine] = body.created;
    const exists = { reason: 'Contact already exists with this email' };
    expect(body.invalids).toEqual([
      { index: 1, params: params[1], reason: expect.stringContaining('email must be one email address; first_name') },
      { index: 2, params: params[2], reason: 'email is required' },
      { index: 3, params: params[3], reason: 'status is required' },
      { index: 4, params: params[4], reason: 'contact must be an object' },
      { index: 5, params: params[5], reason: 'contact must be an object' },
      { index: 6, params: params[6], reason: 'contact must be an object' },
      { index: 7, ...exists, contact_id: taken.id },
      { index: 8, params: params[8], reason: 'user_id belongs to another contact' },
      { index: 9, ...exists, contact_id: fine },
      { index: 10, params: params[10], reason: 'tags must be an array of ids' },
    ]);
    expect(await countRows('%@invalid.example')).toBe(2);
  });

  it.each([['yes'], [true], ['true'], [1]])('updates existing contacts with force_update %p', async (word) => {
    const email = `forced-${typeof word}-${word}@update.example`;
    const known = await world.given.contact({ email, first_name: 'Ada', city: 'London' });
    const body = await send({
      contacts: [
        { email, first_name: 'Augusta' },
        { email: `second-${email}`, status: 'subscribed' },
        { email: `second-${email}`, last_name: 'King' },
      ],
      force_update: word,
    });
    const [second] = body.created;
    expect(body).toMatchObject({ created: [second], updated: [known.id, second], kept_status: [], invalids: [] });
    expect(await read(email)).toMatchObject({ first_name: 'Augusta', city: 'London', status: 'subscribed' });
    expect(await read(`second-${email}`)).toMatchObject({ last_name: 'King' });
  });

  it.each([['no'], [false], [undefined]])('does not change existing contacts with force_update %p', async (word) => {
    const email = `left-${word}@update.example`;
    const known = await world.given.contact({ email, first_name: 'Ada' });
    const body = await send({ contacts: [{ email, first_name: 'Augusta' }], force_update: word });
    expect(body).toMatchObject({ created: [], updated: [], invalids: [{ index: 0, contact_id: known.id }] });
    expect(await read(email)).toMatchObject({ first_name: 'Ada' });
  });

  it('changes the status of subscribed and pending contacts', async () => {
    const known = await world.given.contact({ email: 'waits@moved.example', status: 'pending' });
    const body = await send({ contacts: [{ email: 'waits@moved.example', status: 'subscribed' }], force_update: true });
    expect(body).toMatchObject({ updated: [known.id], kept_status: [] });
    expect(await read('waits@moved.example')).toMatchObject({ status: 'subscribed' });
  });

  it('keeps and reports a strict status, unless it is forced', async () => {
    const known = await world.given.contact({ email: 'out@kept.example', status: 'unsubscribed' });
    const contacts = [{ email: 'out@kept.example', status: 'subscribed', first_name: 'Ada' }];
    const kept = await send({ contacts, force_update: true });
    expect(kept).toMatchObject({ updated: [known.id], kept_status: [known.id] });
    expect(await read('out@kept.example')).toMatchObject({ status: 'unsubscribed', first_name: 'Ada' });
    const forced = await send({ contacts, force_update: true, force_update_status: 'yes' });
    expect(forced).toMatchObject({ updated: [known.id], kept_status: [] });
    expect(await read('out@kept.example')).toMatchObject({ status: 'subscribed' });
    const { body: log } = await world.all.get(`/subscribers/${known.id}/consents`).expect(200);
    expect(JSON.stringify(log)).toContain('granted');
  });

  it('sends double opt-in emails instead of subscribing', async () => {
    const body = await send({
      contacts: [
        { email: 'asked@optin.example' },
        { email: 'out@optin.example', status: 'unsubscribed' },
        { email: 'also@optin.example', status: 'subscribed' },
      ],
      double_optin: 'yes',
    });
    expect(body.created).toHaveLength(3);
    expect(await read('asked@optin.example')).toMatchObject({ status: 'pending' });
    expect(await read('out@optin.example')).toMatchObject({ status: 'unsubscribed' });
    const asked = await world.db.query(
      `SELECT c.email FROM domain_events e JOIN contacts c ON c.id = e.subject_id
        WHERE e.type = 'contact.optin_requested' ORDER BY c.email`,
    );
    expect(asked).toEqual([{ email: 'also@optin.example' }, { email: 'asked@optin.example' }]);
  });

  it('publishes the events of a single write for each contact', async () => {
    const list = await world.given.list();
    const contacts = [{ email: 'ada@events.example', status: 'subscribed' }];
    await send({ contacts, lists: [list.id] });
    await send({ contacts: [{ ...contacts[0], city: 'Rome' }], lists: [list.id], force_update: true });
    await send({ contacts: [{ ...contacts[0], city: 'Rome' }], lists: [list.id], force_update: true });
    const { body } = await world.all.get('/subscribers/0?get_by_email=ada@events.example').expect(200);
    const events = await world.db.query<{ type: string; data: string }>(
      `SELECT type, data FROM domain_events WHERE subject_type = 'contact' AND subject_id = :id ORDER BY id`,
      { id: body.subscriber.id },
    );
    expect(events.map(({ type }) => type)).toEqual(['contact.created', 'contact.list_added', 'contact.updated']);
    expect(JSON.parse(events[0]?.data ?? '')).toMatchObject({
      source: 'api',
      contact: { email: 'ada@events.example' },
    });
    expect(JSON.parse(events[2]?.data ?? '')).toMatchObject({ changes: { city: { old: null, new: 'Rome' } } });
  });

  it('finds contacts by name once the index is up to date', async () => {
    const clearing = world.api.get(SearchBacklogProcessor, { strict: false });
    const found = async (word: string): Promise<string[]> => {
      await clearing.clear();
      const { body } = await world.all.get(`/subscribers?search=${word}`).expect(200);
      return body.data.map(({ email }: { email: string }) => email);
    };
    await send({ contacts: [{ email: 'searched@index.example', status: 'pending', last_name: 'Quetzalcoatl' }] });
    expect(await found('etzalco')).toEqual(['searched@index.example']);
    const renamed = { email: 'searched@index.example', last_name: 'Axolotl' };
    await send({ contacts: [renamed], force_update: true });
    // Again before the first change is indexed.
    await send({ contacts: [{ ...renamed, last_name: 'Ocelotl' }], force_update: true });
    expect(await found('etzalco')).toEqual([]);
    expect(await found('axolotl')).toEqual([]);
    expect(await found('ocelotl')).toEqual(['searched@index.example']);
  });

  it('takes 5,000 in one request', async () => {
    const contacts = Array.from({ length: 5_000 }, (_, index) => ({
      email: `n${index}@limit.example`,
      status: 'subscribed',
      first_name: 'Nobody',
    }));
    const body = await send({ contacts });
    expect(body.created).toHaveLength(5_000);
    expect(await countRows('%@limit.example')).toBe(5_000);
  });

  it.each([
    ['no contacts', {}, { contacts: 'is required' }],
    ['an empty array', { contacts: [] }, { contacts: 'must hold at least one contact' }],
    ['something else', { contacts: { email: 'a@b.example' } }, { contacts: 'must be an array of contacts' }],
    [
      'too many',
      { contacts: Array.from({ length: 5_001 }, () => ({ email: 'x@refused.example', status: 'pending' })) },
      { contacts: 'must hold at most 5000 items; 5001 were sent' },
    ],
    [
      'flags that are not boolean',
      { contacts: [{}], force_update: 'maybe', force_update_status: 2, double_optin: 'si' },
      {
        force_update: 'must be true or false',
        force_update_status: 'must be true or false',
        double_optin: 'must be true or false',
      },
    ],
    [
      'unknown common labels',
      { contacts: [{ email: 'x@refused.example', status: 'pending' }], lists: [77_777], tags: [88_888] },
      { lists: 'unknown: 77777', tags: 'unknown: 88888' },
    ],
  ])('refuses a request with %s', async (_, body, params) => {
    const answer = await world.all.post(PATH).send(body).expect(400);
    expect(answer.body).toMatchObject({ code: 'rest_invalid_param', data: { params } });
    expect(Object.keys(answer.body.data.params)).toEqual(Object.keys(params));
    expect(await countRows('%@refused.example')).toBe(0);
  });

  it('requires manage_contacts', async () => {
    const reader = await world.as('view_contacts');
    await reader
      .post(PATH)
      .send({ contacts: [{ email: 'x@refused.example', status: 'pending' }] })
      .expect(403);
    expect(await countRows('%@refused.example')).toBe(0);
  });

  it('repeats the response for a repeated Idempotency-Key', async () => {
    const contacts = [{ email: 'once@again.example', status: 'pending' }];
    const call = () => world.all.post(PATH).set('Idempotency-Key', 'bulk-1').send({ contacts }).expect(200);
    const first = await call();
    const second = await call();
    expect(second.headers['idempotent-replayed']).toBe('true');
    expect(second.body).toEqual(first.body);
    expect(first.body.created).toHaveLength(1);
  });

  it('writes nothing after an internal error', async () => {
    const list = await world.given.list();
    const contacts = Array.from({ length: 700 }, (_, index) => ({
      email: `n${index}@half.example`,
      status: 'subscribed',
      lists: [list.id],
    }));
    const rename = (from: string, to: string): Promise<unknown> =>
      world.db.transaction((tx) => tx.execute(`RENAME TABLE ${from} TO ${to}`));
    await rename('contact_search_backlog', 'away');
    try {
      await world.all.post(PATH).send({ contacts }).expect(500);
    } finally {
      await rename('away', 'contact_search_backlog');
    }
    expect(await countRows('%@half.example')).toBe(0);
    await world.all.post(PATH).send({ contacts }).expect(200);
    expect(await countRows('%@half.example')).toBe(700);
  });

  it('accepts concurrent requests with the same contacts', async () => {
    const list = await world.given.list();
    const contacts = Array.from({ length: 60 }, (_, index) => ({
      email: `r${index}@rush.example`,
      status: 'subscribed',
    }));
    const bodies = await Promise.all(
      [contacts, [...contacts].reverse(), contacts.slice(20)].map((some) =>
        send({ contacts: some, lists: [list.id], force_update: true }),
      ),
    );
    const created = bodies.flatMap((body) => body.created);
    expect(created).toHaveLength(60);
    expect(new Set(created).size).toBe(60);
    for (const body of bodies) expect(body.invalids).toEqual([]);
  });
});
