import { Logger, type LoggerService } from '@nestjs/common';
import type { Test } from 'supertest';
import { SmtpSink } from '../../support/smtp-sink.js';
import { WebhookReceiver } from '../../support/webhook-receiver.js';
import { World } from '../../support/world.js';

const OPT_OUT = '<p><a href="{{ unsubscribe_url }}">Unsubscribe</a></p>';

/** A log line of the workers, which run in this process. */
type Line = Readonly<Record<string, unknown>> & { readonly requestId?: string; readonly message: string };

describe('the id of a request', () => {
  let world: World;
  let sink: SmtpSink;
  let receiver: WebhookReceiver;
  const lines: Line[] = [];

  beforeAll(async () => {
    sink = await SmtpSink.start();
    world = await World.start({ env: { SMTP_URL: sink.url } });
    receiver = await WebhookReceiver.start(world.config.dataDir);
    const write = (first: unknown, second?: unknown): void => {
      if (typeof first === 'object') lines.push({ ...first, message: String(second) });
    };
    const listener: LoggerService = { log: write, warn: write, error: write, debug: write };
    Logger.overrideLogger(listener);
    // Lines are buffered until then.
    Logger.flush();
  });
  afterAll(() => {
    Logger.overrideLogger(false);
  });
  beforeEach(() => {
    lines.length = 0;
    receiver.requests.length = 0;
    sink.reset();
  });

  const idOf = ({ headers }: { readonly headers: Record<string, string> }): string => headers['x-request-id'] ?? '';
  const of = (requestId: string): Line[] => lines.filter((line) => line.requestId === requestId);
  const messages = (requestId: string): Set<string> => new Set(of(requestId).map(({ message }) => message));
  const eventsOf = async (requestId: string): Promise<string[]> =>
    (
      await world.db.query<{ type: string }>(
        'SELECT type FROM domain_events WHERE request_id = :requestId ORDER BY id',
        { requestId },
      )
    ).map(({ type }) => type);

  it('follows a contact through the relay to the webhook call', async () => {
    const { id } = await world.given.webhook({ url: receiver.url, events: ['contact.created'] });
    const request = idOf(
      await world.all.post('/subscribers').send({ email: 'ada@example.com', status: 'subscribed' }).expect(200),
    );
    await world.all.post('/subscribers').send({ email: 'eve@example.com', status: 'subscribed' }).expect(200);
    await world.settle();
    expect(await eventsOf(request)).toEqual(['contact.created']);
    expect(of(request)).toEqual([
      expect.objectContaining({ message: 'Events delivered', events: ['contact.created'] }),
      expect.objectContaining({
        message: 'Webhook called',
        webhook: id,
        event: 'contact.created',
        attempt: 1,
        outcome: 'success',
        code: 200,
      }),
    ]);
    const { deliveries } = (await world.all.get(`/webhooks/${id}/deliveries`).expect(200)).body;
    const { delivery } = (await world.all.get(`/webhooks/${id}/deliveries/${deliveries.at(-1).id}`).expect(200)).body;
    expect(delivery.request_id).toBe(request);
    // The payload must match the specification.
    expect(receiver.requests.map(({ rawBody }) => rawBody).join()).not.toContain(request);
    await world.all.delete(`/webhooks/${id}`).expect(200);
  });

  it('is kept from a campaign to its emails, their events, and its end', async () => {
    const { id: webhook } = await world.given.webhook({ url: receiver.url, events: ['email.sent', 'campaign.sent'] });
    const list = await world.given.list();
    for (const reader of ['one', 'two'])
      await world.given.contact({ email: `${reader}@example.com`, lists: [list.id] });
    const { id } = await world.given.campaign({ email_subject: 'Hi', email_body: OPT_OUT, lists: [list.id] });
    const request = idOf(await world.all.post(`/campaigns/${id}/send`).expect(200));
    await world.settle();
    expect(sink.messages).toHaveLength(2);
    const attempts = of(request).filter(({ message }) => message === 'Email attempt');
    expect(attempts).toHaveLength(2);
    expect(attempts[0]).toMatchObject({
      source: `campaign:${id}`,
      sender: 0,
      outcome: 'accepted',
      code: '250',
      attempt: 1,
    });
    expect((await eventsOf(request)).filter((type) => type.endsWith('.sent')).sort()).toEqual([
      'campaign.sent',
      'email.sent',
      'email.sent',
    ]);
    const called = of(request).filter(({ message }) => message === 'Webhook called');
    expect(called.map(({ event }) => event).sort()).toEqual(['campaign.sent', 'email.sent', 'email.sent']);
    await world.all.delete(`/webhooks/${webhook}`).expect(200);
  });

  it('is kept from a double opt-in request to its email', async () => {
    const request = idOf(
      await world.all
        .post('/subscribers')
        .send({ email: 'new@example.com', status: 'pending', double_optin: true })
        .expect(200),
    );
    await world.settle();
    expect(sink.messages).toHaveLength(1);
    expect(messages(request)).toContain('Email attempt');
    expect(await eventsOf(request)).toEqual(expect.arrayContaining(['contact.created', 'email.sent']));
  });

  it('is kept from an enrollment to the first email of the funnel', async () => {
    const list = await world.given.list();
    const { id } = await world.given.funnel({
      trigger_name: 'list_applied',
      settings: { lists: [list.id] },
      sequences: [{ action_name: 'send_custom_email', settings: { email_subject: 'Welcome', email_body: OPT_OUT } }],
    });
    await world.all.put(`/funnels/${id}/status`).send({ status: 'published' }).expect(200);
    const request = idOf(
      await world.all
        .post('/subscribers')
        .send({ email: 'welcome@example.com', status: 'subscribed', lists: [list.id] })
        .expect(200),
    );
    await world.settle();
    expect(sink.messages).toHaveLength(1);
    expect(messages(request)).toContain('Email attempt');
    expect(await eventsOf(request)).toEqual(
      expect.arrayContaining(['contact.created', 'contact.list_added', 'funnel.subscriber_added', 'email.sent']),
    );
  });

  it('follows an import to every contact that it creates, and to its end', async () => {
    const response = await world.all
      .post('/imports')
      .send({ rows: [{ email: 'i1@example.com' }, { email: 'i2@example.com' }], map: { email: 'email' } })
      .expect(202);
    const { body } = response;
    const request = idOf(response);
    await world.settle();
    expect((await eventsOf(request)).filter((type) => type === 'contact.created')).toHaveLength(2);
    expect(lines.filter(({ message }) => message === 'Bulk job ended')).toMatchObject([
      { job: body.import.id, status: 'done' },
    ]);
    const undone = idOf(await world.all.post(`/imports/${body.import.id}/undo`).expect(202));
    await world.settle();
    expect((await eventsOf(undone)).filter((type) => type === 'contact.deleted')).toHaveLength(2);
  });

  it('is always generated, returned together with the id of the client, and absent from scheduled work', async () => {
    const send = (email: string): Test => world.all.post('/subscribers').send({ email, status: 'subscribed' });
    const [first, second] = await Promise.all([
      send('own1@example.com').set('X-Request-Id', 'sent-twice-0001').expect(200),
      send('own2@example.com').set('X-Request-Id', 'sent-twice-0001').expect(200),
    ]);
    expect(first.headers['x-client-request-id']).toBe('sent-twice-0001');
    expect(idOf(first)).not.toBe(idOf(second));
    expect(await eventsOf(idOf(first))).toEqual(['contact.created']);
    expect(await eventsOf('sent-twice-0001')).toEqual([]);
    const { affectedRows } = await world.db.transaction((tx) =>
      tx.execute(`UPDATE domain_events SET request_id = 'x' WHERE request_id = ''`),
    );
    expect(affectedRows).toBe(0);
  });

  it('belongs to one request each, also under concurrency', async () => {
    const ids = await Promise.all(
      Array.from({ length: 30 }, async (_, index) =>
        idOf(
          await world.all
            .post('/subscribers')
            .send({ email: `crowd-${index}@example.com`, status: 'subscribed' })
            .expect(200),
        ),
      ),
    );
    const rows = await world.db.query<{ id: string; email: string }>(
      `SELECT request_id AS id, JSON_UNQUOTE(JSON_EXTRACT(data, '$.contact.email')) AS email
         FROM domain_events WHERE request_id IN (:ids) AND type = 'contact.created'`,
      { ids },
    );
    expect(rows).toHaveLength(30);
    for (const { id, email } of rows) expect(email).toBe(`crowd-${ids.indexOf(id)}@example.com`);
  });
});
