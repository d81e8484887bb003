import type { ApiClient } from '../../support/api-client.js';
import { WITH_DIALECT, inDialect } from '../../support/dialect-client.js';
import { SmtpSink } from '../../support/smtp-sink.js';
import { World } from '../../support/world.js';

const SUBJECT = 'Hi {{contact.first_name|there}}';
const SUBJECT_IN_LIQUID = 'Hi {{ contact.first_name | default: "there" }}';

describe('merge tags in the other dialect', () => {
  let sink: SmtpSink;
  let world: World;
  let dialect: ApiClient;
  let list: number;
  beforeAll(async () => {
    sink = await SmtpSink.start();
    world = await World.start({
      env: {
        ...WITH_DIALECT,
        SMTP_URL: sink.url,
        MAIL_FROM: 'news@carillon.example',
        BUSINESS_NAME: 'Tea & Co',
        BUSINESS_ADDRESS: '1 Leaf Lane',
      },
    });
    dialect = inDialect(world);
    list = (await world.given.list()).id;
  });

  it('are translated in a campaign, and rendered for each recipient', async () => {
    const field = await world.given.customField({ type: 'text', label: 'Blend' });
    await world.given.contact({ email: 'ada@tags.example', first_name: 'Ada', city: 'bath', lists: [list] });
    await world.given.contact({
      email: 'unnamed@tags.example',
      lists: [list],
      custom_values: { [field.slug]: 'Earl Grey' },
    });
    const created = await dialect
      .post('/campaigns')
      .send({
        title: 'Tea',
        email_subject: SUBJECT,
        email_pre_header: 'For {{contact.full_name|you}}',
        email_body:
          `<p>{{contact.custom.${field.slug}|l&#039;eau}}, {{contact.city|nowhere|strtoupper}}, {{crm.business_name}}</p>` +
          '<a href="https://shop.example/?name={{contact.first_name|there}}">Shop</a>' +
          '<a href="##crm.unsubscribe_url##">Leave</a> {{crm.manage_subscription_html|Choose}} {{wp.url|no site}}',
        email_body_text: '{{contact.first_name|You}} {{crm.unsubscribe_html|Leave}}',
        settings: { subscribers: [{ list, tag: 'all' }], click_tracker: false },
      })
      .expect(200);
    expect(created.body).toMatchObject({
      email_subject: SUBJECT_IN_LIQUID,
      warnings: ['The merge tag {{wp.url|no site}} has no counterpart and was replaced by its default.'],
    });
    const { id } = created.body;
    const { body } = await world.all.get(`/campaigns/${id}`).expect(200);
    expect(body.campaign).toMatchObject({
      email_pre_header: 'For {{ contact.full_name | default: "you" }}',
      email_body_text: '{{ contact.first_name | default: "You" }} {{ unsubscribe_url }}',
    });
    expect(body.campaign.email_body).toContain('<a href="{{ preferences_url }}">Choose</a> no site');
    const lint = await world.all.get(`/campaigns/${id}/lint`).expect(200);
    expect(lint.body.footer).toBe('own');
    await dialect.post(`/campaigns/${id}/schedule`).send({}).expect(200);
    await world.settle();
    const sentTo = async (address: string) =>
      sink.messages.find(({ envelope }) => envelope.to.includes(address))?.parsed();
    const [ada, unnamed] = [await sentTo('ada@tags.example'), await sentTo('unnamed@tags.example')];
    expect([ada?.subject, unnamed?.subject]).toEqual(['Hi Ada', 'Hi there']);
    expect(ada?.html).toContain('<p>l&#39;eau, BATH, Tea &amp; Co</p>');
    expect(unnamed?.html).toContain('<p>Earl Grey, NOWHERE, Tea &amp; Co</p>');
    expect(ada?.html).toContain('For Ada');
    expect(ada?.html).toContain('https://shop.example/?name=Ada');
    expect(unnamed?.html).toContain('https://shop.example/?name=there');
    expect(ada?.html).toMatch(/href="http[^"]+\/t\/u\/[^"]+">Leave<\/a> <a href="http[^"]+">Choose<\/a> no site/);
    expect(unnamed?.text).toMatch(/^You http\S+/);
    const preview = await world.all.post(`/campaigns/${id}/preview`).send({}).expect(200);
    expect(preview.body.html).toContain('Tea &amp; Co');
  });

  it('are translated in variants of a test', async () => {
    const { id } = await world.given.campaign();
    const variants = [
      { key: 'a', subject: SUBJECT },
      { key: 'b', body: '##crm.unsubscribe_url##' },
    ];
    const { body } = await dialect
      .put(`/campaigns/${id}`)
      .send({ settings: { ab_test: { variants } } })
      .expect(200);
    expect(body.campaign.settings.ab_test.variants).toMatchObject([
      { subject: SUBJECT_IN_LIQUID },
      { body: '{{ unsubscribe_url }}' },
    ]);
    expect(body).not.toHaveProperty('warnings');
  });

  it('are translated in the emails of funnels, also below conditions', async () => {
    const email = {
      action_name: 'send_custom_email',
      settings: { email_subject: SUBJECT, email_body: '<a href="##crm.manage_subscription_url##">Choose</a>' },
    };
    const condition = {
      action_name: 'funnel_condition',
      settings: { conditions: [[{ source: ['subscriber', 'city'], operator: '=', value: 'Bath' }]] },
      children: { yes: [email], no: [] },
    };
    const created = await dialect
      .post('/funnels')
      .send({ title: 'Tea', trigger_name: 'contact_created', sequences: [email] })
      .expect(200);
    const { id } = created.body.funnel;
    const stored = {
      email_subject: SUBJECT_IN_LIQUID,
      email_body: '<a href="{{ preferences_url }}">Choose</a>',
    };
    expect(created.body.funnel.sequences[0].settings).toMatchObject(stored);
    const saved = await dialect
      .put(`/funnels/${id}/sequences`)
      .send({ sequences: [condition] })
      .expect(200);
    expect(saved.body.funnel.sequences[0].children.yes[0].settings).toMatchObject(stored);
    const updated = await dialect
      .put(`/funnels/${id}`)
      .send({ sequences: [email] })
      .expect(200);
    expect(updated.body.funnel.sequences[0].settings).toMatchObject(stored);
  });

  it('are translated in templates, and when content is rendered', async () => {
    const content = { email_subject: SUBJECT, email_body: '<p>{{contact.first_name|there}} ##web_preview_url##</p>' };
    const { body } = await dialect
      .post('/templates')
      .send({ title: 'Tea', ...content })
      .expect(200);
    expect(body.template).toMatchObject({
      email_subject: SUBJECT_IN_LIQUID,
      email_body: '<p>{{ contact.first_name | default: "there" }} {{ view_url }}</p>',
    });
    const rendered = await dialect.post('/templates/render').send(content).expect(200);
    expect(rendered.body.subject).toBe('Hi Ada');
  });

  it('are refused on the path of the API, which knows Liquid only', async () => {
    const { id } = await world.given.campaign();
    const { body } = await world.all.put(`/campaigns/${id}`).send({ email_subject: SUBJECT }).expect(400);
    expect(body.data.params.email_subject).toContain('undefined filter: there');
    const liquid = '{{ contact.first_name | upcase | default: "there" }}';
    const kept = await dialect.put(`/campaigns/${id}`).send({ email_subject: liquid }).expect(200);
    expect(kept.body.campaign.email_subject).toBe(liquid);
  });
});
