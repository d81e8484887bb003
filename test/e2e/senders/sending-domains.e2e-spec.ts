import { RawSmtpSink, SmtpGate, type SmtpScript } from '../../support/raw-smtp-sink.js';
import { waitUntil } from '../../support/wait-until.js';
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

  const untilSent = (id: number): Promise<number> =>
    waitUntil('the campaign is sent', async () => {
      const { body } = await world.all.get(`/campaigns/${id}/status`).expect(200);
      return body.campaign.status === 'sent';
    });

  const addresses = (domain: string, count: number): string[] =>
    Array.from({ length: count }, (_, number) => `reader-${number}@${domain}`);

  it('do not wait for a slow domain, which never takes all slots', async () => {
    const isTo = (domain: string, address: string | null | undefined): boolean => address?.endsWith(domain) === true;
    const gate = new SmtpGate(({ moment, recipient }) => moment === 'dot' && isTo('@slow.example', recipient));
    let answered = 0;
    const id = await sendTo([...addresses('slow.example', 18), ...addresses('quick.example', 18)], (step) => {
      const held = gate.script(step);
      if (!held) return undefined;
      answered += 1;
      // From the first ones, the product knows how slow it is.
      return answered <= 3 ? { afterMs: 3_000 } : held;
    });
    const arrived = (): number => sink.messages.filter(({ envelope }) => isTo('@quick.example', envelope.to[0])).length;
    await waitUntil('the others have arrived', () => arrived() === 18);
    gate.open();
    await untilSent(id);
    expect(sink.mostAtOnce('slow.example')).toBeLessThanOrEqual(SHARE);
    // No attempt was counted for waiting, and no email was claimed repeatedly without a slot.
    const [row] = await world.db.query<{ attempts: number; claims: number; seconds: number }>(
      `SELECT MAX(attempts) AS attempts, MAX(fence) AS claims, TIMESTAMPDIFF(SECOND, MIN(created_at), MAX(settled_at)) AS seconds
         FROM email_messages WHERE source_id = :id`,
      { id },
    );
    expect(row!.attempts).toBe(1);
    expect(row!.claims).toBeLessThanOrEqual(3 + 2 * row!.seconds);
  });

  it('are slowed for a domain that limits connections, without counting attempts', async () => {
    let refused = 0;
    const id = await sendTo([...addresses('busy.example', 30), ...addresses('other.example', 30)], (step) => {
      if (step.moment !== 'rcpt' || step.recipient?.endsWith('@busy.example') !== true) return undefined;
      if (refused === 3) return undefined;
      refused += 1;
      return { reply: { code: 421, text: '4.7.0 too many connections from you' }, hangUp: 'close' };
    });
    const setDue = (when: string): Promise<{ affectedRows: number }> =>
      world.db.transaction((tx) =>
        tx.execute(`UPDATE email_messages SET next_attempt_at = ${when} WHERE source_id = :id AND state = 'deferred'`, {
          id,
        }),
      );
    await waitUntil('three are deferred', async () => (await setDue('NOW(3) + INTERVAL 1 DAY')).affectedRows === 3);
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
    await setDue('NOW(3)');
    await untilSent(id);
    expect(sink.messages).toHaveLength(60);
  });
});
