import { watchStatements } from '../../support/executed-sql.js';
import { SmtpSink } from '../../support/smtp-sink.js';
import { World } from '../../support/world.js';

const ROOT = 'mjml';
/** Not written as a whole, because the comparison of MJML compilers reads all documents of tests. */
const mjml = (sections: string): string => `<${ROOT}><mj-body>${sections}</mj-body></${ROOT}>`;

const OUT = '<a href="{{ unsubscribe_url }}">Out</a>';

describe('snippets', () => {
  let world: World;
  let sink: SmtpSink;
  let made = 0;

  beforeAll(async () => {
    sink = await SmtpSink.start();
    world = await World.start({ env: { SMTP_URL: sink.url, MAIL_FROM: 'Carillon <news@carillon.example>' } });
  });
  beforeEach(() => {
    sink.reset();
  });

  const snippet = async (content: Record<string, unknown>): Promise<string> => {
    const key = `s${(made += 1)}`;
    await world.all
      .post('/snippets')
      .send({ key, title: key, ...content })
      .expect(200);
    return key;
  };
  const change = (key: string, content: Record<string, unknown>) => world.all.put(`/snippets/${key}`).send(content);
  const render = (key: string): string => `{% render "${key}" %}`;
  const preview = async (id: number) => (await world.all.post(`/campaigns/${id}/preview`).send({}).expect(200)).body;
  const sentHtml = async (): Promise<string[]> =>
    Promise.all(sink.messages.map(async (message) => (await message.parsed()).html ?? ''));

  it('are created, returned, changed, and deleted', async () => {
    const key = `s${(made += 1)}`;
    const created = await world.all.post('/snippets').send({ key, title: 'Footer', html: '<b>x</b>' }).expect(200);
    expect(created.body).toEqual({
      message: 'Snippet has been created.',
      snippet: {
        ...{ key, title: 'Footer', html: '<b>x</b>', mjml: null, text: null },
        created_at: expect.any(String),
        updated_at: expect.any(String),
      },
    });
    const taken = await world.all.post('/snippets').send({ key, title: 'Again', html: 'x' }).expect(400);
    expect(taken.body.data.params).toEqual({ key: 'is taken' });
    const changed = await change(key, { text: 'x', html: null }).expect(200);
    expect(changed.body.snippet).toMatchObject({ html: null, text: 'x', title: 'Footer' });
    expect((await world.all.get(`/snippets/${key}`).expect(200)).body).toEqual({ snippet: changed.body.snippet });
    expect((await world.all.get('/snippets').expect(200)).body.snippets).toContainEqual(changed.body.snippet);
    await world.all.delete(`/snippets/${key}`).expect(200);
    for (const call of [world.all.get(`/snippets/${key}`), change(key, {}), world.all.delete(`/snippets/${key}`)])
      await call.expect(404);
  });

  it('are refused without content, with syntax errors, and with a key that is none', async () => {
    const refuse = async (content: Record<string, unknown>) =>
      (
        await world.all
          .post('/snippets')
          .send({ key: 'x', title: 'x', ...content })
          .expect(400)
      ).body.data.params;
    expect(await refuse({})).toEqual({ html: 'is required, or mjml, or text' });
    expect(await refuse({ html: '{% if %}' })).toHaveProperty('html');
    expect(await refuse({ text: '{{ a | nothing }}' })).toHaveProperty('text');
    expect(await refuse({ key: 'Foot er', html: 'x' })).toHaveProperty('key');
    expect(await refuse({ html: render('none-such') })).toEqual({ html: 'snippet x: there is no snippet none-such' });
  });

  it('reach 20 previews after a change, but no campaign and no funnel that has started', async () => {
    const key = await snippet({ html: `<p>before</p>${OUT}`, text: 'before' });
    const body = { email_subject: `S ${render(key)}`, email_body: render(key) };
    const drafts = await Promise.all(Array.from({ length: 20 }, () => world.given.campaign(body)));
    const list = await world.given.list();
    const contact = await world.given.contact({ lists: [list.id] });
    const running = await world.given.campaign({ ...body, lists: [list.id] });
    await world.all.post(`/campaigns/${running.id}/send`).expect(200);
    const step = { action_name: 'send_custom_email', settings: body };
    const draft = await world.given.funnel({ sequences: [step] });
    const funnel = await world.given.publishedFunnel({ sequences: [step] });

    await change(key, { html: `<p>after</p>${OUT}`, text: 'after' }).expect(200);

    for (const { id } of drafts) {
      const shown = await preview(id);
      expect([shown.subject, shown.html]).toEqual(['S after', expect.stringContaining('<p>after</p>')]);
    }
    expect(await preview(running.id)).toMatchObject({ subject: 'S before', html: expect.stringContaining('before') });
    await world.all
      .post(`/funnels/${funnel.id}/subscribers`)
      .send({ subscribers: [contact.id] })
      .expect(200);
    await world.settle();
    expect(sink.messages).toHaveLength(2);
    for (const html of await sentHtml()) expect(html).toContain('<p>before</p>');

    // A draft takes what is there when it is published, and so does a new version.
    await world.all.put(`/funnels/${draft.id}/status`).send({ status: 'published' }).expect(200);
    const { body: saved } = await world.all.get(`/funnels/${funnel.id}/sequences`).expect(200);
    await world.all.put(`/funnels/${funnel.id}/sequences`).send({ sequences: saved.sequences }).expect(200);
    await change(key, { html: `<p>last</p>${OUT}` }).expect(200);
    sink.reset();
    for (const { id } of [draft, funnel])
      await world.all
        .post(`/funnels/${id}/subscribers`)
        .send({ subscribers: [(await world.given.contact()).id] })
        .expect(200);
    await world.settle();
    expect(sink.messages).toHaveLength(2);
    for (const html of await sentHtml()) expect(html).toContain('<p>after</p>');
  });

  it('get values, in loops too, and see no variables around them', async () => {
    const inner = await snippet({ html: '[{{ name }}{{ outer }}]' });
    const outer = await snippet({ html: `{{ item }} {% render "${inner}", name: item %} {{ contact.first_name }}` });
    const { body } = await world.all
      .post('/templates/render')
      .send({
        email_body: `{% assign outer = "leak" %}{% assign all = "a,<b>" | split: "," %}{% for one in all %}<p>{% render "${outer}", item: one %}</p>{% endfor %}`,
      })
      .expect(200);
    expect(body.html).toContain('<p>a [a] Ada</p><p>&lt;b&gt; [&lt;b&gt;] Ada</p>');
  });

  it('are inserted as MJML into MJML, and as text into text parts', async () => {
    const key = await snippet({ mjml: '<mj-text>from MJML</mj-text>', text: 'from text', html: 'from HTML' });
    const { body } = await world.all
      .post('/templates/render')
      .send({
        design_template: 'mjml',
        email_body: mjml(`<mj-section><mj-column>${render(key)}</mj-column></mj-section>`),
        email_body_text: render(key),
      })
      .expect(200);
    expect([body.html, body.text]).toEqual([expect.stringContaining('>from MJML</div>'), 'from text']);
    const htmlOnly = await snippet({ html: 'x' });
    const refused = await world.all
      .post('/templates')
      .send({ title: 'T', email_subject: render(htmlOnly) })
      .expect(400);
    expect(refused.body.data.params.email_subject).toContain(`snippet ${htmlOnly} has no text`);
  });

  it('may have 4 levels, but neither more nor a cycle, whichever of them is changed', async () => {
    const leaf = await snippet({ html: 'leaf' });
    const keys = [leaf];
    for (let level = 0; level < 3; level += 1) keys.unshift(await snippet({ html: render(keys[0]!) }));
    const [top, second] = keys;
    const email = await world.all
      .post('/templates/render')
      .send({ email_body: render(top!) })
      .expect(200);
    expect(email.body.html).toContain('leaf');
    const refused = await world.all
      .post('/snippets')
      .send({ key: 'fifth', title: 'x', html: render(top!) })
      .expect(400);
    expect(refused.body.data.params.html).toMatch(/must not be nested deeper than 4 levels/);
    const deeper = await snippet({ html: 'x' });
    expect((await change(leaf, { html: render(deeper) }).expect(400)).body.data.params.html).toMatch(/deeper than 4/);
    const cycle = await change(leaf, { html: render(second!) }).expect(400);
    expect(cycle.body.data.params.html).toMatch(/snippets render each other: (\w+)(?: -> \w+){2} -> \1$/);
    expect((await world.all.get(`/snippets/${leaf}`).expect(200)).body.snippet.html).toBe('leaf');
  });

  it('must exist when content is saved', async () => {
    const email_body = render('never-made');
    const fault = 'there is no snippet never-made';
    const step = { action_name: 'send_custom_email', settings: { email_subject: 'x', email_body } };
    for (const [path, content, field] of [
      ['/templates', { title: 'T', email_body }, 'email_body'],
      ['/campaigns', { title: 'C', translations: { de: { email_body } } }, 'translations.de.email_body'],
      [
        '/funnels',
        { title: 'F', trigger_name: 'contact_created', sequences: [step] },
        'sequences.0.settings.email_body',
      ],
    ] as const) {
      const { body } = await world.all.post(path).send(content).expect(400);
      expect(body.data.params[field]).toContain(fault);
    }
  });

  it('are not deleted while they are used, and name their users', async () => {
    const key = await snippet({ html: 'x', text: 'x' });
    const template = await world.given.template({ translations: { de: { email_subject: render(key) } } });
    const variants = [{ key: 'a' }, { key: 'b', body: render(key) }];
    const campaign = await world.given.campaign({ settings: { ab_test: { variants } } });
    const settings = { email_subject: 'x', email_body: render(key) };
    const funnel = await world.given.funnel({ sequences: [{ action_name: 'send_custom_email', settings }] });
    const above = await snippet({ html: render(key) });
    const { body } = await world.all.get(`/snippets/${key}/uses`).expect(200);
    expect(body.uses.total).toBe(4);
    expect(body.uses.data.map(({ type }: { type: string }) => type).sort()).toEqual([
      ...['campaign', 'funnel', 'snippet', 'template'],
    ]);
    const refused = await world.all.delete(`/snippets/${key}`).expect(400);
    expect(refused.body.data.params.key).toContain(`template ${template.id} (${template.title})`);
    expect(refused.body.data.params.key).toContain(`campaign ${campaign.id} (${campaign.title})`);

    await world.all.put(`/templates/${template.id}`).send({ translations: {} }).expect(200);
    await world.all.delete(`/campaigns/${campaign.id}`).expect(200);
    await world.all.delete(`/funnels/${funnel.id}`).expect(200);
    await world.all.delete(`/snippets/${above}`).expect(200);
    await world.all.delete(`/snippets/${key}`).expect(200);
  });

  it('are read once when a campaign is scheduled', async () => {
    const key = await snippet({ html: '<p>x</p>' });
    const list = await world.given.list();
    await world.given.contact({ lists: [list.id] });
    const { id } = await world.given.campaign({ lists: [list.id], email_subject: 'x', email_body: render(key) + OUT });
    let read = 0;
    watchStatements((sql) => {
      if (sql.includes('FROM snippets WHERE snippet_key')) read += 1;
    });
    const scheduled_at = new Date(Date.now() + 86_400_000).toISOString();
    await world.all.post(`/campaigns/${id}/schedule`).send({ scheduled_at }).expect(200);
    expect(read).toBe(1);
  });

  it('may be changed without send_campaigns unless a scheduled campaign sends them', async () => {
    const key = await snippet({ html: OUT });
    const writer = await world.as('manage_campaigns');
    await writer
      .put(`/snippets/${key}`)
      .send({ html: `x ${OUT}` })
      .expect(200);
    const list = await world.given.list();
    await world.given.contact({ lists: [list.id] });
    const above = await snippet({ html: render(key) });
    const { id } = await world.given.campaign({ email_subject: 'S', email_body: render(above), lists: [list.id] });
    await world.all.post(`/campaigns/${id}/schedule`).send({ scheduled_at: '2090-01-01 00:00:00' }).expect(200);
    const { body } = await writer.put(`/snippets/${key}`).send({ html: OUT }).expect(403);
    expect(body.data.required_permission).toBe('send_campaigns');
  });

  it('have changes in the audit log', async () => {
    const key = await snippet({ html: 'one' });
    await change(key, { html: 'two' }).expect(200);
    const { body } = await world.all.get('/audit-log?entity_type=snippet&per_page=5').expect(200);
    expect(JSON.stringify(body)).toMatch(/"html".*two|two.*"html"/);
  });

  it('offer the way out that an email needs', async () => {
    const key = await snippet({ html: OUT });
    const campaign = { title: 'With a way out', email_subject: 'S', settings: { footer: 'none' } };
    await world.all
      .post('/campaigns')
      .send({ ...campaign, email_body: 'nothing' })
      .expect(400);
    const { body } = await world.all
      .post('/campaigns')
      .send({ ...campaign, email_body: render(key) })
      .expect(200);
    const lint = await world.all.get(`/campaigns/${body.campaign.id}/lint`).expect(200);
    expect(lint.body.footer).toBe('own');
  });
});
