import { World } from '../../support/world.js';

describe('campaigns', () => {
  let world: World;
  beforeAll(async () => {
    world = await World.start();
  });

  it('creates a draft with all given fields, and publishes campaign.created', async () => {
    const list = await world.given.list();
    const response = await world.all
      .post('/campaigns')
      .send({
        title: 'Über-Frühling',
        email_subject: 'Hallo {{ contact.first_name }}',
        email_pre_header: 'Neues',
        email_body: '<p>Hi</p>',
        design_template: 'plain',
        lists: [list.id],
        settings: { mailer_settings: { from_name: 'Ada', from_email: 'ADA@Example.com ' }, click_tracker: 'no' },
        unknown_member: 'is ignored',
      })
      .expect(200);
    expect(response.body.message).toBe('Campaign has been created.');
    expect(response.body.campaign).toMatchObject({
      title: 'Über-Frühling',
      slug: 'uber-fruhling',
      status: 'draft',
      recipients_count: 0,
      scheduled_at: null,
      design_template: 'plain',
      settings: {
        mailer_settings: {
          sender_id: null,
          from_name: 'Ada',
          from_email: 'ada@example.com',
          reply_to_name: null,
          reply_to_email: null,
        },
        subscribers: [{ list: list.id, tag: 'all' }],
        excludedSubscribers: [],
        click_tracker: false,
        open_tracker: true,
      },
    });
    const [event] = await world.db.query<{ data: string }>(
      `SELECT data FROM domain_events WHERE type = 'campaign.created' AND subject_id = :id`,
      { id: response.body.campaign.id },
    );
    expect(JSON.parse(event!.data).campaign).toMatchObject({ title: 'Über-Frühling', status: 'draft' });
  });

  it('reports all invalid fields at once and saves nothing', async () => {
    const before = (await world.all.get('/campaigns')).body.campaigns.total;
    const response = await world.all
      .post('/campaigns')
      .send({
        email_subject: 'a\r\nBcc: evil@example.com',
        design_template: 'fancy',
        settings: { mailer_settings: { from_email: 'nobody' }, subscribers: [{ list: 'some' }], ab_test: {} },
      })
      .expect(400);
    expect(response.body).toMatchObject({
      code: 'rest_invalid_param',
      message: expect.stringMatching(/^Invalid parameter: /),
    });
    expect(Object.keys(response.body.data.params).sort()).toEqual([
      'design_template',
      'email_subject',
      'settings.ab_test.variants',
      'settings.mailer_settings.from_email',
      'settings.subscribers.0.list',
      'title',
    ]);
    expect((await world.all.get('/campaigns')).body.campaigns.total).toBe(before);
  });

  it('names the position of a template error, and unknown lists and tags', async () => {
    const response = await world.all
      .post('/campaigns')
      .send({ title: 'Broken', email_body: '<p>\n{{ contact.first_name</p>', lists: [999_999], tags: [888_888] })
      .expect(400);
    expect(response.body.data.params).toEqual({
      email_body: expect.stringMatching(/^does not parse: .*line 2, column 1/),
      'settings.subscribers': 'names unknown ids: list 999999, tag 888888',
    });
  });

  it('keeps titles unique among existing campaigns, ignoring case', async () => {
    const { id } = await world.given.campaign({ title: 'Summer Sale' });
    const response = await world.all.post('/campaigns').send({ title: 'SUMMER sale' }).expect(400);
    expect(response.body.message).toBe('Campaign with this title already exists');
    await world.all.delete(`/campaigns/${id}`).expect(200);
    await world.given.campaign({ title: 'summer sale' });
  });

  it('lists with search, order, pages, and stats', async () => {
    const marked = [];
    for (const name of ['aa', 'bb', 'cc']) marked.push(await world.given.campaign({ title: `Listed ${name} 100%` }));
    const page = await world.all
      .get('/campaigns?searchBy=100%25&sort_by=title&sort_type=asc&per_page=2&with[]=stats')
      .expect(200);
    expect(page.body.campaigns).toMatchObject({
      current_page: 1,
      per_page: 2,
      total: 3,
      last_page: 2,
      from: 1,
      to: 2,
      prev_page_url: null,
    });
    expect(page.body.campaigns.next_page_url).toContain('page=2');
    expect(page.body.campaigns.data.map((campaign: { title: string }) => campaign.title)).toEqual([
      'Listed aa 100%',
      'Listed bb 100%',
    ]);
    expect(page.body.campaigns.data[0].stats).toEqual({
      total: 0,
      sent: 0,
      views: 0,
      clicks: 0,
      tracked: 0,
      unsubscribers: 0,
      bounced: 0,
      complained: 0,
      failed: 0,
      revenue: 0,
      currency: null,
    });
    const past = await world.all.get('/campaigns?page=1000').expect(200);
    expect(past.body.campaigns.data).toEqual([]);
    const drafts = await world.all.get('/campaigns?statuses[]=sent').expect(200);
    expect(drafts.body.campaigns.total).toBe(0);
  });

  it.each([
    'sort_by=settings',
    'sort_type=sideways',
    'per_page=0',
    'per_page=1001',
    'page=0',
    'statuses[]=nope',
    'with[]=everything',
  ])('refuses %s', async (query) => {
    const response = await world.all.get(`/campaigns?${query}`).expect(400);
    expect(response.body.code).toBe('rest_invalid_param');
  });

  it.each(['0', '-1', 'abc', '1.5', '99999999', '1e3'])('responds 404 for the id %s', async (id) => {
    for (const path of ['', '/status', '/emails', '/link-report', '/unsubscribers', '/estimated-recipients-count']) {
      const response = await world.all.get(`/campaigns/${id}${path}`).expect(404);
      expect(response.body).toMatchObject({ code: 'rest_post_invalid_id', message: 'Invalid campaign ID.' });
    }
  });

  it('renames in any state, and duplicates without schedule and statistics', async () => {
    const original = await world.given.campaign({ title: 'Original', email_subject: 'S', email_body: '<p>b</p>' });
    const renamed = await world.all.put(`/campaigns/${original.id}/title`).send({ title: 'Renamed' }).expect(200);
    expect(renamed.body.campaign.title).toBe('Renamed');
    const copy = await world.all.post(`/campaigns/${original.id}/duplicate`).expect(200);
    expect(copy.body.campaign).toMatchObject({
      title: '[Duplicate] Renamed',
      status: 'draft',
      email_subject: 'S',
      recipients_count: 0,
    });
    expect(copy.body.campaign.id).not.toBe(original.id);
    await world.all.post(`/campaigns/${original.id}/duplicate`).expect(200);
  });

  it('updates drafts, and only the title of an archived campaign', async () => {
    const list = await world.given.list();
    await world.given.contact({ lists: [list.id] });
    const { id } = await world.given.campaign({
      email_subject: 'S',
      email_body: '<a href="{{ unsubscribe_url }}">bye</a>',
      lists: [list.id],
    });
    const updated = await world.all
      .put(`/campaigns/${id}`)
      .send({ email_subject: 'Other', settings: { open_tracker: false } })
      .expect(200);
    expect(updated.body.campaign).toMatchObject({
      email_subject: 'Other',
      settings: { open_tracker: false, click_tracker: true },
    });
    const when = new Date(Date.now() + 86_400_000).toISOString();
    const scheduled = await world.all.post(`/campaigns/${id}/schedule`).send({ scheduled_at: when }).expect(200);
    expect(scheduled.body.campaign).toMatchObject({
      status: 'scheduled',
      scheduled_at: when.slice(0, 19).replace('T', ' '),
    });
    await world.all.post(`/campaigns/${id}/schedule`).send({ scheduled_at: when }).expect(400);
    await world.all.post(`/campaigns/${id}/unschedule`).expect(200);
    await world.all.post(`/campaigns/${id}/schedule`).send({ scheduled_at: '2001-01-01 00:00:00' }).expect(400);
    await world.all.post(`/campaigns/${id}/schedule`).send({ scheduled_at: 'tomorrow' }).expect(400);
    for (const action of ['pause', 'resume', 'cancel', 'unschedule']) {
      const refused = await world.all.post(`/campaigns/${id}/${action}`).expect(400);
      expect(refused.body.message).toMatch(/^Campaign cannot be \w+ in current status\.$/);
    }
  });

  describe('a status in a write', () => {
    const ROUTES = /^is draft; POST \/campaigns\/\{id\}\/send, schedule, .* changes it$/;

    it('is accepted if it is the current one', async () => {
      const { body } = await world.all.post('/campaigns').send({ title: 'Round trip', status: 'draft' }).expect(200);
      const { id } = body.campaign;
      await world.all.put(`/campaigns/${id}`).send({ status: 'draft', email_subject: 'S' }).expect(200);
      await world.all.put(`/campaigns/${id}`).send({ status: null }).expect(200);
      await world.all.post(`/campaigns/${id}/archive`).expect(200);
      await world.all.put(`/campaigns/${id}`).send({ status: 'archived', title: 'Round trip 2' }).expect(200);
    });

    it('is refused if it differs, together with all other errors', async () => {
      const created = await world.all.post('/campaigns').send({ title: 'Sent?', status: 'scheduled' }).expect(400);
      expect(created.body.data.params).toEqual({ status: expect.stringMatching(ROUTES) });
      const { id } = await world.given.campaign({});
      const changed = await world.all
        .put(`/campaigns/${id}`)
        .send({ status: 'working', email_body: '{{ x', email_subject: 'New' })
        .expect(400);
      expect(changed.body.data.params).toEqual({
        status: expect.stringMatching(ROUTES),
        email_body: expect.stringMatching(/^does not parse/),
      });
      const typed = await world.all.put(`/campaigns/${id}`).send({ status: 1 }).expect(400);
      expect(typed.body.data.params.status).toMatch(/^must be text; /);
      expect((await world.all.get(`/campaigns/${id}`)).body.campaign.email_subject).not.toBe('New');
    });

    it('names the routes also for a campaign that cannot be changed any more', async () => {
      const { id } = await world.given.campaign({});
      await world.all.post(`/campaigns/${id}/archive`).expect(200);
      const { body } = await world.all
        .put(`/campaigns/${id}`)
        .send({ status: 'working', email_subject: 'S' })
        .expect(400);
      expect(body.data.params.status).toMatch(/^is archived; POST \/campaigns\/\{id\}\/send/);
    });
  });

  it('starts once when two clients send it concurrently', async () => {
    const list = await world.given.list();
    await world.given.contact({ lists: [list.id] });
    const { id } = await world.given.campaign({
      email_subject: 'S',
      email_body: '<a href="{{ unsubscribe_url }}">bye</a>',
      lists: [list.id],
    });
    const statuses = (await Promise.all([1, 2, 3, 4].map(() => world.all.post(`/campaigns/${id}/send`)))).map(
      (response) => response.status,
    );
    expect(statuses.sort()).toEqual([200, 400, 400, 400]);
  });

  it('deletes a campaign regardless of other slugs', async () => {
    const { id } = await world.given.campaign({});
    await world.given.campaign({ slug: `deleted-${id}` });
    await world.all.delete(`/campaigns/${id}`).expect(200);
    await world.all.get(`/campaigns/${id}`).expect(404);
  });

  it('responds to a change with the new updated_at', async () => {
    const { id } = await world.given.campaign({});
    await world.db.transaction((tx) =>
      tx.execute(`UPDATE campaigns SET updated_at = '2020-01-01 00:00:00' WHERE id = :id`, { id }),
    );
    const changed = await world.all.put(`/campaigns/${id}`).send({ email_subject: 'Other' }).expect(200);
    const stored = await world.all.get(`/campaigns/${id}`).expect(200);
    expect(changed.body.campaign.updated_at).toBe(stored.body.campaign.updated_at);
  });
});
