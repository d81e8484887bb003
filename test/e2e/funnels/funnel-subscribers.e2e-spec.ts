import { during, expectDuring } from '../../support/during.js';
import { ManualClock } from '../../support/manual-clock.js';
import { World } from '../../support/world.js';

const tenDays = {
  action_name: 'wait_times',
  title: 'Ten days',
  settings: { wait_type: 'unit_wait', wait_time_amount: 10, wait_time_unit: 'days' },
};
const note = { action_name: 'add_contact_note', settings: { title: 'Seen', description: '<p>Hi</p>', type: 'note' } };

describe('enrollments', () => {
  let world: World;
  beforeAll(async () => {
    world = await World.start();
  });

  const add = (funnelId: number, subscribers: unknown) =>
    world.all.post(`/funnels/${funnelId}/subscribers`).send({ subscribers });
  const list = async (funnelId: number, query = '') =>
    (await world.all.get(`/funnels/${funnelId}/subscribers${query}`).expect(200)).body.funnel_subscribers;
  const setStatus = (funnelId: number, status: string) =>
    world.all.put(`/funnels/${funnelId}/status`).send({ status }).expect(200);
  const counts = async (funnelId: number) =>
    (
      await world.db.query(`SELECT entered, completed, cancelled FROM funnel_counts WHERE funnel_id = :funnelId`, {
        funnelId,
      })
    )[0];

  it('are created manually, listed with their next step, and raise funnel.subscriber_added', async () => {
    const funnel = await world.given.publishedFunnel({ sequences: [tenDays] });
    const contact = await world.given.contact({ first_name: 'Ada', last_name: 'Lovelace' });
    const [{ body }, adding] = await during(() => add(funnel.id, [contact.id]).expect(200));
    expect(body).toEqual({ message: 'Subscribers have been added to the funnel.', added: [contact.id] });
    const page = await list(funnel.id);
    expect(page).toMatchObject({ current_page: 1, per_page: 25, total: 1, last_page: 1, from: 1, to: 1 });
    const [entry] = page.data;
    expect(entry).toEqual({
      id: expect.any(Number),
      funnel_id: funnel.id,
      subscriber_id: contact.id,
      status: 'active',
      last_sequence_id: null,
      next_sequence_id: funnel.sequences[0]?.id,
      next_execution_time: expect.any(String),
      entered_at: expect.any(String),
      completed_at: null,
      exit_reason: null,
      subscriber: {
        id: contact.id,
        email: contact.email,
        first_name: 'Ada',
        last_name: 'Lovelace',
        full_name: 'Ada Lovelace',
        status: 'subscribed',
      },
    });
    expectDuring(Date.parse(entry.entered_at), adding);
    expect(Date.parse(entry.next_execution_time) - Date.parse(entry.entered_at)).toBe(10 * 86_400_000);
    const events = await world.db.query<{ data: string }>(
      `SELECT data FROM domain_events WHERE type = 'funnel.subscriber_added' AND subject_id = :id`,
      { id: funnel.id },
    );
    expect(events.map(({ data }) => JSON.parse(data).funnel_subscriber)).toEqual([
      { id: entry.id, status: 'active', entered_at: entry.entered_at },
    ]);
  });

  it('are created for all contacts or none', async () => {
    const funnel = await world.given.publishedFunnel({ sequences: [tenDays] });
    const [inside, outside] = [await world.given.contact(), await world.given.contact()];
    await add(funnel.id, [inside.id]).expect(200);

    const unknown = await add(funnel.id, [outside.id, 999_999_999]).expect(400);
    expect(unknown.body).toMatchObject({
      code: 'rest_invalid_param',
      data: { params: { subscribers: 'unknown: 999999999' } },
    });
    const taken = await add(funnel.id, [outside.id, inside.id]).expect(409);
    expect(taken.body).toMatchObject({
      code: 'subscriber_already_exists',
      message: 'Subscriber is already active in this funnel.',
      data: { subscriber_ids: [inside.id] },
    });
    expect((await list(funnel.id)).total).toBe(1);
    expect(await counts(funnel.id)).toEqual({ entered: 1, completed: 0, cancelled: 0 });
  });

  it.each([
    ['nothing', undefined],
    ['no contact', []],
    ['something else', ['Ada']],
    ['too many', Array.from({ length: 1_001 }, (_, index) => index + 1)],
  ])('refuse %s', async (_what, subscribers) => {
    const funnel = await world.given.publishedFunnel();
    const { body } = await add(funnel.id, subscribers).expect(400);
    expect(Object.keys(body.data.params)).toEqual(['subscribers']);
  });

  it('are refused for an unpublished or unknown funnel', async () => {
    const funnel = await world.given.funnel({ sequences: [tenDays] });
    const { id } = await world.given.contact();
    const { body } = await add(funnel.id, [id]).expect(400);
    expect(body).toMatchObject({ code: 'rest_invalid_param', message: 'Funnel is not published.' });
    await setStatus(funnel.id, 'paused');
    await add(funnel.id, [id]).expect(400);
    const gone = await add(999_999, [id]).expect(404);
    expect(gone.body).toMatchObject({ code: 'rest_post_invalid_id', message: 'Invalid funnel ID.' });
    await world.all.delete(`/funnels/${funnel.id}`).expect(200);
    for (const path of ['', `/${id}/trace`])
      await world.all.get(`/funnels/${funnel.id}/subscribers${path}`).expect(404);
    await world.all.delete(`/funnels/${funnel.id}/subscribers/${id}`).expect(404);
  });

  it('are created manually without filters and re-entry rules', async () => {
    const tag = await world.given.tag();
    const funnel = await world.given.publishedFunnel({
      conditions: { filters: [[{ source: ['tags', 'id'], operator: 'in', value: [tag.id] }]] },
    });
    const { id } = await world.given.contact();
    await add(funnel.id, [id]).expect(200);
    await world.settle();
    // Completed, and enrolled again although re-entry is not allowed.
    await add(funnel.id, [id]).expect(200);
    await world.settle();
    expect((await list(funnel.id, '?status=completed')).total).toBe(2);
  });

  it('are created once by fifty concurrent requests', async () => {
    const funnel = await world.given.publishedFunnel({ sequences: [tenDays] });
    const others = await Promise.all(Array.from({ length: 3 }, () => world.given.contact()));
    for (let round = 0; round < 3; round += 1) {
      const contact = await world.given.contact();
      const answers = await Promise.all(
        Array.from({ length: 50 }, (_, index) =>
          add(funnel.id, index % 10 === 9 ? [contact.id, others[round]?.id] : [contact.id]).then(
            ({ status }) => status,
          ),
        ),
      );
      expect(answers.filter((status) => status === 200)).toHaveLength(1);
      expect(answers.filter((status) => status === 409)).toHaveLength(49);
      const entries = await world.db.query('SELECT id FROM funnel_entries WHERE contact_id = :id', { id: contact.id });
      expect(entries).toHaveLength(1);
    }
    const [row] = await world.db.query<{ total: number }>(
      'SELECT COUNT(*) AS total FROM funnel_entries WHERE funnel_id = :id',
      { id: funnel.id },
    );
    expect(await counts(funnel.id)).toEqual({ entered: row?.total, completed: 0, cancelled: 0 });
  });

  it('are cancelled manually, once, with an event', async () => {
    const funnel = await world.given.publishedFunnel({ sequences: [tenDays] });
    const [contact, stranger] = [await world.given.contact(), await world.given.contact()];
    await add(funnel.id, [contact.id]).expect(200);
    await setStatus(funnel.id, 'paused');
    const remove = (id: number | string) => world.all.delete(`/funnels/${funnel.id}/subscribers/${id}`);
    await remove(contact.id).expect(200);
    const [entry] = (await list(funnel.id)).data;
    expect(entry).toMatchObject({
      status: 'cancelled',
      exit_reason: 'removed_by_hand',
      next_sequence_id: null,
      next_execution_time: null,
      completed_at: expect.any(String),
    });
    const again = await remove(contact.id).expect(400);
    expect(again.body.data.params).toEqual({ subscriber_id: 'has left the funnel already' });
    for (const id of [stranger.id, 999_999_999, 'x']) {
      const { body } = await remove(id).expect(404);
      expect(body.code).toBe('rest_post_invalid_id');
    }
    const events = await world.db.query<{ data: string }>(
      `SELECT data FROM domain_events WHERE type = 'funnel.subscriber_exited' AND subject_id = :id`,
      { id: funnel.id },
    );
    expect(events.map(({ data }) => JSON.parse(data).reason)).toEqual(['removed_by_hand']);
    expect(await counts(funnel.id)).toEqual({ entered: 1, completed: 0, cancelled: 1 });
  });

  it('are not found under the id of another funnel', async () => {
    const [one, other] = [
      await world.given.publishedFunnel({ sequences: [tenDays] }),
      await world.given.publishedFunnel(),
    ];
    const { id } = await world.given.contact();
    await add(one.id, [id]).expect(200);
    await world.all.delete(`/funnels/${other.id}/subscribers/${id}`).expect(404);
    await world.all.get(`/funnels/${other.id}/subscribers/${id}/trace`).expect(404);
    const [entry] = (await list(one.id)).data;
    expect(entry.status).toBe('active');
    const second = await world.given.contact();
    await add(one.id, [second.id]).expect(200);
    await world.all.get(`/funnels/${one.id}/subscribers/${second.id}/trace?entry_id=${entry.id}`).expect(404);
  });

  it('are listed by status and page, exactly once per cursor walk', async () => {
    const funnel = await world.given.publishedFunnel({ sequences: [tenDays] });
    const contacts = await Promise.all(Array.from({ length: 7 }, () => world.given.contact()));
    await add(
      funnel.id,
      contacts.map(({ id }) => id),
    ).expect(200);
    await world.all.delete(`/funnels/${funnel.id}/subscribers/${contacts[0]?.id}`).expect(200);
    expect((await list(funnel.id, '?status=active')).total).toBe(6);
    expect((await list(funnel.id, '?status=cancelled')).data).toHaveLength(1);
    const second = await list(funnel.id, '?per_page=3&page=2');
    expect(second).toMatchObject({ total: 7, last_page: 3, from: 4, to: 6 });
    await world.all.get(`/funnels/${funnel.id}/subscribers?status=gone`).expect(400);

    const seen: number[] = [];
    let cursor: string | null = '*';
    while (cursor !== null) {
      const page = await list(funnel.id, `?per_page=3&cursor=${cursor}`);
      seen.push(...page.data.map((entry: { subscriber_id: number }) => entry.subscriber_id));
      cursor = page.next_cursor;
      const late = await world.given.contact();
      await add(funnel.id, [late.id]).expect(200);
    }
    const ascending = (ids: number[]) => ids.sort((a, b) => a - b);
    expect(ascending(seen)).toEqual(ascending(contacts.map(({ id }) => id)));
    const walked = await list(funnel.id, '?per_page=2&cursor=*&status=active');
    expect(walked.data).toHaveLength(2);
  });

  it('are visible with view_contacts, and changed with manage_campaigns', async () => {
    const funnel = await world.given.publishedFunnel();
    const path = `/funnels/${funnel.id}/subscribers`;
    const [reader, manager, reporter] = [
      await world.as('view_contacts'),
      await world.as('manage_campaigns'),
      await world.as('view_reports'),
    ];
    await reader.get(path).expect(200);
    await manager.get(path).expect(200);
    await reporter.get(path).expect(403);
    await reader
      .post(path)
      .send({ subscribers: [1] })
      .expect(403);
    await reader.delete(`${path}/1`).expect(403);
    await reporter.get(`${path}/1/trace`).expect(403);
  });

  it('are deleted with their contact, and stay in the figures as cancelled', async () => {
    const funnel = await world.given.publishedFunnel({ sequences: [note, tenDays] });
    const [contact, other] = [await world.given.contact(), await world.given.contact()];
    await add(funnel.id, [contact.id, other.id]).expect(200);
    await world.settle();
    await world.all.delete(`/subscribers/${contact.id}`).expect(200);
    await world.settle();
    expect((await list(funnel.id)).data.map((entry: { subscriber_id: number }) => entry.subscriber_id)).toEqual([
      other.id,
    ]);
    const runs = await world.db.query<{ entries: number }>(
      `SELECT COUNT(DISTINCT r.entry_id) AS entries FROM funnel_step_runs r WHERE r.step_id = :id`,
      { id: funnel.sequences[0]?.id ?? 0 },
    );
    expect(runs).toEqual([{ entries: 1 }]);
    expect(await counts(funnel.id)).toEqual({ entered: 2, completed: 0, cancelled: 1 });
    const exits = await world.db.query('SELECT reason, total FROM funnel_exits WHERE funnel_id = :id', {
      id: funnel.id,
    });
    expect(exits).toEqual([{ reason: 'contact_deleted', total: 1 }]);
    const steps = await world.db.query(
      'SELECT entered, completed, abandoned FROM funnel_step_counts WHERE step_id = :id',
      { id: funnel.sequences[1]?.id ?? 0 },
    );
    expect(steps).toEqual([{ entered: 2, completed: 0, abandoned: 1 }]);
  });
});

