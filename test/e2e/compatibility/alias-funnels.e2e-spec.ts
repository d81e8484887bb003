import type { ApiClient } from '../../support/api-client.js';
import { WITH_DIALECT, inDialect } from '../../support/dialect-client.js';
import type { GivenContact, GivenFunnel } from '../../support/given.js';
import { World } from '../../support/world.js';

const TEN_DAYS = {
  action_name: 'wait_times',
  title: 'Ten days',
  settings: { wait_type: 'unit_wait', wait_time_amount: 10, wait_time_unit: 'days' },
};

describe('funnels in the other dialect', () => {
  let world: World;
  let dialect: ApiClient;
  let funnel: GivenFunnel;
  let contacts: GivenContact[];
  beforeAll(async () => {
    world = await World.start({ env: WITH_DIALECT });
    dialect = inDialect(world);
  });

  beforeEach(async () => {
    funnel = await world.given.publishedFunnel({ sequences: [TEN_DAYS] });
    contacts = [await world.given.contact(), await world.given.contact(), await world.given.contact()];
    await world.all
      .post(`/funnels/${funnel.id}/subscribers`)
      .send({ subscribers: ids().slice(0, 2) })
      .expect(200);
  });

  const ids = (): number[] => contacts.map(({ id }) => id);
  const entries = async (): Promise<[number, string, string | null][]> => {
    const { body } = await world.all.get(`/funnels/${funnel.id}/subscribers`).expect(200);
    return body.funnel_subscribers.data
      .map((entry: Record<string, unknown>) => [entry['subscriber_id'], entry['status'], entry['exit_reason']])
      .sort(([one]: [number], [other]: [number]) => one - other);
  };
  const exits = async (): Promise<string[]> =>
    (
      await world.db.query<{ type: string }>(
        `SELECT type FROM domain_events WHERE type LIKE 'funnel.subscriber_%' AND type <> 'funnel.subscriber_added'
            AND subject_id = :id ORDER BY id`,
        { id: funnel.id },
      )
    ).map(({ type }) => type);
  const counts = async () =>
    (
      await world.db.query('SELECT entered, completed, cancelled FROM funnel_counts WHERE funnel_id = :id', {
        id: funnel.id,
      })
    )[0];
  const remove = (body: object, query = '') => dialect.delete(`/funnels/${funnel.id}/subscribers${query}`).send(body);
  const setStatus = (contact: unknown, status: unknown) =>
    dialect.put(`/funnels/${funnel.id}/subscribers/${String(contact)}/status`).send({ status });

  it('are cloned', async () => {
    const { body } = await dialect.post(`/funnels/${funnel.id}/clone`).expect(200);
    expect(body.funnel).toMatchObject({ title: `[Copy] ${funnel.title}`, status: 'draft' });
    expect(body.funnel.sequences).toMatchObject([{ title: 'Ten days' }]);
    const unknown = await dialect.post('/funnels/999999/clone').expect(404);
    expect(unknown.body.message).toBe('Invalid funnel ID.');
  });

  it('include their steps under the name of FluentCRM', async () => {
    const path = `/funnels/${funnel.id}`;
    const { body } = await dialect.get(`${path}?with[]=funnel_sequences&with[]=funnel`).expect(200);
    expect(body.funnel.id).toBe(funnel.id);
    expect(body.funnel_sequences).toMatchObject([{ title: 'Ten days', action_name: 'wait_times' }]);
    expect((await dialect.get(path).expect(200)).body).not.toHaveProperty('funnel_sequences');
    await dialect.get('/funnels?with[]=subscribers_count&with[]=description').expect(200);
    await world.all.get(`${path}?with[]=funnel_sequences`).expect(400);
  });

  it('may be wrapped in a member', async () => {
    const { body } = await dialect
      .post('/funnels')
      .send({ funnel: { title: 'Wrapped', trigger_name: 'contact_created' } })
      .expect(200);
    expect(body.funnel).toMatchObject({ title: 'Wrapped', trigger_name: 'contact_created', status: 'draft' });
    const renamed = await dialect
      .put(`/funnels/${body.funnel.id}`)
      .send({ funnel: { title: 'Named' } })
      .expect(200);
    expect(renamed.body.funnel.title).toBe('Named');
  });

  it('enroll contacts by a bulk action that names the funnel as a new status', async () => {
    const third = ids()[2];
    const { body } = await dialect
      .post('/subscribers/do-bulk-action')
      .send({ action_name: 'add_to_automation', subscriber_ids: [third], new_status: funnel.id })
      .expect(200);
    expect(body).toMatchObject({ affected: 1 });
    await world.settle();
    expect((await entries()).map(([id]) => id)).toEqual(ids());
    const refused = await dialect
      .post('/subscribers/do-bulk-action')
      .send({ action_name: 'add_to_automation', subscriber_ids: [third], new_status: 'subscribed' })
      .expect(400);
    expect(refused.body.data.params).toEqual({ funnel_id: 'must be an id' });
  });

  describe('accept their status in a write', () => {
    const statusOf = async (id: number): Promise<string> =>
      (await world.all.get(`/funnels/${id}`).expect(200)).body.funnel.status;

    it('and pause with it, along with other changes', async () => {
      const { body } = await dialect
        .put(`/funnels/${funnel.id}`)
        .send({ status: 'paused', title: 'Quiet' })
        .expect(200);
      expect(body.funnel).toMatchObject({ id: funnel.id, status: 'paused', title: 'Quiet' });
      expect(await statusOf(funnel.id)).toBe('paused');
      await dialect.put(`/funnels/${funnel.id}`).send({ title: 'Still quiet', status: null }).expect(200);
      expect(await statusOf(funnel.id)).toBe('paused');
      await dialect.put(`/funnels/${funnel.id}`).send({ status: 'published' }).expect(200);
      expect(await statusOf(funnel.id)).toBe('published');
    });

    it('and are published on creation', async () => {
      const { body } = await dialect
        .post('/funnels')
        .send({ title: 'At once', trigger_name: 'contact_created', sequences: [TEN_DAYS], status: 'published' })
        .expect(200);
      expect(body.funnel.status).toBe('published');
      expect(await statusOf(body.funnel.id)).toBe('published');
    });

    it('both or neither', async () => {
      const unknown = await dialect.put(`/funnels/${funnel.id}`).send({ title: 'X', status: 'stopped' }).expect(400);
      expect(unknown.body.data.params).toEqual({ status: 'must be one of: draft, published, paused' });
      await dialect.put(`/funnels/${funnel.id}`).send({ title: '', status: 'paused' }).expect(400);
      expect(await statusOf(funnel.id)).toBe('published');
      await dialect.put('/funnels/999999').send({ status: 'paused' }).expect(404);
    });
  });

  describe('remove contacts', () => {
    it('that are given in the body, with one message', async () => {
      const { body } = await remove({ subscriber_ids: ids().slice(0, 2) }).expect(200);
      expect(body).toEqual({ message: 'Subscribers have been removed from the funnel.' });
      expect(await entries()).toEqual(
        ids()
          .slice(0, 2)
          .map((id) => [id, 'cancelled', 'removed_by_hand']),
      );
      expect(await exits()).toEqual(['funnel.subscriber_exited', 'funnel.subscriber_exited']);
      expect(await counts()).toEqual({ entered: 2, completed: 0, cancelled: 2 });
      await remove({ subscriber_ids: ids().slice(0, 2) }).expect(200);
      expect(await counts()).toEqual({ entered: 2, completed: 0, cancelled: 2 });
      expect(await exits()).toHaveLength(2);
    });

    it('or in the query', async () => {
      const [first, second] = ids();
      await remove({}, `?subscriber_ids[]=${first}&subscriber_ids[]=${first}`).expect(200);
      expect(await entries()).toEqual([
        [first, 'cancelled', 'removed_by_hand'],
        [second, 'active', null],
      ]);
    });

    it('none if one was never enrolled', async () => {
      const { body } = await remove({ subscriber_ids: [...ids(), 999_999] }).expect(400);
      expect(body.data.params).toEqual({ subscriber_ids: `never in the funnel: ${ids()[2]}, 999999` });
      expect((await entries()).map(([, status]) => status)).toEqual(['active', 'active']);
    });

    it.each([
      [{}, 'is required'],
      [{ subscriber_ids: [] }, 'must hold at least one id'],
      [{ subscriber_ids: ['x'] }, 'must hold ids only'],
      [{ subscribers: [1] }, 'is required'],
    ])('refuse %j', async (body, reason) => {
      expect((await remove(body).expect(400)).body.data.params).toEqual({ subscriber_ids: reason });
    });

    it('are 404 if unknown', async () => {
      const { body } = await dialect
        .delete('/funnels/999999/subscribers')
        .send({ subscriber_ids: [1] })
        .expect(404);
      expect(body.message).toBe('Invalid funnel ID.');
      await dialect
        .delete('/funnels/x/subscribers')
        .send({ subscriber_ids: [1] })
        .expect(404);
    });
  });

  describe('end an enrollment', () => {
    it('before its end', async () => {
      const [first, second] = ids();
      const { body } = await setStatus(first, 'cancelled').expect(200);
      expect(body).toEqual({ message: 'Status has been updated to cancelled.' });
      expect(await entries()).toEqual([
        [first, 'cancelled', 'removed_by_hand'],
        [second, 'active', null],
      ]);
      expect(await exits()).toEqual(['funnel.subscriber_exited']);
    });

    it('as completed', async () => {
      const [first] = ids();
      await setStatus(first, 'completed').expect(200);
      expect((await entries())[0]).toEqual([first, 'completed', 'completed_by_hand']);
      expect(await exits()).toEqual(['funnel.subscriber_completed']);
      expect(await counts()).toEqual({ entered: 2, completed: 1, cancelled: 0 });
    });

    it('only once', async () => {
      const [first] = ids();
      for (const status of ['active', 'cancelled', 'cancelled']) await setStatus(first, status).expect(200);
      expect(await counts()).toEqual({ entered: 2, completed: 0, cancelled: 1 });
      for (const status of ['active', 'completed']) {
        const { body } = await setStatus(first, status).expect(400);
        expect(body).toMatchObject({
          message: 'Subscriber is not active in this funnel.',
          data: { params: { status: 'cannot be changed: it is cancelled' } },
        });
      }
    });

    it('for the newest enrollment', async () => {
      const [first] = ids();
      await setStatus(first, 'completed').expect(200);
      await world.all
        .post(`/funnels/${funnel.id}/subscribers`)
        .send({ subscribers: [first] })
        .expect(200);
      await setStatus(first, 'cancelled').expect(200);
      await setStatus(first, 'cancelled').expect(200);
      await setStatus(first, 'completed').expect(400);
      expect(await counts()).toEqual({ entered: 3, completed: 1, cancelled: 1 });
    });

    it('only if it exists', async () => {
      await setStatus(ids()[2], 'cancelled').expect(404);
      await setStatus('x', 'cancelled').expect(404);
      const { body } = await dialect
        .put('/funnels/999999/subscribers/1/status')
        .send({ status: 'cancelled' })
        .expect(404);
      expect(body.message).toBe('Invalid funnel ID.');
      for (const status of [undefined, 'paused', 7])
        expect(Object.keys((await setStatus(ids()[0], status).expect(400)).body.data.params)).toEqual(['status']);
    });

    it('once under concurrent requests', async () => {
      const [first] = ids();
      const answers = await Promise.all(
        Array.from({ length: 6 }, (_, index) =>
          index % 2 === 0 ? setStatus(first, 'cancelled') : remove({ subscriber_ids: [first] }),
        ),
      );
      expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 200]);
      expect(await counts()).toEqual({ entered: 2, completed: 0, cancelled: 1 });
    });
  });
});
