import { linkOf, sentMailTo } from '../../support/builders/ledger.js';
import { during, expectDuring } from '../../support/during.js';
import type { GivenContact, GivenLabel } from '../../support/given.js';
import { SmtpSink } from '../../support/smtp-sink.js';
import { World } from '../../support/world.js';

type Form = Record<string, string | readonly string[]>;

describe('the preference center', () => {
  let world: World;
  let sink: SmtpSink;
  let news: GivenLabel;
  let offers: GivenLabel;
  let secret: GivenLabel;

  beforeAll(async () => {
    sink = await SmtpSink.start();
    world = await World.start({ env: { SMTP_URL: sink.url } });
    news = await world.given.list({ title: 'News <of us>', is_public: true });
    offers = await world.given.list({ title: 'Offers', is_public: true });
    secret = await world.given.list({ title: 'Internal' });
  });

  async function reader(
    wanted: Record<string, unknown> = {},
  ): Promise<{ contact: GivenContact; mail: number; path: string }> {
    const contact = await world.given.contact(wanted);
    const mail = await sentMailTo(world, contact);
    return { contact, mail, path: linkOf(world, 'preferences', mail) };
  }

  /** Returns the contact as the API shows it. */
  async function shown({ id }: GivenContact): Promise<Record<string, unknown> & { lists: { id: number }[] }> {
    const { body } = await world.all.get(`/subscribers/${id}?with[]=subscriber.custom_values`).expect(200);
    return body.subscriber;
  }

  const listsOf = async (contact: GivenContact): Promise<number[]> =>
    (await shown(contact)).lists.map(({ id }) => id).sort((a, b) => a - b);

  const post = (path: string, form: Form): ReturnType<typeof world.http.post> =>
    world.http
      .post(path)
      .type('form')
      .send(
        Object.entries(form)
          .flatMap(([name, value]) => [value].flat().map((each) => `${name}=${encodeURIComponent(each)}`))
          .join('&'),
      );

  async function field(label: string, wanted: Record<string, unknown>): Promise<{ id: number; slug: string }> {
    const { body } = await world.all
      .post('/custom-fields/contacts')
      .send({ label, ...wanted })
      .expect(200);
    const { slug } = body.field as { slug: string };
    const [row] = await world.db.query<{ id: number }>('SELECT id FROM custom_fields WHERE slug = :slug', { slug });
    return { id: row!.id, slug };
  }

  it('shows public data, but neither the address nor private data', async () => {
    await field('Shoe size', { type: 'number', is_public: true });
    await field('Credit rating', { type: 'text' });
    const email = 'ada.lovelace@example.com';
    const { path } = await reader({ email, first_name: 'Ada "<b>', lists: [news.id, secret.id] });
    const { text } = await world.http.get(path).expect(200);
    expect(text).toContain('a***@example.com');
    expect(text).not.toContain(email);
    expect(text).toMatch(new RegExp(`name="list_${news.id}" value="1" checked`));
    expect(text).not.toMatch(new RegExp(`name="list_${offers.id}" value="1" checked`));
    expect(text).toContain('News &lt;of us&gt;');
    expect(text).toContain('Ada &quot;&lt;b&gt;');
    expect(text).toContain('Shoe size');
    for (const hidden of ['Internal', 'Credit rating', `list_${secret.id}"`]) expect(text).not.toContain(hidden);
    expect(Buffer.byteLength(text)).toBeLessThan(12 * 1024);
  });

  it('changes nothing on GET', async () => {
    const { contact, path } = await reader({ lists: [news.id] });
    const before = await shown(contact);
    await world.http.get(path).expect(200);
    await world.http.head(path).expect(200);
    await world.http.post(path).expect(200);
    expect(await shown(contact)).toEqual(before);
  });

  it('saves lists, names, fields, and a pause at once, and publishes the usual events', async () => {
    const colors = await field('Colors', { type: 'checkbox', options: ['red', 'green', 'blue'], is_public: true });
    const { contact, path } = await reader({ first_name: 'Ada', lists: [news.id] });
    const [{ text }, saving] = await during(() =>
      post(path, {
        ...{ action: 'save', first_name: 'Augusta', last_name: 'King', pause: 'week' },
        ...{ shown_list: [news.id, offers.id].map(String), [`list_${offers.id}`]: '1' },
        ...{
          shown_field: String(colors.id),
          [`field_${colors.id}_many`]: '1',
          [`field_${colors.id}`]: ['blue', 'red'],
        },
      }).expect(200),
    );
    expect(text).toContain('Your preferences have been saved.');
    expect(text).toContain('value="Augusta"');
    const now = await shown(contact);
    expect(now).toMatchObject({ first_name: 'Augusta', last_name: 'King', status: 'subscribed' });
    expect(now['custom_values']).toEqual({ [colors.slug]: ['red', 'blue'] });
    expectDuring(Date.parse(`${String(now['paused_until'])}Z`) - 7 * 86_400_000, saving);
    expect(await listsOf(contact)).toEqual([offers.id]);
    const rows = await world.db.query<{ type: string }>(
      `SELECT type FROM domain_events WHERE subject_type = 'contact' AND subject_id = :id AND type <> 'contact.created'`,
      { id: contact.id },
    );
    expect(rows.map(({ type }) => type).sort()).toEqual([
      'contact.list_added',
      'contact.list_added',
      'contact.list_removed',
      'contact.updated',
    ]);
  });

  it('ends a pause, and keeps one that the form does not contain', async () => {
    const { contact, path } = await reader({ paused_until: '2099-05-01 00:00:00' });
    await world.http
      .get(path)
      .set('Accept-Language', 'de')
      .expect(/bis zum 1\. Mai 2099/);
    await post(path, { action: 'save', pause: 'keep' }).expect(200);
    expect((await shown(contact))['paused_until']).toBe('2099-05-01 00:00:00');
    await post(path, { action: 'save', pause: 'none' }).expect(200);
    expect((await shown(contact))['paused_until']).toBeNull();
  });

  it('never touches private lists, private fields, the address or the status, whatever is posted', async () => {
    const rating = await field('Rating', { type: 'text' });
    const { contact, path } = await reader({ lists: [secret.id], custom_values: { [rating.slug]: 'A' } });
    const other = await world.given.list({ title: 'Internal too' });
    const before = await shown(contact);
    await post(path, {
      ...{ action: 'save', email: 'evil@example.com', status: 'complained', contact_id: '1', tags: '1' },
      ...{ shown_list: [secret.id, other.id, 4_000_000].map(String), [`list_${other.id}`]: '1', list_4000000: '1' },
      ...{ shown_field: String(rating.id), [`field_${rating.id}`]: 'AAA' },
    }).expect(200);
    expect(await shown(contact)).toEqual(before);
  });

  it('shows an error at each invalid field, in the language of the browser, and saves nothing', async () => {
    const size = await field('Hat size', { type: 'number', is_public: true });
    const site = await field('Web site', { type: 'url', is_public: true });
    const { contact, path } = await reader({ first_name: 'Ada' });
    const before = await shown(contact);
    const { text } = await post(path, {
      ...{ action: 'save', first_name: 'Augusta', last_name: 'x'.repeat(191), shown_list: String(news.id) },
      ...{ [`list_${news.id}`]: '1', shown_field: [size.id, site.id].map(String) },
      ...{ [`field_${size.id}`]: 'big', [`field_${site.id}`]: 'javascript:alert(1)' },
    })
      .set('Accept-Language', 'fr')
      .expect(400);
    for (const [id, fault] of [
      ['last_name', 'Cette saisie est trop longue.'],
      [`field_${size.id}`, 'Veuillez saisir un nombre.'],
      [`field_${site.id}`, 'Veuillez saisir une adresse web'],
    ] as const) {
      expect(text).toContain(`aria-describedby="${id}_fault"`);
      expect(text).toMatch(new RegExp(`id="${id}_fault">${fault}`));
    }
    expect(text).toContain('value="Augusta"');
    expect(text).toContain('value="big"');
    expect(await shown(contact)).toEqual(before);
    await post(path, { action: 'save', first_name: 'Augusta', pause: 'day', pause_day: '2020-01-01' }).expect(400);
    expect(await shown(contact)).toEqual(before);
  });

  it('unsubscribes from everything, as a separate method', async () => {
    const { contact, mail, path } = await reader();
    await post(path, { action: 'leave' })
      .expect(200)
      .expect(/You are unsubscribed/);
    await world.settle();
    expect((await shown(contact))['status']).toBe('unsubscribed');
    const [row] = await world.db.query('SELECT unsubscribe_method FROM email_messages WHERE id = :id', { id: mail });
    expect(row).toEqual({ unsubscribe_method: 'preferences' });
  });

  it('sends a rate-limited confirmation email to a contact who resubscribes', async () => {
    const { contact, path } = await reader({ status: 'unsubscribed' });
    await world.http.get(path).expect(/Subscribe again/);
    for (let click = 0; click < 3; click += 1)
      await post(path, { action: 'subscribe' })
        .expect(200)
        .expect(/Please click the link in it/);
    expect((await shown(contact))['status']).toBe('pending');
    const requests = await world.db.query('SELECT source FROM contact_optins WHERE contact_id = :id', {
      id: contact.id,
    });
    expect(requests).toEqual([{ source: 'preferences' }]);
    await world.http.get(path).expect(/Please confirm your subscription/);
  });

  it('cannot be used to flood a contact: repeated resubscriptions reuse the confirmation email', async () => {
    const { contact, path } = await reader();
    for (let turn = 0; turn < 3; turn += 1) {
      await post(path, { action: 'leave' }).expect(200);
      await post(path, { action: 'subscribe' }).expect(200);
      await world.settle();
    }
    expect((await shown(contact))['status']).toBe('pending');
    const emails = sink.messages.filter(({ envelope }) => envelope.to.includes(contact.email));
    expect(emails).toHaveLength(1);
    const { html = '' } = await emails[0]!.parsed();
    const [, confirm = ''] = /href="http:\/\/carillon\.test(\/t\/d\/[^"]+)"/.exec(html) ?? [];
    await world.http.post(confirm).expect(200);
    expect((await shown(contact))['status']).toBe('subscribed');
  });

  it('sends no confirmation to a subscribed contact or one who complained', async () => {
    for (const status of ['subscribed', 'complained']) {
      const { contact, path } = await reader({ status });
      await post(path, { action: 'subscribe' }).expect(200);
      expect((await shown(contact))['status']).toBe(status);
    }
  });

  it('responds 404 for invalid links and deleted contacts', async () => {
    const { contact, mail, path } = await reader();
    const pages = new Set<string>();
    for (const wrong of [linkOf(world, 'unsubscribe', mail).replace('/u/', '/p/'), path.slice(0, -1), '/t/p/x']) {
      pages.add((await world.http.get(wrong).expect(404)).text);
      pages.add((await post(wrong, { action: 'save' }).expect(404)).text);
      pages.add((await post(wrong, { action: 'leave' }).expect(404)).text);
    }
    expect(pages.size).toBe(1);
    await world.all.delete(`/subscribers/${contact.id}`).expect(200);
    for (const purpose of ['preferences', 'view'] as const)
      await world.http
        .get(linkOf(world, purpose, mail))
        .expect(404)
        .expect(/This page no longer exists/);
  });

  describe('requested by address', () => {
    const ask = (email: string): ReturnType<typeof world.http.post> => post('/t/p', { email });
    const emailsTo = (email: string): SmtpSink['messages'] =>
      sink.messages.filter(({ envelope }) => envelope.to.includes(email));

    it('emails a working link, at most once an hour, in every status', async () => {
      const { email } = await world.given.contact({ status: 'unsubscribed', paused_until: '2099-01-01 00:00:00' });
      await world.http
        .get('/t/p')
        .expect(200)
        .expect(/type="email"/);
      await Promise.all([ask(email).expect(200), ask(` ${email.toUpperCase()}`).expect(200)]);
      await world.settle();
      expect(emailsTo(email)).toHaveLength(1);
      const { html = '' } = await emailsTo(email)[0]!.parsed();
      const [, path = ''] = /href="http:\/\/carillon\.test(\/t\/p\/[^"]+)"/.exec(html) ?? [];
      await world.http
        .get(path)
        .expect(200)
        .expect(/Subscribe again/);
      await ask(email).expect(200);
      await world.settle();
      expect(emailsTo(email)).toHaveLength(1);
    });

    it('responds the same to every address, and sends nothing to unknown contacts or those who complained', async () => {
      const known = await world.given.contact();
      const { email: complained } = await world.given.contact({ status: 'complained' });
      const answers = [];
      for (const email of [known.email, complained, 'nobody@example.com', 'no address', ''])
        answers.push((await ask(email).expect(200)).text);
      expect(new Set(answers).size).toBe(1);
      await world.settle();
      expect(emailsTo(known.email)).toHaveLength(1);
      for (const email of [complained, 'nobody@example.com']) expect(emailsTo(email)).toEqual([]);
    });
  });
});
