import { crowdOn } from '../support/builders/audience.js';
import { injectDatabaseFaults } from '../support/database-faults.js';
import { SmtpSink } from '../support/smtp-sink.js';
import { World } from '../support/world.js';

const READERS = 6;
const LEASE_SECONDS = 5;

describe('a mail whose result could not be stored', () => {
  let world: World;
  let sink: SmtpSink;

  beforeAll(async () => {
    sink = await SmtpSink.start();
    const env = { SMTP_URL: sink.url, SEND_CONCURRENCY: '4', SEND_LEASE_SECONDS: String(LEASE_SECONDS) };
    world = await World.start({ env });
  });
  afterAll(async () => {
    await world.stop();
    await sink.stop();
  });

  it('is sent again with the same Message-ID once its lease is over, and its campaign ends', async () => {
    const list = await world.given.list();
    await crowdOn(world.db, list.id, 'crowd', READERS);
    const { id } = await world.given.campaign({
      email_subject: 'Spring',
      email_body: '<p><a href="{{ unsubscribe_url }}">Unsubscribe</a></p>',
      lists: [list.id],
    });
    let failed = 0;
    // The first results to be stored meet an error that no repetition mends.
    const stop = injectDatabaseFaults((sql) => {
      if (failed > 0 || !/^\s*UPDATE email_messages m\b/.test(sql)) return undefined;
      failed += 1;
      return 'broken';
    });
    try {
      await world.all.post(`/campaigns/${id}/send`).expect(200);
      await world.settle();
    } finally {
      stop();
    }

    expect(failed).toBe(1);
    const messageIds = new Map<string, Set<string | undefined>>();
    for (const message of sink.messages) {
      const to = message.envelope.to[0] ?? '';
      messageIds.set(to, (messageIds.get(to) ?? new Set()).add(await message.header('message-id')));
    }
    expect(sink.messages.length).toBeGreaterThan(READERS);
    expect(messageIds.size).toBe(READERS);
    for (const ids of messageIds.values()) expect(ids.size).toBe(1);
  });

  it('keeps its lease as long as the mail server takes to answer', async () => {
    sink.reset();
    sink.behave({ delay: { data: LEASE_SECONDS * 1_000 + 2_500 } });
    const list = await world.given.list();
    await crowdOn(world.db, list.id, 'patient', 2);
    const { id } = await world.given.campaign({
      email_subject: 'Spring',
      email_body: '<p><a href="{{ unsubscribe_url }}">Unsubscribe</a></p>',
      lists: [list.id],
    });
    await world.all.post(`/campaigns/${id}/send`).expect(200);
    await world.settle();
    expect(sink.recipientsSeen).toHaveLength(2);
  });
});
