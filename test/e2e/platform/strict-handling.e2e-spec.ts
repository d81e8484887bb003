import { inDialect, WITH_DIALECT } from '../../support/dialect-client.js';
import { World } from '../../support/world.js';

const STRICT = { Prefer: 'handling=strict' };

describe('strict handling', () => {
  let world: World;
  beforeAll(async () => {
    world = await World.start({ worker: false, env: WITH_DIALECT });
  });

  const paramsOf = (answer: { readonly body: { readonly data?: { readonly params?: object } } }) =>
    answer.body.data?.params;

  it('refuses unknown members by their path, with the most similar known name', async () => {
    const { id } = await world.given.contact();
    const answer = await world.all
      .put(`/subscribers/${id}`)
      .set(STRICT)
      .send({ subscriber: { frist_name: 'Ada', nothing_like_it: 1 } })
      .expect(400);
    expect(answer.headers['preference-applied']).toBe('handling=strict');
    expect(answer.body).toMatchObject({
      code: 'rest_invalid_param',
      message: 'Invalid parameter: subscriber.frist_name is not known; did you mean first_name?',
    });
    expect(paramsOf(answer)).toEqual({
      'subscriber.frist_name': 'is not known; did you mean first_name?',
      'subscriber.nothing_like_it': 'is not known',
    });
    const stored = await world.all.get(`/subscribers/${id}`).expect(200);
    expect(stored.body.subscriber.first_name).not.toBe('Ada');
  });

  it('refuses every member of operations without a body, and does nothing', async () => {
    const list = await world.given.list();
    await world.given.contact({ lists: [list.id] });
    const { id } = await world.given.campaign({ email_subject: 'A', email_body: 'a', lists: [list.id] });
    const { id: funnel } = await world.given.funnel();
    for (const path of [`/campaigns/${id}/send`, `/campaigns/${id}/duplicate`, `/funnels/${funnel}/duplicate`]) {
      const answer = await world.all.post(path).set(STRICT).send({ nonsense: 1, scheduled_at: 2 }).expect(400);
      expect([path, paramsOf(answer)]).toEqual([path, { nonsense: 'is not known', scheduled_at: 'is not known' }]);
    }
    const removed = await world.all.delete(`/campaigns/${id}`).set(STRICT).send({ nonsense: 1 }).expect(400);
    expect(paramsOf(removed)).toEqual({ nonsense: 'is not known' });
    expect((await world.all.get(`/campaigns/${id}`).expect(200)).body.campaign.status).toBe('draft');
    for (const body of [{}, undefined])
      await world.all.post(`/campaigns/${id}/duplicate`).set(STRICT).send(body).expect(200);
  });

  it.each([
    [
      'post',
      '/subscribers',
      { email: 'a1@example.com', status: 'subscribed', firstname: 'Max', list: [1] },
      { firstname: 'first_name', list: 'lists' },
    ],
    ['post', '/tags', { title: 'Strict', descripton: 'x' }, { descripton: 'description' }],
    [
      'post',
      '/subscribers/bulk-add-update',
      { contacts: [{ email: 'a2@example.com' }, { emial: 'x@example.com' }] },
      { 'contacts.1.emial': 'email' },
    ],
    [
      'post',
      '/campaigns',
      { title: 'Strict', settings: { mailerSettings: {}, mailer_settings: { fromEmail: 'x' } } },
      { 'settings.mailerSettings': 'mailer_settings', 'settings.mailer_settings.fromEmail': 'from_email' },
    ],
    [
      'put',
      '/campaigns/1',
      { settings: { subscribers: [{ list: 1, lst: 1 }] } },
      { 'settings.subscribers.0.lst': 'list' },
    ],
    [
      'post',
      '/segments',
      { title: 'Strict', filters: [[{ source: ['subscriber', 'email'], operater: '=', value: 'x' }]] },
      { 'filters.0.0.operater': 'operator' },
    ],
  ] as const)('knows the members of %s %s', async (method, path, body, expected) => {
    const answer = await world.all[method](path).set(STRICT).send(body).expect(400);
    expect(paramsOf(answer)).toMatchObject(
      Object.fromEntries(
        Object.entries(expected).map(([name, close]) => [name, `is not known; did you mean ${close}?`]),
      ),
    );
  });

  it('refuses unknown query parameters', async () => {
    const answer = await world.all.get('/subscribers?per_pag=5&nothing[]=1&lists[]=1').set(STRICT).expect(400);
    expect(paramsOf(answer)).toEqual({ per_pag: 'is not known; did you mean per_page?', nothing: 'is not known' });
    for (const path of ['/subscribers?lists[]=1&sort_by=id&per_page=5', '/reports/options', '/tags?search=x'])
      expect((await world.all.get(path).set(STRICT).expect(200)).headers['preference-applied']).toBe('handling=strict');
  });

  it('reports them together with all other errors, and does nothing', async () => {
    const contact = await world.all
      .post('/subscribers?forc=1')
      .set(STRICT)
      .send({ email: 'not-an-address', status: 'subscribed', lists: [999_999], frist_name: 'x' })
      .expect(400);
    expect(Object.keys(paramsOf(contact) ?? {})).toEqual(
      expect.arrayContaining(['forc', 'frist_name', 'email', 'lists']),
    );
    const list = await world.all.get('/subscribers?page=0&pages=1').set(STRICT).expect(400);
    expect(paramsOf(list)).toEqual({ page: 'must be at least 1', pages: expect.stringContaining('page') as string });
    await world.all
      .post('/tags')
      .set(STRICT)
      .set('Idempotency-Key', 'strict-1')
      .send({ title: 'Never', titel: 'x' })
      .expect(400);
    await world.all.delete('/tags/999999?forced=1').set(STRICT).expect(400);
    const { body } = await world.all.get('/tags?search=Never').expect(200);
    expect(body.tags).toEqual([]);
    // The key is free for the corrected request.
    await world.all.post('/tags').set(STRICT).set('Idempotency-Key', 'strict-1').send({ title: 'Never' }).expect(200);
  });

  it('accepts members with free names', async () => {
    await world.all
      .post('/subscribers')
      .set(STRICT)
      .send({
        email: 'free@example.com',
        status: 'subscribed',
        consent: { ip: '192.0.2.1', text_version: 'v1', proof: '{"form":"footer"}' },
      })
      .expect(200);
    const { body } = await world.all
      .post('/triggers/anything')
      .set(STRICT)
      .send({ contact: { email: 'free@example.com', no_field: 1 }, payload: { any: { thing: 1 } } });
    expect(JSON.stringify(body)).not.toContain('is not known');
    const custom = await world.all
      .post('/subscribers')
      .set(STRICT)
      .send({ email: 'x@example.com', status: 'subscribed', custom_values: { no_such_field: 1 } });
    expect(JSON.stringify(paramsOf(custom))).not.toContain('is not known');
  });

  it.each([
    ['no preference', undefined],
    ['another preference', 'respond-async'],
    ['lenient', 'handling=lenient'],
    ['lenient before strict', 'handling=lenient, handling=strict'],
  ])('is not applied with %s', async (_what, prefer) => {
    const request = world.all.get('/tags?nothing=1');
    const answer = await (prefer === undefined ? request : request.set('Prefer', prefer)).expect(200);
    expect(answer.headers['preference-applied']).toBeUndefined();
  });

  it.each([
    'respond-async, handling=strict',
    'Handling = "strict"',
    'handling=strict; foo=bar',
    'wait=10,handling=strict',
  ])('is applied with %s', async (prefer) => {
    await world.all.get('/tags?nothing=1').set('Prefer', prefer).expect(400);
  });

  it('is not applied at the base path of another dialect, nor to unauthorized clients', async () => {
    const answer = await inDialect(world)
      .post('/tags?nothing=1')
      .set(STRICT)
      .send({ title: 'Dialect', titel: 'x' })
      .expect(200);
    expect(answer.headers['preference-applied']).toBeUndefined();
    await world.anonymous.get('/tags?nothing=1').set(STRICT).expect(401);
  });

  it('responds immediately to a large number of unknown members', async () => {
    const members = Object.fromEntries(Array.from({ length: 4_900 }, (_, index) => [`unknown_${index}`, index]));
    const answer = await world.all
      .post('/tags')
      .set(STRICT)
      .send({ title: 'x', ...members })
      .expect(400);
    expect(Object.keys(paramsOf(answer) ?? {})).toHaveLength(100);
  });
});
