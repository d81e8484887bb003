import { MailTransport } from '../../../src/platform/smtp/mail-transport.js';
import { insertSubscribers } from '../../support/builders/audience.js';
import { injectDatabaseFaults } from '../../support/database-faults.js';
import { RawSmtpSink, SmtpGate } from '../../support/raw-smtp-sink.js';
import { waitUntil } from '../../support/wait-until.js';
import { World } from '../../support/world.js';

const READERS = 6;
const LEASE_SECONDS = 10;

describe('an email in progress', () => {
  let world: World;
  let sink: RawSmtpSink;

  beforeAll(async () => {
    sink = await RawSmtpSink.start();
    const env = { SMTP_URL: sink.url, SEND_CONCURRENCY: '8', SEND_LEASE_SECONDS: String(LEASE_SECONDS) };
    world = await World.start({ env });
  });

  it('is sent again with the same Message-ID after its lease, if its result could not be stored', async () => {
    const list = await world.given.list();
    await insertSubscribers(world.db, list.id, 'crowd', READERS);
    const { id } = await world.given.campaign({
      email_subject: 'Spring',
      email_body: '<p><a href="{{ unsubscribe_url }}">Unsubscribe</a></p>',
      lists: [list.id],
    });
    let failed = 0;
    // Storing the first results fails permanently, together and alone.
    const stop = injectDatabaseFaults((sql) => {
      if (failed > 1 || !/^\s*UPDATE email_messages m\b.*state\W+sent\b.*\bSET m\.email\b/s.test(sql)) return undefined;
      failed += 1;
      return 'broken';
    });
    try {
      await world.all.post(`/campaigns/${id}/send`).expect(200);
      await world.settle();
    } finally {
      stop();
    }

    expect(failed).toBe(2);
    const messageIds = new Map<string, Set<string | undefined>>();
    for (const message of sink.messages) {
      const to = message.envelope.to[0] ?? '';
      messageIds.set(to, (messageIds.get(to) ?? new Set()).add(await message.header('message-id')));
    }
    expect(sink.messages.length).toBeGreaterThan(READERS);
    expect(messageIds.size).toBe(READERS);
    for (const ids of messageIds.values()) expect(ids.size).toBe(1);
  });

  it('is not sent again if the database was only busy for a while, and affects no other', async () => {
    sink.reset();
    const list = await world.given.list();
    await insertSubscribers(world.db, list.id, 'busy', READERS);
    const { id } = await world.given.campaign({
      email_subject: 'Spring',
      email_body: '<p><a href="{{ unsubscribe_url }}">Unsubscribe</a></p>',
      lists: [list.id],
    });
    let failed = 0;
    const stop = injectDatabaseFaults((sql) => {
      // More often than a transaction is retried.
      if (failed === 6 || !/^\s*UPDATE email_messages m\b/.test(sql)) return undefined;
      failed += 1;
      return 'lockWait';
    });
    try {
      await world.all.post(`/campaigns/${id}/send`).expect(200);
      await world.settle();
    } finally {
      stop();
    }
    expect(failed).toBe(6);
    expect(sink.transactions).toHaveLength(READERS);
  });

  it('fails if its result never becomes known, and is counted as failed', async () => {
    sink.reset();
    sink.script = ({ moment }) => (moment === 'dot' ? { loses: true, hangUp: 'reset' } : undefined);
    const list = await world.given.list();
    await world.given.contact({ email: 'black-hole@example.com', lists: [list.id] });
    const { id } = await world.given.campaign({
      email_subject: 'Spring',
      email_body: '<p><a href="{{ unsubscribe_url }}">Unsubscribe</a></p>',
      lists: [list.id],
    });
    await world.all.post(`/campaigns/${id}/send`).expect(200);
    await world.settle();
    // Repeated immediately; after a second break it waits like a deferred email.
    expect(sink.transactions).toHaveLength(2);
    const rows = await world.db.query(
      `SELECT state, next_attempt_at BETWEEN sending_at + INTERVAL 5 MINUTE AND NOW(3) + INTERVAL 5 MINUTE AS in_5_minutes
         FROM email_messages WHERE source_type = 'campaign' AND source_id = :id`,
      { id },
    );
    expect(rows).toEqual([{ state: 'deferred', in_5_minutes: 1 }]);
    await world.db.transaction((tx) =>
      tx.execute(
        `UPDATE email_messages SET next_attempt_at = NOW(3) WHERE source_type = 'campaign' AND source_id = :id`,
        { id },
      ),
    );
    await world.settle();
    expect(sink.transactions).toHaveLength(3);
    sink.reset();
    const stats = await world.all.get('/campaigns?with[]=stats&per_page=100').expect(200);
    const campaign = stats.body.campaigns.data.find((candidate: { id: number }) => candidate.id === id);
    expect(campaign).toMatchObject({ status: 'sent', stats: { sent: 0, failed: 1 } });
  });

  it('F14 keeps its lease until the mail server replies', async () => {
    sink.reset();
    const reply = new SmtpGate(({ moment }) => moment === 'dot');
    sink.script = reply.script;
    const list = await world.given.list();
    await insertSubscribers(world.db, list.id, 'patient', 2);
    const { id } = await world.given.campaign({
      email_subject: 'Spring',
      email_body: '<p><a href="{{ unsubscribe_url }}">Unsubscribe</a></p>',
      lists: [list.id],
    });
    await world.all.post(`/campaigns/${id}/send`).expect(200);
    await waitUntil('both are in progress', () => reply.reached === 2);
    const outlive = `SELECT id FROM email_messages
      WHERE source_type = 'campaign' AND source_id = :id AND lease_until > sending_at + INTERVAL :seconds SECOND`;
    const seconds = 1.5 * LEASE_SECONDS;
    await waitUntil(
      'both leases are renewed',
      async () => (await world.db.query(outlive, { id, seconds })).length === 2,
    );
    reply.open();
    await world.settle();
    expect(sink.transactions).toHaveLength(2);
  });

  it('is claimed again immediately if connecting took longer than a claim is valid', async () => {
    sink.reset();
    sink.script = ({ moment }) => (moment === 'connected' ? { afterMs: 400 } : undefined);
    const list = await world.given.list();
    await insertSubscribers(world.db, list.id, 'slow', READERS);
    const { id } = await world.given.campaign({
      email_subject: 'Spring',
      email_body: '<p><a href="{{ unsubscribe_url }}">Unsubscribe</a></p>',
      lists: [list.id],
    });
    // Idle connections of the previous test must not be reused.
    world.worker!.get(MailTransport, { strict: false }).close();
    await world.all.post(`/campaigns/${id}/send`).expect(200);
    await world.settle();
    expect(sink.messages).toHaveLength(READERS);
    expect((await world.all.get(`/campaigns/${id}/status`).expect(200)).body.campaign.status).toBe('sent');
    const charged = await world.db.query<{ attempts: number }>(
      "SELECT DISTINCT attempts FROM email_messages WHERE source_type = 'campaign' AND source_id = :id",
      { id },
    );
    expect(charged).toEqual([{ attempts: 1 }]);
  });
});
