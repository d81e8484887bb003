import { World } from '../../support/world.js';

const MJML =
  '<mjml><mj-body><mj-section><mj-column><mj-text>Hi {{ contact.first_name }}</mj-text></mj-column></mj-section></mj-body></mjml>';

describe('templates', () => {
  let world: World;
  let made = 0;
  beforeAll(async () => {
    world = await World.start({ worker: false });
  });

  it('are created, returned, updated, and deleted', async () => {
    const created = await world.all
      .post('/templates')
      .send({
        title: ' Newsletter ',
        description: 'Monthly',
        email_subject: 'Hi {{ contact.first_name }}',
        email_pre_header: 'News',
        email_body: '<p>Hi</p>',
        email_body_text: 'Hi',
        design_template: 'plain',
        unknown: 'is ignored',
      })
      .expect(200);
    const { id } = created.body.template;
    expect(created.body).toEqual({
      message: 'Template has been created.',
      template: {
        id: expect.any(Number),
        title: 'Newsletter',
        description: 'Monthly',
        email_subject: 'Hi {{ contact.first_name }}',
        email_pre_header: 'News',
        email_body: '<p>Hi</p>',
        email_body_text: 'Hi',
        design_template: 'plain',
        translations: {},
        data_schema: null,
        created_at: expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/),
        updated_at: expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/),
      },
    });
    expect((await world.all.get(`/templates/${id}`).expect(200)).body).toEqual({ template: created.body.template });

    const changed = await world.all
      .put(`/templates/${id}`)
      .send({ description: null, email_body: '<p>Ho</p>' })
      .expect(200);
    expect(changed.body).toMatchObject({
      message: 'Template has been saved.',
      template: { title: 'Newsletter', description: null, email_body: '<p>Ho</p>', email_pre_header: 'News' },
    });

    expect((await world.all.delete(`/templates/${id}`).expect(200)).body).toEqual({
      message: 'Template has been deleted.',
    });
    for (const call of [
      world.all.get(`/templates/${id}`),
      world.all.put(`/templates/${id}`).send({}),
      world.all.delete(`/templates/${id}`),
    ])
      expect((await call.expect(404)).body).toMatchObject({
        code: 'rest_post_invalid_id',
        message: 'Invalid template ID.',
      });
  });

  it('are listed by page, in order and by a search', async () => {
    const word = `Sought${(made += 1)}`;
    const ids = [];
    for (const title of ['b', 'a', 'c']) ids.push((await world.given.template({ title: `${title} ${word}` })).id);
    const { body } = await world.all
      .get(`/templates?search=${word}&sort_by=title&sort_order=asc&per_page=2`)
      .expect(200);
    expect(body.templates).toMatchObject({ total: 3, per_page: 2, last_page: 2, current_page: 1 });
    expect(body.templates.data.map(({ title }: { title: string }) => title)).toEqual([`a ${word}`, `b ${word}`]);
    const newest = await world.all.get(`/templates?search=${word}`).expect(200);
    expect(newest.body.templates.data.map(({ id }: { id: number }) => id)).toEqual([...ids].reverse());
    await world.all.get('/templates?sort_by=email_body').expect(400);
  });

  it('have unique titles', async () => {
    const { id } = await world.given.template();
    await world.given.template({ title: 'Straße' });
    const taken = await world.all.post('/templates').send({ title: 'STRASSE' }).expect(400);
    expect(taken.body).toMatchObject({
      code: 'rest_invalid_param',
      message: 'Template with this title already exists',
      data: { params: { title: 'is taken' } },
    });
    await world.all.put(`/templates/${id}`).send({ title: 'straße' }).expect(400);
  });

  it('report all errors at once and save nothing', async () => {
    const before = (await world.all.get('/templates')).body.templates.total;
    const wrong = await world.all
      .post('/templates')
      .send({ email_subject: 'a\nb', email_body: {}, design_template: 'fancy' })
      .expect(400);
    expect(Object.keys(wrong.body.data.params).sort()).toEqual([
      'design_template',
      'email_body',
      'email_subject',
      'title',
    ]);
    const unparsable = await world.all
      .post('/templates')
      .send({
        title: 'x',
        email_subject: '{{ a',
        email_body: '<mjml>\n<mj-bod></mj-bod></mjml>',
        design_template: 'mjml',
      })
      .expect(400);
    expect(unparsable.body.data.params).toEqual({
      email_subject: expect.stringMatching(/^does not parse: .*line 1, column 1/),
      email_body: 'does not parse: there is no element <mj-bod> (line 2, column 1)',
    });
    expect((await world.all.get('/templates')).body.templates.total).toBe(before);
  });

  it('validate a change together with the stored content', async () => {
    const { id } = await world.given.template({ email_body: '<p>Hi' });
    const { body } = await world.all.put(`/templates/${id}`).send({ design_template: 'mjml' }).expect(400);
    expect(Object.keys(body.data.params)).toEqual(['email_body']);
  });

  it('accept larger bodies than other requests', async () => {
    const email_body = `<p>${'x'.repeat(1_900_000)}</p>`;
    const { id } = await world.given.template({ email_body });
    await world.all
      .put(`/templates/${id}`)
      .send({ email_body: `${email_body}!` })
      .expect(200);
    const { body } = await world.all.post('/templates/render').send({ email_body }).expect(200);
    expect(body.html).toContain(email_body);
  });

  it('are rendered with sample values or for a contact, without storing anything', async () => {
    await world.given.customField({ label: 'Shoe size', slug: 'shoe_size', type: 'number' });
    const content = {
      email_subject: 'For {{ contact.first_name }}',
      email_pre_header: 'Size {{ custom.shoe_size }}',
      email_body:
        '<p>{{ contact.city }}</p><a href="https://x.example/{{ contact.first_name }}">go</a> <a href="{{ unsubscribe_url }}">out</a>',
    };
    const sample = await world.all.post('/templates/render').send(content).expect(200);
    expect(sample.body).toEqual({
      subject: 'For Ada',
      pre_header: 'Size 42',
      html: expect.stringContaining('<p>London</p>'),
      text: expect.stringContaining('https://x.example/Ada'),
    });
    expect(sample.body.html).toContain('href="https://x.example/Ada"');
    expect(sample.body.html).toContain('href="http://carillon.test/t/sample/unsubscribe"');

    const contact = await world.given.contact({
      first_name: '<Zoë> & "co"',
      city: 'Köln',
      custom_values: { shoe_size: '38' },
    });
    const real = await world.all
      .post('/templates/render')
      .send({ ...content, contact_id: contact.id })
      .expect(200);
    expect(real.body).toMatchObject({ subject: 'For <Zoë> & "co"', pre_header: 'Size 38' });
    expect(real.body.html).toContain('<p>Köln</p>');
    expect(real.body.html).toContain('href="https://x.example/%3CZo%C3%AB%3E%20%26%20%22co%22"');

    const unknown = await world.all
      .post('/templates/render')
      .send({ ...content, contact_id: 999_999 })
      .expect(400);
    expect(unknown.body.data.params).toEqual({ contact_id: 'names no contact' });
    const faulty = await world.all.post('/templates/render').send({ email_body: '{% if %}' }).expect(400);
    expect(faulty.body.data.params).toEqual({ email_body: expect.stringMatching(/line 1/) });
  });

  it('are rendered from MJML', async () => {
    const { body } = await world.all
      .post('/templates/render')
      .send({ email_body: MJML, design_template: 'mjml' })
      .expect(200);
    expect(body.html).toMatch(/^<!doctype html>/);
    expect(body.html).toContain('Hi Ada');
    expect(body.text).toBe('Hi Ada');
  });

  it('contain no working links of a contact', async () => {
    for (const page of ['unsubscribe', 'preferences', 'view']) {
      expect((await world.http.get(`/t/sample/${page}`).expect(200)).text).toContain('This was a test');
      await world.http.post(`/t/sample/${page}`).send('List-Unsubscribe=One-Click').expect(200);
    }
    await world.http.get('/t/sample/other').expect(404);
  });

  it('provide a campaign with the values that it omits, as of that moment', async () => {
    const { id } = await world.given.template({
      email_subject: 'Of the template',
      email_pre_header: 'Pre',
      email_body: MJML,
      design_template: 'mjml',
    });
    const { body } = await world.all
      .post('/campaigns')
      .send({ title: 'From a template', template_id: id, email_subject: 'Mine' })
      .expect(200);
    expect(body.campaign).toMatchObject({
      template_id: id,
      email_subject: 'Mine',
      email_pre_header: 'Pre',
      email_body: MJML,
      design_template: 'mjml',
    });
    await world.all.put(`/templates/${id}`).send({ email_pre_header: 'Later' }).expect(200);
    await world.all.delete(`/templates/${id}`).expect(200);
    const after = await world.all.get(`/campaigns/${body.campaign.id}`).expect(200);
    expect(after.body.campaign).toMatchObject({ template_id: id, email_pre_header: 'Pre' });

    const gone = await world.all.put(`/campaigns/${body.campaign.id}`).send({ template_id: id }).expect(400);
    expect(gone.body.data.params).toEqual({ template_id: 'names no template' });
    const forgotten = await world.all.put(`/campaigns/${body.campaign.id}`).send({ template_id: null }).expect(200);
    expect(forgotten.body.campaign).toMatchObject({ template_id: null, email_body: MJML });
  });
});
