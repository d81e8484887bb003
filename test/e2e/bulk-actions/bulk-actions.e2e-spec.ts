import { CountsVerification } from '../../../src/modules/contacts/counts/counts-verification.service.js';
import { waitUntil } from '../../support/wait-until.js';
import { World } from '../../support/world.js';

interface Eventful {
  readonly type: string;
  readonly silent: number;
  readonly data: string;
}

describe('a bulk action on listed contacts', () => {
  let world: World;
  beforeAll(async () => {
    world = await World.start();
  });
  afterEach(async () => {
    expect(await world.api.get(CountsVerification, { strict: false }).verify()).toEqual([]);
  });

  const act = (body: Record<string, unknown>) => world.all.post('/subscribers/do-bulk-action').send(body);
  const read = async (id: number) =>
    (await world.all.get(`/subscribers/${id}?with[]=companies`).expect(200)).body.subscriber;
  const people = async (count: number, wanted: Record<string, unknown> = {}) => {
    const ids: number[] = [];
    for (let made = 0; made < count; made += 1) ids.push((await world.given.contact(wanted)).id);
    return ids;
  };
  const lastEvent = async () =>
    (await world.db.query<{ id: number | null }>('SELECT MAX(id) AS id FROM domain_events'))[0]?.id ?? 0;
  const eventsSince = async (id: number) =>
    world.db.query<Eventful>('SELECT type, silent, data FROM domain_events WHERE id > :id ORDER BY id', { id });

  it.each([
    ['tags', 'add_tags', 'remove_tags'],
    ['lists', 'add_lists', 'remove_lists'],
  ] as const)('adds and removes %s, and reports real differences only', async (members, add, remove) => {
    const kind = members === 'tags' ? 'tag' : 'list';
    const [one, other] = [await world.given[kind](), await world.given[kind]()];
    const [fresh = 0, has = 0] = [...(await people(1)), ...(await people(1, { [members]: [one.id] }))];
    const before = await lastEvent();
    const added = await act({ action_name: add, subscriber_ids: [fresh, has, fresh], [members]: [one.id] }).expect(200);
    expect(added.body).toEqual({
      message: '1 contact has been changed; 1 skipped: nothing to change',
      reasons: [{ reason: 'nothing to change', count: 1 }],
      affected: 1,
      skipped: 1,
      kept_status: [],
      dry_run: false,
    });
    expect((await eventsSince(before)).map(({ type }) => type)).toEqual([`contact.${kind}_added`]);
    await act({ action_name: add, subscriber_ids: [fresh, has], [members]: [one.id, other.id] }).expect(200);
    expect((await read(fresh))[members].map(({ id }: { id: number }) => id)).toEqual([one.id, other.id]);
    const removed = await act({ action_name: remove, subscriber_ids: [fresh], [members]: [one.id] }).expect(200);
    expect(removed.body.affected).toBe(1);
    expect((await read(fresh))[members].map(({ id }: { id: number }) => id)).toEqual([other.id]);
    expect((await read(has))[members].map(({ id }: { id: number }) => id)).toEqual([one.id, other.id]);
  });

  it('adds and removes companies; the first of several becomes the primary', async () => {
    const [one, other] = [await world.given.company(), await world.given.company()];
    const ids = await people(2);
    await act({ action_name: 'add_companies', subscriber_ids: ids, companies: [one.id, other.id] }).expect(200);
    const shown = async (id: number) =>
      (await read(id)).companies.map(({ id, is_primary }: { id: number; is_primary: boolean }) => [id, is_primary]);
    expect(await shown(ids[0] ?? 0)).toEqual([
      [one.id, true],
      [other.id, false],
    ]);
    const { body } = await act({ action_name: 'remove_companies', subscriber_ids: ids, companies: [one.id] }).expect(
      200,
    );
    expect(body.affected).toBe(2);
    expect(await shown(ids[1] ?? 0)).toEqual([[other.id, true]]);
  });

  it('changes statuses, but keeps strict ones unless forced', async () => {
    const list = await world.given.list();
    const of = async (status: string) => (await people(1, { status, lists: [list.id] }))[0] ?? 0;
    const [subscribed, pending, unsubscribed, complained] = [
      await of('subscribed'),
      await of('pending'),
      await of('unsubscribed'),
      await of('complained'),
    ];
    const all = [subscribed, pending, unsubscribed, complained];
    const before = await lastEvent();
    const { body } = await act({ action_name: 'change_status', subscriber_ids: all, status: 'subscribed' }).expect(200);
    expect(body).toMatchObject({ affected: 1, skipped: 3, kept_status: [unsubscribed, complained] });
    const events = await eventsSince(before);
    expect(events.map(({ type, data }) => [type, JSON.parse(data).contact.id, JSON.parse(data).source])).toEqual([
      ['contact.status_changed', pending, 'api'],
    ]);
    const bounced = await act({ action_name: 'change_status', subscriber_ids: all, status: 'bounced' }).expect(200);
    expect(bounced.body).toMatchObject({ affected: 3, kept_status: [complained] });
    await world.all
      .post('/suppressions')
      .send({ values: [(await read(complained)).email] })
      .expect(200);
    const forced = {
      action_name: 'change_status',
      subscriber_ids: all,
      status: 'subscribed',
      force_update_status: 'yes',
    };
    expect((await act(forced).expect(200)).body).toMatchObject({ affected: 4, kept_status: [] });
    for (const id of all) expect((await read(id)).status).toBe('subscribed');
    const { body: suppressions } = await world.all.get('/suppressions').expect(200);
    expect(JSON.stringify(suppressions)).not.toContain((await read(complained)).email);
    const { body: log } = await world.all.get(`/subscribers/${complained}/consents`).expect(200);
    expect(JSON.stringify(log)).toContain('bulk action');
  });

  it('forces a status like a PUT does: the same consent log entries, the same events', async () => {
    const statuses = ['subscribed', 'unsubscribed', 'pending', 'bounced', 'complained'];
    const statusAndEvents = async (id: number) => ({
      status: (await read(id)).status,
      log: await world.db.query(
        'SELECT action, old_status, new_status, source FROM contact_consents WHERE contact_id = :id ORDER BY id',
        { id },
      ),
      events: (
        await world.db.query<Eventful>(
          "SELECT type, silent, data FROM domain_events WHERE subject_type = 'contact' AND subject_id = :id ORDER BY id",
          { id },
        )
      ).map(({ type, silent, data }) => {
        const { source, old_status: from, new_status: to } = JSON.parse(data);
        return { type, silent, source, from, to };
      }),
    });
    for (const to of statuses) {
      const ones = await Promise.all(statuses.map(async (status) => (await people(1, { status }))[0] ?? 0));
      const comparedIds = await Promise.all(statuses.map(async (status) => (await people(1, { status }))[0] ?? 0));
      for (const id of ones)
        await world.all
          .put(`/subscribers/${id}`)
          .send({ subscriber: { status: to } })
          .expect(200);
      await act({
        action_name: 'change_status',
        subscriber_ids: comparedIds,
        status: to,
        force_update_status: true,
      }).expect(200);
      for (const [index, id] of ones.entries())
        expect(await statusAndEvents(comparedIds[index] ?? 0)).toEqual(await statusAndEvents(id));
    }
  });

  it('deletes contacts with everything they had; a strict status stays as a suppression', async () => {
    const [tag, list, company] = [await world.given.tag(), await world.given.list(), await world.given.company()];
    const field = await world.given.customField();
    const ids = await people(24, {
      first_name: 'Erstwhile',
      tags: [tag.id],
      lists: [list.id],
      custom_values: { [field.slug]: 'x' },
    });
    const strict = await world.given.contact({ email: 'strict@example.com', status: 'unsubscribed', tags: [tag.id] });
    await act({ action_name: 'add_companies', subscriber_ids: ids, companies: [company.id] }).expect(200);
    await world.given.note(ids[0] ?? 0);
    await world.given.trackedEvent(ids[1] ?? 0);
    const before = await lastEvent();
    const { body } = await act({ action_name: 'delete', subscriber_ids: [...ids, strict.id] }).expect(200);
    expect(body).toMatchObject({ affected: 25, skipped: 0 });
    expect(new Set((await eventsSince(before)).map(({ type }) => type))).toEqual(new Set(['contact.deleted']));
    await world.settle();
    const gone = { ids: [...ids, strict.id] };
    for (const [table, column] of [
      ['contacts', 'id'],
      ['contact_tags', 'contact_id'],
      ['contact_lists', 'contact_id'],
      ['contact_companies', 'contact_id'],
      ['contact_custom_values', 'contact_id'],
      ['contact_consents', 'contact_id'],
      ['tracked_events', 'contact_id'],
      ['notes', "subject_type = 'contact' AND subject_id"],
    ])
      expect([table, await world.db.query(`SELECT 1 FROM ${table} WHERE ${column} IN (:ids)`, gone)]).toEqual([
        table,
        [],
      ]);
    const { body: found } = await world.all.get('/subscribers?search=erstwhile').expect(200);
    expect(found.total).toBe(0);
    const again = await world.all.post('/subscribers').send({ email: 'strict@example.com', status: 'subscribed' });
    expect(again.body.contact.suppressed ?? again.body.suppressed).toBe(true);
  });

  it('changes nothing of an erased contact, but can delete the anonymized row', async () => {
    const [erased = 0, other = 0] = await people(2);
    const [tag, company] = [await world.given.tag(), await world.given.company()];
    const funnel = await world.given.publishedFunnel({ sequences: [] });
    await world.all.post(`/subscribers/${erased}/erase`).send({ mode: 'anonymize' }).expect(200);
    await world.settle();
    for (const action of [
      { action_name: 'add_tags', tags: [tag.id] },
      { action_name: 'add_companies', companies: [company.id] },
      { action_name: 'change_status', status: 'unsubscribed', force_update_status: true },
      { action_name: 'add_to_funnel', funnel_id: funnel.id },
    ]) {
      const { body } = await act({ ...action, subscriber_ids: [erased, other] }).expect(200);
      expect([action, body]).toMatchObject([action, { affected: 1, skipped: 1, kept_status: [] }]);
    }
    expect(await read(erased)).toMatchObject({ status: 'subscribed', tags: [], companies: [] });
    const { body } = await act({ action_name: 'delete', subscriber_ids: [erased] }).expect(200);
    expect(body).toMatchObject({ affected: 1 });
    await world.all.get(`/subscribers/${erased}`).expect(404);
  });

  it('leaves no words of deleted contacts in the search index', async () => {
    const ids = await people(25, { first_name: 'Vanishing' });
    await act({ action_name: 'delete', subscriber_ids: ids }).expect(200);
    const left = async () =>
      (
        await world.db.query<{ left: number }>(
          `SELECT (SELECT COUNT(*) FROM contact_words WHERE contact_id IN (:ids))
                + (SELECT COUNT(*) FROM contact_search_backlog WHERE contact_id IN (:ids)) AS \`left\``,
          { ids },
        )
      )[0]?.left;
    await waitUntil('no words are left', async () => (await left()) === 0);
  });

  it('enrolls contacts who are not active in a funnel, whatever its entry rules say', async () => {
    const wait = {
      action_name: 'wait_times',
      title: 'Wait',
      settings: { wait_type: 'unit_wait', wait_time_amount: 9, wait_time_unit: 'days' },
    };
    const funnel = await world.given.publishedFunnel({ sequences: [wait] });
    const [inside = 0, outside = 0] = await people(2);
    await world.all
      .post(`/funnels/${funnel.id}/subscribers`)
      .send({ subscribers: [inside] })
      .expect(200);
    const body = { action_name: 'add_to_funnel', subscriber_ids: [inside, outside], funnel_id: funnel.id };
    expect((await act(body).expect(200)).body).toMatchObject({ affected: 1, skipped: 1 });
    await world.settle();
    const { body: page } = await world.all.get(`/funnels/${funnel.id}/subscribers`).expect(200);
    const active = page.funnel_subscribers.data.map(({ subscriber_id }: { subscriber_id: number }) => subscriber_id);
    expect(new Set(active)).toEqual(new Set([inside, outside]));
    await world.all.delete(`/funnels/${funnel.id}/subscribers/${outside}`).expect(200);
    await act({ ...body, subscriber_ids: [outside] }).expect(200);
    await world.settle();
    const { body: later } = await world.all.get(`/funnels/${funnel.id}/subscribers?status=active`).expect(200);
    expect(later.funnel_subscribers.total).toBe(2);
  });

  it('accepts the action names of FluentCRM', async () => {
    const [tag, list] = [await world.given.tag(), await world.given.list()];
    const [id = 0] = await people(1);
    await act({ action_name: 'add_to_tags', subscriber_ids: [id], action_options: [tag.id] }).expect(200);
    await act({ action_name: 'add_to_lists', subscriber_ids: [id], action_options: [list.id] }).expect(200);
    await act({ action_name: 'change_contact_status', subscriber_ids: [id], new_status: 'pending' }).expect(200);
    expect(await read(id)).toMatchObject({ status: 'pending', tags: [{ id: tag.id }], lists: [{ id: list.id }] });
    await act({ action_name: 'remove_from_tags', subscriber_ids: [id], action_options: [tag.id] }).expect(200);
    expect(await read(id)).toMatchObject({ tags: [], lists: [{ id: list.id }] });
    await act({ action_name: 'delete_contacts', subscriber_ids: [id] }).expect(200);
    await world.all.get(`/subscribers/${id}`).expect(404);
  });

  it('notifies no webhook when silent', async () => {
    const tag = await world.given.tag();
    const [id = 0] = await people(1);
    const before = await lastEvent();
    await act({ action_name: 'add_tags', subscriber_ids: [id], tags: [tag.id], silent: true }).expect(200);
    await act({ action_name: 'change_status', subscriber_ids: [id], status: 'pending', silent: 'yes' }).expect(200);
    await act({ action_name: 'delete', subscriber_ids: [id], silent: 1 }).expect(200);
    expect((await eventsSince(before)).map(({ type, silent }) => [type, silent])).toEqual([
      ['contact.tag_added', 1],
      ['contact.status_changed', 1],
      ['contact.deleted', 1],
    ]);
  });

  it('writes nothing in a dry run and reports what it would do', async () => {
    const ids = await people(3);
    const [last] = await people(1, { status: 'complained' });
    const before = await lastEvent();
    const { body } = await act({
      action_name: 'change_status',
      subscriber_ids: [...ids, last],
      status: 'unsubscribed',
      dry_run: true,
    }).expect(200);
    expect(body).toEqual({
      message: '3 contacts would be changed; 1 skipped: keeps its status',
      reasons: [{ reason: 'keeps its status', count: 1 }],
      affected: 3,
      skipped: 1,
      kept_status: [last],
      dry_run: true,
    });
    expect((await act({ action_name: 'delete', subscriber_ids: ids, dry_run: true }).expect(200)).body.affected).toBe(
      3,
    );
    for (const id of ids) expect((await read(id)).status).toBe('subscribed');
    expect(await eventsSince(before)).toEqual([]);
  });

  it('writes nothing if one of the contacts does not exist', async () => {
    const tag = await world.given.tag();
    const [id = 0] = await people(1);
    const { body } = await act({
      action_name: 'add_tags',
      subscriber_ids: [id, 4_000_001, 4_000_002],
      tags: [tag.id],
    }).expect(400);
    expect(body.data.params).toEqual({ subscriber_ids: 'unknown: 4000001, 4000002' });
    expect((await read(id)).tags).toEqual([]);
  });

  it('lists all errors at once', async () => {
    const draft = await world.given.funnel();
    const [id = 0] = await people(1);
    for (const [sent, params] of [
      [{}, { action_name: 'is required', subscriber_ids: 'is required unless filter is given' }],
      [
        { action_name: 'explode', subscriber_ids: [] },
        {
          action_name: expect.stringContaining('must be one of: add_tags'),
          subscriber_ids: 'must hold at least one id',
        },
      ],
      [
        { action_name: 'add_tags', subscriber_ids: ['x'], dry_run: 'perhaps', silent: [] },
        {
          tags: 'is required',
          subscriber_ids: 'must hold ids only',
          dry_run: 'must be true or false',
          silent: 'must be true or false',
        },
      ],
      [
        { action_name: 'add_lists', subscriber_ids: [id], lists: [999_999, 999_998], expected_count: 4 },
        { lists: 'unknown: 999999, 999998', expected_count: 'requires a filter' },
      ],
      [
        { action_name: 'change_status', subscriber_ids: [id], filter: {}, status: 'cheerful' },
        {
          status: 'must be one of: subscribed, unsubscribed, pending, bounced, complained',
          filter: 'must not be combined with subscriber_ids',
        },
      ],
      [{ action_name: 'add_to_funnel', subscriber_ids: [id] }, { funnel_id: 'is required' }],
      [{ action_name: 'add_to_funnel', subscriber_ids: [id], funnel_id: 999_999 }, { funnel_id: 'unknown: 999999' }],
      [{ action_name: 'add_to_funnel', subscriber_ids: [id], funnel_id: draft.id }, { funnel_id: 'is not published' }],
      [{ action_name: 'delete', filter: {} }, { filter: expect.stringContaining('must name at least one of') }],
      [{ action_name: 'delete', filter: 'everybody' }, { filter: expect.stringContaining('must be a rule') }],
      [
        {
          action_name: 'delete',
          filter: { tags: [999_999], statuses: ['x'], search: '  ', color: 'red', segment_id: 999_999 },
        },
        {
          'filter.tags': 'unknown: 999999',
          'filter.statuses': expect.stringContaining('must hold only'),
          'filter.search': 'must not be empty',
          'filter.color': expect.stringContaining('must be one of'),
          'filter.segment_id': 'unknown: 999999',
        },
      ],
      [
        { action_name: 'delete', filter: { lists: null, segment_id: null, statuses: ['subscribed'] } },
        { 'filter.lists': 'must not be null', 'filter.segment_id': 'must not be null' },
      ],
      [
        { action_name: 'delete', filter: [[{ source: ['subscriber', 'shoe'], operator: '=', value: 1 }]] },
        { 'filter.0.0.source.1': expect.stringContaining('must be one of') },
      ],
      [
        { action_name: 'delete', subscriber_ids: Array.from({ length: 5_001 }, (_, index) => index + 1) },
        { subscriber_ids: 'must hold at most 5000 items; 5001 were sent' },
      ],
    ] as const) {
      const { body } = await act(sent).expect(400);
      expect([sent, body.data.params]).toEqual([sent, params]);
    }
    expect((await read(id)).status).toBe('subscribed');
    expect(await world.db.query('SELECT id FROM bulk_jobs')).toEqual([]);
  });

  it('needs manage_contacts, and for funnels also manage_campaigns', async () => {
    const funnel = await world.given.publishedFunnel();
    const [id = 0] = await people(1);
    const body = { action_name: 'add_to_funnel', subscriber_ids: [id], funnel_id: funnel.id };
    const contactsOnly = await world.as('manage_contacts');
    const refused = await contactsOnly.post('/subscribers/do-bulk-action').send(body).expect(403);
    expect(refused.body).toMatchObject({ code: 'rest_forbidden', data: { required_permission: 'manage_campaigns' } });
    await (await world.as('manage_campaigns')).post('/subscribers/do-bulk-action').send(body).expect(403);
    await (await world.as('view_contacts')).post('/subscribers/do-bulk-action').send(body).expect(403);
    await (
      await world.as('manage_contacts', 'manage_campaigns')
    )
      .post('/subscribers/do-bulk-action')
      .send(body)
      .expect(200);
    await contactsOnly
      .post('/subscribers/do-bulk-action')
      .send({ action_name: 'change_status', subscriber_ids: [id], status: 'pending' })
      .expect(200);
  });

  it('runs once per Idempotency-Key', async () => {
    const ids = await people(2);
    const body = { action_name: 'change_status', subscriber_ids: ids, status: 'pending' };
    const once = () => act(body).set('Idempotency-Key', 'bulk-1').expect(200);
    const [first, second] = [await once(), await once()];
    expect(second.body).toEqual(first.body);
    expect(first.body.affected).toBe(2);
  });
});
