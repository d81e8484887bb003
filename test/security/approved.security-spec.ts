import type { ApiClient } from '../support/api-client.js';
import { DIALECT, inDialect, WITH_DIALECT } from '../support/dialect-client.js';
import { operationsOf } from '../support/documented-fields.js';
import { filled, type Route, routesOf } from '../support/routes.js';
import { World } from '../support/world.js';

type Body = Readonly<Record<string, unknown>>;
type Bodies = Readonly<Record<string, Body>>;

const APPROVED = new RegExp(`^(?:${DIALECT})?/(campaigns|funnels|senders|templates)/:id`);
const HIJACKED = '<p>Hijacked <a href="{{ unsubscribe_url }}">Unsubscribe</a></p>';

/** Routes that change nothing of what is sent: they stop, copy, render, or test, or add and remove people. */
const FREE = [
  /^put \/campaigns\/:id\/title$/,
  /^post \/campaigns\/:id\/(archive|unarchive|cancel|pause|unschedule|duplicate|preview|send-test-email|resend-\w+)$/,
  /^post \/funnels\/:id\/sequences\/:sequenceId\/send-test-email$/,
  /^post \/funnels\/:id\/(duplicate|simulate|subscribers)$/,
  /^(put|delete) \/funnels\/:id\/subscribers(\/:\w+(\/status)?)?$/,
  /^post \/senders\/:id\/test$/,
  // Deleting stops; a sender in use is not deleted.
  /^delete \/(campaigns|funnels|senders)\/:id$/,
  // Only publishing needs the permission.
  /^put \/funnels\/:id\/status$/,
];
const FREE_FIELDS = ['title', 'name', 'description', 'status', 'migrate', 'data_schema'];

