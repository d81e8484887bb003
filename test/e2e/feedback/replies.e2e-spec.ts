import { SmtpSink, type SinkMessage } from '../../support/smtp-sink.js';
import { WebhookReceiver } from '../../support/webhook-receiver.js';
import { World } from '../../support/world.js';

const BODY = '<p>Hi <a href="{{ unsubscribe_url }}">Unsubscribe</a></p>';
const TEXT = 'reply-text-canary';
const MAIL = { action_name: 'send_custom_email', settings: { email_subject: 'Welcome', email_body: BODY } };
const WAIT = {
  action_name: 'wait_times',
  settings: { wait_type: 'unit_wait', wait_time_amount: 3, wait_time_unit: 'days' },
};

interface RepliedEvent {
  readonly type: string;
  readonly data: { readonly email: Readonly<Record<string, unknown>> };
}

describe('a reply of a person', () => {
  let world: World;
  let sink: SmtpSink;
  let made = 0;

  beforeAll(async () => {
    sink = await SmtpSink.start();
    world = await World.start({ env: { SMTP_URL: sink.url } });
  });
  beforeEach(() => {
    sink.reset();
  });

  const campaignEmail = async (): Promise<SinkMessage> => {
    const list = await world.given.list();
    await world.given.contact({ lists: [list.id] });
    const { id } = await world.given.campaign({ email_subject: 'Spring', email_body: BODY, lists: [list.id] });
    await world.all.post(`/campaigns/${id}/send`).expect(200);
    await world.settle();
    return sink.messages.at(-1)!;
  };
  const replyTo = async (message: SinkMessage, ...more: string[]): Promise<string> => {
    made += 1;
    return [
      ...[`From: ${message.envelope.to[0]}`, 'Subject: Re: Spring', `Message-ID: <reply-${made}@reader.example>`],
      ...[`In-Reply-To: ${await message.header('message-id')}`, ...more, '', TEXT, ''],
    ].join('\r\n');
  };
  const post = async (raw: string): Promise<Record<string, unknown>> => {
    const response = await world.all
      .post('/feedback/message')
      .set('Content-Type', 'message/rfc822')
      .send(raw)
      .expect(200);
    await world.settle();
    return response.body;
  };
  const replied = async (email: unknown, types = 'email.replied'): Promise<RepliedEvent[]> => {
    const { body } = await world.all.get(`/events?types[]=${types}&per_page=1000`).expect(200);
    const events = body.events as RepliedEvent[];
    return events.filter(({ type, data }) => type === 'email.replied' && data.email['id'] === email);
  };

  it('is an event of the event log, once, without its text', async () => {
    const message = await campaignEmail();
    const date = new Date(Date.now() - 60_000);
    const raw = await replyTo(message, 'Date: Fri, 20 Nov 2020 10:00:00 +0000');
    const answer = await post(raw);
    expect(answer).toEqual({
      ...{ message: 'The message was applied.', outcome: 'applied', kind: 'reply', email_id: expect.any(Number) },
    });
    expect(await post(raw)).toMatchObject({ outcome: 'known', kind: 'reply' });
    const [event, ...others] = await replied(answer['email_id']);
    expect(others).toEqual([]);
    expect(event?.data).toEqual({
      email: {
        ...{ id: answer['email_id'], subject: 'Spring', to: message.envelope.to[0], contact_id: expect.any(Number) },
        ...{ campaign_id: expect.any(Number), funnel_id: null, sequence_id: null },
        source: { type: 'campaign', id: expect.any(Number) },
        message_id: await message.header('message-id'),
        // The date is earlier than the email.
        replied_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
      },
    });
    expect(new Date(String(event?.data.email['replied_at'])).getTime()).toBeGreaterThan(date.getTime());
    for (const types of ['email.*', '*']) expect(await replied(answer['email_id'], types)).toHaveLength(1);
    await post(await replyTo(message));
    expect(await replied(answer['email_id'])).toHaveLength(2);
    const tables = await world.db.query<{ name: string }>(
      'SELECT table_name AS name FROM information_schema.tables WHERE table_schema = DATABASE()',
    );
    for (const { name } of tables)
      expect(JSON.stringify(await world.db.query(`SELECT * FROM ${name}`))).not.toContain(TEXT);
  });

  it('does not prevent a complaint, however many replies there are', async () => {
    const message = await campaignEmail();
    for (let count = 0; count < 10; count += 1)
      expect(await post(await replyTo(message))).toMatchObject({ outcome: 'applied' });
    expect(await post(await replyTo(message))).toMatchObject({ outcome: 'no_effect', kind: 'reply' });
    const complaint = [
      ...['From: fbl@x.example', 'Message-ID: <c@x.example>', 'Subject: complaint about message from 192.0.2.1'],
      ...[
        'MIME-Version: 1.0',
        'Content-Type: message/rfc822',
        '',
        `Message-ID: ${await message.header('message-id')}`,
        '',
        '',
      ],
    ].join('\r\n');
    expect(await post(complaint)).toMatchObject({ outcome: 'applied', kind: 'complaint' });
  });

  it('is not an event if a program wrote it, or if the email is a system email', async () => {
    const message = await campaignEmail();
    expect(await post(await replyTo(message, 'Auto-Submitted: auto-replied'))).toMatchObject({ kind: 'auto_reply' });
    await world.all.post('/subscribers').send({ email: 'new@example.com', double_optin: true }).expect(200);
    await world.settle();
    const confirmation = sink.messages.at(-1)!;
    expect(confirmation.envelope.to).toEqual(['new@example.com']);
    expect(await post(await replyTo(confirmation))).toMatchObject({ outcome: 'no_effect', kind: 'reply' });
  });

  it('is not sent to webhooks, which cannot subscribe to it', async () => {
    const receiver = await WebhookReceiver.start(world.config.dataDir);
    try {
      const { body } = await world.all
        .post('/webhooks')
        .send({ name: 'replies', url: receiver.url, events: ['email.sent', 'email.replied'] })
        .expect(400);
      expect(body.code).toBe('invalid_webhook_event');
      const { id } = await world.given.webhook({ url: receiver.url, events: ['*'] });
      expect((await world.all.get(`/webhooks/${id}`).expect(200)).body.webhook.events).not.toContain('email.replied');
      await post(await replyTo(await campaignEmail()));
      await world.settle();
      const received = receiver.requests.map(({ rawBody }) => (JSON.parse(rawBody) as { event: string }).event);
      expect(received).toContain('email.sent');
      expect(received).not.toContain('email.replied');
    } finally {
      await receiver.stop();
    }
  });

  describe('to an email of a funnel', () => {
    const enrolled = async (exit: unknown): Promise<{ funnel: { id: number }; contact: { id: number } }> => {
      const funnel = await world.given.publishedFunnel({ conditions: { exit }, sequences: [MAIL, WAIT, MAIL] });
      const contact = await world.given.contact();
      await world.all
        .post(`/funnels/${funnel.id}/subscribers`)
        .send({ subscribers: [contact.id] })
        .expect(200);
      await world.settle();
      return { funnel, contact };
    };
    const enrollmentOf = async ({ funnel, contact }: Awaited<ReturnType<typeof enrolled>>): Promise<object> => {
      const [row] = await world.db.query(
        'SELECT status, exit_reason FROM funnel_entries WHERE funnel_id = :funnel AND contact_id = :contact',
        { funnel: funnel.id, contact: contact.id },
      );
      return row!;
    };

    it.each([['replied'], [['goal', 'replied']]])('ends the enrollment by the exit %j', async (mode) => {
      const goal = { event: 'order_received' };
      const exit = { mode, ...(Array.isArray(mode) ? { goal } : {}) };
      const one = await enrolled(exit);
      const first = sink.messages.at(-1)!;
      const other = await enrolled(exit);
      await post(await replyTo(first));
      expect(await enrollmentOf(one)).toEqual({ status: 'completed', exit_reason: 'replied' });
      expect(await enrollmentOf(other)).toEqual({ status: 'active', exit_reason: null });
      const { body } = await world.all.get(`/funnels/${one.funnel.id}`).expect(200);
      expect(body.funnel.conditions.exit.mode).toEqual(mode);
    });

    it('does not end it by another exit, nor if it replies to an email of a campaign', async () => {
      const kept = await enrolled({ mode: 'complete' });
      await post(await replyTo(sink.messages.at(-1)!));
      expect(await enrollmentOf(kept)).toEqual({ status: 'active', exit_reason: null });
      const waiting = await enrolled({ mode: 'replied' });
      const list = await world.given.list();
      await world.all
        .put(`/subscribers/${waiting.contact.id}`)
        .send({ attach_lists: [list.id] })
        .expect(200);
      const { id } = await world.given.campaign({ email_subject: 'Spring', email_body: BODY, lists: [list.id] });
      await world.all.post(`/campaigns/${id}/send`).expect(200);
      await world.settle();
      await post(await replyTo(sink.messages.at(-1)!));
      expect(await enrollmentOf(waiting)).toEqual({ status: 'active', exit_reason: null });
    });

    it('can be combined without a goal, but not with complete', async () => {
      const filters = [[{ source: ['subscriber', 'country'], operator: '=', value: 'FR' }]];
      const { id } = await world.given.funnel({
        conditions: { filters, exit: { mode: ['stop_matching', 'replied'] } },
      });
      const { body } = await world.all.get(`/funnels/${id}`).expect(200);
      expect(body.funnel.conditions.exit).toEqual({ mode: ['stop_matching', 'replied'], goal: null });
      const refused = await world.all
        .put(`/funnels/${id}`)
        .send({ conditions: { exit: { mode: ['complete', 'replied'] } } })
        .expect(400);
      expect(Object.keys(refused.body.data.params)).toEqual(['conditions.exit.mode']);
    });
  });
});
