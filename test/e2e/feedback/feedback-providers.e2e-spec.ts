import { NestFactory } from '@nestjs/core';
import { CliModule } from '../../../src/cli.module.js';
import type { FeedbackProvider } from '../../../src/modules/feedback/feedback-report.js';
import { FeedbackSecrets } from '../../../src/modules/feedback/providers/feedback-secrets.service.js';
import { FeedbackUrlsCommand } from '../../../src/modules/feedback/providers/feedback-urls.commands.js';
import { MailTransport } from '../../../src/platform/smtp/mail-transport.js';
import { Metrics } from '../../../src/platform/metrics/metrics.js';
import { Keys } from '../../../src/platform/secrets/keys.js';
import { insertSubscribers, memberOf } from '../../support/builders/audience.js';
import {
  formerMailgunForm,
  mailgunComplaint,
  mailgunFailure,
  mailgunSignature,
  mailgunUnsubscribe,
} from '../../support/provider-events/mailgun.js';
import {
  postmarkBounce,
  postmarkComplaint,
  postmarkSubscriptionChange,
} from '../../support/provider-events/postmark.js';
import { sendgridEvent, sendgridSigner } from '../../support/provider-events/sendgrid.js';
import { sesBounce, sesComplaint, sesDelivery, sesSubscription } from '../../support/provider-events/ses.js';
import { SNS_HOST, SnsSigner, TOPIC } from '../../support/provider-events/sns-signer.js';
import type { SubmittedEmail } from '../../support/provider-events/submitted-email.js';
import { SinkMessage, SmtpSink } from '../../support/smtp-sink.js';
import { WebhookReceiver } from '../../support/webhook-receiver.js';
import { World } from '../../support/world.js';

const READERS = 40;
const BODY = '<p>Hi <a href="{{ unsubscribe_url }}">Unsubscribe</a></p>';
const FORMER_SECRET = 'a former secret for tests: 32 characters and more';
const MAILGUN_KEY = 'key-3ax6xnjp29jd6fds4gc373sgvjxteol0';
const sendgrid = sendgridSigner();

