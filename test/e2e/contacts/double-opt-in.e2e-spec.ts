import type { INestApplicationContext } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { PublicLinks } from '../../../src/modules/mail-content/links/public-links.service.js';
import { Relay } from '../../../src/platform/outbox/relay.js';
import { WorkerModule } from '../../../src/worker.module.js';
import { type SinkMessage, SmtpSink } from '../../support/smtp-sink.js';
import { World } from '../../support/world.js';

const FORM = 'application/x-www-form-urlencoded';

describe('double opt-in', () => {
  let world: World;
  let sink: SmtpSink;
  let worker: INestApplicationContext | null = null;

  beforeAll(async () => {
    sink = await SmtpSink.start();
    // The worker starts later, as after a crash: earlier requests must not be lost.
    world = await World.start({
      worker: false,
      env: { SMTP_URL: sink.url, MAIL_FROM: 'River Post <news@carillon.example>', BUSINESS_NAME: 'River Post' },
    });
  });
  afterAll(async () => {
    await worker?.close();
  });
  beforeEach(() => {
    sink.reset();
  });

  async function settle(): Promise<void> {
    worker ??= await NestFactory.createApplicationContext(WorkerModule.with(world.config), {
      bufferLogs: true,
      abortOnError: false,
    });
    await worker.get(Relay, { strict: false }).drain();
    await world.settle();
  }

  const signUp = async (email: string, more: Record<string, unknown> = {}): Promise<{ id: number; status: string }> =>
    (
      await world.all
        .post('/subscribers')
        .send({ email, double_optin: true, ...more })
        .expect(200)
    ).body.contact;
  const ask = (id: number, body: Record<string, unknown> = {}) =>
    world.all.post(`/subscribers/${id}/send-double-optin`).send(body);
  const emailsTo = (email: string): SinkMessage[] => sink.messages.filter(({ envelope }) => envelope.to[0] === email);

  /** Returns the path of the link in the latest email to this address. */
  async function linkTo(email: string): Promise<string> {
    await settle();
    const message = await emailsTo(email).at(-1)!.parsed();
    return new URL(/href="(http:\/\/carillon\.test\/t\/d\/[\w-]{40})"/.exec(message.html ?? '')![1]!).pathname;
  }

  const statusOf = async (id: number): Promise<string> =>
    (await world.all.get(`/subscribers/${id}`).expect(200)).body.subscriber.status;
  const setStatus = (id: number, status: string) => world.all.put(`/subscribers/${id}`).send({ status }).expect(200);
  const consentsOf = async (id: number) =>
    (await world.all.get(`/subscribers/${id}/consents`).expect(200)).body.consents.data;
  const confirm = (path: string) => world.http.post(path).type(FORM).send('');
  const again = (path: string) => world.http.post(path).type(FORM).send('again=1');
  const suppressionsOf = async (): Promise<number> => (await world.db.query(`SELECT id FROM suppressions`)).length;

  it('sends one email for each request that was committed before a worker ran', async () => {
    const contact = await signUp('early@example.com', { status: 'subscribed' });
    expect(contact.status).toBe('pending');
    await signUp('late@example.com');
    expect(sink.messages).toHaveLength(0);
    // Longer than a fresh claim: each request is checked again before sending.
    sink.behave({ delay: { greeting: 600 } });
    await settle();
    sink.behave({});
    const rows = await world.db.query('SELECT DISTINCT state, attempts, fence FROM email_messages');
    expect(rows).toEqual([{ state: 'sent', attempts: 1, fence: 1 }]);
    expect(sink.messages.map(({ envelope }) => envelope.to[0]).sort()).toEqual([
      'early@example.com',
      'late@example.com',
    ]);
    const message = await emailsTo('early@example.com')[0]!.parsed();
    expect(message.from).toMatchObject({ name: 'River Post', address: 'news@carillon.example' });
    expect(message.subject).toBe('Please confirm your subscription to River Post');
    expect(message.text).toMatch(/http:\/\/carillon\.test\/t\/d\/[\w-]{40}/);
    // Not confirmed yet, so no tracking.
    expect(message.html).not.toMatch(/\/t\/[oc]\//);
  });

  it('subscribes only by the button on the page, and logs the evidence', async () => {
    const { id } = await signUp('ada@example.com', { consent: { ip: '203.0.113.7', text_version: 'form 3' } });
    const path = await linkTo('ada@example.com');
    await world.http.head(path).expect(200);
    const { text } = await world.http.get(path).set('Accept-Language', 'de').expect(200);
    expect(text).toContain('Anmeldung bestätigen');
    expect(await statusOf(id)).toBe('pending');

    await confirm(path)
      .set('X-Forwarded-For', '198.51.100.1')
      .expect(200)
      .expect(/Welcome/);
    expect(await statusOf(id)).toBe('subscribed');
    // A second click and a security scanner change nothing.
    await confirm(path)
      .expect(200)
      .expect(/Welcome/);
    await world.http
      .get(path)
      .expect(200)
      .expect(/Welcome/);
    const [granted, requested, ...others] = await consentsOf(id);
    expect(others).toEqual([]);
    expect(requested).toMatchObject({
      action: 'requested',
      old_status: null,
      new_status: 'pending',
      source: 'api',
      ip: '203.0.113.7',
      text_version: 'form 3',
    });
    expect(granted).toMatchObject({
      action: 'granted',
      old_status: 'pending',
      new_status: 'subscribed',
      source: 'double_opt_in',
      ip: '127.0.0.1',
      text_version: expect.stringMatching(/^email-content:\d+$/),
    });
    expect(JSON.parse(granted.proof)).toEqual({
      email_id: expect.any(Number),
      message_id: await emailsTo('ada@example.com')[0]!.header('message-id'),
      requested_at: expect.stringMatching(/Z$/),
    });
    const [changed] = await world.db.query<{ data: string }>(
      `SELECT data FROM domain_events WHERE type = 'contact.status_changed' AND subject_id = :id`,
      { id },
    );
    expect(JSON.parse(changed!.data)).toMatchObject({ new_status: 'subscribed', source: 'double_opt_in' });
    expect(changed!.data).not.toContain('127.0.0.1');
  });

  it('does not ask contacts who are subscribed or get another status', async () => {
    const { id } = await world.given.contact({ email: 'known@example.com' });
    for (const status of ['subscribed', 'pending', undefined])
      expect((await signUp('known@example.com', { __force_update: 'yes', status, city: 'Rome' })).status).toBe(
        'subscribed',
      );
    expect((await signUp('gone@example.com', { status: 'unsubscribed' })).status).toBe('unsubscribed');
    await ask(id).expect(400);
    await settle();
    expect(sink.messages).toHaveLength(0);
  });

  it('asks contacts again who opted out or bounced, but not those who complained', async () => {
    const contacts: Record<string, number> = {};
    for (const status of ['unsubscribed', 'bounced', 'complained'])
      contacts[status] = (await world.given.contact({ email: `${status}@example.com`, status })).id;
    const { body } = await ask(contacts['unsubscribed']!).expect(200);
    expect(body).toMatchObject({ message: expect.any(String), contact: { status: 'pending' } });
    expect((await signUp('bounced@example.com', { __force_update: true })).status).toBe('pending');
    await ask(contacts['complained']!).expect(400).expect(/spam/);
    expect((await signUp('complained@example.com', { __force_update: true, status: 'subscribed' })).status).toBe(
      'complained',
    );
    await ask(4_000_000).expect(404);
    await settle();
    expect(sink.messages.map(({ envelope }) => envelope.to[0]).sort()).toEqual([
      'bounced@example.com',
      'unsubscribed@example.com',
    ]);
    await confirm(await linkTo('unsubscribed@example.com')).expect(200);
    expect(await statusOf(contacts['unsubscribed']!)).toBe('subscribed');
    expect((await consentsOf(contacts['unsubscribed']!)).map((entry: { action: string }) => entry.action)).toEqual([
      'granted',
      'requested',
      'withdrawn',
    ]);
  });

  it('confirms by the latest email only; an older link offers a new email, limited to one every few minutes', async () => {
    const { id } = await signUp('twice@example.com');
    const old = await linkTo('twice@example.com');
    await ask(id, { language: 'fr' }).expect(200);
    const newest = await linkTo('twice@example.com');
    expect((await emailsTo('twice@example.com').at(-1)!.parsed()).subject).toMatch(/^Veuillez confirmer/);
    await world.http
      .get(old)
      .expect(410)
      .expect(/too old/)
      .expect(/name="again"/);
    await confirm(old).expect(410);
    expect(await statusOf(id)).toBe('pending');
    await again(old).expect(200).expect(/inbox/);
    await settle();
    expect(emailsTo('twice@example.com')).toHaveLength(2);

    await world.db.transaction((tx) =>
      tx.execute('UPDATE contact_optins SET requested_at = NOW(3) - INTERVAL 31 DAY WHERE contact_id = :id', { id }),
    );
    await confirm(newest)
      .expect(410)
      .expect(/too old/);
    await again(newest).expect(200);
    await settle();
    const messages = emailsTo('twice@example.com');
    expect(messages).toHaveLength(3);
    expect((await messages.at(-1)!.parsed()).subject).toMatch(/^Veuillez confirmer/);
    await confirm(await linkTo('twice@example.com')).expect(200);
    expect(await statusOf(id)).toBe('subscribed');
    await again(old)
      .expect(200)
      .expect(/Welcome/);
  });

  it('does not subscribe contacts by an old link after they unsubscribed', async () => {
    const { id } = await signUp('left@example.com');
    const path = await linkTo('left@example.com');
    await confirm(path).expect(200);
    await setStatus(id, 'unsubscribed');
    await confirm(path)
      .expect(410)
      .expect(/no longer valid/);
    await again(path).expect(410);
    expect(await statusOf(id)).toBe('unsubscribed');

    const other = await signUp('left-before@example.com');
    const link = await linkTo('left-before@example.com');
    const header = await emailsTo('left-before@example.com')[0]!.header('list-unsubscribe');
    await world.http
      .post(new URL(/<(http[^>]+)>/.exec(header ?? '')![1]!).pathname)
      .type(FORM)
      .send('List-Unsubscribe=One-Click')
      .expect(200);
    await world.settle();
    expect(await statusOf(other.id)).toBe('unsubscribed');
    await setStatus(other.id, 'pending');
    await confirm(link).expect(410);
    expect(await statusOf(other.id)).toBe('pending');
    await world.all.delete(`/subscribers/${other.id}`).expect(200);
    await confirm(link)
      .expect(410)
      .expect(/no longer valid/);
  });

  it('confirms only the address to which the email was sent', async () => {
    const { id } = await signUp('typo@example.com');
    const link = await linkTo('typo@example.com');
    await world.all.put(`/subscribers/${id}`).send({ email: 'right@example.com' }).expect(200);
    await world.http
      .get(link)
      .expect(410)
      .expect(/no longer valid/);
    await confirm(link).expect(410);
    await again(link).expect(410);
    expect(await statusOf(id)).toBe('pending');
    await ask(id).expect(200);
    await confirm(await linkTo('right@example.com')).expect(200);
    expect(await statusOf(id)).toBe('subscribed');
  });

  it('asks a deleted contact who opted out and lifts the suppression, but not one who complained', async () => {
    for (const status of ['unsubscribed', 'complained']) {
      const email = `was-${status}@example.com`;
      const { id } = await world.given.contact({ email, status });
      await world.all.delete(`/subscribers/${id}`).expect(200);
    }
    const before = await suppressionsOf();
    const back = await signUp('was-unsubscribed@example.com');
    const spammed = await signUp('was-complained@example.com');
    await ask(spammed.id)
      .expect(200)
      .expect(({ body }) => {
        expect(body.suppressed).toBe(true);
      });
    await confirm(await linkTo('was-unsubscribed@example.com')).expect(200);
    expect(await statusOf(back.id)).toBe('subscribed');
    expect(await suppressionsOf()).toBe(before - 1);
    expect(sink.messages).toHaveLength(1);
    const skipped = await world.db.query<{ reason: string }>(
      `SELECT reason FROM email_messages WHERE contact_id = :id AND state = 'skipped' ORDER BY id DESC`,
      { id: spammed.id },
    );
    expect(skipped[0]).toEqual({ reason: 'suppressed' });
  });

  it('cancels an unsent email when the contact confirms first', async () => {
    sink.behave({ recipients: { 'slow@example.com': { code: 451, text: '4.7.1 Greylisted' } } });
    const { id } = await signUp('slow@example.com');
    await settle();
    sink.behave({});
    await setStatus(id, 'unsubscribed');
    await world.db.transaction((tx) =>
      tx.execute(`UPDATE email_messages SET next_attempt_at = NOW(3) WHERE contact_id = :id`, { id }),
    );
    await settle();
    expect(emailsTo('slow@example.com')).toHaveLength(0);
    expect(await world.db.query(`SELECT state, reason FROM email_messages WHERE contact_id = :id`, { id })).toEqual([
      { state: 'skipped', reason: 'contact_unsubscribed' },
    ]);
  });

  it('uses the language of the contact, or a template with the confirmation link', async () => {
    await world.given.customField({ label: 'Locale', slug: 'locale' });
    await signUp('max@example.com', { custom_values: { locale: 'de_AT' } });
    const valid = await world.given.template({
      email_subject: 'Join us, {{ contact.first_name }}',
      email_body: '<p><a href="https://shop.example/">Shop</a> <a href="{{ confirm_url }}">Join</a></p>',
    });
    const withoutLink = await world.given.template({ email_body: '<p>Nothing</p>' });
    const { id } = await world.given.contact({ email: 'tim@example.com', first_name: 'Tim', status: 'pending' });
    await ask(id, { template_id: withoutLink.id })
      .expect(400)
      .expect(({ body }) => {
        expect(body.data.params.template_id).toMatch(/confirm_url/);
      });
    await ask(id, { template_id: 4_000 })
      .expect(400)
      .expect(/names an unknown id/);
    await ask(id, { template_id: valid.id }).expect(200);
    await settle();
    expect((await emailsTo('max@example.com')[0]!.parsed()).subject).toBe(
      'Bitte bestätigen Sie Ihre Anmeldung bei River Post',
    );
    const message = await emailsTo('tim@example.com')[0]!.parsed();
    expect(message.subject).toBe('Join us, Tim');
    expect(message.html).toContain('href="https://shop.example/"');
    await confirm(await linkTo('tim@example.com')).expect(200);
    expect(await statusOf(id)).toBe('subscribed');
    // Identical content is stored once.
    const contents = await world.db.query<{ subject: string }>('SELECT subject FROM email_contents ORDER BY id');
    expect(new Set(contents.map(({ subject }) => subject)).size).toBe(contents.length);
  });

  it('refuses forged links, and links of other emails', async () => {
    const list = await world.given.list();
    await world.given.contact({ email: 'campaign@example.com', lists: [list.id] });
    const campaign = await world.given.campaign({
      email_subject: 'Spring',
      email_body: '<p><a href="{{ confirm_url }}">Confirm</a> <a href="{{ unsubscribe_url }}">Bye</a></p>',
      lists: [list.id],
    });
    const { body } = await world.all.get(`/campaigns/${campaign.id}/lint`).expect(200);
    expect(body.issues).toContainEqual(expect.objectContaining({ code: 'confirm_link', severity: 'error' }));
    await world.all
      .post(`/campaigns/${campaign.id}/send`)
      .expect(400)
      .expect(/confirm_url/);
    await world.all
      .put(`/campaigns/${campaign.id}`)
      .send({ email_body: '<p><a href="{{ unsubscribe_url }}">Bye</a></p>' })
      .expect(200);
    await world.all.post(`/campaigns/${campaign.id}/send`).expect(200);
    await settle();
    const [sent] = await world.db.query<{ id: number }>(
      `SELECT id FROM email_messages WHERE source_type = 'campaign' AND state = 'sent'`,
    );
    const links = world.api.get(PublicLinks, { strict: false });
    const path = new URL(links.url('confirm', { messageId: sent!.id, linkId: 0 })).pathname;
    for (const wrong of [path, `${path.slice(0, -1)}~`, '/t/d/x']) {
      await world.http
        .get(wrong)
        .expect(404)
        .expect(/does not work/);
      await confirm(wrong).expect(404);
    }
  });
});
