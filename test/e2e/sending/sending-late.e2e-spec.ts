import { setTimeout as sleep } from 'node:timers/promises';
import { insertSubscribers } from '../../support/builders/audience.js';
import { SmtpSink } from '../../support/smtp-sink.js';
import { World } from '../../support/world.js';

const READERS = 4;
/** Longer than a claim counts as fresh. */
const GREETING_MS = 600;

/** A new environment per test, so that no connection exists yet. */
describe('emails that are late because of a slow greeting of the mail server', () => {
  let world: World;
  let sink: SmtpSink;

  beforeEach(async () => {
    sink = await SmtpSink.start();
    sink.behave({ delay: { greeting: GREETING_MS } });
    // One slot is for urgent emails.
    world = await World.start({ env: { SMTP_URL: sink.url, SEND_CONCURRENCY: String(READERS + 1) } });
  });
  async function sent(crowd: string): Promise<number> {
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

  const untilClaimed = async (id: number): Promise<void> => {
    const claimed = async (): Promise<number> =>
      (await world.db.query(`SELECT id FROM email_messages WHERE source_id = :id AND state = 'sending'`, { id }))
        .length;
    while ((await claimed()) < READERS) await sleep(5);
  };

  it('F14 are sent once, at their first claim', async () => {
    const id = await sent('patient');
    await world.settle();
    const rows = await world.db.query(
      'SELECT DISTINCT state, attempts, fence FROM email_messages WHERE source_id = :id',
      { id },
    );
    expect(rows).toEqual([{ state: 'sent', attempts: 1, fence: 1 }]);
    expect(sink.messages).toHaveLength(READERS);
  });

  it('do not start after the campaign is paused', async () => {
    const paused = await sent('paused');
    await untilClaimed(paused);
    await world.all.post(`/campaigns/${paused}/pause`).expect(200);
    await sleep(2 * GREETING_MS);
    expect(sink.messages).toHaveLength(0);
    await world.all.post(`/campaigns/${paused}/resume`).expect(200);
    await world.settle();
    expect(sink.messages).toHaveLength(READERS);
  });

  it('are not sent after the campaign is canceled, and none stays open', async () => {
    const id = await sent('cancelled');
    await untilClaimed(id);
    await world.all.post(`/campaigns/${id}/cancel`).expect(200);
    await sleep(2 * GREETING_MS);
    expect(sink.messages).toHaveLength(0);
    const { body } = await world.all.get(`/campaigns/${id}/status`).expect(200);
    expect(body.stat).toEqual([{ status: 'cancelled', total: READERS }]);
  });
});
