import { insertSubscribers } from '../../support/builders/audience.js';
import { RawSmtpSink } from '../../support/raw-smtp-sink.js';
import { World } from '../../support/world.js';

const CONCURRENCY = 4;
const READERS = 40;
const CAMPAIGNS = 3;

describe('several campaigns at once in one worker', () => {
  let world: World;
  let sink: RawSmtpSink;

  beforeAll(async () => {
    sink = await RawSmtpSink.start();
    world = await World.start({ env: { SMTP_URL: sink.url, SEND_CONCURRENCY: String(CONCURRENCY) } });
  });

  it('share its connections, never exceed the limit together, and all finish', async () => {
    let most = 0;
    sink.script = async ({ moment }) => {
      if (moment !== 'dot') return undefined;
      const [row] = await world.db.query<{ total: number }>(
        "SELECT COUNT(*) AS total FROM email_messages WHERE state = 'sending'",
      );
      most = Math.max(most, row?.total ?? 0);
      return undefined;
    };
    const ids: number[] = [];
    for (let number = 1; number <= CAMPAIGNS; number += 1) {
      const list = await world.given.list();
      await insertSubscribers(world.db, list.id, `crowd${number}`, READERS);
      const { id } = await world.given.campaign({
        email_subject: 'Spring',
        email_body: '<p><a href="{{ unsubscribe_url }}">Unsubscribe</a></p>',
        lists: [list.id],
      });
      ids.push(id);
    }
    for (const id of ids) await world.all.post(`/campaigns/${id}/send`).expect(200);
    await world.settle();

    expect(most).toBeGreaterThan(0);
    expect(most).toBeLessThanOrEqual(CONCURRENCY);
    expect(sink.messages).toHaveLength(CAMPAIGNS * READERS);
    for (const id of ids) {
      const { body } = await world.all.get(`/campaigns/${id}/status`).expect(200);
      expect(body.campaign.status).toBe('sent');
    }
  });
});
