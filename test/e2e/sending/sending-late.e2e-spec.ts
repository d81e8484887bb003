import { insertSubscribers } from '../../support/builders/audience.js';
import { RawSmtpSink, SmtpGate } from '../../support/raw-smtp-sink.js';
import { standingClock } from '../../support/standing-clock.js';
import { waitUntil } from '../../support/wait-until.js';
import { World } from '../../support/world.js';

/** As many may be in progress at one provider that has not accepted any. */
const READERS = 3;
/** Longer than a claim counts as fresh. */
const STALE_AFTER_MS = 600;

/** A new environment per test, so that no connection exists yet. */
describe('emails that are late because of a slow greeting of the mail server', () => {
  let world: World;
  let sink: RawSmtpSink;
  let greeting: SmtpGate;

  beforeEach(async () => {
    sink = await RawSmtpSink.start();
    greeting = new SmtpGate(({ moment }) => moment === 'connected');
    sink.script = greeting.script;
    world = await World.start({ env: { SMTP_URL: sink.url, SEND_CONCURRENCY: '8' } });
  });

  async function claimed(crowd: string): Promise<number> {
    const list = await world.given.list();
    await insertSubscribers(world.db, list.id, crowd, READERS);
    const { id } = await world.given.campaign({
      email_subject: 'Spring',
      email_body: '<p><a href="{{ unsubscribe_url }}">Unsubscribe</a></p>',
      lists: [list.id],
    });
    const clock = standingClock();
    await world.all.post(`/campaigns/${id}/send`).expect(200);
    await waitUntil('all are connecting', () => greeting.reached === READERS);
    clock.forward(STALE_AFTER_MS);
    return id;
  }
  const rowsOf = (id: number): Promise<unknown[]> =>
    world.db.query('SELECT DISTINCT state, attempts, fence FROM email_messages WHERE source_id = :id', { id });

  it('F14 are sent once, at their first claim', async () => {
    const id = await claimed('patient');
    greeting.open();
    await world.settle();
    expect(await rowsOf(id)).toEqual([{ state: 'sent', attempts: 1, fence: 1 }]);
    expect(sink.messages).toHaveLength(READERS);
  });

  it('do not start after the campaign is paused', async () => {
    const id = await claimed('paused');
    await world.all.post(`/campaigns/${id}/pause`).expect(200);
    greeting.open();
    const released = { state: 'pending', attempts: 0, fence: 1 };
    await waitUntil('all are released', async () => JSON.stringify(await rowsOf(id)) === JSON.stringify([released]));
    expect(sink.transactions).toHaveLength(0);
    await world.all.post(`/campaigns/${id}/resume`).expect(200);
    await world.settle();
    expect(sink.messages).toHaveLength(READERS);
  });

  it('are not sent after the campaign is canceled, and none stays open', async () => {
    const id = await claimed('cancelled');
    await world.all.post(`/campaigns/${id}/cancel`).expect(200);
    greeting.open();
    const stat = async (): Promise<unknown> => (await world.all.get(`/campaigns/${id}/status`).expect(200)).body.stat;
    const cancelled = JSON.stringify([{ status: 'cancelled', total: READERS }]);
    await waitUntil('none is open', async () => JSON.stringify(await stat()) === cancelled);
    expect(sink.transactions).toHaveLength(0);
  });
});
