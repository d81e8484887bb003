import { setTimeout as sleep } from 'node:timers/promises';
import type { INestApplicationContext } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { OWN_SENDER } from '../../../src/platform/smtp/mail-server.js';
import { WorkerModule } from '../../../src/worker.module.js';
import { insertSubscribers } from '../../support/builders/audience.js';
import { SmtpSink } from '../../support/smtp-sink.js';
import { World } from '../../support/world.js';

const CONCURRENCY = 8;
const READERS = 40;
/** In addition to the worker of the test environment. */
const MORE_WORKERS = 2;

describe('a failing mail server', () => {
  let world: World;
  let sink: SmtpSink;
  let more: INestApplicationContext[];

  beforeAll(async () => {
    sink = await SmtpSink.start();
    world = await World.start({
      env: {
        SMTP_URL: sink.url,
        SEND_CONCURRENCY: String(CONCURRENCY),
        // If this test is slow, a probe breaks the connection of an email a second time, which then waits this long.
        SEND_RETRY_SCHEDULE: '10s',
      },
    });
    more = [];
    for (let worker = 0; worker < MORE_WORKERS; worker += 1)
      more.push(await NestFactory.createApplicationContext(WorkerModule.with(world.config), { bufferLogs: true }));
  });
  afterAll(async () => {
    for (const worker of more) await worker.close();
  });
  beforeEach(async () => {
    sink.reset();
    // Reset the state of the previous test.
    await world.db.transaction((tx) => tx.execute('DELETE FROM sender_health'));
  });

  async function sendTo(crowd: string): Promise<number> {
    const list = await world.given.list();
    await insertSubscribers(world.db, list.id, crowd, READERS);
    const { id } = await world.given.campaign({
      email_subject: 'Spring',
      email_body: '<p><a href="{{ unsubscribe_url }}">Unsubscribe</a></p>',
      lists: [list.id],
    });
    await world.all.post(`/campaigns/${id}/send`).expect(200);
    return id;
  }

  async function untilItWaits(id: number): Promise<string> {
    for (;;) {
      const { body } = await world.all.get(`/campaigns/${id}/status`).expect(200);
      if (body.progress.waiting_reason !== null) return body.progress.waiting_reason;
      await sleep(20);
    }
  }

  it('is probed by one email of one process at a time', async () => {
    sink.behave({ greeting: { code: 421, text: '4.3.2 closing' } });
    const id = await sendTo('crowd');
    expect(await untilItWaits(id)).toBe('mail server answered 421');
    // Emails in progress may still connect.
    await sleep(500);
    const connectionsBefore = sink.connections;
    await sleep(7_500);
    expect(sink.connections - connectionsBefore).toBeGreaterThan(0);
    expect(sink.connections - connectionsBefore).toBeLessThanOrEqual(3);
    const rows = await world.db.query('SELECT id FROM email_messages WHERE source_id = :id AND attempts > 0', { id });
    expect(rows).toHaveLength(0);
    await world.all.post(`/campaigns/${id}/cancel`).expect(200);
  });

  it('keeps a campaign waiting for the time of its last suspension at most while another process probes', async () => {
    await world.db.transaction((tx) =>
      tx.execute(
        `INSERT INTO sender_health (sender_id, reason, breaks, open_until)
         VALUES (${OWN_SENDER}, 'mail server answered 421', 1, NOW(3) + INTERVAL 30 SECOND)`,
      ),
    );
    const id = await sendTo('probed');
    expect(await untilItWaits(id)).toBe('mail server answered 421');
    const [sending] = await world.db.query<{ seconds: number }>(
      'SELECT TIMESTAMPDIFF(SECOND, NOW(3), waiting_until) AS seconds FROM sendings WHERE source_id = :id',
      { id },
    );
    expect(sending?.seconds).toBeLessThanOrEqual(2);
    await world.all.post(`/campaigns/${id}/cancel`).expect(200);
  });

  it('that breaks the connection after the final dot gets only the emails that were in progress', async () => {
    sink.behave({ reset: 'after_data_lost' });
    const id = await sendTo('lost');
    expect(await untilItWaits(id)).toMatch(/^mail server broke off/);
    await sleep(1_500);
    const seen = new Set(sink.recipientsSeen);
    expect(seen.size).toBeLessThanOrEqual((MORE_WORKERS + 2) * CONCURRENCY);
    sink.behave({});
    const states = (): Promise<unknown[]> =>
      world.db.query('SELECT DISTINCT state FROM email_messages WHERE source_id = :id', { id });
    // If this test is slower than the first suspension (2 seconds), the next ones are longer.
    const deadline = Date.now() + 30_000;
    while (JSON.stringify(await states()) !== '[{"state":"sent"}]' && Date.now() < deadline) await sleep(200);
    expect(await states()).toEqual([{ state: 'sent' }]);
  });
});
