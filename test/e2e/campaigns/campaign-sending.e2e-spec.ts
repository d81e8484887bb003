import { SendingEngine } from '../../../src/modules/sending/engine/sending-engine.service.js';
import { RawSmtpSink, SmtpGate } from '../../support/raw-smtp-sink.js';
import { SmtpSink } from '../../support/smtp-sink.js';
import { waitUntil } from '../../support/wait-until.js';
import { World } from '../../support/world.js';

const BODY =
  '<p>Hello {{ contact.first_name | default: "there" }}</p>' +
  '<p><a href="https://shop.example/spring?id={{ contact.id }}">Look</a> and <a href="https://news.example/">read</a></p>' +
  '<p><a href="{{ unsubscribe_url }}">Unsubscribe</a></p>';

describe('sending a campaign', () => {
  let world: World;
  let sink: SmtpSink;

  beforeAll(async () => {
    sink = await SmtpSink.start();
    world = await World.start({ env: { SMTP_URL: sink.url, MAIL_FROM: 'Carillon <news@carillon.example>' } });
  });
  beforeEach(() => {
    sink.reset();
  });

  /** Creates a campaign to a new list. */
  async function campaignTo(emails: readonly string[], changes: Record<string, unknown> = {}) {
    const list = await world.given.list();
    const contacts: number[] = [];
    for (const email of emails) contacts.push((await world.given.contact({ email, lists: [list.id] })).id);
    const campaign = await world.given.campaign({
      email_body: BODY,
      email_subject: 'Spring',
      lists: [list.id],
      ...changes,
    });
    return { list, contacts, campaign };
  }

  const statusOf = async (id: number): Promise<string> =>
    (await world.all.get(`/campaigns/${id}/status`).expect(200)).body.campaign.status;

  it('sends to each contact of the list once, with their own values, headers, and links', async () => {
    const { campaign } = await campaignTo(
      ['zoe@example.com', 'élodie@example.com'.normalize('NFC').replace('é', 'e')],
      {
        email_subject: 'Hi {{ contact.first_name | default: "you" }}',
      },
    );
    await world.all.post(`/campaigns/${campaign.id}/send`).expect(200);
    await world.settle();

    expect(await statusOf(campaign.id)).toBe('sent');
    expect(sink.messages.map((message) => message.envelope.to)).toEqual(
      expect.arrayContaining([['zoe@example.com'], ['elodie@example.com']]),
    );
    expect(sink.messages).toHaveLength(2);
    const mail = await sink.messages[0]!.parsed();
    expect(mail.subject).toBe('Hi you');
    expect(mail.from).toMatchObject({ name: 'Carillon', address: 'news@carillon.example' });
    expect(mail.html).toContain('Hello there');
    expect(mail.text).toContain('Hello there');
    const header = (name: string): string | undefined =>
      mail.headers.find((candidate) => candidate.key === name)?.value;
    expect(header('list-unsubscribe')).toMatch(/^<http:\/\/carillon\.test\/t\/u\/[\w-]{40}>$/);
    expect(header('list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click');
    expect(header('precedence')).toBe('bulk');
    expect(mail.html).not.toContain('carillon.invalid');
    expect(mail.text).not.toContain('carillon.invalid');
  });

  it('redirects a click to the link with the values of the recipient, and counts it', async () => {
    const { campaign, contacts } = await campaignTo(['clicker@example.com']);
    await world.all.post(`/campaigns/${campaign.id}/send`).expect(200);
    await world.settle();
    const mail = await sink.messages[0]!.parsed();
    const links = [...(mail.html ?? '').matchAll(/href="(http:\/\/carillon\.test\/t\/c\/[^"]+)"(?! aria-hidden)/g)].map(
      (match) => match[1]!,
    );
    expect(links).toHaveLength(2);
    const pixel = /src="http:\/\/carillon\.test(\/t\/o\/[^"]+)"/.exec(mail.html ?? '')![1]!;
    const browser = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';

    await world.http.get(pixel).set('User-Agent', browser).expect(200).expect('Content-Type', 'image/gif');
    await world.http
      .get(new URL(links[0]!).pathname)
      .set('User-Agent', browser)
      .expect(302)
      .expect('Location', `https://shop.example/spring?id=${contacts[0]}`);
    await world.http.head(new URL(links[1]!).pathname).set('User-Agent', browser).expect(302);
    await world.http
      .get(new URL(links[1]!).pathname)
      .set('User-Agent', 'Googlebot/2.1 (+http://www.google.com/bot.html)')
      .expect(302);
    await world.settle();

    const report = await world.all.get(`/campaigns/${campaign.id}/link-report`).expect(200);
    expect(report.body.links).toEqual([
      {
        id: expect.any(Number),
        url: 'https://shop.example/spring?id={{ contact.id }}',
        language: null,
        total: 1,
        unique: 1,
        machine: 0,
      },
      { id: expect.any(Number), url: 'https://news.example/', language: null, total: 0, unique: 0, machine: 2 },
    ]);
    const { body } = await world.all.get(`/campaigns/${campaign.id}/emails?filter_type=click`).expect(200);
    expect(body.emails.data).toMatchObject([
      { email_address: 'clicker@example.com', is_open: 1, click_counter: 1, status: 'sent' },
    ]);
  });

  it('unsubscribes by POST only, once, and reports it', async () => {
    const { campaign, contacts } = await campaignTo(['leaver@example.com']);
    await world.all.post(`/campaigns/${campaign.id}/send`).expect(200);
    await world.settle();
    const mail = await sink.messages[0]!.parsed();
    const path = new URL(mail.headers.find((header) => header.key === 'list-unsubscribe')!.value.slice(1, -1)).pathname;

    await world.http.get(path).expect(200).expect('Content-Type', /html/);
    await world.http.head(path).expect(200);
    expect((await world.all.get(`/subscribers/${contacts[0]}`).expect(200)).body.subscriber.status).toBe('subscribed');

    await world.http.post(path).type('form').send('List-Unsubscribe=One-Click').expect(200);
    await world.http.post(path).type('form').send('List-Unsubscribe=One-Click').expect(200);
    await world.settle();
    expect((await world.all.get(`/subscribers/${contacts[0]}`).expect(200)).body.subscriber.status).toBe(
      'unsubscribed',
    );
    const { body } = await world.all.get(`/campaigns/${campaign.id}/unsubscribers`).expect(200);
    expect(body.unsubscribes).toMatchObject({ total: 1, data: [{ subscriber_id: contacts[0], type: 'one_click' }] });
    const events = await world.db.query(
      `SELECT id FROM domain_events WHERE type = 'email.unsubscribed' AND subject_id IN (SELECT id FROM email_messages WHERE contact_id = :id)`,
      { id: contacts[0]! },
    );
    expect(events).toHaveLength(1);
    await world.http.get(`${path.slice(0, -1)}${path.endsWith('A') ? 'B' : 'A'}`).expect(404);
  });

  it('skips contacts who may not receive email any more when it is sent', async () => {
    const { campaign, contacts, list } = await campaignTo([
      'stays@example.com',
      'left@example.com',
      'gone@example.com',
      'new@example.com',
    ]);
    await world.all
      .post(`/campaigns/${campaign.id}/schedule`)
      .send({ scheduled_at: new Date(Date.now() + 3_600_000).toISOString() })
      .expect(200);
    await world.all
      .put(`/subscribers/${contacts[1]}`)
      .send({ subscriber: { status: 'unsubscribed' } })
      .expect(200);
    await world.all.delete(`/subscribers/${contacts[2]}`).expect(200);
    await world.all
      .put(`/subscribers/${contacts[3]}`)
      .send({ subscriber: { detach_lists: [list.id] } })
      .expect(200);
    const estimate = await world.all.get(`/campaigns/${campaign.id}/estimated-recipients-count`).expect(200);
    expect(estimate.body).toEqual({
      estimated_count: 1,
      excluded: { suppressed: 0, not_subscribed: 1, paused: 0, excluded_by_rule: 0, duplicates: 0 },
    });
    await world.all.post(`/campaigns/${campaign.id}/send`).expect(200);
    await world.settle();
    expect(sink.messages.flatMap((message) => message.envelope.to)).toEqual(['stays@example.com']);
  });

  it('removes the address of a deleted contact, without changing figures', async () => {
    sink.behave({
      recipients: { 'forgotten@example.com': { code: 552, text: '5.2.2 forgotten@example.com is full' } },
    });
    const { campaign, contacts } = await campaignTo(['forgotten@example.com', 'remembered@example.com']);
    await world.all.post(`/campaigns/${campaign.id}/send`).expect(200);
    await world.settle();
    await world.all.delete(`/subscribers/${contacts[0]}`).expect(200);
    await world.settle();
    const { body } = await world.all.get(`/campaigns/${campaign.id}/emails`).expect(200);
    expect(body.emails).toMatchObject({
      total: 2,
      data: [
        { subscriber_id: null, email_address: null, status: 'failed', note: null },
        { email_address: 'remembered@example.com' },
      ],
    });
    expect(JSON.stringify(body)).not.toContain('forgotten');
  });

  it('sends once to a contact that several rows match, and never to an excluded contact', async () => {
    const [first, second, excluded] = [await world.given.list(), await world.given.list(), await world.given.list()];
    await world.given.contact({ email: 'twice@example.com', lists: [first.id, second.id] });
    await world.given.contact({ email: 'out@example.com', lists: [first.id, excluded.id] });
    const campaign = await world.given.campaign({
      email_body: BODY,
      email_subject: 's',
      lists: [first.id, second.id],
      exclude_lists: [excluded.id],
    });
    const estimate = await world.all.get(`/campaigns/${campaign.id}/estimated-recipients-count`).expect(200);
    expect(estimate.body).toEqual({
      estimated_count: 1,
      excluded: { suppressed: 0, not_subscribed: 0, paused: 0, excluded_by_rule: 1, duplicates: 1 },
    });
    await world.all.post(`/campaigns/${campaign.id}/send`).expect(200);
    await world.settle();
    expect(sink.messages.flatMap((message) => message.envelope.to)).toEqual(['twice@example.com']);
  });

  it('bounces only an address that does not exist, and retries temporary refusals', async () => {
    sink.behave({
      recipients: {
        'nobody@example.com': { code: 550, text: '5.1.1 no such user' },
        'full@example.com': { code: 552, text: '5.2.2 mailbox full' },
        'later@example.com': { code: 450, text: '4.7.1 greylisted' },
      },
    });
    const { campaign, contacts } = await campaignTo([
      'nobody@example.com',
      'full@example.com',
      'later@example.com',
      'fine@example.com',
    ]);
    await world.all.post(`/campaigns/${campaign.id}/send`).expect(200);
    await world.settle();
    const emails = await world.all.get(`/campaigns/${campaign.id}/emails`).expect(200);
    const byAddress = Object.fromEntries(
      emails.body.emails.data.map((email: { email_address: string; status: string; note: string }) => [
        email.email_address,
        email.status,
      ]),
    );
    expect(byAddress).toEqual({
      'nobody@example.com': 'bounced',
      'full@example.com': 'failed',
      'later@example.com': 'pending',
      'fine@example.com': 'sent',
    });
    const status = await world.all.get(`/campaigns/${campaign.id}/status`).expect(200);
    expect(status.body).toMatchObject({
      campaign: { status: 'working' },
      progress: { phase: 'retrying' },
      deferred_count: 1,
      sent_count: 2,
    });
    expect((await world.all.get(`/subscribers/${contacts[0]}`)).body.subscriber.status).toBe('bounced');
    expect((await world.all.get(`/subscribers/${contacts[1]}`)).body.subscriber.status).toBe('subscribed');
    await world.all.post(`/campaigns/${campaign.id}/cancel`).expect(200);
  });

  it('pauses, resumes, and sends to each contact exactly once', async () => {
    const slow = await RawSmtpSink.start();
    const gate = new SmtpGate(({ moment }) => moment === 'mail');
    slow.script = gate.script;
    const { id: sender_id } = await world.given.sender({ url: slow.url });
    const emails = Array.from({ length: 60 }, (_, index) => `p${index}@example.com`);
    const { campaign } = await campaignTo(emails, { settings: { mailer_settings: { sender_id } } });
    await world.all.post(`/campaigns/${campaign.id}/send`).expect(200);
    await waitUntil('some emails are in progress', () => gate.reached > 1);
    const paused = await world.all.post(`/campaigns/${campaign.id}/pause`).expect(200);
    expect(paused.body.campaign.status).toBe('paused');
    gate.open();
    const inProgress = `SELECT id FROM email_messages WHERE source_id = ${campaign.id} AND state = 'sending' LIMIT 1`;
    await waitUntil('no email is in progress', async () => (await world.db.query(inProgress)).length === 0);
    const [sending] = await world.db.query<{ id: number }>('SELECT MAX(id) AS id FROM sendings');
    await world.worker!.get(SendingEngine, { strict: false }).work(sending!.id);
    expect(slow.messages).toHaveLength(gate.reached);
    expect(gate.reached).toBeLessThan(60);
    const again = await world.all.post(`/campaigns/${campaign.id}/pause`).expect(400);
    expect(again.body).toMatchObject({
      code: 'rest_invalid_param',
      message: 'Campaign cannot be paused in current status.',
    });
    await world.all.post(`/campaigns/${campaign.id}/resume`).expect(200);
    await world.settle();
    expect(slow.messages.map((message) => message.envelope.to[0]).sort()).toEqual([...emails].sort());
    expect(await statusOf(campaign.id)).toBe('sent');
  });

  it('lists everything that prevents sending', async () => {
    const campaign = await world.given.campaign({});
    const refused = await world.all.post(`/campaigns/${campaign.id}/send`).expect(400);
    expect(refused.body.data.params).toEqual({
      email_subject: 'is required',
      email_body: 'is required',
      'settings.subscribers': 'is required',
    });
    const { campaign: silent } = await campaignTo(['x@example.com'], { email_body: '<p>{{ confirm_url }}</p>' });
    const second = await world.all.post(`/campaigns/${silent.id}/send`).expect(400);
    expect(Object.keys(second.body.data.params)).toEqual(['email_body']);
  });

  it('starts a scheduled campaign on time', async () => {
    const { campaign } = await campaignTo(['timed@example.com']);
    await world.all
      .post(`/campaigns/${campaign.id}/schedule`)
      .send({ scheduled_at: new Date(Date.now() + 3_600_000).toISOString() })
      .expect(200);
    await world.db.query('UPDATE campaigns SET scheduled_at = NOW() + INTERVAL 2 SECOND WHERE id = :id', campaign);
    const [plan] = await world.db.query<{ at: Date }>(
      'SELECT scheduled_at AS at FROM campaigns WHERE id = :id',
      campaign,
    );
    await waitUntil('it is sent', async () => (await statusOf(campaign.id)) === 'sent');
    expect(sink.messages.flatMap((message) => message.envelope.to)).toEqual(['timed@example.com']);
    const [start] = await world.db.query<{ at: Date }>(
      'SELECT created_at AS at FROM sendings WHERE source_id = :id',
      campaign,
    );
    expect(start!.at.getTime()).toBeGreaterThanOrEqual(plan!.at.getTime());
  });

  it('holds a scheduled campaign that is too late', async () => {
    const { campaign } = await campaignTo(['late@example.com']);
    await world.all
      .post(`/campaigns/${campaign.id}/schedule`)
      .send({ scheduled_at: new Date(Date.now() + 3_600_000).toISOString() })
      .expect(200);
    await world.db.query('UPDATE campaigns SET scheduled_at = NOW() - INTERVAL 7 HOUR WHERE id = :id', {
      id: campaign.id,
    });
    await waitUntil('it is paused', async () => (await statusOf(campaign.id)) === 'paused');
    const status = await world.all.get(`/campaigns/${campaign.id}/status`).expect(200);
    expect(status.body).toMatchObject({
      campaign: { status: 'paused' },
      progress: { waiting_reason: 'missed_window' },
    });
    expect(sink.messages).toHaveLength(0);
  });
});
