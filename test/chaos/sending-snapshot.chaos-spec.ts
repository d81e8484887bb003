import { createConnection } from 'mysql2/promise';
import { Product } from '../support/product.js';
import { RawSmtpSink } from '../support/raw-smtp-sink.js';
import { stopAtEnd } from '../support/stop-at-end.js';
import { createAndSend, waitUntilSent } from './big-campaign.js';
import { audit, expectedAudit } from './ledger-audit.js';

const READERS = 1_000;

describe('a campaign that is sent while a long read is open', () => {
  // The cost of its statements: test/integration/ledger-plans.int-spec.ts. The rate: `npm run bench`.
  it('F37 reaches every recipient once', async () => {
    const sink = await RawSmtpSink.start();
    const product = await Product.start({ name: 'sending-snapshot', env: { SMTP_URL: sink.url }, workers: 0 });
    const reader = await createConnection(product.env['DATABASE_URL'] ?? '');
    stopAtEnd({ stop: () => reader.end() });
    await reader.query('SET SESSION TRANSACTION ISOLATION LEVEL REPEATABLE READ');
    await reader.query('START TRANSACTION WITH CONSISTENT SNAPSHOT');
    const count = async (): Promise<unknown> =>
      (await reader.query('SELECT COUNT(*) AS emails FROM email_messages'))[0];

    const campaign = await createAndSend(product, 'read', READERS);
    product.addWorker();
    await waitUntilSent(product, campaign);
    expect(await audit(product, [campaign], sink)).toEqual(expectedAudit(READERS));
    expect(await count()).toEqual([{ emails: 0 }]);
  });
});
