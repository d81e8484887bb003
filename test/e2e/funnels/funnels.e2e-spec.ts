import type { GivenStep } from '../../support/given.js';
import { World } from '../../support/world.js';

const ISO = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/;
const days = (amount: number) => ({
  action_name: 'wait_times',
  settings: { wait_type: 'unit_wait', wait_time_amount: amount, wait_time_unit: 'days' },
});
const mail = (subject: string, mailer: Record<string, unknown> = {}) => ({
  action_name: 'send_custom_email',
  title: subject,
  settings: {
    email_subject: subject,
    email_body: '<p>Hi</p><p><a href="{{ unsubscribe_url }}">bye</a></p>',
    mailer_settings: mailer,
  },
});

describe('funnels', () => {
  let world: World;
  beforeAll(async () => {
    world = await World.start();
  });

  const stored = async (id: number) => (await world.all.get(`/funnels/${id}?with[]=sequences`).expect(200)).body.funnel;

  it('creates a draft of version 1 with defaults for omitted members', async () => {
    const list = await world.given.list();
    const { body } = await world.all
      .post('/funnels')
      .send({
        title: '  Welcome ',
        trigger_name: 'list_applied',
        settings: { lists: [list.id] },
        conditions: { reentry: { mode: 'after_days', days: 30 } },
        sequences: [mail('First'), days(3)],
        unknown_member: 'is ignored',
      })
      .expect(200);
    expect(body.message).toBe('Funnel has been created.');
    const [manager] = await world.db.query<{ id: number }>('SELECT id FROM managers ORDER BY id LIMIT 1');
    expect(body.funnel).toMatchObject({
      title: 'Welcome',
      trigger_name: 'list_applied',
      status: 'draft',
      version: 1,
      created_by: manager?.id,
      created_at: expect.stringMatching(ISO),
      updated_at: expect.stringMatching(ISO),
      conditions: { run_multiple: 'yes', reentry: { mode: 'after_days', days: 30 }, exit: { mode: 'complete' } },
      settings: { lists: [list.id], exit_on_unsubscribe: 'yes', quiet_hours: null },
    });
    expect(body.funnel.sequences.map((step: GivenStep) => step.action_name)).toEqual([
      'send_custom_email',
      'wait_times',
    ]);
    expect(await stored(body.funnel.id)).toEqual(body.funnel);
    const { sequences } = (await world.all.get(`/funnels/${body.funnel.id}/sequences`).expect(200)).body;
    expect(sequences).toEqual(body.funnel.sequences);
    const plain = (await world.all.get(`/funnels/${body.funnel.id}`).expect(200)).body.funnel;
    expect(plain).not.toHaveProperty('sequences');
    expect(plain).not.toHaveProperty('subscribers_count');
  });

  it('reports all invalid fields at once and writes nothing', async () => {
    const before = (await world.all.get('/funnels')).body.total;
    const response = await world.all
      .post('/funnels')
      .send({
        title: ' ',
        trigger_name: 'no_such_thing',
        conditions: { exit: { mode: 'sideways' } },
        settings: { exit_on_unsubscribe: 'perhaps' },
        sequences: [{ action_name: 'fly' }, { action_name: 'add_contact_to_tag', settings: { tags: [999_999] } }],
      })
      .expect(400);
    expect(response.body).toMatchObject({
      code: 'rest_invalid_param',
      message: 'Invalid parameter: title must not be empty',
    });
    const fields = Object.keys(response.body.data.params);
    expect(fields).toEqual(
      expect.arrayContaining(['title', 'trigger_name', 'sequences.0.action_name', 'sequences.1.settings.tags']),
    );
    expect(fields.some((field) => field.startsWith('conditions.exit'))).toBe(true);
    expect((await world.all.get('/funnels')).body.total).toBe(before);

    const empty = await world.all.post('/funnels').send({}).expect(400);
    expect(empty.body.message).toBe('Invalid parameter: title is required');
    expect(empty.body.data.params).toMatchObject({ title: 'is required', trigger_name: 'is required' });
  });

  it('refuses steps that form a loop without a wait, and writes nothing', async () => {
    const tag = await world.given.tag();
    const round = {
      title: 'Round',
      trigger_name: 'tag_applied',
      settings: { tags: [tag.id] },
      conditions: { reentry: { mode: 'always' } },
      sequences: [{ action_name: 'add_contact_to_tag', settings: { tags: [tag.id] } }],
    };
    const written = async () =>
      world.db.query('SELECT (SELECT COUNT(*) FROM funnels) AS funnels, (SELECT COUNT(*) FROM funnel_steps) AS steps');
    const before = await written();
    const created = await world.all.post('/funnels').send(round).expect(400);
    expect(created.body.data.params).toEqual({ sequences: expect.stringContaining('loop without a wait') });
    expect(await written()).toEqual(before);

    const { id } = await world.given.funnel({ ...round, sequences: [days(1), ...round.sequences] });
    await world.all.put(`/funnels/${id}/sequences`).send({ sequences: round.sequences }).expect(400);
    expect(await stored(id)).toMatchObject({ version: 1, sequences: [{}, {}] });
    await world.all.put(`/funnels/${id}`).send({ title: 'Renamed' }).expect(200);
  });

  it('changes only the given members; steps create a version', async () => {
    const list = await world.given.list();
    const made = await world.given.funnel({
      trigger_name: 'list_applied',
      settings: { lists: [list.id], exit_on_unsubscribe: 'no' },
      sequences: [days(1)],
    });
    const renamed = await world.all.put(`/funnels/${made.id}`).send({ title: 'Other' }).expect(200);
    expect(renamed.body.message).toBe('Funnel has been saved.');
    expect(renamed.body.funnel).toEqual({
      ...(await stored(made.id)),
      ...made,
      title: 'Other',
      updated_at: renamed.body.funnel.updated_at,
    });
    const changed = await world.all
      .put(`/funnels/${made.id}`)
      .send({ trigger_name: 'contact_created', sequences: [...made.sequences, days(2)] })
      .expect(200);
    expect(changed.body.funnel).toMatchObject({ version: 2, title: 'Other', settings: { exit_on_unsubscribe: 'no' } });
    expect(changed.body.funnel.settings).not.toHaveProperty('lists');
    expect(changed.body.funnel.sequences[0].id).toBe(made.sequences[0]?.id);
    const refused = await world.all
      .put(`/funnels/${made.id}`)
      .send({ title: '', sequences: [{}] })
      .expect(400);
    expect(refused.body.data.params).toHaveProperty('title');
    expect(await stored(made.id)).toEqual(changed.body.funnel);
  });

  describe('a status in a write', () => {
    const CHANGES = 'PUT /funnels/{id}/status changes it';

    it.each([undefined, null, 'draft'])('of a new funnel can be %j', async (status) => {
      const { body } = await world.all
        .post('/funnels')
        .send({ title: `New ${String(status)}`, trigger_name: 'contact_created', status })
        .expect(200);
      expect(body.funnel.status).toBe('draft');
    });

    it.each([
      ['published', `is draft; ${CHANGES}`],
      ['nonsense', `is draft; ${CHANGES}`],
      [['draft'], `must be text; ${CHANGES}`],
    ])('of a new funnel is refused as %j, together with other errors', async (status, reason) => {
      const { body } = await world.all.post('/funnels').send({ trigger_name: 'contact_created', status }).expect(400);
      expect(body.data.params).toEqual({ title: 'is required', status: reason });
    });

    it('is refused unless it is the current one, and nothing else is written', async () => {
      const { id, title } = await world.given.publishedFunnel({ sequences: [days(1)] });
      await world.all
        .put(`/funnels/${id}`)
        .send({ title: `${title}!`, status: 'published' })
        .expect(200);
      await world.all
        .put(`/funnels/${id}`)
        .send({ title: `${title}!`, status: null })
        .expect(200);
      const { body } = await world.all.put(`/funnels/${id}`).send({ title: 'Other', status: 'paused' }).expect(400);
      expect(body.data.params).toEqual({ status: `is published; ${CHANGES}` });
      expect(await stored(id)).toMatchObject({ title: `${title}!`, status: 'published' });
    });
  });

  it('lists with search, status, order, pages and extras, with the rows in `funnels`', async () => {
    const marked = [];
    for (const name of ['aa', 'bb', 'cc']) marked.push(await world.given.funnel({ title: `Listed ${name} 100%` }));
    const page = await world.all
      .get('/funnels?search=100%25&sort_by=title&sort_type=asc&per_page=2&with[]=subscribers_count&with[]=sequences')
      .expect(200);
    expect(page.body).toMatchObject({
      current_page: 1,
      per_page: 2,
      total: 3,
      last_page: 2,
      from: 1,
      to: 2,
      prev_page_url: null,
    });
    expect(page.body).not.toHaveProperty('data');
    expect(page.body.next_page_url).toContain('page=2');
    expect(page.body.funnels.map(({ title }: { title: string }) => title)).toEqual([
      'Listed aa 100%',
      'Listed bb 100%',
    ]);
    expect(page.body.funnels[0]).toMatchObject({ subscribers_count: 0, sequences: [] });
    const newest = await world.all.get('/funnels?per_page=1').expect(200);
    expect(newest.body.funnels[0].id).toBe(marked[2]?.id);
    await world.all.put(`/funnels/${marked[1]?.id}/status`).send({ status: 'paused' }).expect(200);
    const paused = await world.all.get('/funnels?search=Listed&status=paused').expect(200);
    expect(paused.body.funnels.map(({ id }: { id: number }) => id)).toEqual([marked[1]?.id]);
    expect((await world.all.get('/funnels?page=1000').expect(200)).body.funnels).toEqual([]);
  });

  it.each([
    'sort_by=settings',
    'sort_type=sideways',
    'per_page=0',
    'per_page=1001',
    'page=0',
    'status=nope',
    'with[]=all',
  ])('refuses %s', async (query) => {
    const response = await world.all.get(`/funnels?${query}`).expect(400);
    expect(response.body.code).toBe('rest_invalid_param');
  });

  it.each(['0', '-1', 'abc', '1.5', '99999999', '1e3'])('answers 404 for the id %s', async (id) => {
    const bodies: Record<string, object> = {
      [`get /funnels/${id}`]: {},
      [`put /funnels/${id}`]: { title: 'x' },
      [`put /funnels/${id}/status`]: { status: 'draft' },
      [`post /funnels/${id}/duplicate`]: {},
      [`delete /funnels/${id}`]: {},
      [`get /funnels/${id}/sequences`]: {},
      [`put /funnels/${id}/sequences`]: { sequences: [] },
      [`get /funnels/${id}/versions`]: {},
      [`get /funnels/${id}/versions/1`]: {},
      [`post /funnels/${id}/versions/1/restore`]: {},
    };
    for (const [request, body] of Object.entries(bodies)) {
      const [method = 'get', path = ''] = request.split(' ');
      const response = await world.all.send(method as 'get', path).send(body);
      expect({ request, status: response.status, ...response.body }).toMatchObject({
        request,
        status: 404,
        code: 'rest_post_invalid_id',
        message: 'Invalid funnel ID.',
      });
    }
  });

  describe('the status', () => {
    it('can change from each value to any other', async () => {
      const { id } = await world.given.funnel();
      for (const status of ['published', 'published', 'draft', 'paused', 'draft', 'published', 'paused', 'published']) {
        const { body } = await world.all.put(`/funnels/${id}/status`).send({ status }).expect(200);
        expect(body.message).toBe(`Funnel status has been set to ${status}.`);
        expect(body.funnel).toMatchObject({ id, status });
        expect((await stored(id)).status).toBe(status);
      }
    });

    it.each([{ status: 'active' }, { status: 'PUBLISHED' }, { status: ['draft'] }, { status: null }, {}])(
      'is not %j',
      async (body) => {
        const { id } = await world.given.funnel();
        const response = await world.all.put(`/funnels/${id}/status`).send(body).expect(400);
        expect(response.body).toMatchObject({
          code: 'rest_invalid_param',
          message: 'Invalid status value. Must be published, draft, or paused.',
          data: { status: 400, params: { status: expect.any(String) } },
        });
      },
    );

    it('is that of the last of twenty concurrent requests', async () => {
      const { id } = await world.given.funnel();
      const wanted = Array.from({ length: 20 }, (_, index) => ['published', 'draft', 'paused'][index % 3]);
      const answers = await Promise.all(
        wanted.map((status) => world.all.put(`/funnels/${id}/status`).send({ status })),
      );
      expect(answers.map(({ status }) => status)).toEqual(wanted.map(() => 200));
      expect(answers.map(({ body }) => body.funnel.status)).toEqual(wanted);
      const [row] = await world.db.query<{ status: string; revision: number }>(
        'SELECT status, revision FROM funnels WHERE id = :id',
        { id },
      );
      expect(wanted).toContain(row?.status);
      // Two changes come from the setup.
      expect(row?.revision).toBe(22);
    });

    it('holds unsent emails while the funnel is not published', async () => {
      const { id } = await world.given.funnel();
      await world.db.transaction((tx) =>
        tx.execute(`INSERT INTO sendings (source_type, source_id, state) VALUES ('funnel', :id, 'open')`, { id }),
      );
      const flow = async () =>
        (
          await world.db.query<{ state: string }>(
            `SELECT state FROM sendings WHERE source_type = 'funnel' AND source_id = :id`,
            { id },
          )
        )[0]?.state;
      for (const [status, state] of [
        ['paused', 'held'],
        ['published', 'open'],
        ['draft', 'held'],
      ]) {
        await world.all.put(`/funnels/${id}/status`).send({ status }).expect(200);
        expect(await flow()).toBe(state);
      }
      await world.all.delete(`/funnels/${id}`).expect(200);
      expect(['closing', 'closed']).toContain(await flow());
    });
  });

  describe('a duplicate', () => {
    it('is a draft with steps of its own that refer to each other', async () => {
      const tag = await world.given.tag();
      const made = await world.given.funnel({
        title: 'Original',
        settings: { exit_on_unsubscribe: 'no' },
        sequences: [
          mail('Offer'),
          {
            action_name: 'funnel_condition',
            settings: { conditions: [[{ source: ['subscriber', 'city'], operator: '=', value: 'Paris' }]] },
            children: {
              yes: [{ action_name: 'add_contact_to_tag', settings: { tags: [tag.id] } }],
              no: [days(1)],
            },
          },
        ],
      });
      const withBenchmark = await world.all
        .put(`/funnels/${made.id}/sequences`)
        .send({
          sequences: [
            ...made.sequences,
            { action_name: 'email_opened', settings: { type: 'optional', sequence_id: made.sequences[0]?.id } },
            { action_name: 'remove_from_funnel', settings: { funnel_id: made.id } },
          ],
        })
        .expect(200);
      await world.all.put(`/funnels/${made.id}/status`).send({ status: 'published' }).expect(200);

      const { body } = await world.all.post(`/funnels/${made.id}/duplicate`).expect(200);
      expect(body.message).toBe('Funnel has been duplicated.');
      const original = withBenchmark.body.funnel;
      const { funnel } = body;
      expect(funnel).toMatchObject({
        title: '[Copy] Original',
        status: 'draft',
        version: 1,
        trigger_name: original.trigger_name,
        conditions: original.conditions,
        settings: original.settings,
      });
      const flat = (steps: readonly GivenStep[]): GivenStep[] =>
        steps.flatMap((step) => [step, ...Object.values(step.children ?? {}).flatMap(flat)]);
      const [before, after] = [flat(original.sequences), flat(funnel.sequences)];
      expect(after.map(({ action_name }) => action_name)).toEqual(before.map(({ action_name }) => action_name));
      expect(new Set([...before, ...after].map(({ id }) => id)).size).toBe(before.length + after.length);
      expect(after.find(({ action_name }) => action_name === 'email_opened')?.settings).toMatchObject({
        sequence_id: after[0]?.id,
      });
      expect(after.at(-1)?.settings).toEqual({ funnel_id: funnel.id });
      expect(await stored(made.id)).toMatchObject({ sequences: original.sequences, status: 'published' });
    });

    it('has a shortened title if it is too long', async () => {
      const { id } = await world.given.funnel({ title: '😀'.repeat(190) });
      const { body } = await world.all.post(`/funnels/${id}/duplicate`).expect(200);
      expect(body.funnel.title).toBe(`[Copy] ${'😀'.repeat(183)}`);
    });
  });

  describe('deletion', () => {
    it('hides the funnel, removes its enrollments and keeps its figures', async () => {
      const made = await world.given.funnel({ sequences: [days(1), days(1)] });
      await world.all.put(`/funnels/${made.id}/status`).send({ status: 'published' }).expect(200);
      const contacts = [await world.given.contact(), await world.given.contact(), await world.given.contact()];
      await world.all
        .post(`/funnels/${made.id}/subscribers`)
        .send({ subscribers: contacts.map(({ id }) => id) })
        .expect(200);
      await world.all.delete(`/funnels/${made.id}/subscribers/${contacts[0]?.id}`).expect(200);
      expect(
        (await world.all.get(`/funnels?search=${made.title}&with[]=subscribers_count`)).body.funnels[0],
      ).toMatchObject({ id: made.id, subscribers_count: 3 });

      const { body } = await world.all.delete(`/funnels/${made.id}`).expect(200);
      expect(body.message).toBe('Funnel has been deleted.');
      await world.all.get(`/funnels/${made.id}`).expect(404);
      await world.all.delete(`/funnels/${made.id}`).expect(404);
      expect((await world.all.get(`/funnels?search=${made.title}`)).body.funnels).toEqual([]);
      await world.settle();
      const left = await world.db.query(
        `SELECT id FROM funnel_entries WHERE funnel_id = :id
         UNION ALL SELECT r.entry_id FROM funnel_step_runs r JOIN funnel_steps s ON s.id = r.step_id AND s.funnel_id = :id`,
        { id: made.id },
      );
      expect(left).toEqual([]);
      const [counts] = await world.db.query(
        'SELECT entered, completed, cancelled FROM funnel_counts WHERE funnel_id = :id',
        {
          id: made.id,
        },
      );
      expect(counts).toEqual({ entered: 3, completed: 0, cancelled: 3 });
      const exits = await world.db.query<{ total: number }>(
        `SELECT total FROM funnel_exits WHERE funnel_id = :id AND reason = 'funnel_deleted'`,
        { id: made.id },
      );
      expect(exits).toEqual([{ total: 2 }]);
    });
  });

  it('protect the senders that they use, and refuse steps of other senders', async () => {
    const url = 'smtp://127.0.0.1:2525';
    const [named, addressed, unused] = [
      await world.given.sender({ url }),
      await world.given.sender({ url, from_email: 'offers@example.com' }),
      await world.given.sender({ url }),
    ];
    const byId = await world.given.funnel({ settings: { mailer_settings: { sender_id: named.id } } });
    const byAddress = await world.given.funnel({
      settings: { mailer_settings: { from_email: 'offers@example.com' } },
      sequences: [mail('Offer', { from_email: 'offers@example.com' })],
    });
    const refused = await world.all
      .put(`/funnels/${byAddress.id}`)
      .send({ settings: { mailer_settings: { from_email: null } } })
      .expect(400);
    expect(refused.body.data.params).toEqual({
      'settings.mailer_settings': `conflicts with step ${byAddress.sequences[0]?.id}: its From address must belong to the sender of the funnel`,
    });
    for (const [sender, funnel] of [
      [named, byId],
      [addressed, byAddress],
    ] as const) {
      const kept = await world.all.delete(`/senders/${sender.id}`).expect(400);
      expect(JSON.stringify(kept.body)).toContain(`funnel ${funnel.id}`);
      await world.all.delete(`/funnels/${funnel.id}`).expect(200);
      await world.all.delete(`/senders/${sender.id}`).expect(200);
    }
    await world.all.delete(`/senders/${unused.id}`).expect(200);
  });
});
