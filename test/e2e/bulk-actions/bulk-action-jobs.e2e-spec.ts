import { ContactChoices } from '../../../src/modules/bulk-actions/contact-choices.service.js';
import { CountsVerification } from '../../../src/modules/contacts/counts/counts-verification.service.js';
import { insertSubscribers } from '../../support/builders/audience.js';
import { statementRunning } from '../../support/running-statement.js';
import { waitUntil } from '../../support/wait-until.js';
import { World } from '../../support/world.js';

interface Row {
  readonly row: number;
  readonly outcome: string;
  readonly kept_status: boolean;
  readonly contact_id: number;
  readonly reason: string | null;
  readonly undo: string | null;
  readonly conflict: string | null;
}

const tenDays = {
  action_name: 'wait_times',
  title: 'Ten days',
  settings: { wait_type: 'unit_wait', wait_time_amount: 10, wait_time_unit: 'days' },
};
const from = (city: string) => [[{ source: ['subscriber', 'city'], operator: '=', value: city }]];

describe('a bulk action over a filter', () => {
  let world: World;
  let cities = 0;
  beforeAll(async () => {
    world = await World.start();
  });
  afterEach(async () => {
    expect(await world.api.get(CountsVerification, { strict: false }).verify()).toEqual([]);
  });

  const act = (body: Record<string, unknown>) => world.all.post('/subscribers/do-bulk-action').send(body);
  const queue = async (body: Record<string, unknown>): Promise<number> =>
    (await act(body).expect(202)).body.bulk_action.id;
  const look = async (id: number) => (await world.all.get(`/bulk-actions/${id}`).expect(200)).body.bulk_action;
  const done = async (body: Record<string, unknown>) => {
    const id = await queue(body);
    await world.settle();
    return look(id);
  };
  const undone = async (id: number) => {
    await world.all.post(`/bulk-actions/${id}/undo`).expect(202);
    await world.settle();
    return look(id);
  };
  const rows = async (id: number, query = ''): Promise<Row[]> =>
    (await world.all.get(`/bulk-actions/${id}/rows${query}`).expect(200)).body.rows;
  const read = async (id: number) =>
    (await world.all.get(`/subscribers/${id}?with[]=companies`).expect(200)).body.subscriber;
  const ids = (those: readonly { id: number }[]) => those.map(({ id }) => id);

  /** Creates contacts in a city of their own, and returns a filter that matches them. */
  async function contactsInCity(
    count: number,
    wanted: Record<string, unknown> = {},
  ): Promise<{ city: string; ids: number[] }> {
    const city = `City ${(cities += 1)}`;
    const made = Array.from({ length: count }, (_, index) => ({
      email: `${cities}-${index}@example.com`,
      status: 'subscribed',
      city,
      ...wanted,
    }));
    const { body } = await world.all.post('/subscribers/bulk-add-update').send({ contacts: made }).expect(200);
    return { city, ids: [...body.created].sort((a: number, b: number) => a - b) };
  }

  it('adds tags in several batches, reports the results, and undoes exactly its own changes', async () => {
    const [tag, other] = [await world.given.tag(), await world.given.tag()];
    const { city, ids: people } = await contactsInCity(540);
    const [had = 0, edited = 0, ...rest] = people;
    await world.all
      .put(`/subscribers/${had}`)
      .send({ subscriber: { attach_tags: [tag.id] } })
      .expect(200);
    const answer = await act({ action_name: 'add_tags', filter: from(city), tags: [tag.id, other.id] }).expect(202);
    expect(answer.body).toMatchObject({
      message: 'The bulk action has been queued',
      bulk_action: { id: expect.any(Number), action_name: 'add_tags', undoable: true },
    });
    const { id } = answer.body.bulk_action;
    await world.settle();
    expect(await look(id)).toMatchObject({
      id,
      status: 'done',
      phase: 'work',
      total: 540,
      processed: 540,
      updated: 540,
      created: 0,
      skipped: 0,
      invalid: 0,
      kept_status: 0,
      options: { tags: [tag.id, other.id], silent: false },
      filter: { rules: [from(city)] },
      dry_run: false,
      eta_seconds: null,
      error: null,
    });
    expect((await rows(id, '?per_page=1000')).map(({ row, contact_id: contact }) => [row, contact])).toEqual(
      people.map((contact, index) => [index + 1, contact]),
    );
    const { body: tagged } = await world.all.get(`/subscribers?tags=${tag.id}`).expect(200);
    expect(tagged.total).toBe(540);
    await world.all
      .put(`/subscribers/${edited}`)
      .send({ subscriber: { detach_tags: [other.id] } })
      .expect(200);
    expect(await undone(id)).toMatchObject({
      status: 'undone',
      undone: 540,
      conflicts: 0,
      undone_at: expect.any(String),
    });
    expect(ids((await read(had)).tags)).toEqual([tag.id]);
    for (const contact of [edited, rest[0] ?? 0, rest.at(-1) ?? 0]) expect((await read(contact)).tags).toEqual([]);
    const { body: refused } = await world.all.post(`/bulk-actions/${id}/undo`).expect(400);
    expect(refused.data.params).toEqual({ id: 'cannot be undone: it has already been undone' });
  });

  it.each([
    ['remove_tags', 'tags'],
    ['add_lists', 'lists'],
    ['remove_lists', 'lists'],
    ['add_companies', 'companies'],
    ['remove_companies', 'companies'],
  ] as const)('%s and back', async (action, members) => {
    const kind = ({ tags: 'tag', lists: 'list', companies: 'company' } as const)[members];
    const what = await world.given[kind]();
    const { city, ids: people } = await contactsInCity(3);
    const [has = 0, hasNot = 0] = people;
    const adding = action.startsWith('add');
    await act({ action_name: `add_${members}`, subscriber_ids: [has], [members]: [what.id] }).expect(200);
    const of = async (contact: number) => ids((await read(contact))[members]);
    const job = await done({ action_name: action, filter: from(city), [members]: [what.id] });
    expect(job).toMatchObject({ status: 'done', updated: adding ? 2 : 1, skipped: adding ? 1 : 2 });
    expect(await Promise.all([has, hasNot].map(of))).toEqual(adding ? [[what.id], [what.id]] : [[], []]);
    expect(await undone(job.id)).toMatchObject({ status: 'undone', conflicts: 0 });
    expect(await Promise.all([has, hasNot].map(of))).toEqual([[what.id], []]);
  });

  it('changes a status that the filter uses, once per contact; a later change is a conflict when undone', async () => {
    const list = await world.given.list();
    const { city, ids: people } = await contactsInCity(6, { status: 'pending', lists: [list.id] });
    const [unsubscribed = 0, edited = 0] = people;
    await world.all
      .put(`/subscribers/${unsubscribed}`)
      .send({ subscriber: { status: 'unsubscribed' } })
      .expect(200);
    const filter = { filters: from(city), statuses: ['pending', 'unsubscribed'], lists: [list.id] };
    const job = await done({ action_name: 'change_status', filter, status: 'subscribed' });
    expect(job).toMatchObject({ status: 'done', total: 6, updated: 5, skipped: 1, kept_status: 1 });
    expect(await rows(job.id, '?outcome=kept_status')).toEqual([
      expect.objectContaining({ contact_id: unsubscribed, outcome: 'skipped', reason: 'keeps its status' }),
    ]);
    await world.all
      .put(`/subscribers/${edited}`)
      .send({ subscriber: { status: 'complained' } })
      .expect(200);
    expect(await undone(job.id)).toMatchObject({ status: 'undone', conflicts: 1 });
    const conflicts = await rows(job.id, '?outcome=conflict');
    expect(conflicts.map(({ contact_id: contact }) => contact)).toEqual([edited]);
    expect(conflicts[0]?.conflict).toContain('status');
    const statuses = await Promise.all(people.map(async (contact) => (await read(contact)).status));
    expect(statuses).toEqual(['unsubscribed', 'complained', 'pending', 'pending', 'pending', 'pending']);
  });

  it('restores a lifted suppression when undone', async () => {
    const { city, ids: people } = await contactsInCity(1);
    const { email } = await read(people[0] ?? 0);
    await world.all
      .post('/suppressions')
      .send({ values: [email] })
      .expect(200);
    await world.all
      .put(`/subscribers/${people[0]}`)
      .send({ subscriber: { status: 'bounced' } })
      .expect(200);
    const suppressions = async () =>
      world.db.query<{ reason: string }>('SELECT reason FROM suppressions ORDER BY id DESC LIMIT 1');
    expect(await suppressions()).toHaveLength(1);
    const body = { action_name: 'change_status', filter: from(city), status: 'subscribed', force_update_status: true };
    const job = await done(body);
    expect(job).toMatchObject({ updated: 1, options: { status: 'subscribed', force_update_status: true } });
    expect(await suppressions()).toEqual([]);
    expect(await undone(job.id)).toMatchObject({ status: 'undone', conflicts: 0 });
    expect(await suppressions()).toHaveLength(1);
    expect((await read(people[0] ?? 0)).status).toBe('bounced');
  });

  it('deletes the contacts of a segment permanently', async () => {
    const { city, ids: people } = await contactsInCity(3);
    const { ids: others } = await contactsInCity(1);
    const segment = await world.given.segment({ filters: from(city) });
    const answer = await act({ action_name: 'delete', filter: { segment_id: segment.id } }).expect(202);
    expect(answer.body.bulk_action.undoable).toBe(false);
    const { id } = answer.body.bulk_action;
    await world.settle();
    expect(await look(id)).toMatchObject({ status: 'done', total: 3, updated: 3, undoable: false });
    for (const contact of people) await world.all.get(`/subscribers/${contact}`).expect(404);
    await read(others[0] ?? 0);
    const { body } = await world.all.post(`/bulk-actions/${id}/undo`).expect(400);
    expect(body.data.params).toEqual({ id: 'cannot be undone: deleted contacts cannot be restored' });
  });

  it('enrolls contacts in a funnel, and an undo removes those it enrolled that are still active', async () => {
    const funnel = await world.given.publishedFunnel({ sequences: [tenDays] });
    const { city, ids: people } = await contactsInCity(5);
    const [inside = 0, leaves = 0, comesBack = 0, ...stay] = people;
    const byHand = (contact: number) =>
      world.all
        .post(`/funnels/${funnel.id}/subscribers`)
        .send({ subscribers: [contact] })
        .expect(200);
    const remove = (contact: number) => world.all.delete(`/funnels/${funnel.id}/subscribers/${contact}`).expect(200);
    const active = async (): Promise<number[]> => {
      const { body } = await world.all.get(`/funnels/${funnel.id}/subscribers?status=active`).expect(200);
      const entries: { subscriber_id: number }[] = body.funnel_subscribers.data;
      return entries.map(({ subscriber_id: contact }) => contact).sort((a, b) => a - b);
    };
    await byHand(inside);
    const job = await done({ action_name: 'add_to_funnel', filter: from(city), funnel_id: funnel.id });
    expect(job).toMatchObject({ status: 'done', updated: 4, skipped: 1, options: { funnel_id: funnel.id } });
    expect(await active()).toEqual(people);
    await remove(leaves);
    await remove(comesBack);
    await byHand(comesBack);
    const contactsOnly = await world.as('manage_contacts');
    await contactsOnly.post(`/bulk-actions/${job.id}/undo`).expect(403);
    expect(await undone(job.id)).toMatchObject({ status: 'undone' });
    expect(await active()).toEqual([inside, comesBack]);
    const { body } = await world.all.get(`/funnels/${funnel.id}/subscribers?status=cancelled`).expect(200);
    const cancelled: { subscriber_id: number; exit_reason: string }[] = body.funnel_subscribers.data;
    expect(
      cancelled.filter(({ subscriber_id: contact }) => stay.includes(contact)).map((entry) => entry.exit_reason),
    ).toEqual(stay.map(() => 'bulk_action_undone'));
  });

  it('is refused if the filter matches more or fewer contacts than expected', async () => {
    const tag = await world.given.tag();
    const { city, ids: people } = await contactsInCity(4);
    const body = { action_name: 'add_tags', filter: from(city), tags: [tag.id] };
    const refused = await act({ ...body, expected_count: 40 }).expect(400);
    expect(refused.body).toMatchObject({
      code: 'rest_invalid_param',
      message: 'The filter matches 4 contacts, not 40.',
      data: { count: 4, params: { expected_count: expect.any(String) } },
    });
    expect((await read(people[0] ?? 0)).tags).toEqual([]);
    expect(await done({ ...body, expected_count: '4' })).toMatchObject({ updated: 4 });
  });

  it('writes nothing in a dry run and reports what it would do', async () => {
    const { city, ids: people } = await contactsInCity(3);
    await world.all
      .put(`/subscribers/${people[0]}`)
      .send({ subscriber: { status: 'complained' } })
      .expect(200);
    const before = await world.db.query(
      'SELECT id FROM domain_events WHERE type LIKE "contact.status%" OR type LIKE "contact.del%"',
    );
    const job = await done({
      action_name: 'change_status',
      status: 'unsubscribed',
      filter: from(city),
      dry_run: 'yes',
    });
    expect(job).toMatchObject({ status: 'done', dry_run: true, undoable: false, total: 3, updated: 2, kept_status: 1 });
    const deletion = await done({ action_name: 'delete', filter: from(city), dry_run: true });
    expect(deletion).toMatchObject({ status: 'done', updated: 3 });
    expect((await read(people[1] ?? 0)).status).toBe('subscribed');
    expect(
      await world.db.query(
        'SELECT id FROM domain_events WHERE type LIKE "contact.status%" OR type LIKE "contact.del%"',
      ),
    ).toEqual(before);
    await world.all.post(`/bulk-actions/${job.id}/undo`).expect(400);
  });

  it('notifies no webhook when silent, also during the undo', async () => {
    const list = await world.given.list();
    const funnel = await world.given.publishedFunnel({
      trigger_name: 'list_applied',
      settings: { lists: [list.id] },
      sequences: [tenDays],
    });
    const { city } = await contactsInCity(2);
    const job = await done({ action_name: 'add_lists', filter: from(city), lists: [list.id], silent: true });
    await undone(job.id);
    const sent = await world.db.query<{ type: string; silent: number }>(
      `SELECT type, silent FROM domain_events WHERE type LIKE 'contact.list%' AND data LIKE :list ORDER BY id`,
      { list: `%"title":"${list.title}"%` },
    );
    expect(sent.map(({ type, silent }) => [type, silent])).toEqual([
      ['contact.list_added', 1],
      ['contact.list_added', 1],
      ['contact.list_removed', 1],
      ['contact.list_removed', 1],
    ]);
    const { body } = await world.all.get(`/funnels/${funnel.id}/subscribers`).expect(200);
    expect(body.funnel_subscribers.total).toBe(0);
  });

  it('stops after the current batch when cancelled, and its changes can be undone', async () => {
    const tag = await world.given.tag();
    const { city, ids: people } = await contactsInCity(1_100);
    // MySQL reads and locks a small table as a whole.
    await insertSubscribers(world.db, (await world.given.list()).id, 'other', 10_000);
    await world.db.query('ANALYZE TABLE contacts');
    let [id, cancelling] = [0, Promise.resolve()];
    await world.db.transaction(async (tx) => {
      await tx.query('SELECT id FROM contacts WHERE id = :id FOR UPDATE', { id: people[600] ?? 0 });
      id = await queue({ action_name: 'add_tags', filter: from(city), tags: [tag.id] });
      // The cancellation waits for the second batch, which holds the lock.
      await waitUntil('the first batch is done', async () => (await look(id)).processed >= 500);
      await statementRunning(world.db, 'SELECT c.id FROM contacts c WHERE c.id IN');
      cancelling = world.all
        .post(`/bulk-actions/${id}/cancel`)
        .expect(200)
        .then(() => undefined);
      await statementRunning(world.db, 'SELECT id FROM bulk_jobs WHERE id');
    });
    await cancelling;
    await world.settle();
    expect(await look(id)).toMatchObject({ status: 'cancelled', total: 1_100, processed: 1_000, updated: 1_000 });
    expect((await read(people[999] ?? 0)).tags).toHaveLength(1);
    expect((await read(people[1_000] ?? 0)).tags).toEqual([]);
    const { body } = await world.all.post(`/bulk-actions/${id}/cancel`).expect(400);
    expect(body.data.params.id).toContain('it has ended');
    expect(await undone(id)).toMatchObject({ status: 'undone', undone: 1_000 });
    expect((await read(people[0] ?? 0)).tags).toEqual([]);
  });

  it('skips contacts that no longer match when they are changed', async () => {
    const { city, ids: people } = await contactsInCity(2);
    let id = 0;
    await world.db.transaction(async (tx) => {
      await tx.execute("UPDATE contacts SET city = 'Elsewhere' WHERE id = :id", { id: people[1] ?? 0 });
      id = await queue({ action_name: 'delete', filter: from(city) });
      await statementRunning(world.db, 'SELECT c.id FROM contacts c WHERE c.id IN');
    });
    await world.settle();
    expect(await look(id)).toMatchObject({ status: 'done', processed: 2, updated: 1, skipped: 1 });
    expect((await rows(id, '?outcome=skipped'))[0]).toMatchObject({
      contact_id: people[1],
      reason: 'no longer matches the filter',
    });
    await read(people[1] ?? 0);
  });

  it('reads only the contacts of the batch, however many others are on the lists of the filter', async () => {
    const lists = [await world.given.list(), await world.given.list()];
    const { ids: people } = await contactsInCity(400, { lists: lists.map(({ id }) => id) });
    const choices = world.api.get(ContactChoices, { strict: false });
    const selection = await choices.selection(
      { filters: [], memberOf: { list: lists.map(({ id }) => id) } },
      new Date(),
    );
    const chosen = people.slice(100, 105);
    await world.db.transaction(async (tx) => {
      const reads = async (): Promise<number> => {
        const rows = await tx.query<{ Value: string }>("SHOW SESSION STATUS LIKE 'Handler_read%'");
        return rows.reduce((sum, { Value }) => sum + Number(Value), 0);
      };
      const before = await reads();
      expect([...(selection === null ? [] : await choices.among(tx, selection, [...chosen, 999_999]))].sort()).toEqual(
        chosen,
      );
      expect((await reads()) - before).toBeLessThan(200);
    });
  });

  it('matches no contact if an erasure has emptied its search', async () => {
    const { ids: people } = await contactsInCity(2);
    const email = 'searched.for@example.com';
    const { id: contact } = await world.given.contact({ email });
    const job = await done({ action_name: 'delete', filter: { search: 'Searched.For@Example.com' }, dry_run: true });
    expect(job).toMatchObject({ status: 'done', updated: 1 });
    await world.all.post(`/subscribers/${contact}/erase`).send({ mode: 'anonymize' }).expect(200);
    await world.settle();
    const [kept] = await world.db.query<{ options: string }>('SELECT options FROM bulk_jobs WHERE id = :id', {
      id: job.id,
    });
    expect(kept?.options).not.toMatch(/searched/i);
    // As if the job had not started.
    await world.db.transaction((tx) =>
      tx.execute(
        `UPDATE bulk_jobs SET options = JSON_REPLACE(options, '$.dry_run', FALSE), status = 'queued', position = 0,
                processed = 0, updated = 0, claim = NULL, claimed_until = NULL WHERE id = :id`,
        { id: job.id },
      ),
    );
    await world.db.transaction((tx) => tx.execute('DELETE FROM bulk_job_rows WHERE job_id = :id', { id: job.id }));
    await world.settle();
    expect(await look(job.id)).toMatchObject({ status: 'done', updated: 0 });
    for (const id of people) await read(id);
  });

  it('fails with a readable error if its target has been deleted meanwhile', async () => {
    const tag = await world.given.tag();
    const { city, ids: people } = await contactsInCity(2);
    let id = 0;
    await world.db.transaction(async (tx) => {
      await tx.query('SELECT id FROM contacts WHERE id = :id FOR UPDATE', { id: people[0] ?? 0 });
      id = await queue({ action_name: 'add_tags', filter: from(city), tags: [tag.id] });
      await statementRunning(world.db, 'SELECT c.id FROM contacts c WHERE c.id IN');
      await world.all.delete(`/tags/${tag.id}`).expect(200);
    });
    await world.settle();
    expect(await look(id)).toMatchObject({
      status: 'failed',
      processed: 0,
      error: 'The tags of the action no longer exist.',
    });
  });

  it('is listed, newest first, with the permission view_contacts', async () => {
    await world.given.contact({ email: 'sought@example.com' });
    const job = await done({ action_name: 'change_status', status: 'pending', filter: { search: 'sought@' } });
    expect(job).toMatchObject({ filter: { rules: [], search: 'sought@' }, updated: 1 });
    const viewer = await world.as('view_contacts');
    const { body } = await viewer.get('/bulk-actions?per_page=2').expect(200);
    expect(body.bulk_actions).toMatchObject({ current_page: 1, per_page: 2, total: expect.any(Number) });
    expect(body.bulk_actions.data[0]).toEqual(job);
    await viewer.get(`/bulk-actions/${job.id}/rows`).expect(200);
    await viewer.post(`/bulk-actions/${job.id}/cancel`).expect(403);
    await viewer.post(`/bulk-actions/${job.id}/undo`).expect(403);
    await (await world.as('view_reports')).get('/bulk-actions').expect(403);
    await viewer.get('/bulk-actions/999999').expect(404);
    await viewer.get('/bulk-actions/999999/rows').expect(404);
    await viewer.get('/bulk-actions/999999/events').expect(404);
    await viewer.get(`/imports/${job.id}`).expect(404);
    await viewer.get(`/bulk-actions/${job.id}/rows?outcome=odd`).expect(400);
    await viewer.get('/bulk-actions?cursor=*').expect(400);
    const events = await viewer.get(`/bulk-actions/${job.id}/events`).expect(200);
    expect(events.text).toContain('event: end');
    expect(events.text).toContain('"action_name":"change_status"');
  });
});
