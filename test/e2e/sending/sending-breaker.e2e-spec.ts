import { SendingEngine } from '../../../src/modules/sending/engine/sending-engine.service.js';
import { OWN_SENDER } from '../../../src/platform/smtp/mail-server.js';
import { anotherWorker } from '../../support/another-worker.js';
import { insertSubscribers } from '../../support/builders/audience.js';
import { RawSmtpSink, SmtpGate, type SmtpTreatment } from '../../support/raw-smtp-sink.js';
import { waitUntil } from '../../support/wait-until.js';
import { waitingReason } from '../../support/waiting-reason.js';
import { World } from '../../support/world.js';

const CONCURRENCY = 8;
const READERS = 200;
const WORKERS = 3;
const CLOSING: SmtpTreatment = { reply: { code: 421, text: '4.3.2 closing' }, hangUp: 'close' };

describe('a failing mail server', () => {
  let world: World;
  let sink: RawSmtpSink;
  let engines: SendingEngine[];

  beforeAll(async () => {
    sink = await RawSmtpSink.start();
    world = await World.start({
      env: {
        SMTP_URL: sink.url,
        SEND_CONCURRENCY: String(CONCURRENCY),
        // An email whose connection a probe breaks a second time waits this long.
        SEND_RETRY_SCHEDULE: '10s',
      },
    });
    engines = [world.worker!.get(SendingEngine, { strict: false })];
    while (engines.length < WORKERS)
      engines.push((await anotherWorker(world)).context.get(SendingEngine, { strict: false }));
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

  /** Moves the end of the suspension. @returns whether the mail server is suspended. */
  const suspendFor = async (hours: number): Promise<boolean> => {
    const { affectedRows } = await world.db.transaction((tx) =>
      tx.execute('UPDATE sender_health SET open_until = NOW(3) + INTERVAL :hours HOUR', { hours }),
    );
    return affectedRows === 1;
  };
  /** Makes each process look for an email to send. */
  async function work(): Promise<{ readonly done: Promise<unknown>; readonly finished: () => number }> {
    await world.db.transaction((tx) => tx.execute('UPDATE sendings SET waiting_until = NULL'));
    const [sending] = await world.db.query<{ id: number }>('SELECT MAX(id) AS id FROM sendings');
    let finished = 0;
    const runs = engines.map((engine) =>
      engine.work(sending?.id ?? 0).then(() => {
        finished += 1;
      }),
    );
    return { done: Promise.all(runs), finished: () => finished };
  }
  const untilSuspended = (): Promise<number> =>
    waitUntil('the mail server is suspended, and no email is in progress', async () => {
      if (!(await suspendFor(1))) return false;
      await (
        await work()
      ).done;
      const rows = await world.db.query(
        `SELECT breaks FROM sender_health WHERE open_until > NOW(3) + INTERVAL 30 MINUTE
            AND NOT EXISTS (SELECT 1 FROM email_messages WHERE lease_owner IS NOT NULL)`,
      );
      return rows.length === 1;
    });
  const breaks = async (): Promise<number> =>
    (await world.db.query<{ breaks: number }>('SELECT breaks FROM sender_health'))[0]?.breaks ?? 0;

  it('is probed by one email of one process at a time', async () => {
    sink.script = ({ moment }) => (moment === 'connected' ? CLOSING : undefined);
    const id = await sendTo('crowd');
    await untilSuspended();
    expect(await waitingReason(world, id)).toBe('mail server answered 421');

    const greeting = new SmtpGate(({ moment }) => moment === 'connected');
    sink.script = async (step) => {
      await greeting.script(step);
      return step.moment === 'connected' ? CLOSING : undefined;
    };
    const breaksBefore = await breaks();
    await suspendFor(0);
    await work();
    await waitUntil('the probe has connected', () => greeting.reached > 0);
    // The right to probe ends by itself, for a process that died.
    await suspendFor(1);
    const { finished } = await work();
    await waitUntil('the others have found nothing to do', () => finished() === WORKERS - 1);
    expect(greeting.reached).toBe(1);
    greeting.open();
    await waitUntil('the probe has ended', () => finished() === WORKERS);

    expect((await breaks()) - breaksBefore).toBe(1);
    const rows = await world.db.query('SELECT id FROM email_messages WHERE source_id = :id AND attempts > 0', { id });
    expect(rows).toHaveLength(0);
    await world.all.post(`/campaigns/${id}/cancel`).expect(200);
  });

  it('keeps a campaign waiting for the time of its last suspension at most while another process probes', async () => {
    await world.db.transaction((tx) =>
      tx.execute(
        `INSERT INTO sender_health (sender_id, reason, breaks, open_until)
         VALUES (${OWN_SENDER}, 'mail server answered 421', 1, NOW(3) + INTERVAL 1 HOUR)`,
      ),
    );
    const id = await sendTo('probed');
    expect(await waitingReason(world, id)).toBe('mail server answered 421');
    const [sending] = await world.db.query<{ seconds: number }>(
      'SELECT TIMESTAMPDIFF(SECOND, NOW(3), waiting_until) AS seconds FROM sendings WHERE source_id = :id',
      { id },
    );
    expect(sending?.seconds).toBeLessThanOrEqual(2);
    await world.all.post(`/campaigns/${id}/cancel`).expect(200);
  });

  it('that breaks the connection after the final dot gets only the emails that were in progress', async () => {
    sink.script = ({ moment }) => (moment === 'dot' ? { loses: true, hangUp: 'reset' } : undefined);
    const id = await sendTo('lost');
    await untilSuspended();
    expect(await waitingReason(world, id)).toMatch(/^mail server broke off/);
    // Each process counts the first faults itself.
    expect(new Set(sink.transactions.map(({ recipient }) => recipient)).size).toBeLessThan(READERS / 2);
    sink.script = () => undefined;
    await suspendFor(0);
    const states = (): Promise<unknown[]> =>
      world.db.query('SELECT DISTINCT state FROM email_messages WHERE source_id = :id', { id });
    await waitUntil('all are sent', async () => JSON.stringify(await states()) === '[{"state":"sent"}]');
  });
});
