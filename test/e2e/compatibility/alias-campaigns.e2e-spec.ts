import { once } from 'node:events';
import { request as httpRequest, type IncomingMessage } from 'node:http';
import type { ApiClient } from '../../support/api-client.js';
import { DIALECT, WITH_DIALECT, inDialect } from '../../support/dialect-client.js';
import { SmtpSink } from '../../support/smtp-sink.js';
import { World } from '../../support/world.js';

const CONTENT = { email_subject: 'Spring', email_body: '<p>Hi</p><a href="{{ unsubscribe_url }}">bye</a>' };

describe('campaigns in the other dialect', () => {
  let sink: SmtpSink;
  let world: World;
  let dialect: ApiClient;
  let list: number;
  let tag: number;
  beforeAll(async () => {
    sink = await SmtpSink.start();
    world = await World.start({ env: { ...WITH_DIALECT, SMTP_URL: sink.url, MAIL_FROM: 'news@carillon.example' } });
    dialect = inDialect(world);
    list = (await world.given.list()).id;
    tag = (await world.given.tag()).id;
    await world.given.contact({ lists: [list] });
    await world.given.contact({ lists: [list], tags: [tag] });
    await world.given.contact({ lists: [list], status: 'unsubscribed' });
    await world.given.contact({ tags: [tag] });
  });

  const stateOf = async (id: number): Promise<string> =>
    (await world.all.get(`/campaigns/${id}`).expect(200)).body.campaign.status;

  it('can be created from a title alone, and are also returned at the top level', async () => {
    const { body } = await dialect.post('/campaigns').send({ title: 'Bare' }).expect(200);
    const { campaign, message, ...row } = body;
    expect(row).toEqual(campaign);
    expect(row).toMatchObject({ id: expect.any(Number), title: 'Bare', slug: 'bare', status: 'draft' });
    expect(message).toBe('Campaign has been created.');
    const again = await dialect.post('/campaigns').send({ title: 'Bare' }).expect(400);
    expect(again.body.data.params).toEqual({ title: 'is taken' });
    expect(Object.keys((await world.all.post('/campaigns').send({ title: 'Ours' })).body).sort()).toEqual([
      'campaign',
      'message',
    ]);
  });

  it('are listed with the parts that exist, and report their deletion', async () => {
    const { id } = await world.given.campaign();
    const { body } = await dialect.get('/campaigns?with[]=stats&with[]=revenue&per_page=1').expect(200);
    expect(body.campaigns.data[0]).toMatchObject({ id, stats: expect.any(Object) });
    await world.all.get('/campaigns?with[]=revenue').expect(400);
    expect((await dialect.delete(`/campaigns/${id}`).expect(200)).body.success).toBe(true);
  });

  it('accept the designs of FluentCRM', async () => {
    const { id } = await world.given.campaign();
    const designs = { classic: 'simple', raw_classic: 'plain', visual_builder: 'raw_html', mjml: 'mjml' };
    for (const [design_template, stored] of Object.entries(designs)) {
      const { body } = await dialect.put(`/campaigns/${id}`).send({ design_template }).expect(200);
      expect(body.campaign.design_template).toBe(stored);
    }
    await dialect.put(`/campaigns/${id}`).send({ design_template: 'other' }).expect(400);
    const status = await dialect.put(`/campaigns/${id}`).send({ status: 'scheduled' }).expect(400);
    expect(Object.keys(status.body.data.params)).toEqual(['status']);
  });

  it('are not found by an invalid id', async () => {
    for (const text of ['Spring%20news', 'estimated-contacts', '0', '-1', '7x', '%F0%9F%8C%B7', '50%25%20off']) {
      const { body } = await dialect.get(`/campaigns/${text}`).expect(404);
      expect(body).toMatchObject({ code: 'rest_post_invalid_id', message: 'Invalid campaign ID.' });
    }
    // Client libraries do not send such a path, but clients do.
    const { username, password } = world.all.credentials!;
    const request = httpRequest(world.origin, {
      path: `${DIALECT}/campaigns/50%off`,
      auth: `${username}:${password}`,
    }).end();
    const [answer] = (await once(request, 'response')) as [IncomingMessage];
    answer.resume();
    expect(answer.statusCode).toBe(404);
  });

  describe('when they are scheduled', () => {
    const ready = () => world.given.campaign({ ...CONTENT, lists: [list], settings: { throttle: { per_hour: 1 } } });

    it.each([
      {},
      { scheduled_at: null },
      { scheduled_at: '' },
      { title: 'and other members', sending_type: 'instant' },
    ])('without a date are sent immediately: %j', async (body) => {
      const { id } = await ready();
      const answer = await dialect.post(`/campaigns/${id}/schedule`).send(body).expect(200);
      expect(answer.body).toMatchObject({ campaign: { id, status: 'working' } });
    });

    it('with the current time are sent immediately', async () => {
      const { id } = await ready();
      const scheduled_at = new Date(Date.now() - 2_000).toISOString().slice(0, 19).replace('T', ' ');
      await world.all.post(`/campaigns/${id}/schedule`).send({ scheduled_at }).expect(400);
      const { body } = await dialect.post(`/campaigns/${id}/schedule`).send({ scheduled_at }).expect(200);
      expect(body.campaign.status).toBe('working');
    });

    it('with a later time wait for it, and can be unscheduled', async () => {
      const { id } = await ready();
      const at = '2099-03-01 09:00:00';
      const { body } = await dialect.post(`/campaigns/${id}/schedule`).send({ scheduled_at: at }).expect(200);
      expect(body.campaign).toMatchObject({ status: 'scheduled', scheduled_at: at });
      const back = await dialect.post(`/campaigns/${id}/un-schedule`).expect(200);
      expect(back.body.campaign).toMatchObject({ status: 'draft', scheduled_at: null });
      await dialect.post(`/campaigns/${id}/un-schedule`).expect(400);
    });

    it.each(['2020-01-01 09:00:00', 'soon', ['2099-03-01 09:00:00', '2099-03-02 09:00:00']])(
      'are refused for %j, and nothing is sent',
      async (scheduled_at) => {
        const { id } = await ready();
        const { body } = await dialect.post(`/campaigns/${id}/schedule`).send({ scheduled_at }).expect(400);
        expect(Object.keys(body.data.params)).toEqual(['scheduled_at']);
        expect(await stateOf(id)).toBe('draft');
      },
    );

    it('are refused with all missing members', async () => {
      const { id } = await world.given.campaign();
      const { body } = await dialect.post(`/campaigns/${id}/schedule`).send({}).expect(400);
      expect(Object.keys(body.data.params)).toEqual(expect.arrayContaining(['email_subject', 'settings.subscribers']));
      await dialect.post('/campaigns/999999/schedule').send({}).expect(404);
    });
  });

  describe('recipients', () => {
    const estimate = (body: object) => dialect.post('/campaigns/estimated-contacts').send(body);

    it('are counted without a campaign', async () => {
      const counts: [object, number][] = [
        [{ subscribers: [{ list, tag: 'all' }], sending_filter: 'list_tag' }, 2],
        [{ subscribers: [{ list: String(list), tag: String(tag) }] }, 1],
        [{ subscribers: [{ list: 'all', tag: 'all' }], excludedSubscribers: [{ list: 'all', tag }] }, 1],
        [
          {
            subscribers: [{ list, tag: 'all' }],
            excludedSubscribers: null,
            dynamic_segment: { id: '', slug: '' },
            advanced_filters: [[]],
          },
          2,
        ],
        [{}, 0],
      ];
      for (const [body, count] of counts) expect((await estimate(body).expect(200)).body).toEqual({ count });
    });

    it('are counted by segments and rules, which may be strings', async () => {
      const rule = [[{ source: ['tags', 'id'], operator: 'in', value: [tag] }]];
      const segment = await world.given.segment({ filters: rule });
      const bodies = [
        { sending_filter: 'dynamic_segment', dynamic_segment: { id: segment.id, slug: 'custom_segment' } },
        { sending_filter: 'advanced_filters', advanced_filters: rule },
        { sending_filter: 'advanced_filters', advanced_filters: JSON.stringify(rule) },
      ];
      for (const body of bodies) expect((await estimate(body).expect(200)).body).toEqual({ count: 2 });
    });

    it('are refused under the names that the caller used', async () => {
      const faults: [object, string[]][] = [
        [{ subscribers: [{ list: 'some', tag: 'all' }] }, ['subscribers.0.list']],
        [{ subscribers: [{ list: '', tag: 'all' }] }, ['subscribers.0.list']],
        [{ subscribers: { lists: [list] } }, ['subscribers']],
        [{ subscribers: [{ list: 999_999, tag: 'all' }], sending_filter: 'resend' }, ['subscribers', 'sending_filter']],
        [{ sending_filter: 'dynamic_segment', dynamic_segment: { id: 999_999 } }, ['dynamic_segment.id']],
        [{ sending_filter: 'advanced_filters', advanced_filters: '[[{' }, ['advanced_filters']],
        [
          { sending_filter: 'advanced_filters', advanced_filters: [[{ source: ['stars', 'id'], operator: '=' }]] },
          ['advanced_filters.0.0.source.0'],
        ],
        [{ sending_filter: 'everybody' }, ['sending_filter']],
      ];
      for (const [body, fields] of faults) {
        const answer = await estimate(body).expect(400);
        expect(Object.keys(answer.body.data.params)).toEqual(fields);
        expect(answer.body.message).toMatch(new RegExp(`^Invalid parameter: ${fields[0]!.replace(/\./g, '\\.')}`));
      }
    });

    it('are stored in a draft and counted', async () => {
      const segment = await world.given.segment();
      const { id } = await world.given.campaign({
        settings: { sending_filter: 'dynamic_segment', dynamic_segment: { id: segment.id } },
      });
      const { body } = await dialect
        .post(`/campaigns/${id}/draft-recipients`)
        .send({
          subscribers: [{ list, tag: 'all' }],
          excludedSubscribers: [{ list: 'all', tag }],
          page: 1,
          throttle: { per_hour: 1 },
        })
        .expect(200);
      expect(body).toEqual({ message: 'Recipients have been saved.', count: 1, has_more: false });
      const { settings } = (await world.all.get(`/campaigns/${id}`).expect(200)).body.campaign;
      expect(settings).toMatchObject({
        sending_filter: 'list_tag',
        subscribers: [{ list, tag: 'all' }],
        excludedSubscribers: [{ list: 'all', tag }],
        throttle: null,
      });
      const unchanged = await dialect.post(`/campaigns/${id}/draft-recipients`).expect(200);
      expect(unchanged.body.count).toBe(1);
      const ours = await world.all.get(`/campaigns/${id}/estimated-recipients-count`).expect(200);
      expect(ours.body.estimated_count).toBe(1);
    });

    it('are not stored if the campaign is being sent or anything is invalid', async () => {
      const { id } = await world.given.campaign({ ...CONTENT, lists: [list] });
      const wrong = await dialect
        .post(`/campaigns/${id}/draft-recipients`)
        .send({ subscribers: [{ list: 999_999, tag: 'all' }] })
        .expect(400);
      expect(wrong.body.data.params).toEqual({ subscribers: 'names unknown ids: list 999999' });
      await world.all.post(`/campaigns/${id}/send`).expect(200);
      await world.settle();
      const late = await dialect
        .post(`/campaigns/${id}/draft-recipients`)
        .send({ subscribers: [{ list: 'all', tag: 'all' }] })
        .expect(400);
      expect(late.body.message).toContain('cannot be');
      const { settings } = (await world.all.get(`/campaigns/${id}`).expect(200)).body.campaign;
      expect(settings.subscribers).toEqual([{ list, tag: 'all' }]);
      for (const path of ['/campaigns/999999/draft-recipients', '/campaigns/x/draft-recipients'])
        expect((await dialect.post(path).send({}).expect(404)).body.message).toBe('Invalid campaign ID.');
    });
  });

  it('support a client that looks up a campaign by title and sends it', async () => {
    const title = 'Week 12';
    await dialect.get(`/campaigns/${encodeURIComponent(title)}`).expect(404);
    const { id } = (await dialect.post('/campaigns').send({ title }).expect(200)).body;
    const content = {
      title,
      ...CONTENT,
      settings: {
        mailer_settings: {
          from_name: 'Ada',
          is_custom: 'yes',
          from_email: 'ada@example.com',
          reply_to_name: '',
          reply_to_email: '',
        },
        subscribers: [{ list: String(list), tag: 'all' }],
        excludedSubscribers: null,
        sending_filter: 'list_tag',
        dynamic_segment: { id: '', slug: '' },
        advanced_filters: [[]],
      },
    };
    const saved = await dialect.put(`/campaigns/${id}`).send(content).expect(200);
    expect(saved.body.campaign.settings.mailer_settings).toMatchObject({ from_name: 'Ada', reply_to_email: null });
    const estimate = await dialect
      .post('/campaigns/estimated-contacts')
      .send({ subscribers: content.settings.subscribers, sending_filter: 'list_tag' })
      .expect(200);
    expect(estimate.body.count).toBe(2);
    // It sends the same body again, without a date.
    await dialect.post(`/campaigns/${id}/schedule`).send(content).expect(200);
    await world.settle();
    const { body } = await dialect.get(`/campaigns/${id}/status`).expect(200);
    expect(body).toMatchObject({ campaign: { status: 'sent' }, sent_count: 2 });
  });
});
