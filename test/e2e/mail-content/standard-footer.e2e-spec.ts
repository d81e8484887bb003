import { SmtpSink } from '../../support/smtp-sink.js';
import { World } from '../../support/world.js';

const OWN = '<p><a href="{{ unsubscribe_url }}">My own way</a></p>';
const BARE = '<p>Hello {{ contact.first_name }}</p>';
const NEEDED = (field: string): string =>
  `must be auto unless ${field} links to {{ unsubscribe_url }} or {{ preferences_url }}`;

describe('the standard footer', () => {
  let world: World;
  let sink: SmtpSink;

  beforeAll(async () => {
    sink = await SmtpSink.start();
    world = await World.start({
      env: {
        SMTP_URL: sink.url,
        MAIL_FROM: 'Carillon <news@carillon.example>',
        BUSINESS_NAME: 'Ada & Söhne',
        BUSINESS_ADDRESS: '12 St James’s Square, London',
      },
    });
    await world.given.customField({ label: 'Language', slug: 'language' });
  });
  beforeEach(() => {
    sink.reset();
  });

  const emails = async (): Promise<Map<string, { readonly html: string; readonly text: string }>> => {
    const parsed = sink.messages.map(async (message) => {
      const { html, text } = await message.parsed();
      return [message.envelope.to[0] ?? '', { html: html ?? '', text: text ?? '' }] as const;
    });
    return new Map(await Promise.all(parsed));
  };

  /** Creates a campaign to a new list with a German and an English recipient. */
  async function campaign(
    wanted: Record<string, unknown>,
  ): Promise<{ readonly id: number; readonly people: string[] }> {
    const list = await world.given.list();
    const german = await world.given.contact({ lists: [list.id], custom_values: { language: 'de' } });
    const other = await world.given.contact({ lists: [list.id] });
    const { id } = await world.given.campaign({ email_subject: 'S', email_body: BARE, lists: [list.id], ...wanted });
    return { id, people: [german.email, other.email] };
  }

  const send = async (id: number): Promise<void> => {
    await world.all.post(`/campaigns/${id}/send`).expect(200);
    await world.settle();
  };

  it('is in a campaign without a link, in the language of each recipient, and its links work', async () => {
    const { id, people } = await campaign({ settings: { language: 'es' } });
    await send(id);
    const [german, other] = people.map((email) => async () => (await emails()).get(email)!);
    const { html, text } = await german!();
    expect(html).toMatch(/Ada &amp; Söhne\n12 St James’s Square, London.*>Abmelden<\/a>.*<\/body>/s);
    expect(text).toMatch(/Ada & Söhne\n12 St James’s Square, London\n\nAbmelden: http:\/\/carillon\.test\/t\/u\//);
    expect((await other!()).html).toContain('>Cancelar la suscripción</a>');

    const [, path] = /Abmelden: http:\/\/carillon\.test(\/t\/u\/\S+)/.exec(text)!;
    await world.http.post(path!).type('form').send('List-Unsubscribe=One-Click').expect(200);
    const { body } = await world.all.get(`/subscribers/0?get_by_email=${people[0]}`).expect(200);
    expect(body.subscriber.status).toBe('unsubscribed');
  });

  it('is omitted if the body has a link, and added to a text part without one', async () => {
    const { id, people } = await campaign({ email_body: BARE + OWN, email_body_text: 'Hello' });
    await send(id);
    const { html, text } = (await emails()).get(people[1]!)!;
    expect(html).toContain('My own way');
    expect(html).not.toContain('Ada &amp; Söhne');
    expect(text).toMatch(/^Hello\n\nAda & Söhne/);
  });

  it('is decided for each recipient: a link hidden by a condition does not count', async () => {
    const { id, people } = await campaign({
      email_body: `{% if custom.language == 'de' %}${OWN}{% else %}${BARE}{% endif %}`,
    });
    await send(id);
    const sent = await emails();
    expect(people.map((email) => sent.get(email)!.html.includes('Ada &amp; Söhne'))).toEqual([false, true]);
  });

  it('is shown by previews, test emails and the view in a browser', async () => {
    const { id, people } = await campaign({ email_body: `${BARE}<p>{{ view_url }}</p>` });
    const preview = await world.all.post(`/campaigns/${id}/preview`).send({}).expect(200);
    expect(preview.body.html).toContain('http://carillon.test/t/sample/unsubscribe');
    expect(preview.body.text).toContain('Unsubscribe: http://carillon.test/t/sample/unsubscribe');
    await world.all
      .post(`/campaigns/${id}/send-test-email`)
      .send({ emails: ['me@example.com'] })
      .expect(200);
    expect((await emails()).get('me@example.com')!.html).toContain('>Unsubscribe</a>');

    await send(id);
    const { html } = (await emails()).get(people[0]!)!;
    const [, view] = /http:\/\/carillon\.test(\/t\/v\/[\w-]+)/.exec(html)!;
    expect((await world.http.get(view!).expect(200)).text).toContain('>Abmelden</a>');
  });

  it('is reported by lint', async () => {
    const { id } = await campaign({ email_body_text: 'Hello' });
    const added = await world.all.get(`/campaigns/${id}/lint`).expect(200);
    expect(added.body.footer).toBe('standard');
    expect(added.body.issues).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ severity: 'info', code: 'standard_footer', field: 'email_body' }),
        expect.objectContaining({ severity: 'info', code: 'standard_footer', field: 'email_body_text' }),
      ]),
    );
    await world.all
      .put(`/campaigns/${id}`)
      .send({ email_body: BARE + OWN, email_body_text: '' })
      .expect(200);
    const own = await world.all.get(`/campaigns/${id}/lint`).expect(200);
    expect(own.body.footer).toBe('own');
    expect(JSON.stringify(own.body.issues)).not.toContain('standard_footer');
  });

  it('is in every variant of an A/B test without a link', async () => {
    const variants = [{ key: 'a', body: BARE }, { key: 'b' }];
    const settings = { ab_test: { variants, sample_percent: 100 } };
    const { id } = await campaign({ email_body: OWN, settings });
    await send(id);
    const all = [...(await emails()).values()].map(({ html }) => html);
    expect(all).toHaveLength(2);
    expect(all.filter((html) => html.includes('Ada &amp; Söhne')).every((html) => html.includes('Hello'))).toBe(true);
    expect(all.filter((html) => html.includes('My own way')).some((html) => html.includes('Ada &amp; Söhne'))).toBe(
      false,
    );

    const refused = await world.all
      .post('/campaigns')
      .send({ title: 'Refused variant', email_body: OWN, settings: { ...settings, footer: 'none' } })
      .expect(400);
    expect(refused.body.data.params).toEqual({ 'settings.footer': NEEDED('email_body') });
  });

  describe('left out by `none`', () => {
    it.each([
      ['no link', { email_body: BARE }, 'email_body'],
      ['a link in a comment', { email_body: `<p>a</p><!-- ${OWN} -->` }, 'email_body'],
      ['a hidden link', { email_body: `<p>a</p>{% if false %}${OWN}{% endif %}` }, 'email_body'],
      ['a text part without a link', { email_body: OWN, email_body_text: 'Hello' }, 'email_body_text'],
    ])('is refused with %s', async (_what, content, field) => {
      const settings = { footer: 'none' };
      const { body } = await world.all
        .post('/campaigns')
        .send({ title: 'None', ...content, settings })
        .expect(400);
      expect(body.data.params).toEqual({ 'settings.footer': NEEDED(field) });
    });

    it('is refused by every write that leads to it, and shown if valid', async () => {
      const { id, people } = await campaign({ email_body: BARE + OWN, settings: { footer: 'none' } });
      const broken = await world.all.put(`/campaigns/${id}`).send({ email_body: BARE }).expect(400);
      expect(broken.body.data.params).toEqual({ 'settings.footer': NEEDED('email_body') });
      const { body } = await world.all.put(`/campaigns/${id}`).send({ email_subject: 'Still' }).expect(200);
      expect(body.campaign.settings).toMatchObject({ footer: 'none', language: null });
      await send(id);
      expect((await emails()).get(people[0]!)!.html).not.toContain('Ada &amp; Söhne');
    });

    it.each([
      [{ footer: 'maybe' }, 'settings.footer'],
      [{ footer: null }, 'settings.footer'],
      [{ language: 'sv' }, 'settings.language'],
    ])('with another value is refused: %j', async (settings, field) => {
      const { body } = await world.all.post('/campaigns').send({ title: 'Wrong', settings }).expect(400);
      expect(Object.keys(body.data.params)).toEqual([field]);
    });
  });

  describe('of a funnel', () => {
    const custom = (settings: Record<string, unknown>) => ({
      action_name: 'send_custom_email',
      settings: { email_subject: 'S', email_body: BARE, ...settings },
    });
    const through = async (...sequences: unknown[]): Promise<string[]> => {
      const { id: contact } = await world.given.contact();
      const funnel = await world.given.publishedFunnel({ sequences });
      await world.all
        .post(`/funnels/${funnel.id}/subscribers`)
        .send({ subscribers: [contact] })
        .expect(200);
      await world.settle();
      return Promise.all(sink.messages.map(async (message) => (await message.parsed()).html ?? ''));
    };

    it('is in emails without a link, by the settings of the step', async () => {
      const [html] = await through(custom({ language: 'fr' }));
      expect(html).toContain('>Se désabonner</a>');
    });

    it('is omitted by a step with a link, and refused without one', async () => {
      const [html] = await through(custom({ footer: 'none', email_body: OWN }));
      expect(html).not.toContain('Ada &amp; Söhne');
      const refused = await world.all
        .post('/funnels')
        .send({ title: 'No footer', trigger_name: 'contact_created', sequences: [custom({ footer: 'none' })] })
        .expect(400);
      expect(refused.body.data.params).toEqual({ 'sequences.0.settings.footer': NEEDED('email_body') });
    });

    it('is that of the campaign whose content is sent', async () => {
      const bare = await world.given.campaign({ email_subject: 'S', email_body: BARE, settings: { language: 'de' } });
      const step = { action_name: 'send_campaign_email', settings: { campaign_id: bare.id } };
      const [html] = await through(step);
      expect(html).toContain('>Abmelden</a>');
    });
  });
});
