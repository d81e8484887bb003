import { SendingEngine } from '../../../src/modules/sending/engine/sending-engine.service.js';
import { insertSubscribers } from '../../support/builders/audience.js';
import { injectDatabaseFaults } from '../../support/database-faults.js';
import { SmtpSink } from '../../support/smtp-sink.js';
import { World } from '../../support/world.js';

const READERS = 20;

describe('a worker that is stopped', () => {
  let world: World;
  let sink: SmtpSink;

  beforeAll(async () => {
    sink = await SmtpSink.start();
    world = await World.start({ env: { SMTP_URL: sink.url, SEND_CONCURRENCY: '4' } });
  });

  it('releases the emails that it was claiming, uncharged, and leaves none in progress', async () => {
    const list = await world.given.list();
    await insertSubscribers(world.db, list.id, 'crowd', READERS);
    const { id } = await world.given.campaign({
      email_subject: 'Spring',
      email_body: '<p><a href="{{ unsubscribe_url }}">Unsubscribe</a></p>',
      lists: [list.id],
    });
    const sender = world.worker!.get(SendingEngine, { strict: false });
    const ended = new Promise<void>((resolve, reject) => {
      const stopWatching = injectDatabaseFaults((sql) => {
        if (sql.includes("SET state = 'sending'")) {
          stopWatching();
          sender.stop().then(resolve, reject);
        }
        return undefined;
      });
    });
    await world.all.post(`/campaigns/${id}/send`).expect(200);
    await ended;

    const rows = await world.db.query<{ state: string; total: number }>(
      'SELECT state, COUNT(*) AS total FROM email_messages WHERE attempts = 0 GROUP BY state',
    );
    expect(rows).toEqual([{ state: 'pending', total: READERS }]);
    expect(sink.recipientsSeen).toHaveLength(0);
  });
});
