import type { ApiClient } from '../../support/api-client.js';
import { WITH_DIALECT, inDialect } from '../../support/dialect-client.js';
import { SmtpSink } from '../../support/smtp-sink.js';
import { World } from '../../support/world.js';

/** The requests that programs written for FluentCRM send, in their own order and with their own members. */
describe('programs written for FluentCRM', () => {
  let sink: SmtpSink;
  let world: World;
  let dialect: ApiClient;
  let list: number;
  beforeAll(async () => {
    sink = await SmtpSink.start();
    world = await World.start({ env: { ...WITH_DIALECT, SMTP_URL: sink.url, MAIL_FROM: 'news@carillon.example' } });
    dialect = inDialect(world);
    list = (await world.given.list()).id;
    await world.given.contact({ lists: [list] });
  });

  it('sync a contact of a WordPress site (WP Fusion)', async () => {
    const tag = await world.given.tag();
    const field = await world.given.customField({ type: 'date' });
    const created = await dialect
      .post('/subscribers')
      .send({
        email: 'shop+ada@example.com',
        first_name: 'Ada',
        status: 'subscribed',
        date_of_birth: '1990-01-02 00:00:00',
        country: 'Deutschland',
        avatar: 'https://example.com/ada.png',
        custom_values: { [field.slug]: '2026-05-06 00:00:00' },
      })
      .expect(200);
    const { id } = created.body.contact;
    expect(created.body.contact).toMatchObject({ date_of_birth: '1990-01-02', country: 'DE' });
    const found = await dialect.get('/subscribers/0?get_by_email=shop+ada@example.com&with[]=user').expect(200);
    expect(found.body.subscriber.id).toBe(id);
    const updated = await dialect
      .put(`/subscribers/${id}`)
      .send({ subscriber: { country: 'The Moon', attach_tags: [tag.id], date_of_birth: '0000-00-00' } })
      .expect(200);
    expect(updated.body.contact).toMatchObject({ country: 'DE', date_of_birth: null, tags: [{ id: tag.id }] });
    expect(updated.body.warnings).toHaveLength(1);
  });

  it('find a tag among more than one page, and send a campaign without an opt-out link (SureTriggers)', async () => {
    for (let made = 0; made < 12; made += 1) await world.given.tag();
    const { body } = await dialect.get('/tags/').expect(200);
    expect(body.tags.data).toHaveLength(body.tags.total);
    const { id } = (await dialect.post('/campaigns').send({ title: 'Triggered' }).expect(200)).body;
    await dialect
      .put(`/campaigns/${id}`)
      .send({
        title: 'Triggered',
        email_subject: '{{contact.first_name|there}}, hello',
        email_body: '<p>Hello {{contact.first_name|there}}</p>',
        settings: { subscribers: [{ list: String(list), tag: 'all' }], sending_filter: 'list_tag' },
      })
      .expect(200);
    await dialect.post(`/campaigns/${id}/schedule`).send({}).expect(200);
    await world.settle();
    expect((await dialect.get(`/campaigns/${id}/status`).expect(200)).body.sent_count).toBe(1);
    expect(String(sink.messages.at(-1)?.raw)).toContain('/t/u/');
  });

  it('copy a template into a campaign, and manage automations (blocklienterprise)', async () => {
    const template = {
      post_title: 'Monthly',
      post_content: '<p>Hi {{contact.first_name|there}}</p>',
      post_excerpt: 'What is new',
      email_subject: 'News of {{crm.business_name}}',
      edit_type: 'html',
      design_template: 'classic',
      settings: { template_config: [] },
    };
    const made = await dialect.post('/templates').send({ template }).expect(200);
    const { template_id: id } = made.body;
    const read = await dialect.get(`/templates/${id}`).expect(200);
    expect(read.body.template).toMatchObject({
      id,
      post_title: 'Monthly',
      title: 'Monthly',
      post_content: '<p>Hi {{ contact.first_name | default: "there" }}</p>',
      post_excerpt: 'What is new',
      email_subject: 'News of {{ business.name }}',
      design_template: 'simple',
    });
    const page = await dialect.get('/templates').expect(200);
    expect(page.body.templates.data[0].post_title).toBe('Monthly');
    const copied = await dialect
      .post('/campaigns')
      .send({ title: 'Copied', email_body: read.body.template.post_content })
      .expect(200);
    expect(copied.body.email_body).toBe(read.body.template.post_content);
    const changed = await dialect
      .put(`/templates/${id}`)
      .send({ template: { post_title: 'Monthly news' } })
      .expect(200);
    expect(changed.body).toMatchObject({
      template_id: id,
      template: { post_title: 'Monthly news', title: 'Monthly news' },
    });
    const funnel = await world.given.publishedFunnel();
    const steps = await dialect.get(`/funnels/${funnel.id}?with[]=funnel_sequences`).expect(200);
    expect(steps.body.funnel_sequences).toEqual([]);
    const paused = await dialect.put(`/funnels/${funnel.id}`).send({ status: 'paused' }).expect(200);
    expect(paused.body.funnel.status).toBe('paused');
    await dialect.put(`/funnels/${funnel.id}`).send({ status: 'published' }).expect(200);
    const contact = await world.given.contact();
    await dialect
      .post('/subscribers/do-bulk-action')
      .send({ action_name: 'add_to_automation', subscriber_ids: [contact.id], new_status: funnel.id })
      .expect(200);
  });

  it('replace the tags of a contact again and again (danydownload)', async () => {
    const [one, two] = [await world.given.tag(), await world.given.tag()];
    const { id } = await world.given.contact({ tags: [one.id] });
    for (const wanted of [[two.id], [two.id], [one.id, two.id]]) {
      const { tags } = (await dialect.get(`/subscribers/${id}`).expect(200)).body.subscriber;
      const detach_tags = tags.map((tag: { id: number }) => tag.id);
      const { body } = await dialect.put(`/subscribers/${id}`).send({ attach_tags: wanted, detach_tags }).expect(200);
      expect(body.contact.tags.map((tag: { id: number }) => tag.id).sort()).toEqual(wanted);
    }
  });

  it('show totals (MCP servers)', async () => {
    const { body } = await dialect.get('/reports/dashboard-stats').expect(200);
    const count = expect.any(Number);
    expect(body).toEqual({
      stats: {
        total_subscribers: { title: 'Total Contacts', count },
        total_campaigns: { title: 'Campaigns', count },
        email_sent: { title: 'Emails Sent', count },
        tags: { title: 'Tags', count },
        total_templates: { title: 'Email Templates', count },
        total_automations: { title: 'Automations', count },
      },
      sales: [],
      dashboard_notices: [],
    });
    const { stats } = body;
    expect(stats.total_subscribers.count).toBe((await world.all.get('/subscribers').expect(200)).body.total);
    expect(stats.email_sent.count).toBeGreaterThan(0);
    expect(stats.tags.count).toBe((await world.all.get('/tags').expect(200)).body.tags.length);
    await world.given.funnel();
    const later = await dialect.get('/reports/dashboard-stats').expect(200);
    expect(later.body.stats.total_automations.count - stats.total_automations.count).toBe(1);
    await world.all.get('/reports/dashboard-stats').expect(404);
  });

  it('use the published examples, on both paths', async () => {
    const { id } = await world.given.contact();
    for (const client of [dialect, world.all]) {
      const webhook = {
        name: 'My Webhook',
        url: 'https://example.com/webhook',
        events: ['contact.created'],
        secret: 'my-secret-key',
      };
      const { body } = await client.post('/webhooks').send(webhook).expect(200);
      expect(body.warnings).toHaveLength(1);
      const read = await client.get(`/subscribers/${id}?with[]=stats&with[]=custom_values`).expect(200);
      expect(read.body.subscriber).toMatchObject({ custom_values: {}, stats: expect.any(Object) });
      const plus = await world.given.contact({ email: `a+${client === dialect ? 'x' : 'y'}@example.com` });
      const byEmail = await client.get(`/subscribers/0?get_by_email=${plus.email}`).expect(200);
      expect(byEmail.body.subscriber.id).toBe(plus.id);
    }
  });
});
