import { SchedulerRegistry } from '@nestjs/schedule';
import { ReturnPaths } from '../../../src/modules/senders/return-path.service.js';
import { SenderHealth } from '../../../src/modules/senders/health/sender-health.js';
import { Metrics } from '../../../src/platform/metrics/metrics.js';
import { Relay } from '../../../src/platform/outbox/relay.js';
import { insertSubscribers } from '../../support/builders/audience.js';
import { dkimVerdict } from '../../support/dkim-verdict.js';
import { RawSmtpSink, SmtpGate } from '../../support/raw-smtp-sink.js';
import { waitUntil } from '../../support/wait-until.js';
import { World } from '../../support/world.js';

const BODY = '<p><a href="{{ unsubscribe_url }}">Unsubscribe</a></p>';
const READERS = 12;
const CONCURRENCY = 8;

describe('emails by sender', () => {
  let world: World;
  let own: RawSmtpSink;
  let first: RawSmtpSink;
  let second: RawSmtpSink;

  beforeAll(async () => {
    [own, first, second] = await Promise.all([RawSmtpSink.start(), RawSmtpSink.start(), RawSmtpSink.start()]);
    world = await World.start({
      env: {
        SMTP_URL: own.url,
        SEND_CONCURRENCY: String(CONCURRENCY),
        RETURN_PATH_DOMAIN: 'own-bounces.example.net',
        DESTINATION_PROBE_SCHEDULE: '300ms,300ms,300ms,1h',
      },
    });
  });
  beforeEach(() => {
    for (const sink of [own, first, second]) sink.reset();
  });

  async function sendTo(crowd: string, mailer_settings: Record<string, unknown>, readers = READERS): Promise<number> {
    const list = await world.given.list();
    await insertSubscribers(world.db, list.id, crowd, readers);
    const { id } = await world.given.campaign({
      email_subject: 'Spring',
      email_body: BODY,
      lists: [list.id],
      settings: { mailer_settings },
    });
    await world.all.post(`/campaigns/${id}/send`).expect(200);
    return id;
  }

  const statusOf = async (id: number): Promise<string> =>
    (await world.all.get(`/campaigns/${id}/status`).expect(200)).body.campaign.status;

  it('have senders whose readiness the worker checks', () => {
    const tasks = world.worker?.get(SchedulerRegistry, { strict: false }).getTimeouts();
    expect(tasks).toContain('Sender readiness');
  });

  it('use the sender of the campaign: its signature, From address, and return path domain', async () => {
    const { id, dkim } = await world.given.sender({
      url: first.url,
      ...{ from_email: 'news@shop.example.com', from_name: 'Shop', reply_to: 'office@shop.example.com' },
      ...{ return_path_domain: 'bounces.example.com' },
      dkim: { domain: 'example.com', selector: 'mail', generate: true },
    });
    await sendTo('named', { sender_id: id }, 2);
    await world.settle();
    expect(own.messages).toHaveLength(0);
    expect(first.messages).toHaveLength(2);
    const message = first.messages[0]!;
    const mail = await message.parsed();
    expect(mail.from).toEqual({ name: 'Shop', address: 'news@shop.example.com' });
    expect(mail.replyTo).toEqual([{ name: '', address: 'office@shop.example.com' }]);

    const returnPath = message.envelope.from;
    const paths = world.api.get(ReturnPaths, { strict: false });
    const [row] = await world.db.query<{ id: number }>('SELECT id FROM email_messages WHERE email = :email', {
      email: message.envelope.to[0] ?? '',
    });
    expect(returnPath).toMatch(/^b\+[a-z2-7]+@bounces\.example\.com$/);
    expect(paths.readReturnPath(returnPath.split('@')[0] ?? '')).toEqual({ kind: 'bounce', messageId: row?.id });
    const optOut = /<mailto:(u\+[a-z2-7]+)@bounces\.example\.com\?/.exec(
      (await message.header('list-unsubscribe')) ?? '',
    )?.[1];
    expect(paths.readReturnPath(optOut ?? '')).toEqual({ kind: 'unsubscribe', messageId: row?.id });

    const { name = '', value = '' } = dkim?.dns_record ?? {};
    expect(await dkimVerdict(message.raw, { [name]: value })).toMatchObject({ result: 'pass', domain: 'example.com' });
  });

  it('use the sender with the From address of the campaign, else the SMTP_URL server', async () => {
    await world.given.sender({ url: first.url, from_email: 'club@example.com' });
    await sendTo('matched', { from_email: 'club@example.com' }, 1);
    await sendTo('unmatched', { from_email: 'nobody@example.com' }, 1);
    await world.settle();
    expect(first.messages).toHaveLength(1);
    expect(own.messages).toHaveLength(1);
    expect(own.messages[0]?.envelope.from).toMatch(/^b\+[a-z2-7]+@own-bounces\.example\.net$/);
  });

  it('follow a change of the sender, unless they are in progress', async () => {
    const { id } = await world.given.sender({ url: first.url });
    const gate = new SmtpGate(({ moment }) => moment === 'mail' && first.messages.length >= 3);
    first.script = gate.script;
    const campaign = await sendTo('moved', { sender_id: id }, 30);
    await waitUntil('some are in progress', () => gate.reached > 0);
    await world.all
      .put(`/senders/${id}`)
      .send({ port: Number(new URL(second.url).port) })
      .expect(200);
    const before = first.messages.length;
    gate.open();
    await world.settle();
    expect(await statusOf(campaign)).toBe('sent');
    expect(first.messages.length - before).toBeLessThanOrEqual(CONCURRENCY);
    expect(first.messages.length + second.messages.length).toBe(30);
  });

  it('do not wait for another sender with a slow server', async () => {
    const slow = await world.given.sender({ url: first.url });
    const quick = await world.given.sender({ url: second.url });
    const gate = new SmtpGate(({ moment }) => moment === 'dot');
    first.script = gate.script;
    const slowly = await sendTo('slow', { sender_id: slow.id }, 20);
    await waitUntil('some are in progress', () => gate.reached >= 3);
    const quickly = await sendTo('quick', { sender_id: quick.id }, 20);
    await waitUntil('the other campaign is sent', async () => (await statusOf(quickly)) === 'sent');
    expect(await statusOf(slowly)).toBe('working');
    await world.all.post(`/campaigns/${slowly}/cancel`).expect(200);
    gate.open();
  });

  it('use the fallback while a server is down, with the address and key of the original sender, which is used again after', async () => {
    const meant = await world.given.sender({
      url: first.url,
      from_email: 'meant@example.com',
      dkim: { domain: 'example.com', selector: 'meant', generate: true },
    });
    await world.given.sender({
      url: second.url,
      fallback_of: meant.id,
      from_email: 'other@example.org',
      return_path_domain: 'bounces.example.org',
      dkim: { domain: 'example.org', selector: 'other', generate: true },
    });
    await first.refuse();
    const campaign = await sendTo('sheltered', { sender_id: meant.id });
    await waitUntil('it is sent', async () => (await statusOf(campaign)) === 'sent');
    expect(second.messages).toHaveLength(READERS);
    const message = second.messages[0]!;
    expect((await message.parsed()).from?.address).toBe('meant@example.com');
    expect(message.envelope.from).toMatch(/@bounces\.example\.org$/);
    const signature = (await message.header('dkim-signature')) ?? '';
    expect(signature.replace(/\s/g, '')).toContain('d=example.com;s=meant;');
    const { body } = await world.all.get(`/senders/${meant.id}`).expect(200);
    expect(body.sender.trouble.reason).toMatch(/^mail server unreachable \(connect: ECONNREFUSED\)/);

    await first.accept();
    second.reset();
    await world.db.transaction((tx) => tx.execute('UPDATE sender_health SET open_until = NOW(3)'));
    await sendTo('home', { sender_id: meant.id });
    await world.settle();
    // Emails of previous tests may still arrive.
    const home = (sink: RawSmtpSink): number =>
      sink.messages.filter(({ envelope }) => envelope.to[0]?.startsWith('home-')).length;
    expect(home(first)).toBeGreaterThan(0);
    expect(home(first) + home(second)).toBe(READERS);
    expect((await world.all.get(`/senders/${meant.id}`).expect(200)).body.sender.trouble).toBeNull();
  });

  it('pause their campaign with the reason when the provider refuses them, without bouncing contacts', async () => {
    const { id } = await world.given.sender({ url: first.url });
    const reply = { code: 554, text: '5.7.1 blocked for policy reasons' };
    first.script = ({ moment }) => (moment === 'dot' ? { reply } : undefined);
    const campaign = await sendTo('unwanted', { sender_id: id }, 60);
    await waitUntil('it is paused', async () => (await statusOf(campaign)) === 'paused');
    const { body } = await world.all.get(`/campaigns/${campaign}`).expect(200);
    expect(JSON.stringify(body.campaign)).toContain('example.com refuses emails (5.7.1)');
    expect(first.transactions.length).toBeLessThanOrEqual(20);
    const [touched] = await world.db.query<{ total: number }>(
      `SELECT COUNT(*) AS total FROM contacts WHERE email LIKE 'unwanted-%' AND status <> 'subscribed'`,
    );
    expect(touched?.total).toBe(0);
    const charged = await world.db.query(
      `SELECT id FROM email_messages WHERE source_id = :campaign AND attempts > 0 AND state <> 'sending'`,
      { campaign },
    );
    expect(charged).toEqual([]);
  });

  it('pause their campaign at once when the login is refused, unless there is a fallback', async () => {
    const { id } = await world.given.sender({ url: first.url });
    const gate = new SmtpGate(({ moment }) => moment === 'dot');
    first.script = gate.script;
    const campaign = await sendTo('locked-out', { sender_id: id }, 2);
    const health = world.worker!.get(SenderHealth, { strict: false });
    const refusal = { reason: 'mail server refused the login (535)', kind: 'login' } as const;
    // The fallback would send what has not started.
    await waitUntil('both emails are under way', () => gate.reached === 2);
    const fallback = await world.given.sender({ url: second.url, fallback_of: id });
    await health.open(id, refusal, true);
    await world.worker!.get(Relay, { strict: false }).drain();
    expect(await statusOf(campaign)).toBe('working');
    await world.all.put(`/senders/${fallback.id}`).send({ fallback_of: null }).expect(200);
    await health.open(id, refusal, true);
    await waitUntil('it is paused', async () => (await statusOf(campaign)) === 'paused');
    await world.all.post(`/campaigns/${campaign}/cancel`).expect(200);
    gate.open();
  });

  it('are counted by sender and outcome, without labels of contacts', async () => {
    const { id } = await world.given.sender({ url: first.url });
    await sendTo('counted', { sender_id: id }, 2);
    await world.settle();
    const metrics = await world.worker!.get(Metrics, { strict: false }).registry.metrics();
    expect(metrics).toContain(`carillon_mails_total{sender="${id}",outcome="accepted"} 2`);
    expect(metrics).toMatch(/carillon_sender_on_break\{sender="\d+"\} 1/);
    expect(metrics).not.toContain('@');
  });
});
