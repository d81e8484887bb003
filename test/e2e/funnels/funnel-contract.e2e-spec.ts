import { Ajv2020 } from 'ajv/dist/2020.js';
import type { ApiClient } from '../../support/api-client.js';
import { World } from '../../support/world.js';

const ISO = expect.stringMatching(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/);
const NOTHING_EARNED = { total: 0, orders: 0, currency: null };
const NUMBER = expect.any(Number);
const NOT_FOUND = { code: 'rest_post_invalid_id', message: 'Invalid funnel ID.' };
const PAGE = ['current_page', 'per_page', 'total', 'last_page', 'from', 'to', 'next_page_url', 'prev_page_url'];
const waiting = {
  action_name: 'wait_times',
  settings: { wait_type: 'unit_wait', wait_time_amount: 2, wait_time_unit: 'days' },
};
const mail = {
  action_name: 'send_custom_email',
  title: 'Hello',
  settings: { email_subject: 'Hello', email_body: '<p><a href="{{ unsubscribe_url }}">bye</a></p>' },
};
const condition = {
  action_name: 'funnel_condition',
  settings: { conditions: [[{ source: ['subscriber', 'city'], operator: '=', value: 'Paris' }]] },
  children: { yes: [waiting], no: [mail] },
};
const keys = (value: object): string[] => Object.keys(value).sort();

