import { dkimVerdict } from '../../support/dkim-verdict.js';
import { SmtpSink, type SinkMessage } from '../../support/smtp-sink.js';
import { World } from '../../support/world.js';

const FROM = 'news@shop.example';
const BODY = '<p>Hi</p><p><a href="{{ unsubscribe_url }}">Unsubscribe</a></p>';
const NAMES = ['List-Id', 'CFBL-Address', 'CFBL-Feedback-ID'] as const;

describe('headers of bulk emails', () => {
  let world: World;
  let sink: SmtpSink;
  let dns: Record<string, string>;
  let senderId: number;

  beforeAll(async () => {
    sink = await SmtpSink.start();
    world = await World.start({ env: { SMTP_URL: sink.url, MAIL_FROM: 'Other <other@plain.example>' } });
    const sender = await world.given.sender({
      url: sink.url,
      from_email: FROM,
      return_path_domain: 'bounces.shop.example',
      dkim: { domain: 'shop.example', selector: 's', generate: true },
    });
    senderId = sender.id;
    dns = { [sender.dkim!.dns_record.name]: sender.dkim!.dns_record.value };
  });
  beforeEach(() => {
    sink.reset();
  });

  const headersOf = async (message: SinkMessage | undefined): Promise<(string | undefined)[]> =>
    Promise.all(NAMES.map(async (name) => message?.header(name)));
  const campaignOf = async (settings: Record<string, unknown> = {}): Promise<number> => {
    const list = await world.given.list();
    await world.given.contact({ lists: [list.id] });
    const content = { email_subject: 'Spring', email_body: BODY, lists: [list.id], settings };
    return (await world.given.campaign(content)).id;
  };
  const sent = async (settings?: Record<string, unknown>): Promise<SinkMessage> => {
    const id = await campaignOf(settings);
    await world.all.post(`/campaigns/${id}/send`).expect(200);
    await world.settle();
    return sink.messages[0]!;
  };
  const throughFunnel = async (funnelSettings: object, ...sequences: unknown[]): Promise<void> => {
    const funnel = await world.given.publishedFunnel({ settings: funnelSettings, sequences });
    const { id } = await world.given.contact();
    await world.all
      .post(`/funnels/${funnel.id}/subscribers`)
      .send({ subscribers: [id] })
      .expect(200);
    await world.settle();
  };

  it('name the list and the address for complaints, and are signed', async () => {
    const message = await sent({ mailer_settings: { sender_id: senderId } });
    const [listId, address, feedbackId] = await headersOf(message);
    expect(listId).toBe('<c.bounces.shop.example>');
    expect(address).toBe(`${message.envelope.from}; report=arf`);
    expect(message.envelope.from).toBe(`${feedbackId}@bounces.shop.example`);
    const verdict = await dkimVerdict(message.raw, dns);
    expect(verdict).toMatchObject({ result: 'pass', domain: 'shop.example' });
    expect(verdict.signedHeaders).toEqual(expect.arrayContaining(NAMES.map((name) => name.toLowerCase())));
  });

  it('are in emails of funnels', async () => {
    const settings = { email_subject: 'Welcome', email_body: BODY };
    const mailer_settings = { from_email: FROM };
    await throughFunnel({ mailer_settings }, { action_name: 'send_custom_email', settings });
    expect(await headersOf(sink.messages[0])).toEqual([
      '<c.bounces.shop.example>',
      expect.stringContaining('report=arf'),
      expect.any(String),
    ]);
  });

  it('name the list by the From domain if there is no return path', async () => {
    expect(await headersOf(await sent())).toEqual(['<c.plain.example>', undefined, undefined]);
  });

  it('are not in test emails and system emails', async () => {
    const id = await campaignOf({ mailer_settings: { sender_id: senderId } });
    await world.all
      .post(`/campaigns/${id}/send-test-email`)
      .send({ emails: ['me@example.com'] })
      .expect(200);
    await world.all.post('/subscribers').send({ email: 'new@example.com', double_optin: true }).expect(200);
    await world.settle();
    expect(sink.messages).toHaveLength(2);
    for (const message of sink.messages) expect(await headersOf(message)).toEqual([undefined, undefined, undefined]);
  });

  describe('in a report', () => {
    const emailOf = async (message: SinkMessage): Promise<number> => {
      const [row] = await world.db.query<{ id: number }>('SELECT id FROM email_messages WHERE email = :to', {
        to: message.envelope.to[0]!,
      });
      return row!.id;
    };
    const report = (to: string, returned: string): string =>
      [
        ...['From: fbl@mailbox.example', `To: ${to}`, 'Subject: FW: Spring', `Message-ID: <${to}@mailbox.example>`],
        ...['MIME-Version: 1.0', 'Content-Type: multipart/report; report-type=feedback-report; boundary=b', ''],
        ...['--b', 'Content-Type: text/plain', '', 'A complaint.', '--b', 'Content-Type: message/feedback-report', ''],
        ...['Feedback-Type: abuse', 'User-Agent: x/1', 'Version: 1', '--b', 'Content-Type: text/rfc822-headers', ''],
        ...[returned, '', '--b--', ''],
      ].join('\r\n');

    it.each([
      ['its identifier alone', 'fbl@shop.example', (id: string) => `CFBL-Feedback-ID: ${id}`],
      [
        'its address in the headers',
        'fbl@shop.example',
        (_id: string, address: string) => `CFBL-Address: ${address}; report=arf`,
      ],
      ['the recipient of the report alone', null, () => 'Subject: redacted'],
    ] as const)('identify the email by %s', async (_case, to, returned) => {
      const message = await sent({ mailer_settings: { sender_id: senderId } });
      const [, , feedbackId = ''] = await headersOf(message);
      const raw = report(to ?? message.envelope.from, returned(feedbackId, message.envelope.from));
      const { body } = await world.all
        .post('/feedback/message')
        .set('Content-Type', 'message/rfc822')
        .send(raw)
        .expect(200);
      expect(body).toMatchObject({ outcome: 'applied', kind: 'complaint', email_id: await emailOf(message) });
    });
  });
});
