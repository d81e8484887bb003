import { createConnection } from 'mysql2/promise';
import { memberOf } from '../support/builders/audience.js';
import { Product } from '../support/product.js';
import { RawSmtpSink } from '../support/raw-smtp-sink.js';
import { stopAtEnd } from '../support/stop-at-end.js';
import { waitUntil } from '../support/wait-until.js';
import { compareWithSink, createDraft, emailsByState, waitUntilSent } from './big-campaign.js';

const CONCURRENCY = 10;
const READERS = 200;

describe('sending while a stalled transaction holds the lock of a contact', () => {
  it('F39 continues for other contacts, stores all results, and bounces the contact after the lock', async () => {
    const sink = await RawSmtpSink.start();
    const env = { SMTP_URL: sink.url, SEND_CONCURRENCY: String(CONCURRENCY) };
    const product = await Product.start({ name: 'sending-locked-contact', env });
    const address = memberOf('locked', 1);
    sink.script = ({ moment, recipient }) =>
      moment === 'rcpt' && recipient === address ? { reply: { code: 550, text: '5.1.1 no such user' } } : undefined;
    const campaign = await createDraft(product, 'locked', READERS);
    const statusOfContact = async (): Promise<string | undefined> => {
      const [row] = await product.db.query<{ status: string }>('SELECT status FROM contacts WHERE email = :address', {
        address,
      });
      return row?.status;
    };

    const lock = await createConnection(product.env['DATABASE_URL'] ?? '');
    stopAtEnd({ stop: () => lock.end() });
    await lock.beginTransaction();
    await lock.query('SELECT id FROM contacts WHERE email = ? FOR UPDATE', [address]);
    await product.client.post(`/campaigns/${campaign}/send`).expect(200);
    await waitUntilSent(product, campaign);
    expect(await emailsByState(product.db, campaign)).toEqual({ sent: READERS - 1, bounced: 1 });
    expect(await statusOfContact()).toBe('subscribed');

    await lock.rollback();
    await waitUntil('the contact bounces', async () => (await statusOfContact()) === 'bounced');
    expect(await compareWithSink(product.db, [campaign], sink)).toMatchObject({ missing: 0, repeats: 0 });
  });
});
