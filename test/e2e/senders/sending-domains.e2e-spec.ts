import { RawSmtpSink, type SmtpScript } from '../../support/raw-smtp-sink.js';
import { World } from '../../support/world.js';

const BODY = '<p><a href="{{ unsubscribe_url }}">Unsubscribe</a></p>';
const CONCURRENCY = 8;
/** Slots of the lane of one sender, and so all slots with a single sender. */
const SHARE = CONCURRENCY * 0.75;

describe('emails to several domains', () => {
  let world: World;
  let sink: RawSmtpSink;

  beforeEach(async () => {
    sink = await RawSmtpSink.start();
    world = await World.start({ env: { SMTP_URL: sink.url, SEND_CONCURRENCY: String(CONCURRENCY) } });
  });

  async function sendTo(addresses: readonly string[], script: SmtpScript): Promise<number> {
    sink.script = script;
    const list = await world.given.list();
    for (const email of addresses) await world.given.contact({ email, lists: [list.id] });
    const { id } = await world.given.campaign({ email_subject: 'Spring', email_body: BODY, lists: [list.id] });
    await world.all.post(`/campaigns/${id}/send`).expect(200);
    return id;
  }

  async function untilSent(id: number): Promise<void> {
    for (;;) {
      const { body } = await world.all.get(`/campaigns/${id}/status`).expect(200);
      if (body.campaign.status === 'sent') return;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }

  const addresses = (domain: string, count: number): string[] =>
    Array.from({ length: count }, (_, number) => `reader-${number}@${domain}`);
  const domainsInOrder = (): string[] => sink.messages.map(({ envelope }) => envelope.to[0]?.split('@')[1] ?? '');

  it('do not wait for a slow domain, which never takes all slots', async () => {
    const id = await sendTo([...addresses('slow.example', 18), ...addresses('quick.example', 18)], (step) =>
      step.moment === 'dot' && step.recipient?.endsWith('@slow.example') === true ? { afterMs: 3_000 } : undefined,
    );
    await untilSent(id);
    expect(sink.mostAtOnce('slow.example')).toBeLessThanOrEqual(SHARE);
    const order = domainsInOrder();
    // The slow emails go in three waves; the later fast ones are done before the last wave.
    expect(order.lastIndexOf('quick.example')).toBeLessThan(order.length - SHARE / 2);
    // No email was claimed repeatedly without a slot, and no attempt was counted for waiting.
    const [row] = await world.db.query<{ attempts: number; claims: number }>(
      'SELECT MAX(attempts) AS attempts, MAX(fence) AS claims FROM email_messages WHERE source_id = :id',
      { id },
    );
    expect(row?.attempts).toBe(1);
    expect(row?.claims).toBeLessThanOrEqual(6);
  });

  it('are slowed for a domain that limits connections, without counting attempts', async () => {
    let refused = 0;
    const id = await sendTo([...addresses('busy.example', 30), ...addresses('other.example', 30)], (step) => {
      if (step.moment !== 'rcpt' || step.recipient?.endsWith('@busy.example') !== true) return undefined;
      if (refused === 3) return undefined;
      refused += 1;
      return { reply: { code: 421, text: '4.7.0 too many connections from you' }, hangUp: 'close' };
    });
    await world.settle();
    const rows = await world.db.query(
      `SELECT state, attempts, COUNT(*) AS total FROM email_messages WHERE source_id = :id GROUP BY state, attempts
        ORDER BY attempts`,
      { id },
    );
    expect(rows).toEqual([
      { state: 'deferred', attempts: 0, total: 3 },
      { state: 'sent', attempts: 1, total: 57 },
    ]);
    await world.db.transaction((tx) =>
      tx.execute('UPDATE email_messages SET next_attempt_at = NOW(3) WHERE source_id = :id AND state = :state', {
        id,
        state: 'deferred',
      }),
    );
    await untilSent(id);
    expect(sink.messages).toHaveLength(60);
  });
});