describe('the trace of an enrollment', () => {
  let world: World;
  let clock: ManualClock;
  beforeAll(async () => {
    world = await World.start();
    clock = new ManualClock(world, '2027-03-01T10:00:00.000Z');
  });

  it('shows the steps that ran or were skipped, their effects, and the next step', async () => {
    const tag = await world.given.tag();
    const funnel = await world.given.publishedFunnel({
      sequences: [
        {
          action_name: 'send_custom_email',
          title: 'Hello',
          settings: { email_subject: 'Hello', email_body: '<p><a href="{{ unsubscribe_url }}">bye</a></p>' },
        },
        { ...note, conditions: [[{ source: ['tags', 'id'], operator: 'in', value: [tag.id] }]] },
        {
          action_name: 'funnel_condition',
          title: 'Tagged?',
          settings: { conditions: [[{ source: ['tags', 'id'], operator: 'in', value: [tag.id] }]] },
          children: { yes: [note], no: [tenDays] },
        },
      ],
    });
    const contact = await world.given.contact();
    await world.all
      .post(`/funnels/${funnel.id}/subscribers`)
      .send({ subscribers: [contact.id] })
      .expect(200);
    await world.settle();
    const trace = async (query = '') =>
      (await world.all.get(`/funnels/${funnel.id}/subscribers/${contact.id}/trace${query}`).expect(200)).body;
    const at = '2027-03-01T10:00:00.000Z';
    const [mail, skipped, condition] = funnel.sequences;
    const first = await trace();
    expect(first.earlier).toEqual([]);
    expect(first.funnel_subscriber).toMatchObject({ status: 'active', subscriber_id: contact.id });
    expect(first.trace).toEqual([
      {
        ...{ sequence_id: mail?.id, title: 'Hello', action_name: 'send_custom_email', type: 'action', status: 'done' },
        ...{ branch: null, detail: null, arrived_at: at, ran_at: at, due_at: null, http_call: null },
        // The reason is that of the mail server, which may not have been tried yet.
        email: expect.objectContaining({
          ...{ id: expect.any(Number), status: expect.stringMatching(/^(pending|processing|sent)$/) },
        }),
      },
      expect.objectContaining({
        ...{ sequence_id: skipped?.id, action_name: 'add_contact_note', status: 'skipped', detail: 'conditions' },
        email: null,
      }),
      expect.objectContaining({ sequence_id: condition?.id, type: 'conditional', status: 'done', branch: 'no' }),
      expect.objectContaining({
        ...{ sequence_id: condition?.children?.['no']?.[0]?.id, title: 'Ten days', type: 'wait', status: 'waiting' },
        ...{ arrived_at: at, ran_at: null, due_at: '2027-03-11T10:00:00.000Z' },
      }),
    ]);

    await clock.to('2027-03-11T10:00:00.000Z');
    await world.all
      .post(`/funnels/${funnel.id}/subscribers`)
      .send({ subscribers: [contact.id] })
      .expect(200);
    const second = await trace();
    expect(second.earlier).toEqual([
      expect.objectContaining({
        id: first.funnel_subscriber.id,
        status: 'completed',
        completed_at: clock.now.toISOString(),
      }),
    ]);
    const old = await trace(`?entry_id=${first.funnel_subscriber.id}`);
    expect(old.trace.map((step: { status: string }) => step.status)).toEqual(['done', 'skipped', 'done', 'done']);
    expect(old.earlier).toHaveLength(1);
    await world.all.get(`/funnels/${funnel.id}/subscribers/${contact.id}/trace?entry_id=999999`).expect(404);
    await world.all.get(`/funnels/${funnel.id}/subscribers/${contact.id}/trace?entry_id=x`).expect(400);
  });

  it('shows steps that the funnel no longer has', async () => {
    const funnel = await world.given.publishedFunnel({ sequences: [{ ...note, title: 'Old' }, tenDays] });
    const contact = await world.given.contact();
    await world.all
      .post(`/funnels/${funnel.id}/subscribers`)
      .send({ subscribers: [contact.id] })
      .expect(200);
    await world.settle();
    const [, wait] = funnel.sequences;
    await world.all
      .put(`/funnels/${funnel.id}/sequences`)
      .send({ sequences: [{ ...tenDays, id: wait?.id, title: 'Still ten days' }], migrate: 'yes' })
      .expect(200);
    await world.settle();
    const { body } = await world.all.get(`/funnels/${funnel.id}/subscribers/${contact.id}/trace`).expect(200);
    expect(body.trace.map(({ title, status }: { title: string; status: string }) => [title, status])).toEqual([
      ['Old', 'done'],
      ['Still ten days', 'waiting'],
    ]);
  });
});
