import { UNTIL_DONE } from '../../../src/platform/work/periodic.js';
import { FeedbackRetention } from '../../../src/modules/feedback/feedback-retention.js';
import { bounceSample } from '../../support/bounce-samples/bounce-sample.js';
import { SmtpSink, type SinkMessage } from '../../support/smtp-sink.js';
import { World } from '../../support/world.js';

const BODY = '<p>Hello</p><p><a href="{{ unsubscribe_url }}">Unsubscribe</a></p>';

describe('a message that is posted to /feedback/message', () => {
  let world: World;
  let sink: SmtpSink;
  /** The email of each contact, by the local part. */
  const emails = new Map<string, SinkMessage>();
  const contacts = new Map<string, number>();

  beforeAll(async () => {
    sink = await SmtpSink.start();
    world = await World.start();
    const sender = await world.given.sender({ url: sink.url, return_path_domain: 'bounces.shop.example' });
    const list = await world.given.list();
    for (const name of ['hard', 'json', 'angry', 'wish', 'away'])
      contacts.set(name, (await world.given.contact({ email: `${name}@example.com`, lists: [list.id] })).id);
    const { id } = await world.given.campaign({
      email_subject: 'Spring',
      email_body: BODY,
      lists: [list.id],
      settings: { mailer_settings: { sender_id: sender.id } },
    });
    await world.all.post(`/campaigns/${id}/send`).expect(200);
    await world.settle();
    for (const message of sink.messages) emails.set(message.envelope.to[0]?.split('@')[0] ?? '', message);
  });

  const about = async (name: string, sample: string): Promise<Buffer> => {
    const mail = emails.get(name)!;
    const listUnsubscribe = (await mail.header('list-unsubscribe')) ?? '';
    return bounceSample(sample, {
      bounceAddress: mail.envelope.from,
      unsubscribeAddress: /mailto:([^?>]+)/.exec(listUnsubscribe)?.[1] ?? '',
      messageId: (await mail.header('message-id')) ?? '',
      listUnsubscribe,
    });
  };
  const post = async (raw: Buffer, type = 'message/rfc822'): Promise<Record<string, unknown>> =>
    (await world.all.post('/feedback/message').set('Content-Type', type).send(raw).expect(200)).body;
  const statusOf = async (name: string): Promise<string> =>
    (await world.all.get(`/subscribers/${contacts.get(name) ?? 0}`).expect(200)).body.subscriber.status;

  it('bounces its contact, and only once', async () => {
    const raw = await about('hard', 'postfix-unknown-user');
    expect(await post(raw)).toEqual({
      message: 'The message was applied.',
      outcome: 'applied',
      kind: 'bounce',
      email_id: expect.any(Number),
    });
    expect(await post(raw, 'application/octet-stream')).toMatchObject({ outcome: 'known', kind: 'bounce' });
    expect(await statusOf('hard')).toBe('bounced');
    const [event] = await world.db.query<{ data: string }>(
      `SELECT data FROM domain_events WHERE type = 'email.bounced' ORDER BY id DESC LIMIT 1`,
    );
    expect(JSON.parse(event!.data)).toMatchObject({
      email: { to: 'hard@example.com', code: '5.1.1', reported_by: 'dsn' },
    });
  });

  it('may be JSON, identify the email by its Message-ID only, and have its recipient in the query', async () => {
    const raw = await about('json', 'icloud-full');
    const { body } = await world.all.post('/feedback/message').send({ message: raw.toString() }).expect(200);
    expect(body).toMatchObject({ outcome: 'applied', kind: 'bounce' });
    expect(await statusOf('json')).toBe('subscribed');
    const bare = Buffer.from(
      'From: MAILER-DAEMON@x.example\r\nSubject: failure notice\r\n\r\n550 5.1.1 no such user\r\n',
    );
    const recipient = encodeURIComponent(emails.get('json')?.envelope.from ?? '');
    const reported = await world.all
      .post(`/feedback/message?recipient=${recipient}`)
      .set('Content-Type', 'text/plain; charset=utf-8')
      .send(bare.toString())
      .expect(200);
    expect(reported.body).toMatchObject({ outcome: 'applied', kind: 'bounce' });
    expect(await statusOf('json')).toBe('bounced');
  });

  it('may be a complaint, an opt-out by email, or an automatic reply without effect', async () => {
    expect(await post(await about('angry', 'arf-yahoo'))).toMatchObject({ outcome: 'applied', kind: 'complaint' });
    expect(await post(await about('wish', 'optout-gmail'))).toMatchObject({ outcome: 'applied', kind: 'unsubscribe' });
    const away = await about('away', 'reply-exchange-out-of-office');
    expect(await post(away)).toMatchObject({ outcome: 'ignored', kind: 'auto_reply' });
    expect(await Promise.all(['angry', 'wish', 'away'].map(statusOf))).toEqual([
      'complained',
      'unsubscribed',
      'subscribed',
    ]);
    const [mail] = await world.db.query<{ unsubscribe_method: string }>(
      'SELECT unsubscribe_method FROM email_messages WHERE contact_id = :id',
      { id: contacts.get('wish') ?? 0 },
    );
    expect(mail).toEqual({ unsubscribe_method: 'mailto' });
  });

  it('does not opt out a contact who has subscribed again since', async () => {
    await world.all
      .put(`/subscribers/${contacts.get('wish') ?? 0}`)
      .send({ status: 'subscribed' })
      .expect(200);
    const late = await about('wish', 'optout-mail-program');
    expect(await post(late)).toMatchObject({ outcome: 'no_effect', kind: 'unsubscribe' });
    expect(await statusOf('wish')).toBe('subscribed');
  });

  it.each(['/feedback/message/', '/Feedback/Message'])('is also accepted at %s', async (path) => {
    await world.all.post(path).set('Content-Type', 'text/plain').send('Subject: Hello\r\n\r\nHello').expect(200);
  });

  it('is refused if it is missing', async () => {
    await world.all.post('/feedback/message').send({}).expect(400);
    await world.all.post('/feedback/message').send({ message: 7 }).expect(400);
    await world.all.post('/feedback/message').send({ message: ' ' }).expect(400);
    await world.all.post('/feedback/message').set('Content-Type', 'message/rfc822').expect(400);
    await world.all.post('/feedback/message').set('Content-Type', 'text/html').send('<p>x').expect(415);
    const large = Buffer.alloc(10 * 1024 * 1024 + 1, 'a');
    await world.all.post('/feedback/message').set('Content-Type', 'message/rfc822').send(large).expect(413);
    const viewer = await world.as('view_contacts');
    await viewer.post('/feedback/message').set('Content-Type', 'message/rfc822').send('x').expect(403);
  });

  it('is identified by its bytes if it has an Idempotency-Key', async () => {
    const send = (text: string) =>
      world.all
        .post('/feedback/message')
        .set('Content-Type', 'message/rfc822')
        .set('Idempotency-Key', 'mail-1')
        .send(Buffer.from(`From: a@example.com\r\nSubject: ${text}\r\n\r\n${text}`));
    await send('one').expect(200);
    await send('two').expect(409);
  });

  it('is kept for some days if it cannot be parsed, and then deleted', async () => {
    const endless = Buffer.from(`From: a@example.com\r\nX: ${'a'.repeat(300_000)}\r\n\r\n`);
    expect(await post(endless)).toMatchObject({ outcome: 'quarantined', kind: 'unreadable', email_id: null });
    expect(await post(endless)).toMatchObject({ outcome: 'quarantined' });
    const kept = (): Promise<object[]> =>
      world.db.query(
        `SELECT outcome, detail, LENGTH(raw) AS size FROM feedback_reports WHERE kind = 'unreadable' ORDER BY id`,
      );
    expect(await kept()).toEqual([{ outcome: 'quarantined', detail: 'headers without end', size: 64 * 1024 }]);

    const age = (days: number): Promise<unknown> =>
      world.db.transaction((tx) =>
        tx.execute(`UPDATE feedback_reports SET received_at = NOW(3) - INTERVAL :days DAY WHERE kind = 'unreadable'`, {
          days,
        }),
      );
    const retention = world.worker!.get(FeedbackRetention, { strict: false });
    await age(13);
    await retention.remove(UNTIL_DONE);
    expect(await kept()).toMatchObject([{ size: 64 * 1024 }]);
    await age(15);
    await retention.remove(UNTIL_DONE);
    expect(await kept()).toMatchObject([{ size: null }]);
    await age(91);
    expect(await retention.remove(UNTIL_DONE)).toBe(1);
    expect(await kept()).toEqual([]);
  });
});
