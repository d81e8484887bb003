import { solutionFor, newNetwork } from '../../support/builders/sign-ups.js';
import timers from 'node:timers/promises';
import { SignUps } from '../../../src/modules/forms/sign-up/sign-ups.service.js';
import { Clock } from '../../../src/platform/clock/clock.js';
import { WindowCounter } from '../../../src/platform/rate-limit/window-counter.js';
import { currentRequestId } from '../../../src/platform/tracing/request-trace.js';
import { Retention } from '../../../src/platform/work/periodic.js';
import { executedSql, watchStatements } from '../../support/executed-sql.js';
import { type SinkMessage, SmtpSink } from '../../support/smtp-sink.js';
import { waitUntil } from '../../support/wait-until.js';
import { World } from '../../support/world.js';

interface FormAnswer {
  readonly id: number;
  readonly token: string;
  readonly url: string;
}

describe('sign-up forms', () => {
  let world: World;
  let sink: SmtpSink;
  let work: jest.SpyInstance<Promise<string>>;

  beforeAll(async () => {
    sink = await SmtpSink.start();
    world = await World.start({ env: { SMTP_URL: sink.url, TRUST_PROXY: 'loopback', BUSINESS_NAME: 'River Post' } });
    work = jest.spyOn(world.api.get(SignUps, { strict: false }), 'signUp');
    await world.all
      .post('/custom-fields/contacts')
      .send({ label: 'Color', slug: 'color', type: 'radio', options: ['red', 'blue'] })
      .expect(200);
  });
  beforeEach(() => {
    sink.reset();
  });

  const create = async (form: object = {}): Promise<FormAnswer> =>
    (
      await world.all
        .post('/forms')
        .send({ title: 'Our letters', ...form })
        .expect(200)
    ).body.form;
  const post = (token: string, from = newNetwork()) => world.http.post(`/t/s/${token}`).set('X-Forwarded-For', from);
  /** Signs up, and waits for the work, which may take longer than the answer. */
  const signUp = async ({ token }: FormAnswer, fields: object) => {
    const answer = await post(token)
      .type('form')
      .send({ ...fields, altcha: await solutionFor(world, token) });
    await Promise.all(work.mock.results.map(({ value }) => value));
    return answer;
  };
  const emailsTo = async (email: string): Promise<SinkMessage[]> => {
    await world.settle();
    return sink.messages.filter(({ envelope }) => envelope.to[0] === email);
  };
  const contactOf = async (email: string) =>
    (await world.all.get(`/subscribers?email=${email}`).expect(200)).body.data[0];
  const wholeContact = async (email: string) => {
    const { id } = await contactOf(email);
    return (await world.all.get(`/subscribers/${id}?with[]=subscriber.custom_values`).expect(200)).body.subscriber;
  };
  async function confirm(email: string): Promise<void> {
    const message = await (await emailsTo(email)).at(-1)!.parsed();
    const link = new URL(/href="(http:\/\/carillon\.test\/t\/d\/[\w-]{40})"/.exec(message.html ?? '')![1]!).pathname;
    await world.http
      .post(link)
      .type('form')
      .send('')
      .expect(200)
      .expect(/Welcome/);
  }
  const ticketOf = (html: string): string => /name="ticket" value="([^"]+)"/.exec(html)![1]!;

  it('are created, listed, changed, and deleted', async () => {
    const { id: list } = await world.given.list();
    const form = await create({ lists: [list], fields: ['first_name', { key: 'custom.color', required: true }] });
    expect(form).toMatchObject({
      ...{ title: 'Our letters', lists: [list], tags: [], tracking_consent: 'no', double_optin: true, language: null },
      ...{ fields: [{ key: 'first_name' }, { key: 'custom.color', required: true }], consent_text: null },
      ...{ url: `http://carillon.test/t/s/${form.token}`, allowed_origins: [], redirect_url: null },
    });
    await world.all.put(`/forms/${form.id}`).send({ title: 'News', double_optin: 'no' }).expect(200);
    const { body } = await world.all.get(`/forms/${form.id}`).expect(200);
    expect(body.form).toMatchObject({ title: 'News', double_optin: false, lists: [list], token: form.token });
    const forms = (await world.all.get('/forms').expect(200)).body.forms;
    expect(forms.data[0]).toEqual(body.form);
    await world.all.delete(`/forms/${form.id}`).expect(200);
    await world.all.get(`/forms/${form.id}`).expect(404);
    await world.http
      .get(`/t/s/${form.token}`)
      .expect(404)
      .expect(/This link does not work/);
  });

  it.each([
    [{ title: '' }, 'title'],
    [{ lists: [999_999] }, 'lists'],
    [{ tags: [999_999] }, 'tags'],
    [{ fields: ['status'] }, 'fields'],
    [{ fields: null }, 'fields'],
    [{ lists: null }, 'lists'],
    [{ fields: ['custom.unknown'] }, 'fields'],
    [{ fields: ['city', 'city'] }, 'fields'],
    [{ fields: [{ label: 'x' }] }, 'fields.0.key'],
    [{ allowed_origins: ['https://example.com/path'] }, 'allowed_origins'],
    [{ redirect_url: 'javascript:alert(1)' }, 'redirect_url'],
    [{ language: 'xx' }, 'language'],
    [{ tracking_consent: 'yes' }, 'tracking_consent'],
  ])('are refused with %j', async (fields, field) => {
    const { body } = await world.all
      .post('/forms')
      .send({ title: 'A form', ...fields })
      .expect(400);
    expect(Object.keys(body.data.params)).toEqual([field]);
  });

  it('need manage_contacts', async () => {
    const client = await world.as('view_contacts', 'manage_campaigns');
    for (const path of ['/forms', '/forms/1', '/forms/1/embed']) await client.get(path).expect(403);
  });

  it('ask a new address to confirm, and then give it the lists, tags, and fields', async () => {
    const [{ id: list }, { id: tag }] = [await world.given.list(), await world.given.tag()];
    const form = await create({
      ...{ lists: [list], tags: [tag], fields: ['first_name', 'custom.color', 'country'] },
      ...{ consent_text: 'I want letters.' },
    });
    const fields = { first_name: 'Ada', 'custom.color': 'blue', country: 'Kenya', consent: '1' };
    const { text, status } = await signUp(form, { email: 'Ada@Example.com', ...fields });
    expect([status, text]).toEqual([200, expect.stringContaining('Thank you')]);
    const pending = await wholeContact('ada@example.com');
    expect(pending).toMatchObject({ status: 'pending', first_name: null, lists: [], tags: [] });
    await confirm('ada@example.com');
    const contact = await wholeContact('ada@example.com');
    expect(contact).toMatchObject({
      ...{ status: 'subscribed', first_name: 'Ada', country: 'KE', custom_values: { color: 'blue' } },
      ...{ lists: [{ id: list }], tags: [{ id: tag }] },
    });
    const { body } = await world.all.get(`/subscribers/${contact.id}/consents`).expect(200);
    expect(body.consents.data.at(-1)).toMatchObject({
      action: 'requested',
      source: 'form',
      ip: expect.stringMatching(/^203/),
    });
    expect(JSON.parse(body.consents.data.at(-1).proof)).toEqual({ form_id: form.id, consent_text: 'I want letters.' });
  });

  it('ask for the consent to tracking, which counts once it is confirmed', async () => {
    const form = await create({ tracking_consent: 'ask' });
    await world.http
      .get(`/t/s/${form.token}`)
      .expect(200)
      .expect(/name="tracking_consent"/);
    const consentOf = async (email: string): Promise<unknown> => (await contactOf(email)).tracking_consent;

    await signUp(form, { email: 'measured@example.com', tracking_consent: 'granted' });
    await world.settle();
    expect(await consentOf('measured@example.com')).toBe('unknown');
    await confirm('measured@example.com');
    expect(await consentOf('measured@example.com')).toBe('granted');
    const { id } = await contactOf('measured@example.com');
    const { body } = await world.all.get(`/subscribers/${id}/consents`).expect(200);
    expect(body.consents.data[0]).toMatchObject({ purpose: 'tracking', action: 'granted', source: 'double_opt_in' });

    await signUp(form, { email: 'private@example.com' });
    await confirm('private@example.com');
    expect(await consentOf('private@example.com')).toBe('unknown');
    const silent = await create();
    await signUp(silent, { email: 'sneaky@example.com', tracking_consent: 'granted' });
    await confirm('sneaky@example.com');
    expect(await consentOf('sneaky@example.com')).toBe('unknown');
  });

  it('answer the same for known and unknown addresses, and change nothing before the confirmation', async () => {
    const { id: list } = await world.given.list();
    const form = await create({ lists: [list], fields: ['first_name'] });
    for (const status of ['subscribed', 'unsubscribed', 'complained', 'bounced'])
      await world.given.contact({ email: `${status}@example.com`, first_name: 'Old', status });
    await world.given.contact({ email: 'member@example.com', first_name: 'Old', status: 'subscribed', lists: [list] });
    const answers = new Set<string>();
    for (const name of ['unknown', 'subscribed', 'unsubscribed', 'complained', 'bounced', 'member']) {
      const { status, text, headers } = await signUp(form, { email: `${name}@example.com`, first_name: 'New' });
      const shown = Object.entries(headers).filter(([header]) => !['date', 'x-request-id'].includes(header));
      answers.add(JSON.stringify([status, text, shown]));
    }
    expect(answers.size).toBe(1);
    for (const name of ['subscribed', 'unsubscribed', 'complained', 'bounced', 'member'])
      expect((await contactOf(`${name}@example.com`)).first_name).toBe('Old');
    expect(await emailsTo('complained@example.com')).toHaveLength(0);
    const [already, ...others] = await emailsTo('member@example.com');
    expect(others).toHaveLength(0);
    expect((await already!.parsed()).text).toContain('already subscribed to emails from River Post');
    await confirm('subscribed@example.com');
    expect(await wholeContact('subscribed@example.com')).toMatchObject({ first_name: 'New', lists: [{ id: list }] });
  });

  it('answer after the same statements and waits whether or not an address is known', async () => {
    const { id: list } = await world.given.list({ subscription: { enabled: true } });
    const forms = [await create({ lists: [list] }), await create({ lists: [list], double_optin: false })];
    // What each request does, by its id.
    const done: (readonly [id: string | null, what: string])[] = [];
    watchStatements((sql) => done.push([currentRequestId(), executedSql(sql).replace(/\d+/g, '0')]));
    const { setTimeout: sleep } = timers;
    const waits = jest.spyOn(timers, 'setTimeout').mockImplementation((ms, ...rest) => {
      done.push([currentRequestId(), `wait ${ms}`]);
      return sleep(ms, ...rest) as never;
    });
    const names = ['unknown', 'subscribed', 'unsubscribed', 'complained', 'pending', 'member'];
    for (const form of forms) {
      const answers = new Map<string, string[]>();
      for (const name of names) {
        const email = `timed-${form.id}-${name}@example.com`;
        if (name !== 'unknown')
          await world.given.contact({ email, ...(name === 'member' ? { lists: [list] } : { status: name }) });
        const altcha = await solutionFor(world, form.token);
        // The work on the contact cannot begin, and the answer does not wait for it.
        await world.db.transaction(async (tx) => {
          await tx.query('LOCK TABLES contacts WRITE');
          const { headers } = await post(form.token).type('form').send({ email, altcha }).expect(200);
          const did = (): string[] => done.flatMap(([id, what]) => (id === headers['x-request-id'] ? [what] : []));
          await waitUntil('the work waits for the contact', () => did().some((what) => what.endsWith('FOR UPDATE')));
          const isWait = (what: string): boolean => what.startsWith('wait ');
          // The pool may open or check a connection meanwhile.
          const statements = did().filter((what) => !isWait(what) && !/@@|^SET SESSION/.test(what));
          const of = [...statements, ...did().filter(isWait)].join('\n');
          answers.set(of, [...(answers.get(of) ?? []), name]);
          await tx.query('UNLOCK TABLES');
        });
      }
      expect([...answers.values()]).toEqual([names]);
      const [did = ''] = answers.keys();
      expect(did.match(/^wait \d+/gm)).toEqual(['wait 400', 'wait 400']);
      expect(did).toMatch(/INSERT IGNORE INTO form_sign_ups[^]*FROM contacts [^]* FOR UPDATE\nwait/);
    }
    waits.mockRestore();
    await Promise.all(work.mock.results.map(({ value }) => value));
    expect(await emailsTo(`timed-${forms[0]!.id}-member@example.com`)).toHaveLength(1);
  });

  it('subscribe new addresses at once without double opt-in, but no known or suppressed one', async () => {
    const { id: list } = await world.given.list();
    const form = await create({ double_optin: false, lists: [list], fields: ['city'] });
    await world.given.contact({ email: 'left@example.com', status: 'unsubscribed' });
    await world.all.post('/suppressions').send({ email: 'gone@example.com' }).expect(200);
    for (const name of ['fresh', 'left', 'gone']) await signUp(form, { email: `${name}@example.com`, city: 'Rome' });
    expect(await wholeContact('fresh@example.com')).toMatchObject({
      status: 'subscribed',
      city: 'Rome',
      lists: [{ id: list }],
    });
    expect(await emailsTo('fresh@example.com')).toHaveLength(0);
    expect(await wholeContact('left@example.com')).toMatchObject({ status: 'pending', city: null });
    expect(await wholeContact('gone@example.com')).toMatchObject({ status: 'pending', city: null });
  });

  it('show what is wrong at each field, with what was entered', async () => {
    const form = await create({ fields: [{ key: 'city', required: true }, 'date_of_birth'], consent_text: 'I agree.' });
    const { text } = await post(form.token)
      .type('form')
      .send({ email: 'ada@', date_of_birth: '1990-13-01', homepage: '' })
      .expect(400);
    expect(text).toContain('value="ada@"');
    for (const fault of ['Please enter an email address.', 'Please enter a date.', 'Please fill this in.'])
      expect(text).toContain(fault);
    const { body } = await post(form.token).send({ email: 'ada@', date_of_birth: '1990-13-01' }).expect(400);
    expect(Object.keys(body.data.params).sort()).toEqual(['city', 'consent', 'date_of_birth', 'email']);
    await post(form.token)
      .send({ email: 'ada@example.com', city: { a: 1 } })
      .expect(400);
  });

  it('have a language', async () => {
    const form = await create({ language: 'de', fields: ['first_name'] });
    const { text } = await world.http.get(`/t/s/${form.token}`).set('Accept-Language', 'fr').expect(200);
    expect(text).toContain('lang="de"');
    expect(text).toMatch(/Vorname[\s\S]*Anmelden/);
    const { body } = await world.all.get(`/forms/${form.id}/embed`).expect(200);
    expect(body.html).toContain(`<form method="post" action="${form.url}">`);
    expect(body.html).not.toContain('script');
  });

  describe('their proofs', () => {
    it('are required of JSON, and good for one sign-up of one form', async () => {
      const [form, other] = [await create(), await create()];
      const email = 'proof@example.com';
      const { body } = await post(form.token).send({ email }).expect(400);
      expect(Object.keys(body.data.params)).toEqual(['altcha']);
      const altcha = await solutionFor(world, form.token);
      await post(other.token).send({ email, altcha }).expect(400);
      const answer = await post(form.token).send({ email, altcha }).expect(200);
      expect(Object.keys(answer.body)).toEqual(['message']);
      await post(form.token).send({ email, altcha }).expect(400);
      await post(form.token)
        .send({ email, altcha: Buffer.from('null').toString('base64') })
        .expect(400);
      expect(await emailsTo(email)).toHaveLength(1);
    });

    it('may be a ticket of the second page, after three seconds, once, twice per network', async () => {
      const form = await create();
      const [clock, network] = [world.api.get(Clock, { strict: false }), newNetwork()];
      const send = (fields: object, from = network) => post(form.token, from).type('form').send(fields);
      const { text } = await send({ email: 'second@example.com' }).expect(200);
      const fields = { email: 'second@example.com', ticket: ticketOf(text) };
      // Too early: the same page with the same ticket.
      expect(ticketOf((await send(fields).expect(200)).text)).toBe(fields.ticket);
      const later = jest.spyOn(clock, 'now').mockImplementation(() => new Date(Date.now() + 4_000));
      expect((await send(fields).expect(200)).text).toContain('Thank you');
      expect((await send(fields).expect(200)).text).toContain('name="ticket"');
      await send(fields, network.replace(/7$/, '8')).expect(429).expect('Retry-After', /^\d+$/);
      later.mockImplementation(() => new Date(Date.now() + 31 * 60_000));
      expect((await send(fields, newNetwork()).expect(200)).text).toContain('name="ticket"');
      later.mockRestore();
      expect(await emailsTo('second@example.com')).toHaveLength(1);
    });
  });

  describe('their limits', () => {
    it('are one email per address and hour, over all forms', async () => {
      for (let times = 0; times < 3; times += 1) await signUp(await create(), { email: 'victim@example.com' });
      expect(await emailsTo('victim@example.com')).toHaveLength(1);
    });

    it('end after an hour for an address', async () => {
      const form = await create();
      for (const minutes of [59, 2]) {
        await signUp(form, { email: 'again@example.com' });
        await world.db.execute(
          `UPDATE contact_optins SET requested_at = requested_at - INTERVAL ${minutes} MINUTE
            WHERE contact_id = (SELECT id FROM contacts WHERE email = 'again@example.com')`,
        );
      }
      expect(await emailsTo('again@example.com')).toHaveLength(1);
      await signUp(form, { email: 'again@example.com' });
      expect(await emailsTo('again@example.com')).toHaveLength(2);
    });

    it('are 600 sign-ups of a form in an hour, with the same answer to the next', async () => {
      const [form, other] = [await create(), await create()];
      const counter = world.api.get(WindowCounter, { strict: false });
      expect(await counter.add('sign-ups', [form.token], 3_600, 599)).toMatchObject({ count: 599 });
      const answers = [];
      for (const name of ['last', 'late']) {
        const { status, text } = await signUp(form, { email: `${name}@example.com` });
        answers.push({ status, text });
      }
      expect(answers[1]).toEqual(answers[0]);
      expect(await emailsTo('last@example.com')).toHaveLength(1);
      expect(await emailsTo('late@example.com')).toHaveLength(0);
      expect(await contactOf('late@example.com')).toBeUndefined();
      const { count, endsIn } = await counter.add('sign-ups', [form.token], 3_600, 0);
      expect(count).toBe(601);
      expect(endsIn).toBeGreaterThan(0);
      expect(endsIn).toBeLessThanOrEqual(3_600);
      // Posts without a proof do not count, and other forms are not full.
      await post(form.token).type('form').send({ email: 'late@example.com' }).expect(200);
      expect(await counter.add('sign-ups', [form.token], 3_600, 0)).toMatchObject({ count: 601 });
      await signUp(other, { email: 'late@example.com' });
      expect(await emailsTo('late@example.com')).toHaveLength(1);
    });

    it('are for networks of IPv6 too, which are a /64', async () => {
      const form = await create();
      for (let posts = 0; posts < 20; posts += 1)
        await post(form.token, `2001:db8:1:1::${posts}`).send({ email: 'x' }).expect(400);
      await post(form.token, '2001:db8:1:1:ffff::1').send({ email: 'x' }).expect(429);
      await post(form.token, '2001:db8:1:2::1').send({ email: 'x' }).expect(400);
    });

    it('are twenty posts of a network', async () => {
      const [form, network] = [await create(), newNetwork()];
      for (let posts = 0; posts < 20; posts += 1) await post(form.token, network).send({ email: 'x' }).expect(400);
      const neighbor = network.replace(/7$/, '200');
      await post(form.token, neighbor)
        .type('form')
        .send({ email: 'x' })
        .expect(429)
        .expect(/try again/);
      const { body } = await post(form.token, neighbor).send({ email: 'x' }).expect(429);
      expect(body.code).toBe('rest_too_many_requests');
    });

    it('drop what only programs fill in, with the same answer', async () => {
      const form = await create();
      const { text } = await signUp(form, { email: 'bot@example.com', homepage: 'https://spam.example' });
      expect(text).toContain('Thank you');
      expect(await contactOf('bot@example.com')).toBeUndefined();
    });
  });

  describe('on websites', () => {
    it('take plain posts from everywhere, and show no headers for scripts', async () => {
      const form = await create({ redirect_url: 'https://example.com/thanks' });
      const answer = await post(form.token)
        .set({ Origin: 'https://elsewhere.example', 'Sec-Fetch-Site': 'cross-site' })
        .type('form')
        .send({ email: 'plain@example.com', altcha: await solutionFor(world, form.token) })
        .expect(303);
      expect(answer.headers).toMatchObject({ location: 'https://example.com/thanks' });
      expect(answer.headers['access-control-allow-origin']).toBeUndefined();
    });

    it('are only for listed websites, which may use scripts', async () => {
      const origin = 'https://shop.example';
      const form = await create({ allowed_origins: [origin] });
      const path = `/t/s/${form.token}`;
      for (const foreign of ['https://elsewhere.example', 'null']) {
        await post(form.token).set('Origin', foreign).send({ email: 'a@example.com' }).expect(403);
        await world.http.get('/t/s/%E0%A4%A/challenge').expect(400);
        await world.http.get(`${path}/challenge`).set('Origin', foreign).expect(403);
        await world.http.options(path).set('Origin', foreign).expect(403);
      }
      const preflight = await world.http.options(path).set('Origin', origin).expect(204);
      const { headers } = await post(form.token).set('Origin', origin).send({ email: 'a@' }).expect(400);
      for (const each of [preflight.headers, headers]) {
        expect(each).toMatchObject({ 'access-control-allow-origin': origin, vary: expect.stringContaining('Origin') });
        expect(each['access-control-allow-credentials']).toBeUndefined();
      }
      await post(form.token).set('Origin', 'http://carillon.test').send({ email: 'a@' }).expect(400);
      const { body } = await world.all.get(`/forms/${form.id}/embed`).expect(200);
      expect(body.html).toContain('<script src="http://carillon.test/t/s/assets/proof.js" defer>');
      await world.http
        .get('/t/s/assets/proof.js')
        .expect(200)
        .expect('Content-Type', /javascript/);
    });
  });

  it('keep what was entered until the confirmation, for the person only', async () => {
    const form = await create({ fields: ['city'] });
    await signUp(form, { email: 'privacy@example.com', city: 'Reykjavik' });
    const { id } = await contactOf('privacy@example.com');
    const exported = await world.all.get(`/subscribers/${id}/export`).expect(200);
    expect(JSON.stringify(exported.body)).toContain('Reykjavik');
    await world.all.post(`/subscribers/${id}/erase`).send({ mode: 'anonymize' }).expect(200);
    const rows = await world.db.query('SELECT id FROM contact_optins WHERE contact_id = :id AND changes IS NOT NULL', {
      id,
    });
    expect(rows).toEqual([]);
  });

  it('forget after 30 days what was entered and not confirmed, and which proofs were used', async () => {
    const form = await create({ fields: ['city'] });
    const enter = async (name: string, city: string) => {
      await signUp(form, { email: `${name}@example.com`, city });
      await world.settle();
      const { id } = await contactOf(`${name}@example.com`);
      return id as number;
    };
    const [old, recent, confirmed] = [
      await enter('old', 'Oldtown'),
      await enter('recent', 'Newtown'),
      await enter('done', 'Uptown'),
    ];
    await confirm('done@example.com');
    const age = async (days: number, ids: number[]): Promise<void> => {
      await world.db.execute(
        `UPDATE form_sign_ups s JOIN contact_optins o ON o.id = s.optin_id
            SET s.created_at = NOW(3) - INTERVAL :days DAY, o.requested_at = NOW(3) - INTERVAL :days DAY
          WHERE o.contact_id IN (:ids)`,
        { days, ids },
      );
    };
    await age(31, [old, confirmed]);
    await age(29, [recent]);
    await world.worker!.get(Retention, { strict: false }).run();
    const stored = await world.db.query<{ id: number; changes: string | null; proofs: number }>(
      `SELECT o.contact_id AS id, o.changes, COUNT(s.proof) AS proofs
         FROM contact_optins o LEFT JOIN form_sign_ups s ON s.optin_id = o.id
        WHERE o.contact_id IN (:ids) GROUP BY o.id ORDER BY o.contact_id`,
      { ids: [old, recent, confirmed] },
    );
    expect(stored).toEqual([
      { id: old, changes: null, proofs: 0 },
      { id: recent, changes: expect.stringContaining('Newtown'), proofs: 1 },
      { id: confirmed, changes: null, proofs: 0 },
    ]);
    expect(await wholeContact('done@example.com')).toMatchObject({ city: 'Uptown' });
    expect(await wholeContact('old@example.com')).toMatchObject({ status: 'pending', city: null });
    await confirm('recent@example.com');
    expect(await wholeContact('recent@example.com')).toMatchObject({ city: 'Newtown' });
  });
});