/** The contract, tested through the API only. */
describe('the funnel API contract', () => {
  let world: World;
  beforeAll(async () => {
    world = await World.start();
  });

  describe('a funnel', () => {
    it('has the same members everywhere, and extras only on request', async () => {
      const made = (
        await world.all
          .post('/funnels')
          .send({ title: 'Shape', trigger_name: 'contact_created', sequences: [condition] })
          .expect(200)
      ).body;
      expect(keys(made)).toEqual(['funnel', 'message']);
      const members = [
        'conditions',
        'created_at',
        'created_by',
        'id',
        'settings',
        'status',
        'title',
        'trigger_name',
        'updated_at',
        'version',
      ];
      const plain = (await world.all.get(`/funnels/${made.funnel.id}`).expect(200)).body;
      expect(keys(plain)).toEqual(['funnel']);
      expect(keys(plain.funnel)).toEqual(members);
      expect(plain.funnel).toMatchObject({ created_at: ISO, updated_at: ISO, status: 'draft', created_by: NUMBER });
      expect(plain.funnel.conditions).toEqual({
        run_multiple: 'no',
        reentry: { mode: 'never', days: null },
        filters: null,
        exit: { mode: 'complete', goal: null },
      });
      expect(plain.funnel.settings).toMatchObject({ exit_on_unsubscribe: 'yes' });
      const extras = (await world.all.get(`/funnels/${made.funnel.id}?with=subscribers_count,sequences`).expect(200))
        .body.funnel;
      expect(keys(extras)).toEqual([...members, 'sequences', 'subscribers_count'].sort());
      expect(extras.subscribers_count).toBe(0);
      const unknown = await world.all.get(`/funnels/${made.funnel.id}?with[]=money`).expect(400);
      expect(unknown.body.code).toBe('rest_invalid_param');
      // A response can be sent back unchanged.
      const back = await world.all.put(`/funnels/${made.funnel.id}`).send(extras).expect(200);
      expect(back.body.funnel).toMatchObject({ conditions: plain.funnel.conditions, settings: plain.funnel.settings });
      expect(back.body.funnel.sequences[0].id).toBe(extras.sequences[0].id);
    });

    it('has steps with every member of the contract', async () => {
      const funnel = await world.given.funnel({ sequences: [condition, mail] });
      const { sequences } = (await world.all.get(`/funnels/${funnel.id}/sequences`).expect(200)).body;
      const members = [
        'id',
        'funnel_id',
        'parent_id',
        'condition_type',
        'action_name',
        'type',
        'title',
        'description',
        'settings',
        'conditions',
        'delay',
        'sequence',
        'version',
        'created_at',
        'updated_at',
      ];
      const [first, second] = sequences;
      for (const step of [first, second, first.children.yes[0], first.children.no[0]]) {
        expect(keys(step)).toEqual(expect.arrayContaining(members));
        expect(step).toMatchObject({
          funnel_id: funnel.id,
          created_at: ISO,
          updated_at: ISO,
          delay: 0,
          version: 1,
          description: expect.any(String),
        });
      }
      expect(first).toMatchObject({ parent_id: null, condition_type: null, type: 'conditional', sequence: 1 });
      expect(second).toMatchObject({ sequence: 2, type: 'action', title: 'Hello' });
      expect(first.children.yes[0]).toMatchObject({
        parent_id: first.id,
        condition_type: 'yes',
        type: 'wait',
        sequence: 1,
      });
      expect(first.children.no[0]).toMatchObject({ parent_id: first.id, condition_type: 'no' });
      const one = (await world.all.get(`/funnels/${funnel.id}/sequences/${first.children.no[0].id}`).expect(200)).body;
      expect(keys(one)).toEqual(['sequence', 'stats']);
      expect(one.stats).toEqual({ entered: 0, completed: 0, sent: 0, opened: 0, clicked: 0 });
      expect(one.sequence).toMatchObject({ id: first.children.no[0].id, parent_id: first.id });
      const other = await world.given.funnel({ sequences: [mail] });
      for (const id of [other.sequences[0]?.id, 0, 'x', 4_000_000_000, '1e3', '-1'])
        await world.all.get(`/funnels/${funnel.id}/sequences/${id}`).expect(404);
    });

    it('answers 404 for an invalid id on every route', async () => {
      const gone = await world.given.funnel();
      expect((await world.all.delete(`/funnels/${gone.id}`).expect(200)).body).toEqual({ message: expect.any(String) });
      const body = { title: 'X', status: 'paused', sequences: [], subscribers: [1], sample: 1 };
      for (const id of [gone.id, 4_000_000_000, 0, 'abc', '1.5', '99999999999999999999'])
        for (const [method, path] of [
          ['get', ''],
          ['put', ''],
          ['delete', ''],
          ['put', '/status'],
          ['post', '/duplicate'],
          ['get', '/subscribers'],
          ['post', '/subscribers'],
          ['delete', '/subscribers/1'],
          ['get', '/subscribers/1/trace'],
          ['get', '/sequences'],
          ['put', '/sequences'],
          ['get', '/sequences/1'],
          ['get', '/report'],
          ['get', '/conversion-rates'],
          ['get', '/versions'],
          ['get', '/versions/1'],
          ['post', '/versions/1/restore'],
          ['post', '/simulate'],
        ] as const) {
          const answer = await world.all
            .send(method, `/funnels/${id}${path}`)
            .send(method === 'get' ? undefined : body);
          expect({ method, path, id, status: answer.status, ...answer.body }).toMatchObject({
            status: 404,
            ...NOT_FOUND,
            data: { status: 404, request_id: answer.headers['x-request-id'] },
          });
        }
      for (const path of ['', '/conversion-stats', '/live']) {
        const answer = await world.all.get(`/reports/funnels/${gone.id}${path}`);
        expect({ path, status: answer.status, ...answer.body }).toMatchObject({ status: 404, ...NOT_FOUND });
      }
      expect((await world.all.get('/reports/funnels/1/nothing').expect(404)).body.code).toBe('report_not_found');
    });

    it('accepts three statuses and refuses others', async () => {
      const { id } = await world.given.funnel({ sequences: [mail] });
      for (const status of ['published', 'paused', 'draft', 'paused', 'published', 'published']) {
        const { body } = await world.all.put(`/funnels/${id}/status`).send({ status }).expect(200);
        expect(keys(body)).toEqual(['funnel', 'message']);
        expect(body.funnel).toMatchObject({ id, status });
      }
      for (const status of ['Published', '', null, 1, ['draft'], undefined]) {
        const { body } = await world.all.put(`/funnels/${id}/status`).send({ status }).expect(400);
        expect({ status, ...body }).toMatchObject({
          status,
          code: 'rest_invalid_param',
          message: 'Invalid status value. Must be published, draft, or paused.',
          data: { status: 400, params: { status: expect.any(String) } },
        });
      }
    });

    it('is duplicated as a draft', async () => {
      const funnel = await world.given.publishedFunnel({ title: 'Twice', sequences: [condition, mail] });
      const { body } = await world.all.post(`/funnels/${funnel.id}/duplicate`).expect(200);
      expect(keys(body)).toEqual(['funnel', 'message']);
      expect(body.funnel).toMatchObject({
        title: '[Copy] Twice',
        status: 'draft',
        version: 1,
        trigger_name: funnel.trigger_name,
      });
      const copied = (await world.all.get(`/funnels/${body.funnel.id}/sequences`)).body.sequences;
      expect(copied[0].id).not.toBe(funnel.sequences[0]?.id);
      expect(copied[0].children.yes[0].parent_id).toBe(copied[0].id);
    });
  });

  describe('the list', () => {
    it('is flat with its rows in funnels, ten per page, newest first', async () => {
      for (let n = 0; n < 11; n += 1) await world.given.funnel({ title: `Paged ${n}` });
      const { body } = await world.all.get('/funnels?search=paged').expect(200);
      expect(keys(body)).toEqual([...PAGE, 'funnels'].sort());
      expect(body).toMatchObject({
        current_page: 1,
        per_page: 10,
        total: 11,
        last_page: 2,
        from: 1,
        to: 10,
        prev_page_url: null,
      });
      expect(body.next_page_url).toContain('page=2');
      expect(body.next_page_url).toContain('search=paged');
      const ids = body.funnels.map((row: { id: number }) => row.id);
      expect(ids).toEqual([...ids].sort((a, b) => b - a));
      const far = (await world.all.get('/funnels?search=paged&page=9').expect(200)).body;
      expect(far).toMatchObject({ funnels: [], total: 11, from: null, to: null });
      const asc = (await world.all.get('/funnels?search=paged&order_by=title&order_type=asc&per_page=2').expect(200))
        .body;
      expect(asc.funnels.map((row: { title: string }) => row.title)).toEqual(['Paged 0', 'Paged 1']);
      expect((await world.all.get('/funnels?search=_aged').expect(200)).body.total).toBe(0);
      const drafts = (await world.all.get('/funnels?search=paged&status=published').expect(200)).body;
      expect(drafts.total).toBe(0);
    });

    it('refuses unknown parameters', async () => {
      for (const [query, field] of [
        ['per_page=0', 'per_page'],
        ['per_page=1001', 'per_page'],
        ['per_page=x', 'per_page'],
        ['page=0', 'page'],
        ['page=1.5', 'page'],
        ['sort_by=created_by', 'sort_by'],
        ['sort_type=up', 'sort_type'],
        ['status=gone', 'status'],
        ['with[]=money', 'with'],
      ]) {
        const { status, body } = await world.all.get(`/funnels?${query}`);
        expect({ query, status, ...body }).toMatchObject({ query, status: 400, code: 'rest_invalid_param' });
        expect(Object.keys(body.data.params).join()).toContain(field);
      }
    });
  });

  describe('enrollments', () => {
    let funnel: { id: number; sequences: readonly { id: number }[] };
    let people: number[];
    beforeAll(async () => {
      funnel = await world.given.publishedFunnel({ sequences: [waiting, mail] });
      people = [];
      for (let n = 0; n < 4; n += 1) people.push((await world.given.contact()).id);
    });
    const add = (subscribers: unknown, id = funnel.id, client: ApiClient = world.all) =>
      client.post(`/funnels/${id}/subscribers`).send({ subscribers });
    const inside = async (query = '') =>
      (await world.all.get(`/funnels/${funnel.id}/subscribers${query}`).expect(200)).body.funnel_subscribers;

    it('are created for all contacts or none', async () => {
      const [ada = 0, bob = 0, cyd = 0] = people;
      expect((await add([ada, 4_000_000_000, bob]).expect(400)).body).toMatchObject({
        code: 'rest_invalid_param',
        data: { params: { subscribers: expect.stringContaining('4000000000') } },
      });
      expect((await inside()).total).toBe(0);
      const added = (await add([bob, ada, bob]).expect(200)).body;
      expect(keys(added)).toEqual(['added', 'message']);
      expect([...added.added].sort()).toEqual([ada, bob].sort());
      const clash = (await add([cyd, ada]).expect(409)).body;
      expect(clash).toMatchObject({
        code: 'subscriber_already_exists',
        message: 'Subscriber is already active in this funnel.',
        data: { status: 409, subscriber_ids: [ada] },
      });
      expect((await inside()).total).toBe(2);
      for (const wrong of [[], 'x', [0], [1.5], [null], undefined, Array.from({ length: 1001 }, (_v, n) => n + 1)]) {
        const { status, body } = await add(wrong);
        expect({ wrong, status, code: body.code }).toEqual({ wrong, status: 400, code: 'rest_invalid_param' });
      }
      for (const status of ['draft', 'paused']) {
        const other = await world.given.funnel();
        await world.all.put(`/funnels/${other.id}/status`).send({ status });
        await add([ada], other.id).expect(400);
      }
    });

    it('are listed with their position', async () => {
      await world.settle();
      const page = await inside();
      expect(keys(page)).toEqual([...PAGE, 'data'].sort());
      expect(page).toMatchObject({ per_page: 25, total: 2 });
      const row = page.data.find((each: { subscriber_id: number }) => each.subscriber_id === people[0]);
      expect(row).toMatchObject({
        id: NUMBER,
        funnel_id: funnel.id,
        subscriber_id: people[0],
        status: 'active',
        last_sequence_id: null,
        next_sequence_id: funnel.sequences[0]?.id,
        next_execution_time: ISO,
        entered_at: ISO,
        completed_at: null,
        exit_reason: null,
        subscriber: { id: people[0] },
      });
      const days = (Date.parse(row.next_execution_time) - Date.parse(row.entered_at)) / 86_400_000;
      expect(days).toBeCloseTo(2, 2);
      expect((await inside('?status=completed')).total).toBe(0);
      await world.all.get(`/funnels/${funnel.id}/subscribers?status=gone`).expect(400);
      const seen: number[] = [];
      for (let cursor: string | null = '*'; cursor;) {
        const walked: { data: { id: number }[]; next_cursor: string | null } = await inside(
          `?per_page=1&cursor=${encodeURIComponent(cursor)}`,
        );
        seen.push(...walked.data.map((each) => each.id));
        cursor = walked.next_cursor;
      }
      expect(new Set(seen).size).toBe(2);
      await world.all.get(`/funnels/${funnel.id}/subscribers?cursor=nonsense`).expect(400);
      const trace = (await world.all.get(`/funnels/${funnel.id}/subscribers/${people[0]}/trace`).expect(200)).body;
      expect(JSON.stringify(trace)).toContain('"waiting"');
      await world.all.get(`/funnels/${funnel.id}/subscribers/${people[3]}/trace`).expect(404);
    });

    it('are cancelled manually once', async () => {
      const [ada = 0, , , dan = 0] = people;
      const path = (id: unknown) => `/funnels/${funnel.id}/subscribers/${String(id)}`;
      expect((await world.all.delete(path(ada)).expect(200)).body).toEqual({ message: expect.any(String) });
      expect((await inside('?status=cancelled')).data).toMatchObject([
        {
          subscriber_id: ada,
          status: 'cancelled',
          exit_reason: 'removed_by_hand',
          next_execution_time: null,
          next_sequence_id: null,
        },
      ]);
      expect((await world.all.delete(path(ada)).expect(400)).body.code).toBe('rest_invalid_param');
      for (const id of [dan, 4_000_000_000, 'x', 0])
        expect((await world.all.delete(path(id)).expect(404)).body.code).toBe('rest_post_invalid_id');
    });

    it('are created once per idempotency key', async () => {
      const [, , cyd = 0] = people;
      const first = await add([cyd]).set('Idempotency-Key', 'once').expect(200);
      const again = await add([cyd]).set('Idempotency-Key', 'once').expect(200);
      expect(again.headers['idempotent-replayed']).toBe('true');
      expect(again.body).toEqual(first.body);
      expect((await add([people[3]]).set('Idempotency-Key', 'once').expect(409)).body.code).toBe(
        'idempotency_key_reused',
      );
      const body = { funnel_id: funnel.id, subscriber_data: { email: 'key@example.com' } };
      const called = await world.all
        .post('/webhooks/funnel-trigger')
        .set('Idempotency-Key', 'call')
        .send(body)
        .expect(200);
      const retriggered = await world.all
        .post('/webhooks/funnel-trigger')
        .set('Idempotency-Key', 'call')
        .send(body)
        .expect(200);
      expect(retriggered.body).toEqual(called.body);
      expect(retriggered.body.status).toBe('added');
    });
  });

  describe('POST /webhooks/funnel-trigger', () => {
    const call = (body: object) => world.all.post('/webhooks/funnel-trigger').send(body);

    it('returns the result', async () => {
      const field = await world.given.customField();
      const { id } = await world.given.publishedFunnel({ sequences: [waiting] });
      const sent = {
        funnel_id: id,
        subscriber_data: { email: ' NEW@Example.com ', first_name: 'New', [field.slug]: 'blue' },
      };
      const { body } = await call(sent).expect(200);
      expect(body).toEqual({
        message: expect.any(String),
        funnel_id: id,
        subscriber_id: NUMBER,
        contact_action: 'created',
        status: 'added',
      });
      const { subscriber } = (
        await world.all.get(`/subscribers/${body.subscriber_id}?with[]=subscriber.custom_values`).expect(200)
      ).body;
      expect(subscriber).toMatchObject({
        email: 'new@example.com',
        first_name: 'New',
        status: 'subscribed',
        custom_values: { [field.slug]: 'blue' },
      });
      expect((await call(sent).expect(200)).body).toMatchObject({
        contact_action: 'updated',
        status: 'already_active',
      });

      const gone = await world.given.contact({ email: 'gone@example.com', status: 'unsubscribed' });
      await call({ funnel_id: id, subscriber_data: { email: 'gone@example.com', first_name: 'Back' } });
      expect((await world.all.get(`/subscribers/${gone.id}`)).body.subscriber.status).toBe('unsubscribed');
    });

    it('writes nothing when it refuses the request', async () => {
      const { id } = await world.given.publishedFunnel();
      const draft = await world.given.funnel();
      const total = async () => (await world.all.get('/subscribers')).body.total;
      const before = await total();
      const data = { email: 'refused@example.com' };
      for (const [body, status, field] of [
        [{}, 400, 'funnel_id'],
        [{ subscriber_data: data }, 400, 'funnel_id'],
        [{ funnel_id: id }, 400, 'subscriber_data'],
        [{ funnel_id: id, subscriber_data: {} }, 400, 'email'],
        [{ funnel_id: id, subscriber_data: { email: 'no' } }, 400, 'email'],
        // Unknown members are data of the enrollment; unknown custom values are not.
        [{ funnel_id: id, subscriber_data: { ...data, custom_values: { no_such_field: 1 } } }, 400, 'no_such_field'],
        [{ funnel_id: id, subscriber_data: { ...data, tags: [999_999] } }, 400, 'tags'],
        [{ funnel_id: id, subscriber_data: [] }, 400, 'subscriber_data'],
        [{ funnel_id: id, subscriber_data: { ...data, status: 'subscribed' } }, 400, 'status'],
        [{ funnel_id: draft.id, subscriber_data: data }, 400, ''],
        [{ funnel_id: 4_000_000_000, subscriber_data: data }, 404, ''],
      ] as const) {
        const answer = await call(body);
        expect({ body, status: answer.status, code: answer.body.code }).toEqual({
          body,
          status,
          code: status === 404 ? 'rest_post_invalid_id' : 'rest_invalid_param',
        });
        if (field) expect(Object.keys(answer.body.data.params).join()).toContain(field);
      }
      const unknown = await call({ funnel_id: id, subscriber_data: { ...data, custom_values: { no_such_field: 1 } } });
      expect(unknown.body.message).toBe("Custom field 'no_such_field' does not exist");
      expect(await total()).toBe(before);
    });
  });

  describe('POST /triggers', () => {
    it('identifies the contact in three ways and returns its id', async () => {
      const { id } = await world.given.publishedFunnel({ trigger_name: 'custom_*', sequences: [waiting] });
      const contact = await world.given.contact({ user_id: 77 });
      const fire = (name: string, body: object) => world.all.post(`/triggers/${name}`).send(body);
      for (const by of [{ email: contact.email }, { contact_id: contact.id }, { user_id: 77 }]) {
        const { body } = await fire('custom_it', { ...by, payload: { a: { b: 1 } } }).expect(200);
        expect(JSON.stringify(body.funnels)).toContain(String(id));
      }
      await fire('custom_it', {}).expect(400);
      await fire('custom_it', { email: 'x' }).expect(400);
      await fire('custom_it', { contact_id: contact.id, email: 'another@example.com' }).expect((answer) => {
        expect([400, 404]).toContain(answer.status);
      });
      expect((await fire('custom_it', { contact_id: 4_000_000_000 }).expect(404)).body).toMatchObject({
        code: 'rest_post_invalid_id',
        message: 'Invalid post ID.',
      });
      await fire('custom_it', { contact_id: contact.id, payload: { big: 'x'.repeat(65_536) } }).expect(400);
      await fire('custom_it', { contact_id: contact.id, payload: [1] }).expect(400);
      for (const name of ['list_applied', 'contact_created', 'nonsense', 'custom_', 'custom_*'])
        await fire(name, { contact_id: contact.id }).expect((answer) => {
          expect({ name, status: answer.status }).toEqual({ name, status: 400 });
        });
      for (const name of [
        'custom_a',
        'webhook_b',
        'fluentform_submission_12',
        'user_registration',
        'site_login',
        'post_published',
        'shop_product_purchased',
        'shop_order_status_completed',
        'shop_order_total_high',
      ])
        await fire(name, { contact_id: contact.id }).expect(200);
    });
  });

  it('requires the permissions of section 2 on each route', async () => {
    const funnel = await world.given.publishedFunnel({ sequences: [waiting] });
    const [step] = funnel.sequences;
    const contact = await world.given.contact();
    const reads = [
      '',
      `/${funnel.id}`,
      `/${funnel.id}/subscribers`,
      `/${funnel.id}/sequences`,
      `/${funnel.id}/sequences/${step?.id}`,
      `/${funnel.id}/report`,
      `/${funnel.id}/conversion-rates`,
      `/${funnel.id}/versions`,
      `/${funnel.id}/versions/1`,
      '/triggers',
      '/actions',
    ];
    for (const path of reads) {
      await (await world.as('view_contacts')).get(`/funnels${path}`).expect(200);
      await (await world.as('manage_campaigns')).get(`/funnels${path}`).expect(200);
      await (await world.as('manage_contacts')).get(`/funnels${path}`).expect(200);
      await (await world.as('view_reports')).get(`/funnels${path}`).expect(403);
      await world.anonymous.get(`/funnels${path}`).expect(401);
    }
    const writes = [
      ['post', '/funnels'],
      ['put', `/funnels/${funnel.id}`],
      ['put', `/funnels/${funnel.id}/status`],
      ['put', `/funnels/${funnel.id}/sequences`],
      ['post', `/funnels/${funnel.id}/duplicate`],
      ['post', `/funnels/${funnel.id}/subscribers`],
      ['delete', `/funnels/${funnel.id}/subscribers/${contact.id}`],
      ['post', `/funnels/${funnel.id}/versions/1/restore`],
      ['post', `/funnels/${funnel.id}/simulate`],
      ['delete', `/funnels/${funnel.id}`],
      ['post', '/webhooks/funnel-trigger'],
      ['post', '/triggers/custom_x'],
    ] as const;
    for (const [method, path] of writes) {
      const answer = await (await world.as('manage_contacts', 'view_reports')).send(method, path).send({});
      expect({ path, ...answer.body }).toMatchObject({
        path,
        code: 'rest_forbidden',
        data: { status: 403, required_permission: 'manage_campaigns' },
      });
      await world.anonymous.send(method, path).send({}).expect(401);
    }
    for (const path of ['', `/${funnel.id}`, `/${funnel.id}/conversion-stats`, `/${funnel.id}/live`]) {
      await (await world.as('view_reports')).get(`/reports/funnels${path}`).expect(200);
      await (await world.as('manage_campaigns', 'manage_contacts')).get(`/reports/funnels${path}`).expect(403);
    }
  });

  it('names nested fields, lists all errors and writes nothing', async () => {
    const before = (await world.all.get('/funnels')).body.total;
    const wrong = {
      title: 'x'.repeat(191),
      trigger_name: 'list_applied',
      settings: { lists: [999_999], quiet_hours: { from: '25:00', to: '08:00' }, subscription_status: 'happy' },
      conditions: {
        run_multiple: 'perhaps',
        reentry: { mode: 'after_days' },
        filters: [[{ source: ['subscriber', 'shoe_size'], operator: '=', value: 1 }]],
        exit: { mode: 'goal' },
      },
      sequences: [
        { action_name: 'send_custom_email', settings: {} },
        {
          ...condition,
          children: { yes: [{ action_name: 'add_contact_to_list', settings: { lists: [] } }], maybe: [] },
        },
        { action_name: 'funnel_split', settings: { branches: [{ key: 'a', weight: 0 }] } },
        { ...waiting, delay: -1 },
        { action_name: 'http_request', settings: { url: 'http://example.com', method: 'GET' } },
        { action_name: 'add_to_funnel', settings: { funnel_id: 4_000_000_000 } },
        { ...mail, conditions: [[{ source: ['subscriber', 'city'], operator: 'like', value: 1 }]] },
        {
          ...mail,
          settings: {
            ...mail.settings,
            email_body: '<p>{{ contact.first_name </p><a href="{{ unsubscribe_url }}">x</a>',
          },
        },
      ],
    };
    const { body } = await world.all.post('/funnels').send(wrong).expect(400);
    expect(body).toMatchObject({
      code: 'rest_invalid_param',
      message: `Invalid parameter: title ${body.data.params.title}`,
      data: { status: 400 },
    });
    const fields = Object.keys(body.data.params).join('\n');
    for (const field of [
      'title',
      'settings.lists',
      'settings.quiet_hours',
      'settings.subscription_status',
      'conditions.run_multiple',
      'conditions.reentry',
      'conditions.filters.0.0',
      'conditions.exit',
      'sequences.0.settings.email_subject',
      'sequences.1.children.yes.0.settings.lists',
      'sequences.1.children.maybe',
      'sequences.2.settings.branches',
      'sequences.3.delay',
      'sequences.4.settings.url',
      'sequences.5.settings.funnel_id',
      'sequences.6.conditions.0.0',
      'sequences.7.settings.email_body',
    ])
      expect(fields).toContain(field);
    expect((await world.all.get('/funnels')).body.total).toBe(before);
    for (const sequences of ['x', {}, [null], [[]], ['wait_times'], Array.from({ length: 201 }, () => waiting)]) {
      const answer = await world.all.post('/funnels').send({ title: 'T', trigger_name: 'contact_created', sequences });
      expect({ sequences, status: answer.status, code: answer.body.code }).toEqual({
        sequences,
        status: 400,
        code: 'rest_invalid_param',
      });
      expect(Object.keys(answer.body.data.params).every((field) => field.startsWith('sequences'))).toBe(true);
    }
    expect((await world.all.post('/funnels').send([])).status).toBe(400);
  });

  it('keeps, shows and restores versions', async () => {
    const funnel = await world.given.funnel({ sequences: [mail] });
    const saved = await world.all
      .put(`/funnels/${funnel.id}/sequences`)
      .send({ sequences: [waiting] })
      .expect(200);
    expect(saved.body).toMatchObject({ message: expect.any(String) });
    const { versions } = (await world.all.get(`/funnels/${funnel.id}/versions`).expect(200)).body;
    expect(versions).toHaveLength(2);
    const one = (await world.all.get(`/funnels/${funnel.id}/versions/1`).expect(200)).body;
    expect(JSON.stringify(one)).toContain('send_custom_email');
    const restored = await world.all.post(`/funnels/${funnel.id}/versions/1/restore`).expect(200);
    expect(restored.body.funnel).toMatchObject({ version: 3 });
    expect((await world.all.get(`/funnels/${funnel.id}/sequences`)).body.sequences[0].id).toBe(funnel.sequences[0]?.id);
    for (const version of [0, 9, 'x']) await world.all.get(`/funnels/${funnel.id}/versions/${version}`).expect(404);
    await world.all.post(`/funnels/${funnel.id}/versions/9/restore`).expect(404);
    await world.all.post(`/funnels/${funnel.id}/versions/1/restore`).send({ migrate: 'sometimes' }).expect(400);
  });

  it('reports with the members of the specification', async () => {
    const funnel = await world.given.publishedFunnel({ title: 'Reported', sequences: [mail, waiting] });
    const contact = await world.given.contact();
    await world.all
      .post(`/funnels/${funnel.id}/subscribers`)
      .send({ subscribers: [contact.id] })
      .expect(200);
    await world.settle();
    const report = (await world.all.get(`/funnels/${funnel.id}/report`).expect(200)).body;
    expect(report).toEqual({
      funnel_id: funnel.id,
      funnel_title: 'Reported',
      subscribers: { total_entered: 1, currently_active: 1, completed: 0, completion_rate: 0 },
      sequence_performance: [
        {
          sequence_id: funnel.sequences[0]?.id,
          title: 'Hello',
          sent: NUMBER,
          opened: 0,
          clicked: 0,
          tracked: NUMBER,
          open_rate: 0,
          click_rate: 0,
          revenue: NOTHING_EARNED,
        },
      ],
      exits: [],
      revenue: NOTHING_EARNED,
      meta: expect.objectContaining({ timezone: 'UTC', generated_at: ISO, cached: expect.any(Boolean) }),
    });
    for (const member of ['from', 'to']) expect(report.meta).toHaveProperty(member);
    const same = (await world.all.get(`/reports/funnels/${funnel.id}`).expect(200)).body;
    expect({ ...same, meta: 0 }).toEqual({ ...report, meta: 0 });
    for (const path of [`/funnels/${funnel.id}/conversion-rates`, `/reports/funnels/${funnel.id}/conversion-stats`]) {
      const { body } = await world.all.get(path).expect(200);
      expect(keys(body)).toEqual([...keys(report), 'steps'].sort());
      expect(body.steps[0]).toEqual({
        sequence_id: funnel.sequences[0]?.id,
        title: 'Hello',
        entered: 1,
        converted: 1,
        conversion_rate: 100,
        median_seconds: NUMBER,
      });
      expect(body.steps[1]).toMatchObject({ entered: 1, converted: 0, conversion_rate: 0, median_seconds: null });
      expect((await world.all.get(`${path}?date_range=custom`).expect(400)).body.code).toBe('rest_invalid_param');
      expect((await world.all.get(`${path}?start_date=2026-02-02&end_date=2026-02-01`).expect(400)).body).toMatchObject(
        { code: 'invalid_date_range', message: 'End date must be after start date.' },
      );
    }
    const list = (await world.all.get('/reports/funnels?per_page=1').expect(200)).body;
    expect(keys(list)).toEqual(['funnels', 'meta']);
    expect(keys(list.funnels)).toEqual([...PAGE, 'data'].sort());
    expect({ ...list.funnels.data[0], meta: 0 }).toEqual({ ...report, meta: 0 });
    const live = (await world.all.get(`/reports/funnels/${funnel.id}/live`).expect(200)).body;
    expect(keys(live)).toEqual([
      'active',
      'as_of',
      'by_sequence',
      'completed_last_hour',
      'entered_last_hour',
      'funnel_id',
      'meta',
      'waiting',
    ]);
    expect(live).toMatchObject({ active: 1, waiting: 1, entered_last_hour: 1, completed_last_hour: 0, as_of: ISO });
    const { options } = (await world.all.get('/reports/options').expect(200)).body;
    expect(options.funnels).toEqual(
      expect.arrayContaining([expect.objectContaining({ id: funnel.id, title: 'Reported' })]),
    );
  });

  it('simulates without side effects', async () => {
    const funnel = await world.given.funnel({ sequences: [mail, waiting] });
    const contact = await world.given.contact();
    const simulate = (body: object) => world.all.post(`/funnels/${funnel.id}/simulate`).send(body);
    const { body } = await simulate({ contact_id: contact.id, horizon_days: 1 }).expect(200);
    expect(JSON.stringify(body)).toContain('"horizon"');
    for (const wrong of [
      {},
      { contact_id: contact.id, sample: 1 },
      { sample: 0 },
      { sample: 101 },
      { sample: 1, horizon_days: 366 },
      { sample: 1, version: 9 },
      { contact_id: 4_000_000_000 },
    ])
      expect({ wrong, status: (await simulate(wrong)).status }).toEqual({ wrong, status: 400 });
    expect((await world.all.get(`/funnels/${funnel.id}/subscribers`)).body.funnel_subscribers.total).toBe(0);
  });

  describe('the catalog', () => {
    type Schema = { readonly [member: string]: unknown } & {
      readonly properties?: Record<string, Schema>;
      readonly required?: string[];
      readonly oneOf?: Schema[];
      readonly items?: Schema;
      readonly examples?: unknown[];
      readonly default?: unknown;
      readonly enum?: unknown[];
      readonly const?: unknown;
      readonly type?: unknown;
      readonly minItems?: number;
    };
    const ajv = new Ajv2020({ strict: false, validateFormats: false, allErrors: true });
    /** Fills in a form with the examples. */
    const filledIn = (schema: Schema, place: string): unknown => {
      if (schema.const !== undefined) return schema.const;
      if (schema.examples) return schema.examples[0];
      if (schema.default !== undefined) return schema.default;
      if (schema.enum) return schema.enum[0];
      if (schema.properties)
        return Object.fromEntries(
          Object.entries(schema.properties).map(([name, member]) => [name, filledIn(member, `${place}.${name}`)]),
        );
      if (schema.oneOf) return filledIn(schema.oneOf[0]!, place);
      if (schema.items) return [filledIn(schema.items, `${place}.0`)];
      throw new Error(`nothing to fill in at ${place}`);
    };
    const variants = (schema: Schema): Schema[] => schema.oneOf ?? [schema];

    beforeAll(async () => {
      for (let n = 0; n < 7; n += 1) {
        await world.given.campaign();
        await world.given.funnel();
        if (n < 4) {
          await world.given.list();
          await world.given.tag();
          await world.given.company();
          await world.given.segment();
        }
      }
      await world.given.customField({ type: 'date', label: 'Renewal date', slug: 'renewal_date' });
      await world.given.customField({ type: 'text', label: 'Colour', slug: 'colour' });
    });

    it('has examples of all step settings, and a funnel made of them is accepted', async () => {
      const { actions } = (await world.all.get('/funnels/actions').expect(200)).body;
      const [manager] = await world.db.query<{ username: string }>('SELECT username FROM managers LIMIT 1');
      const other = await world.given.funnel();
      const steps = actions.flatMap((action: { name: string; settings: Schema }) =>
        variants(action.settings).map((schema) => {
          const settings = filledIn(schema, action.name) as Record<string, unknown>;
          if ('funnel_id' in settings) settings['funnel_id'] = other.id;
          if (action.name === 'notify_manager') settings['username'] = manager?.username;
          expect({ settings, holds: ajv.validate(schema, settings), errors: ajv.errors }).toMatchObject({
            errors: null,
          });
          const ways =
            action.name === 'funnel_condition'
              ? ['yes', 'no']
              : action.name === 'funnel_split'
                ? (settings['branches'] as { key: string }[]).map(({ key }) => key)
                : null;
          return {
            action_name: action.name,
            settings,
            ...(ways ? { children: Object.fromEntries(ways.map((way) => [way, []])) } : {}),
          };
        }),
      );
      const made = await world.all
        .post('/funnels')
        .send({ title: 'Made of examples', trigger_name: 'contact_created', sequences: steps });
      expect(made.body.data?.params).toBeUndefined();
      for (const step of made.body.funnel.sequences) {
        const schema = actions.find(({ name }: { name: string }) => name === step.action_name).settings;
        expect({ step, holds: ajv.validate(schema, step.settings), errors: ajv.errors }).toMatchObject({
          errors: null,
        });
      }
    });

    it('has examples of trigger settings, and funnels match its schemas', async () => {
      const catalog = (await world.all.get('/funnels/triggers').expect(200)).body;
      for (const trigger of catalog.triggers as { name: string; settings: Schema }[]) {
        const name = trigger.name.replace('<form_plugin>', 'fluentform').replace('*', `it_${trigger.name.length}`);
        const settings = filledIn(trigger.settings, name) as object;
        const made = await world.all.post('/funnels').send({ title: `By ${name}`, trigger_name: name, settings });
        expect({ name, params: made.body.data?.params }).toEqual({ name, params: undefined });
        for (const [schema, value] of [
          [trigger.settings, made.body.funnel.settings],
          [catalog.settings, made.body.funnel.settings],
          [catalog.conditions, made.body.funnel.conditions],
        ] as const)
          expect({ name, holds: ajv.validate(schema, value), errors: ajv.errors }).toMatchObject({
            name,
            errors: null,
          });
      }
      for (const reentry of catalog.conditions.properties.reentry.oneOf as Schema[])
        for (const exit of catalog.conditions.properties.exit.oneOf as Schema[]) {
          const conditions = {
            filters: filledIn(
              catalog.conditions.properties.filters.examples
                ? { examples: catalog.conditions.properties.filters.examples }
                : {},
              'filters',
            ),
            reentry: filledIn(reentry, 'reentry'),
            exit: filledIn(exit, 'exit'),
          };
          const made = await world.all
            .post('/funnels')
            .send({ title: 'Conditions', trigger_name: 'contact_created', conditions });
          expect({ conditions, params: made.body.data?.params }).toEqual({ conditions, params: undefined });
          expect({
            conditions,
            holds: ajv.validate(catalog.conditions, made.body.funnel.conditions),
            errors: ajv.errors,
          }).toMatchObject({ errors: null });
        }
    });
  });

  it('documents responses, errors and request bodies that work as they are', async () => {
    const document = (await world.http.get('/docs/openapi.json').expect(200)).body;
    const ajv = new Ajv2020({ strict: false, validateFormats: false, allErrors: true });
    ajv.addSchema(document, 'document');
    const all = Object.entries<
      Record<string, { responses: Record<string, unknown>; requestBody?: object; parameters?: { in: string }[] }>
    >(document.paths)
      .filter(([path]) => /\/(reports\/)?funnels|\/triggers|funnel-trigger/.test(path))
      .flatMap(([path, operations]) =>
        Object.entries(operations).map(([method, operation]) => ({ path, method, ...operation })),
      );
    expect(all.length).toBeGreaterThan(25);
    for (const { path, method, responses, requestBody, parameters = [] } of all) {
      const wanted = [
        '200',
        '401',
        '403',
        ...(path.includes('{id}') ? ['404'] : []),
        ...(requestBody || parameters.some((each) => each.in === 'query') ? ['400'] : []),
      ];
      expect({ path, method, documented: Object.keys(responses) }).toEqual({
        path,
        method,
        documented: expect.arrayContaining(wanted),
      });
    }
    const list = await world.given.list();
    const contact = await world.given.contact();
    expect([list.id, contact.id]).toEqual([NUMBER, NUMBER]);
    const example = (name: string) =>
      Object.fromEntries(
        Object.entries<{ examples?: unknown[] }>(document.components.schemas[name].properties).flatMap(
          ([field, { examples }]) => (examples ? [[field, examples[0]]] : []),
        ),
      );
    const { funnel } = (await world.all.post('/funnels').send(example('CreateFunnel')).expect(200)).body;
    await world.all.put(`/funnels/${funnel.id}`).send(example('UpdateFunnel')).expect(200);
    await world.all.put(`/funnels/${funnel.id}/sequences`).send(example('SaveSequences')).expect(200);
    await world.all.put(`/funnels/${funnel.id}/status`).send({ status: 'published' }).expect(200);

    const answered = async (method: 'get' | 'post' | 'put' | 'delete', template: string, body?: object, query = '') => {
      const path = template
        .replace('{id}', funnel.id)
        .replace('{subscriberId}', String(contact.id))
        .replace('{sequenceId}', funnel.sequences[0].id)
        .replace('{version}', '1')
        .replace('{trigger_name}', 'custom_x');
      const answer = await world.all.send(method, `${path}${query}`).send(body);
      const place = `/api/v2${template}`
        .replaceAll('~', '~0')
        .replaceAll('/', '~1')
        .replaceAll('{', '%7B')
        .replaceAll('}', '%7D');
      const schema = {
        $ref: `document#/paths/${place}/${method}/responses/${answer.status}/content/application~1json/schema`,
      };
      expect({
        method,
        path,
        status: answer.status,
        holds: ajv.validate(schema, answer.body),
        errors: ajv.errors,
      }).toMatchObject({ method, path, errors: null });
    };
    await answered('get', '/funnels', undefined, '?with[]=sequences&with[]=subscribers_count');
    await answered('get', '/funnels', undefined, '?per_page=0');
    await answered('get', '/funnels', undefined, '?cursor=*');
    await answered('get', '/funnels/{id}');
    await answered('put', '/funnels/{id}', { title: '' });
    await answered('post', '/funnels/{id}/duplicate');
    await answered('post', '/funnels/{id}/subscribers', { subscribers: [contact.id] });
    await answered('post', '/funnels/{id}/subscribers', { subscribers: [contact.id] });
    await answered('post', '/funnels/{id}/subscribers', { subscribers: [4_000_000_000] });
    await world.settle();
    for (const path of [
      '/subscribers',
      '/subscribers/{subscriberId}/trace',
      '/sequences',
      '/sequences/{sequenceId}',
      '/versions',
      '/versions/{version}',
      '/report',
      '/conversion-rates',
    ])
      await answered('get', `/funnels/{id}${path}`);
    for (const path of ['', '/{id}', '/{id}/conversion-stats', '/{id}/live'])
      await answered('get', `/reports/funnels${path}`);
    await answered('post', '/funnels/{id}/versions/{version}/restore');
    await answered('post', '/funnels/{id}/simulate', { contact_id: contact.id, horizon_days: 1 });
    await answered('post', '/funnels/{id}/simulate', {});
    await answered('get', '/funnels/triggers');
    await answered('get', '/funnels/actions');
    await answered('post', '/triggers/{trigger_name}', { contact_id: contact.id });
    await answered('post', '/triggers/{trigger_name}', { email: 'nobody@example.org' });
    await answered('post', '/webhooks/funnel-trigger', {
      funnel_id: funnel.id,
      subscriber_data: { email: 'doc@example.com' },
    });
    await answered('post', '/webhooks/funnel-trigger', { funnel_id: funnel.id, subscriber_data: { email: '' } });
    await answered('delete', '/funnels/{id}/subscribers/{subscriberId}');
    await answered('delete', '/funnels/{id}/subscribers/{subscriberId}');
    await answered('delete', '/funnels/{id}');
    await answered('get', '/funnels/{id}');
  });

  it('offers no cursor for funnels, and says so', async () => {
    expect((await world.all.get('/funnels?cursor=*').expect(400)).body.data.params).toEqual({
      cursor: 'is not known in this list',
    });
  });

  it('accepts nested steps up to the documented depth', async () => {
    const rule = [[{ source: ['subscriber', 'city'], operator: 'in', value: ['Paris'] }]];
    const leaf = {
      action_name: 'update_contact_property',
      settings: { properties: [{ key: 'city', value: 'Rome' }] },
      conditions: rule,
    };
    const nested = (depth: number): object =>
      depth === 1
        ? leaf
        : {
            ...condition,
            settings: { conditions: rule },
            conditions: rule,
            children: { yes: [nested(depth - 1)], no: [] },
          };
    const send = (depth: number) =>
      world.all.post('/funnels').send({ title: 'Deep', trigger_name: 'contact_created', sequences: [nested(depth)] });
    const { body } = await send(9).expect(200);
    await world.all.put(`/funnels/${body.funnel.id}`).send(body.funnel).expect(200);
    const plain = JSON.parse(
      JSON.stringify(nested(10))
        .replace(`,"conditions":${JSON.stringify(rule)}}]`, '}]')
        .replace(/"settings":\{"properties":\[[^\]]*\]\}/, '"settings":{}'),
    );
    const refused = await world.all
      .post('/funnels')
      .send({ title: 'Deep', trigger_name: 'contact_created', sequences: [plain] })
      .expect(400);
    expect(Object.values(refused.body.data.params ?? {}).join()).toContain('deeper than 9 steps');
  });

  it('names all errors in subscriber_data', async () => {
    const { id } = await world.given.publishedFunnel();
    const { body } = await world.all
      .post('/webhooks/funnel-trigger')
      .send({ funnel_id: id, subscriber_data: { email: 'no', status: 'subscribed', country: 'Nowhere' } })
      .expect(400);
    expect(Object.keys(body.data.params).sort()).toEqual([
      'subscriber_data.country',
      'subscriber_data.email',
      'subscriber_data.status',
    ]);
  });
});