describe('T27 what is approved for sending', () => {
  let world: World;
  let writer: ApiClient;
  let approver: ApiClient;
  let ids: Readonly<Record<string, number>>;
  let bodies: Readonly<Record<string, Bodies>>;

  beforeAll(async () => {
    world = await World.start({ worker: false, env: WITH_DIALECT });
    writer = await world.as('manage_campaigns');
    approver = await world.as('manage_campaigns', 'send_campaigns');
    const { given } = world;
    const list = await given.list();
    const otherList = await given.list();
    const tag = await given.tag();
    await given.contact({ lists: [list.id] });
    const subscribers = [{ list: list.id, tag: 'all' }];
    const url = 'smtp://mail.example.com:587';
    const sender = await given.sender({ url, from_email: 'news@example.com' });
    const other = await given.sender({ url });
    const CONTENT = { email_subject: 'Approved', email_body: HIJACKED.replace('Hijacked', 'Approved') };
    const campaign = await given.campaign({
      ...CONTENT,
      settings: { subscribers, mailer_settings: { sender_id: sender.id } },
    });
    const sentByFunnel = await given.campaign(CONTENT);
    const template = await given.template({ ...CONTENT, email_body: '<a href="{{ confirm_url }}">Yes</a>' });
    const steps = [
      { action_name: 'send_campaign_email', settings: { campaign_id: sentByFunnel.id } },
      { action_name: 'send_double_optin', settings: { template_id: template.id } },
    ];
    const funnel = await given.publishedFunnel({
      sequences: steps,
      settings: { mailer_settings: { from_email: 'news@example.com' } },
    });
    const at = new Date(Date.now() + 86_400_000).toISOString();
    await world.all.post(`/campaigns/${campaign.id}/schedule`).send({ scheduled_at: at }).expect(200);
    ids = {
      campaigns: campaign.id,
      funnels: funnel.id,
      senders: sender.id,
      templates: template.id,
      sentByFunnel: sentByFunnel.id,
    };
    const sequences = [{ action_name: 'end_this_funnel' }];
    const campaignFields: Bodies = {
      ...{ email_subject: { email_subject: 'Hijacked' }, email_pre_header: { email_pre_header: 'Hijacked' } },
      ...{
        email_body: { email_body: HIJACKED },
        email_body_text: { email_body_text: 'Hijacked {{ unsubscribe_url }}' },
      },
      design_template: { design_template: 'raw_html' },
      translations: { translations: { de: { email_subject: 'Hijacked' } } },
      template_id: { template_id: template.id },
      utm_status: { utm_status: true },
      ...Object.fromEntries(
        ['source', 'medium', 'campaign', 'term', 'content'].map((name) => [`utm_${name}`, { [`utm_${name}`]: 'x' }]),
      ),
      attachments: { attachments: [{ filename: 'a.txt', content_base64: 'YQ==', content_type: 'text/plain' }] },
      slug: { slug: 'hijacked' },
      settings: { settings: { subscribers: [{ list: 'all', tag: 'all' }] } },
      ...Object.fromEntries(
        ['lists', 'tags', 'exclude_lists', 'exclude_tags'].map((name) => [
          name,
          { [name]: name.endsWith('lists') ? [otherList.id] : [tag.id] },
        ]),
      ),
    };
    const funnelFields: Bodies = {
      trigger_name: { trigger_name: 'list_applied' },
      conditions: { conditions: { run_multiple: 'yes' } },
      settings: { settings: { mailer_settings: { from_name: 'CEO', from_email: 'ceo@victim.example' } } },
      sequences: { sequences },
      status: { title: 'Renamed', conditions: { run_multiple: 'yes' }, status: 'draft' },
    };
    bodies = {
      'put /campaigns/:id': campaignFields,
      [`post ${DIALECT}/campaigns/:id/draft-recipients`]: {
        subscribers: { subscribers: [{ list: 'all', tag: 'all' }] },
        filters: {
          sending_filter: 'advanced_filters',
          advanced_filters: [[{ source: ['subscriber', 'id'], operator: 'not_null' }]],
        },
      },
      'put /funnels/:id': { ...funnelFields, status: { conditions: { run_multiple: 'yes' } } },
      [`put ${DIALECT}/funnels/:id`]: funnelFields,
      // The email of a step is a campaign, which may be another one.
      [`post ${DIALECT}/funnels/:id/sequences/save-email-action`]: {
        scheduled: { action_data: { campaign: { id: campaign.id, email_subject: 'Hijacked' } } },
        sent: { campaign: { id: sentByFunnel.id, email_body: HIJACKED } },
      },
      'put /funnels/:id/sequences': { sequences: { sequences } },
      'post /funnels/:id/versions/:version/restore': { migrate: {} },
      'put /senders/:id': {
        ...{
          from_email: { from_email: 'ceo@victim.example' },
          from_name: { from_name: 'CEO' },
          reply_to: { reply_to: 'a@evil.test' },
        },
        ...{ host: { host: 'mail.evil.test' }, port: { port: 2525 }, secure: { secure: true } },
        ...{ username: { username: 'a', password: 'b' }, password: { username: 'a', password: 'c' } },
        oauth2: {
          username: 'a',
          oauth2: { token_url: 'https://evil.test/', client_id: 'a', client_secret: 'b', refresh_token: 'c' },
        },
        ...{
          pool_size: { pool_size: 1 },
          rate: { rate: 1 },
          daily_cap: { daily_cap: 1 },
          daily_cap_bulk: { daily_cap_bulk: 1 },
        },
        warmup: { daily_cap: 10, warmup: { start: 1, factor: 2 } },
        dkim: { dkim: { domain: 'evil.test', selector: 'a', generate: true } },
        return_path_domain: { return_path_domain: 'evil.test' },
        fallback_of: { fallback_of: other.id },
      },
      'put /templates/:id': {
        ...{ email_subject: { email_subject: 'Hijacked' }, email_pre_header: { email_pre_header: 'Hijacked' } },
        ...{
          email_body: { email_body: '<a href="{{ confirm_url }}">No</a>' },
          email_body_text: { email_body_text: 'Hijacked {{ confirm_url }}' },
        },
        design_template: { design_template: 'raw_html' },
        translations: { translations: { de: { email_subject: 'Hijacked' } } },
      },
      'delete /templates/:id': { none: {} },
    };
  });

  /** The routes that may change what is sent, by method and path. */
  const changing = (): { readonly key: string; readonly route: Route }[] =>
    routesOf(world)
      .filter(({ method, path }) => method !== 'get' && APPROVED.test(path))
      .filter(({ rule }) => !JSON.stringify(rule).includes('send_campaigns'))
      .map((route) => ({ key: `${route.method} ${route.path}`, route }))
      .filter(({ key }) => !FREE.some((pattern) => pattern.test(key.replace(DIALECT, ''))));

  const urlOf = ({ path }: Route, id = ids[APPROVED.exec(path)?.[1] ?? '']): string =>
    filled(path.replace(DIALECT, ''), '1', { id: String(id) });

  const clientOf = ({ path }: Route, client: ApiClient): ApiClient =>
    path.startsWith(DIALECT) ? inDialect(world, client) : client;

  const stored = async (): Promise<unknown> =>
    Promise.all(
      ['campaigns', 'funnels', 'funnel_versions', 'senders', 'email_templates'].map((table) =>
        world.db.query(`SELECT * FROM ${table} ORDER BY id`),
      ),
    );

  const refused = { code: 'rest_forbidden', data: { status: 403, required_permission: 'send_campaigns' } };

  it('has a body here for every field of every route that may change it', () => {
    const documented = new Map(operationsOf(world).map((each) => [`${each.method} ${each.path}`, each]));
    for (const { key } of changing()) {
      const fields = (documented.get(key)?.bodyFields ?? []).map(({ path }) => String(path[0]));
      expect({ key, fields: Object.keys(bodies[key] ?? {}) }).toEqual({
        key,
        fields: expect.arrayContaining([...new Set(fields)].filter((field) => !FREE_FIELDS.includes(field))),
      });
      expect(Object.keys(bodies[key] ?? {})).not.toEqual([]);
    }
    expect(Object.keys(bodies).filter((key) => !changing().some((each) => each.key === key))).toEqual([]);
  });

  it('is not changed without send_campaigns, by any route and field', async () => {
    const before = await stored();
    for (const { key, route } of changing())
      for (const [field, body] of Object.entries(bodies[key] ?? {})) {
        const response = await clientOf(route, writer).send(route.method, urlOf(route)).send(body);
        expect({ key, field, body: response.body }).toMatchObject({ key, field, body: refused });
      }
    expect(await stored()).toEqual(before);
  });

  it('includes the content of a campaign that a published funnel sends', async () => {
    for (const [field, body] of Object.entries(bodies['put /campaigns/:id'] ?? {})) {
      const response = await writer.put(`/campaigns/${ids['sentByFunnel']}`).send(body);
      expect({ field, body: response.body }).toMatchObject({ field, body: refused });
    }
  });

  it('includes senders that would take over: with the same From address, as a fallback, or for MAIL_FROM', async () => {
    const server = { host: 'mail.evil.test', name: 'Evil' };
    const byDefault = await world.given.funnel({ sequences: [{ action_name: 'end_this_funnel' }] });
    await approver.put(`/funnels/${byDefault.id}/status`).send({ status: 'published' }).expect(200);
    const [, own = ''] = /<?([^<\s]+@[^>\s]+)>?$/.exec(world.config.mail.from) ?? [];
    const takeovers = [{ from_email: 'news@example.com' }, { from_email: own }, { fallback_of: ids['senders'] }];
    const idle = await world.given.sender({ url: 'smtp://mail.example.com:587' });
    for (const takeover of takeovers) {
      const created = await writer.post('/senders').send({ ...server, from_email: 'evil@evil.test', ...takeover });
      expect([takeover, created.body]).toMatchObject([takeover, refused]);
      const changed = await writer.put(`/senders/${idle.id}`).send(takeover);
      expect([takeover, changed.body]).toMatchObject([takeover, refused]);
    }
    await writer
      .post('/senders')
      .send({ ...server, from_email: 'idle@example.com' })
      .expect(200);
    await writer.put(`/senders/${idle.id}`).send({ from_name: 'Free' }).expect(200);
  });

  it('can be renamed and read back without the permission, and changed with it', async () => {
    const title = { title: 'Renamed' };
    await writer.put(`/campaigns/${ids['campaigns']}`).send(title).expect(200);
    await writer.put(`/campaigns/${ids['campaigns']}/title`).send({ title: 'Again' }).expect(200);
    const { campaign } = (await writer.get(`/campaigns/${ids['campaigns']}`).expect(200)).body;
    const { email_subject, email_body, settings } = campaign;
    await writer
      .put(`/campaigns/${ids['campaigns']}`)
      .send({ ...title, email_subject, email_body, settings })
      .expect(200);
    const { funnel } = (await writer.get(`/funnels/${ids['funnels']}`).expect(200)).body;
    const { trigger_name, conditions, settings: rules } = funnel;
    for (const client of [writer, inDialect(world, writer)])
      await client
        .put(`/funnels/${ids['funnels']}`)
        .send({ ...title, trigger_name, conditions, settings: rules })
        .expect(200);
    await writer
      .put(`/senders/${ids['senders']}`)
      .send({ name: 'Renamed', from_email: 'news@example.com' })
      .expect(200);
    await writer
      .put(`/templates/${ids['templates']}`)
      .send({ ...title, description: 'Confirmation' })
      .expect(200);
    await approver.put(`/campaigns/${ids['campaigns']}`).send({ email_subject: 'Approved again' }).expect(200);
    await approver.put(`/senders/${ids['senders']}`).send({ from_name: 'Approved' }).expect(200);
    await approver.put(`/templates/${ids['templates']}`).send({ email_subject: 'Approved' }).expect(200);
  });

  it('is free again when it is stopped, which needs no permission', async () => {
    await writer.post(`/campaigns/${ids['campaigns']}/unschedule`).expect(200);
    await inDialect(world, writer).put(`/funnels/${ids['funnels']}`).send({ status: 'draft' }).expect(200);
    for (const { key, route } of changing())
      for (const [field, body] of Object.entries(bodies[key] ?? {})) {
        const { status } = await clientOf(route, writer).send(route.method, urlOf(route)).send(body);
        expect({ key, field, status }).not.toMatchObject({ status: 403 });
      }
  });
});