describe('provider webhooks', () => {
  let world: World;
  let sink: SmtpSink;
  /** Emulates Amazon's host, certificates, and confirmations. */
  let amazon: WebhookReceiver;
  let sns: SnsSigner;
  const urls = new Map<FeedbackProvider, string>();
  let used = 0;

  beforeAll(async () => {
    sink = await SmtpSink.start();
    world = await World.start({
      env: {
        SMTP_URL: sink.url,
        RETURN_PATH_DOMAIN: 'bounces.shop.example',
        SEND_CONCURRENCY_PER_DOMAIN: '20',
        APP_SECRET_PREVIOUS: FORMER_SECRET,
        SES_TOPIC_ARNS: TOPIC,
        RATE_LIMIT_PER_MINUTE: '1000',
        MAILGUN_SIGNING_KEY: MAILGUN_KEY,
        SENDGRID_PUBLIC_KEY: sendgrid.publicKey,
      },
      outbound: {
        resolve: () => Promise.resolve([{ address: '127.0.0.1', family: 4 }]),
        portOf: () => String(amazon.port),
      },
    });
    amazon = await WebhookReceiver.start(world.config.dataDir, { hosts: [SNS_HOST] });
    sns = await SnsSigner.make();
    amazon.behavior = { kind: 'answer', status: 200, body: sns.certificate };
    for (const { provider, url } of world.api.get(FeedbackSecrets, { strict: false }).urls())
      urls.set(provider, new URL(url).pathname);
    const list = await world.given.list();
    await insertSubscribers(world.db, list.id, 'reader', READERS);
    const { id } = await world.given.campaign({ email_subject: 'Spring', email_body: BODY, lists: [list.id] });
    await world.all.post(`/campaigns/${id}/send`).expect(200);
    await world.settle();
    expect(sink.messages).toHaveLength(READERS);
  });

  /** An email without reports. */
  async function nextMail(): Promise<SubmittedEmail> {
    used += 1;
    const recipient = memberOf('reader', used);
    const message = sink.messages.find(({ envelope }) => envelope.to[0] === recipient)!;
    const messageId = (await message.header('message-id')) ?? '';
    return { recipient, messageId, returnPath: message.envelope.from, subject: 'Spring' };
  }

  const pathOf = (provider: FeedbackProvider): string => urls.get(provider)!;
  const post = (provider: FeedbackProvider, body: object) => world.http.post(pathOf(provider)).send(body);
  const postSns = (envelope: object) =>
    world.http.post(pathOf('ses')).set('Content-Type', 'text/plain; charset=UTF-8').send(JSON.stringify(envelope));
  const postMailgun = (body: object) => post('mailgun', { signature: mailgunSignature(MAILGUN_KEY), ...body });
  const postSendgrid = (events: readonly unknown[], at?: Date) => {
    const body = JSON.stringify(events);
    return world.http
      .post(pathOf('sendgrid'))
      .set('Content-Type', 'application/json')
      .set(sendgrid.headersFor(body, at))
      .send(body);
  };
  const applied = (count: number, received = 1) => ({ message: 'Thank you.', received, applied: count });

  async function statusOf({ recipient }: SubmittedEmail): Promise<string> {
    const [contact] = await world.db.query<{ status: string }>('SELECT status FROM contacts WHERE email = :recipient', {
      recipient,
    });
    return contact?.status ?? 'gone';
  }

  async function ledgerOf({ recipient }: SubmittedEmail) {
    const [row] = await world.db.query<{
      state: string;
      bounce_type: string | null;
      unsubscribe_method: string | null;
    }>('SELECT state, bounce_type, unsubscribe_method FROM email_messages WHERE email = :recipient', { recipient });
    return row;
  }

  const eventsAbout = async ({ messageId }: SubmittedEmail): Promise<{ type: string; data: { email: object } }[]> => {
    const rows = await world.db.query<{ type: string; data: string | object }>(
      `SELECT type, data FROM domain_events WHERE type LIKE 'email.%' ORDER BY id`,
    );
    return rows
      .map(({ type, data }) => ({ type, data: typeof data === 'string' ? JSON.parse(data) : data }))
      .filter(({ type, data }) => type !== 'email.sent' && data.email?.message_id === messageId);
  };

  /** All statuses and states, to check that nothing has changed. */
  const everything = () =>
    Promise.all([
      world.db.query('SELECT id, status FROM contacts ORDER BY id'),
      world.db.query('SELECT id, state, bounce_type, unsubscribed_at, complained_at FROM email_messages ORDER BY id'),
    ]);

  describe('the URLs', () => {
    it('are shown to managers with manage_contacts, and are the same on the command line', async () => {
      const { body } = await world.all.get('/feedback/providers').expect(200);
      expect(body.providers.map(({ provider, signed }: Record<string, unknown>) => [provider, signed])).toEqual([
        ['ses', true],
        ['mailgun', true],
        ['postmark', false],
        ['sendgrid', true],
        ['generic', false],
      ]);
      expect(body.providers.map(({ url }: { url: string }) => url)).toEqual(
        [...urls.values()].map((path) => `http://carillon.test${path}`),
      );
      expect(new Set(urls.values()).size).toBe(5);
      const print = jest.spyOn(console, 'log').mockImplementation(() => undefined);
      const cli = await NestFactory.createApplicationContext(CliModule.with(world.config), {
        logger: false,
        abortOnError: false,
      });
      await cli.get(FeedbackUrlsCommand, { strict: false }).run();
      await cli.close();
      const lines = print.mock.calls.map(([line]) => String(line).split(/ +/));
      print.mockRestore();
      expect(lines).toEqual([...urls].map(([provider, path]) => [provider, `http://carillon.test${path}`]));
    });

    it('return the same 404 for a wrong secret, provider, or name', async () => {
      const [base, secret] = [pathOf('ses').replace(/ses\/.*/, ''), pathOf('ses').split('/').at(-1)!];
      const changed = (secret.startsWith('A') ? 'B' : 'A') + secret.slice(1);
      const postmarkSecret = pathOf('postmark').split('/').at(-1)!;
      const wrong = [`ses/${changed}`, `ses/${postmarkSecret}`, `ses/${secret.slice(0, 30)}`, `ses/${secret}AA`];
      for (const path of [...wrong, 'ses/x', `resend/${secret}`, `message/${secret}`]) {
        const { status, body } = await world.http.post(`${base}${path}`).send({});
        expect([path, status, body.code, body.message]).toEqual([
          path,
          404,
          'rest_no_route',
          'No route was found matching the URL and request method.',
        ]);
      }
    });

    it('of a former APP_SECRET stay valid', async () => {
      const { config } = world;
      const keys = new Keys({ ...config, secrets: { current: FORMER_SECRET, previous: [] } });
      const { url } = new FeedbackSecrets(keys, config).urls()[0]!;
      expect(new URL(url).pathname).not.toBe(pathOf('ses'));
      await world.http.post(new URL(url).pathname).send({}).expect(400);
    });

    it('have no rate limit', async () => {
      const limited = await world.all.get('/feedback/providers').expect(200);
      const unlimited = await post('generic', []).expect(200);
      expect([limited, unlimited].map(({ headers }) => headers['ratelimit-limit'])).toEqual(['1000', undefined]);
    });

    it('refuse unreadable requests', async () => {
      for (const body of ['{', '', '[[[', '"text"', '42', '{}', '[]', '[1,null]']) {
        const { status, body: answer } = await world.http
          .post(pathOf('generic'))
          .set('Content-Type', 'application/json')
          .send(body);
        const expected = body === '[]' ? 200 : 400;
        expect([body, status, answer.data?.status ?? 200]).toEqual([body, expected, expected]);
      }
      await world.http
        .post(pathOf('generic'))
        .type('json')
        .send(`"${'x'.repeat(1_100_000)}"`)
        .expect(413);
      await world.http.post(pathOf('generic')).type('text').send('x'.repeat(1_100_000)).expect(413);
    });
  });

  describe('Amazon SES', () => {
    it('bounces a contact by a signed notification, once however often it is repeated', async () => {
      const mail = await nextMail();
      const envelope = sns.notification(sesBounce(mail));
      expect((await postSns(envelope).expect(200)).body).toEqual(applied(1));
      expect((await postSns(envelope).expect(200)).body).toEqual(applied(0));
      // The same bounce from a second topic.
      expect((await postSns(sns.notification(sesBounce(mail))).expect(200)).body).toEqual(applied(0));
      expect(await statusOf(mail)).toBe('bounced');
      expect(await ledgerOf(mail)).toMatchObject({ state: 'bounced', bounce_type: 'hard' });
      expect(await eventsAbout(mail)).toMatchObject([
        { type: 'email.bounced', data: { email: { reported_by: 'ses', bounce_type: 'hard', code: '5.1.1' } } },
      ]);
    });

    it('accepts signatures of both versions, and fetches the certificate once', async () => {
      const before = amazon.requests.length;
      const mail = await nextMail();
      const second = { SignatureVersion: '2' };
      expect((await postSns(sns.notification(sesComplaint(mail), second)).expect(200)).body).toEqual(applied(1));
      expect(await statusOf(mail)).toBe('complained');
      expect(amazon.requests.length).toBe(before);
    });

    it('recognizes reports that are no bounce: full mailboxes, automatic replies, deliveries, and plain texts', async () => {
      const [full, away, other] = [await nextMail(), await nextMail(), await nextMail()];
      const quota = { action: 'failed', status: '4.2.2', diagnosticCode: 'smtp; 452 4.2.2 mailbox full' };
      const reported = [
        [sesBounce(full, { type: 'Transient', subtype: 'MailboxFull', recipient: quota, feedbackId: 'f1' }), 1],
        [sesBounce(away, { type: 'Transient', recipient: {}, feedbackId: 'f2' }), 0],
        [sesDelivery(other), 0],
        [sesComplaint(other, 'not-spam'), 0],
        [sesSubscription(other, false), 0],
        ['Successfully validated SNS topic for Amazon SES event publishing.', 0],
      ] as const;
      for (const [message, count] of reported)
        expect((await postSns(sns.notification(message)).expect(200)).body).toEqual(applied(count));
      expect(await ledgerOf(full)).toMatchObject({ state: 'bounced', bounce_type: 'soft' });
      expect(await Promise.all([full, away, other].map(statusOf))).toEqual(Array(3).fill('subscribed'));
    });

    it('unsubscribes a contact who used the link of SES', async () => {
      const mail = await nextMail();
      expect((await postSns(sns.notification(sesSubscription(mail))).expect(200)).body).toEqual(applied(1));
      expect(await statusOf(mail)).toBe('unsubscribed');
      expect(await ledgerOf(mail)).toMatchObject({ state: 'sent', unsubscribe_method: 'provider' });
    });

    it('confirms a subscription at Amazon only', async () => {
      const before = amazon.requests.length;
      await postSns(sns.subscription('2336412f37fb')).expect(200);
      expect(amazon.requests.slice(before).map(({ path }) => path)).toEqual([
        `/?Action=ConfirmSubscription&TopicArn=${TOPIC}&Token=2336412f37fb`,
      ]);
      for (const SubscribeURL of ['https://sns.example.com/?Action=ConfirmSubscription&Token=1', 'http://127.0.0.1/']) {
        const { body } = await postSns(sns.subscription('1', { SubscribeURL })).expect(403);
        expect(body).toMatchObject({ code: 'rest_forbidden', data: { status: 403 } });
      }
      expect(amazon.requests).toHaveLength(before + 1);
    });

    it('is refused without a valid signature by a current certificate of Amazon', async () => {
      const mail = await nextMail();
      const message = sesBounce(mail, { feedbackId: 'forged' });
      const genuine = sns.notification(message);
      const foreignSigner = await SnsSigner.make();
      const expired = await SnsSigner.make({ notBefore: new Date(2020, 0, 1), notAfter: new Date(2020, 1, 1) });
      const before = await everything();
      const requestsBefore = amazon.requests.length;
      const forged = [
        { ...genuine, Message: JSON.stringify(sesBounce(mail, { feedbackId: 'changed' })) },
        { ...genuine, Signature: 'AAAA' },
        { ...genuine, SignatureVersion: '2' },
        // A valid signature, but with a certificate from elsewhere.
        foreignSigner.notification(message, {
          SigningCertURL: 'https://sns.example.com/SimpleNotificationService-1234567890.pem',
        }),
        foreignSigner.notification(message, {
          SigningCertURL: `https://${SNS_HOST}.example.com/SimpleNotificationService-1.pem`,
        }),
        foreignSigner.notification(message, {
          SigningCertURL: `https://${SNS_HOST}/../SimpleNotificationService-12345678.pem`,
        }),
        foreignSigner.notification(message, { SigningCertURL: sns.certificateUrl }),
        sns.notification(message, { TopicArn: 'arn:aws:sns:eu-west-1:666666666666:theirs' }),
      ];
      for (const envelope of forged) {
        const { status, body } = await postSns(envelope);
        expect([status, body.code, body.data?.status]).toEqual([403, 'rest_forbidden', 403]);
      }
      expect(amazon.requests).toHaveLength(requestsBefore);
      amazon.plan({ kind: 'answer', status: 200, body: expired.certificate });
      await postSns(expired.notification(message)).expect(403);
      // Without an envelope, as with raw message delivery, nothing is signed.
      await post('ses', message).expect(400);
      expect(await everything()).toEqual(before);
    });

    it('is retried if the certificate cannot be fetched', async () => {
      const mail = await nextMail();
      const newcomer = await SnsSigner.make();
      const envelope = newcomer.notification(sesBounce(mail, { feedbackId: 'patience' }));
      amazon.plan(
        { kind: 'answer', status: 500 },
        { kind: 'answer', status: 200, body: '<html>no certificate</html>' },
      );
      await postSns(envelope).expect(503);
      await postSns(envelope).expect(503);
      amazon.plan({ kind: 'answer', status: 200, body: newcomer.certificate });
      expect((await postSns(envelope).expect(200)).body).toEqual(applied(1));
    });
  });

  describe('Mailgun', () => {
    it('bounces, complains, and unsubscribes by signed events, each once', async () => {
      const [bounced, complained, gone] = [await nextMail(), await nextMail(), await nextMail()];
      for (const [body, count] of [
        [mailgunFailure(bounced), 1],
        [mailgunFailure(bounced), 0],
        [mailgunComplaint(complained), 1],
        [mailgunUnsubscribe(gone), 1],
      ] as const)
        expect((await postMailgun(body).expect(200)).body).toEqual(applied(count));
      expect(await Promise.all([bounced, complained, gone].map(statusOf))).toEqual([
        'bounced',
        'complained',
        'unsubscribed',
      ]);
      expect(await eventsAbout(bounced)).toMatchObject([
        { type: 'email.bounced', data: { email: { reported_by: 'mailgun' } } },
      ]);
    });

    it('counts neither temporary failures nor blocks against the address', async () => {
      const [delayed, blocked] = [await nextMail(), await nextMail()];
      const delay = {
        severity: 'temporary',
        reason: 'generic',
        'delivery-status': { code: 451, message: '4.7.1 later' },
      };
      const block = { 'delivery-status': { code: 554, message: '5.7.1 Message blocked due to spam content' } };
      expect((await postMailgun(mailgunFailure(delayed, delay, 'd1')).expect(200)).body).toEqual(applied(0));
      expect((await postMailgun(mailgunFailure(blocked, block, 'd2')).expect(200)).body).toEqual(applied(1));
      expect(await ledgerOf(delayed)).toMatchObject({ state: 'sent' });
      expect(await ledgerOf(blocked)).toMatchObject({ state: 'bounced', bounce_type: null });
      expect(await statusOf(blocked)).toBe('subscribed');
    });

    it('is refused without a signature, with a wrong one, and with an old one', async () => {
      const mail = await nextMail();
      const before = await everything();
      const body = mailgunFailure(mail, {}, 'forged');
      const old = new Date(Date.now() - 26 * 3_600_000);
      for (const signature of [
        undefined,
        mailgunSignature('key-of-somebody-else'),
        mailgunSignature(MAILGUN_KEY, old),
        { ...mailgunSignature(MAILGUN_KEY), token: 'other' },
      ])
        await post('mailgun', { ...body, signature }).expect(403);
      expect(await everything()).toEqual(before);
    });

    it('may still use old webhooks, which are forms', async () => {
      const [bounced, complained] = [await nextMail(), await nextMail()];
      const signature = mailgunSignature(MAILGUN_KEY);
      const form = { ...formerMailgunForm(bounced, 'bounced'), ...signature };
      expect((await world.http.post(pathOf('mailgun')).type('form').send(form).expect(200)).body).toEqual(applied(1));
      const multipart = world.http.post(pathOf('mailgun')).attach('attachment-1', Buffer.from('x'), 'returned.eml');
      for (const [name, value] of Object.entries({ ...formerMailgunForm(complained, 'complained'), ...signature }))
        void multipart.field(name, value);
      expect((await multipart.expect(200)).body).toEqual(applied(1));
      expect(await Promise.all([bounced, complained].map(statusOf))).toEqual(['bounced', 'complained']);
    });
  });

  describe('Postmark', () => {
    it('bounces, complains, and unsubscribes by the metadata of the email, each once', async () => {
      const [bounced, complained, gone, full] = [
        await nextMail(),
        await nextMail(),
        await nextMail(),
        await nextMail(),
      ];
      const softly = { ID: 7, Type: 'SoftBounce', TypeCode: 4096, Details: 'smtp;552 5.2.2 Mailbox full' };
      for (const [body, count] of [
        [postmarkBounce(bounced), 1],
        [postmarkBounce(bounced), 0],
        [postmarkComplaint(complained), 1],
        [postmarkSubscriptionChange(gone), 1],
        [postmarkSubscriptionChange(gone), 0],
        [postmarkBounce(full, softly), 1],
        [postmarkBounce(full, { ID: 8, Type: 'AutoResponder', TypeCode: 64 }), 0],
        [postmarkSubscriptionChange(full, { Origin: 'Customer' }), 0],
        [{ RecordType: 'Open', MessageID: 'x' }, 0],
      ] as const)
        expect((await post('postmark', body).expect(200)).body).toEqual(applied(count));
      expect(await Promise.all([bounced, complained, gone, full].map(statusOf))).toEqual([
        'bounced',
        'complained',
        'unsubscribed',
        'subscribed',
      ]);
      expect(await ledgerOf(full)).toMatchObject({ bounce_type: 'soft' });
    });
  });

  describe('SendGrid', () => {
    it('sends batches, in which an unreadable event does not affect the others', async () => {
      const emails = await Promise.all(Array.from({ length: 6 }, nextMail));
      const [hard, blocked, spam, gone, dropped, fine] = emails as [SubmittedEmail, ...SubmittedEmail[]] &
        SubmittedEmail[];
      const events = [
        sendgridEvent(hard),
        'junk',
        sendgridEvent(blocked!, {
          type: 'blocked',
          status: '5.7.1',
          reason: '550 5.7.1 blocked',
          bounce_classification: 'Reputation',
        }),
        sendgridEvent(spam!, { event: 'spamreport' }),
        // An event without smtp-id is identified by the unique argument.
        { ...sendgridEvent(gone!, { event: 'unsubscribe', carillon_mail: gone!.messageId }), 'smtp-id': undefined },
        { event: 'bounce' },
        sendgridEvent(dropped!, { event: 'dropped', reason: 'Bounced Address' }),
        sendgridEvent(fine!, { event: 'delivered', response: '250 OK' }),
        sendgridEvent(fine!, { event: 'deferred', response: '450 later' }),
        sendgridEvent(fine!, { event: 'something new' }),
      ];
      expect((await postSendgrid(events).expect(200)).body).toEqual(applied(5, events.length));
      expect((await postSendgrid(events).expect(200)).body).toEqual(applied(0, events.length));
      expect(await Promise.all(emails.map(statusOf))).toEqual([
        'bounced',
        'subscribed',
        'complained',
        'unsubscribed',
        'bounced',
        'subscribed',
      ]);
    });

    it('is refused without a signature, if modified, and with an old signature', async () => {
      const mail = await nextMail();
      const before = await everything();
      const events = [sendgridEvent(mail)];
      await post('sendgrid', events).expect(403);
      await post('sendgrid', events).set(sendgrid.headersFor('[]')).expect(403);
      await post('sendgrid', events)
        .set(sendgridSigner().headersFor(JSON.stringify(events)))
        .expect(403);
      await postSendgrid(events, new Date(Date.now() - 26 * 3_600_000)).expect(403);
      expect(await everything()).toEqual(before);
    });
  });

  describe('any other provider', () => {
    it('uses the generic format with a Message-ID, return path, or token', async () => {
      const [bounced, complained, gone, soft] = [
        await nextMail(),
        await nextMail(),
        await nextMail(),
        await nextMail(),
      ];
      const message = sink.messages.find(({ envelope }) => envelope.to[0] === gone.recipient)!;
      const optOut = (await message.header('list-unsubscribe'))!;
      const token = /\/t\/u\/([\w-]+)/.exec(optOut)![1];
      const events = [
        { event: 'bounce', id: 'g1', return_path: bounced.returnPath, bounce_type: 'hard', code: '5.1.1' },
        { event: 'complaint', id: 'g2', message_id: complained.messageId },
        { event: 'unsubscribe', id: 'g3', token, reason: 'too many' },
        {
          event: 'bounce',
          message_id: soft.messageId,
          diagnostic: '452 4.2.2 mailbox full',
          at: '2026-01-27T10:00:00Z',
        },
      ];
      expect((await post('generic', events).expect(200)).body).toEqual(applied(4, 4));
      expect((await post('generic', events[3]!).expect(200)).body).toEqual(applied(0));
      expect(await Promise.all([bounced, complained, gone, soft].map(statusOf))).toEqual([
        'bounced',
        'complained',
        'unsubscribed',
        'subscribed',
      ]);
      expect(await ledgerOf(soft)).toMatchObject({ bounce_type: 'soft' });
      const many = Array.from({ length: 1_001 }, (_, index) => ({ event: 'bounce', id: String(index) }));
      await post('generic', many).expect(400);
    });
  });

  it('of Postmark and SendGrid identify the email by their metadata headers', async () => {
    const written: SinkMessage[] = [];
    // These hosts cannot be emulated, so the test checks what would be submitted to them.
    const transport = jest
      .spyOn(world.worker!.get(MailTransport, { strict: false }), 'send')
      .mockImplementation((_server, { envelopeFrom, recipient, raw }) => {
        written.push(new SinkMessage({ from: envelopeFrom, to: [recipient] }, raw));
        return Promise.resolve({ kind: 'accepted', code: '2.0.0', response: '250 2.0.0 OK' });
      });
    for (const url of ['smtp://smtp-broadcasts.postmarkapp.com:587', 'smtp://smtp.sendgrid.net:587']) {
      const list = await world.given.list();
      const { id: sender_id } = await world.given.sender({ url });
      await world.given.contact({ email: `${new URL(url).hostname}@example.org`, lists: [list.id] });
      const settings = { mailer_settings: { sender_id } };
      const { id } = await world.given.campaign({ email_subject: 'S', email_body: BODY, lists: [list.id], settings });
      await world.all.post(`/campaigns/${id}/send`).expect(200);
      await world.settle();
    }
    transport.mockRestore();
    const [postmark, sendgridMail] = written as [SinkMessage, SinkMessage];
    expect(await postmark.header('x-pm-keepid')).toBe('true');
    expect(await postmark.header('x-smtpapi')).toBeUndefined();
    const mail: SubmittedEmail = { recipient: '', messageId: '', returnPath: '', subject: 'S' };
    const metadata = { 'Carillon-Mail': await postmark.header('x-pm-metadata-carillon-mail') };
    const arguments_ = JSON.parse((await sendgridMail.header('x-smtpapi'))!).unique_args;
    expect(Object.keys(arguments_)).toEqual(['carillon_mail']);
    const bounce = postmarkBounce(mail, { ID: 9, MessageID: 'another', Metadata: metadata });
    expect((await post('postmark', bounce).expect(200)).body).toEqual(applied(1));
    const event = { ...sendgridEvent(mail), 'smtp-id': '<random@ismtpd-1>', ...arguments_ };
    expect((await postSendgrid([event]).expect(200)).body).toEqual(applied(1));
  });

  it('have no effect without a token of this installation', async () => {
    const mail = await nextMail();
    const before = await everything();
    const [, id, mac] = /^<(\w+)\.(\w+)@/.exec(mail.messageId)!;
    const otherMac = `${mac!.startsWith('0') ? '1' : '0'}${mac!.slice(1)}`;
    const forgeries: SubmittedEmail[] = [
      {
        ...mail,
        messageId: `<${id!}.${otherMac}@carillon.test>`,
        returnPath: `b+${'a'.repeat(48)}@bounces.shop.example`,
      },
      { ...mail, messageId: '<1@carillon.test>', returnPath: mail.recipient },
      { ...mail, messageId: mail.recipient, returnPath: '' },
    ];
    for (const [index, forged] of forgeries.entries()) {
      const answers = [
        await postSns(sns.notification(sesBounce(forged, { feedbackId: `forgery ${index}` }))),
        await postMailgun(mailgunFailure(forged, {}, `forgery ${index}`)),
        await post('postmark', postmarkBounce(forged, { ID: 1_000 + index })),
        await postSendgrid([sendgridEvent(forged)]),
        await post('generic', { event: 'complaint', message_id: forged.messageId, return_path: forged.returnPath }),
      ];
      expect(answers.map(({ status, body }) => [status, body.applied])).toEqual(Array(5).fill([200, 0]));
    }
    expect(await everything()).toEqual(before);
    const { values } = (await world.api
      .get(Metrics, { strict: false })
      .registry.getSingleMetric('carillon_provider_events_total')!
      .get()) as { values: { labels: Record<string, string>; value: number }[] };
    expect(
      values.find(({ labels }) => labels['provider'] === 'postmark' && labels['result'] === 'unrecognised'),
    ).toMatchObject({
      value: forgeries.length,
    });
  });
});
