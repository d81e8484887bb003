import { setTimeout as sleep } from 'node:timers/promises';
import { memberOf } from '../support/builders/audience.js';
import { IS_LONG, note } from '../support/chaos-plan.js';
import { Product } from '../support/product.js';
import { greylisting, RawSmtpSink, type SmtpScript, type SmtpStep } from '../support/raw-smtp-sink.js';
import { waitUntil } from '../support/wait-until.js';
import { ledgerOf, LONG_TEXT, sendToCrowd, statusOf, waitUntilSent } from './big-campaign.js';
import { audit, clearUp, flawless } from './ledger-audit.js';

const CONCURRENCY = 10;
const LEASE_SECONDS = 5;
const READERS = 60;
const MANY_READERS = 300;
/** How long a mail server is away, and how long after its return everything flows again. */
const AWAY_MS = IS_LONG ? 600_000 : 3_000;
const BACK_WITHIN_MS = 60_000;
/** Before the breaks have become as long as they get, they are shorter. */
const BACKED_OFF_AFTER_MS = 60_000;
const LONGEST_BREAK_MS = 30_000;
const [COMMAND_MS, ANSWER_MS] = IS_LONG ? [8_000, 300_000] : [300, 7_000];
/** A greylist of 5 min with retries at 5 and 15 min, both in the same scale. */
const GREYLISTED_MS = IS_LONG ? 30_000 : 1_000;
const GREYLIST_RETRIES = `${GREYLISTED_MS}ms,${3 * GREYLISTED_MS}ms`;
const GREYLIST_OVER_WITHIN_MS = 5 * GREYLISTED_MS + 5_000;
const MOST_BEFORE_BREAKER = 200;
const SENT_WITHIN_MS = 30_000;

jest.setTimeout(IS_LONG ? 900_000 : 120_000);

describe('a mail server in trouble', () => {
  let sink: RawSmtpSink;
  let product: Product;

  beforeAll(async () => {
    sink = await RawSmtpSink.start();
    const env = {
      SMTP_URL: sink.url,
      SEND_CONCURRENCY: String(CONCURRENCY),
      SEND_LEASE_SECONDS: String(LEASE_SECONDS),
      SEND_RETRY_SCHEDULE: GREYLIST_RETRIES,
      BODY_LIMIT: '2mb',
    };
    product = await Product.start({ name: 'sending-mail-server', env, workers: 0 });
  });
  afterEach(async () => {
    await clearUp(product);
    sink.reset();
  });
  afterAll(async () => {
    await product.stop();
    await sink.stop();
  });

  /** Whoever met the trouble waits a minute or so before it is tried again; here it need not. */
  const untilSentWithoutWaits = async (campaign: number): Promise<void> => {
    const isSent = async (): Promise<boolean> => {
      await product.db.transaction((tx) =>
        tx.execute(
          `UPDATE email_messages SET next_attempt_at = NOW(3)
            WHERE source_id = :campaign AND state = 'deferred' AND next_attempt_at > NOW(3) + INTERVAL 5 SECOND`,
          { campaign },
        ),
      );
      return (await statusOf(product, campaign)) === 'sent';
    };
    await waitUntil(`campaign ${campaign} is sent`, isSent, SENT_WITHIN_MS, 200);
  };
  const reasonOf = async (campaign: number): Promise<string | null> => {
    const { body } = await product.client.get(`/campaigns/${campaign}/status`).expect(200);
    return (body as { progress: { waiting_reason: string | null } }).progress.waiting_reason;
  };
  const attemptsOf = async (campaign: number): Promise<number[]> => {
    const rows = await product.db.query<{ attempts: number }>(
      'SELECT DISTINCT attempts FROM email_messages WHERE source_id = :campaign ORDER BY attempts',
      { campaign },
    );
    return rows.map(({ attempts }) => attempts);
  };
  /** The first so many times that a condition is met, this happens. */
  const firstTimes = (times: number, meets: (step: SmtpStep) => boolean, treatment: ReturnType<SmtpScript>) => {
    let left = times;
    return (step: SmtpStep): ReturnType<SmtpScript> => {
      if (left === 0 || !meets(step)) return undefined;
      left -= 1;
      return treatment;
    };
  };

  it('F13 that lets nobody in is asked now and then, costs nobody an attempt, and gets everything when it is back', async () => {
    sink.script = ({ moment }) => (moment === 'connected' ? { hangUp: 'reset' } : undefined);
    const connectedBefore = sink.connectedAt.length;
    product.addWorker();
    const campaign = await sendToCrowd(product, 'away', READERS);
    const knocks = (): number[] => sink.connectedAt.slice(connectedBefore);
    await waitUntil('it is asked', () => knocks().length > 0, SENT_WITHIN_MS);
    // Between two breaks there is a moment in which it is asked.
    await waitUntil(
      'the status says why nothing goes on',
      async () => ((await reasonOf(campaign)) ?? '').includes('mail server'),
      10_000,
      5,
    );
    await sleep(AWAY_MS);
    expect(await statusOf(product, campaign)).toBe('working');
    expect(await attemptsOf(campaign)).toEqual([0]);
    const [first = 0] = knocks();
    // Those that were under way as it went all knock once.
    const later = knocks().filter((at) => at - first > 1_000);
    const backedOff = knocks().filter((at) => at - first > BACKED_OFF_AFTER_MS);
    await sink.refuse();
    await sleep(1_000);
    expect(await attemptsOf(campaign)).toEqual([0]);

    sink.script = () => undefined;
    await sink.accept();
    const backAt = performance.now();
    await waitUntilSent(product, campaign, BACK_WITHIN_MS);
    note(
      'mail server away',
      `${knocks().length} knocks in ${AWAY_MS} ms, ${later.length} after the first second; all sent ${Math.round(performance.now() - backAt)} ms after its return`,
    );
    if (IS_LONG) expect(backedOff.length).toBeLessThanOrEqual((AWAY_MS - BACKED_OFF_AFTER_MS) / LONGEST_BREAK_MS + 1);
    else expect(later.length).toBeLessThanOrEqual(3);
    expect(await attemptsOf(campaign)).toEqual([1]);
    expect(await audit(product, [campaign], sink)).toEqual(flawless(READERS));
  });

  // What it shows in seconds, the tests of single sendings show too.
  if (IS_LONG)
    it('F14 that is slow is waited for, longer than a lease lasts, and gets nothing twice', async () => {
      sink.script = ({ moment }) => {
        if (moment === 'accepted' || moment === 'body') return undefined;
        return { afterMs: moment === 'dot' ? ANSWER_MS : COMMAND_MS };
      };
      product.addWorker();
      const campaign = await sendToCrowd(product, 'slow', CONCURRENCY);
      await waitUntilSent(product, campaign, ANSWER_MS + 20 * COMMAND_MS + SENT_WITHIN_MS);
      expect(await attemptsOf(campaign)).toEqual([1]);
      expect(sink.transactions).toHaveLength(CONCURRENCY);
      expect(await audit(product, [campaign], sink)).toEqual(flawless(CONCURRENCY));
    });

  it('F15 that greylists gets every mail at the second asking, once', async () => {
    sink.script = greylisting(GREYLISTED_MS);
    product.addWorker();
    const campaign = await sendToCrowd(product, 'grey', READERS);
    const took = await waitUntil('all are accepted', () => sink.messages.length === READERS, GREYLIST_OVER_WITHIN_MS);
    await waitUntilSent(product, campaign, SENT_WITHIN_MS);
    note('greylist', `all accepted ${Math.round(took)} ms after the start, for ${GREYLISTED_MS} ms`);
    expect(await attemptsOf(campaign)).toEqual([2]);
    expect(await audit(product, [campaign], sink)).toEqual(flawless(READERS));
  });

  const BUSY = { reply: { code: 421, text: '4.3.2 Too busy' }, hangUp: 'close' } as const;
  const BUSY_MOMENTS: readonly [string, (step: SmtpStep) => boolean][] = [
    ['as it greets', ({ moment }) => moment === 'connected'],
    ['amid a session', ({ moment, message }) => moment === 'mail' && message === 2],
    ['after MAIL FROM', ({ moment }) => moment === 'rcpt'],
  ];
  it.each(IS_LONG ? BUSY_MOMENTS : BUSY_MOMENTS.slice(1, 2))(
    'F16 that says %s that it is too busy loses the connection, and no mail and no attempt',
    async (_when, meets) => {
      const busy = new Set<number>();
      const trouble = firstTimes(3, meets, BUSY);
      sink.script = (step) => {
        const treatment = trouble(step);
        if (treatment) busy.add(step.connection);
        return treatment;
      };
      product.addWorker();
      const campaign = await sendToCrowd(product, `busy-${_when.length}`, READERS);
      await untilSentWithoutWaits(campaign);
      expect(busy.size).toBe(3);
      expect(await attemptsOf(campaign)).toEqual([1]);
      expect(await audit(product, [campaign], sink)).toEqual(flawless(READERS));
    },
  );

  if (IS_LONG)
    it('F17 that breaks off amid messages gets each of them again, once', async () => {
      sink.script = firstTimes(4, ({ moment }) => moment === 'body', { hangUp: 'reset' });
      product.addWorker();
      const campaign = await sendToCrowd(product, 'broken', CONCURRENCY, LONG_TEXT);
      await waitUntilSent(product, campaign, SENT_WITHIN_MS);
      expect(sink.transactions.length).toBe(CONCURRENCY + 4);
      expect(await attemptsOf(campaign)).toEqual([1]);
      expect(await audit(product, [campaign], sink)).toEqual(flawless(CONCURRENCY));
    });

  it.each([
    { onUnknown: 'resend', copies: { kept: 2, lost: 1 }, ledger: { sent: READERS } },
    { onUnknown: 'hold', copies: { kept: 1, lost: 0 }, ledger: { sent: READERS - 2, unknown: 2 } },
  ])(
    'F18 that breaks off after a message leaves a doubt, and $onUnknown decides it',
    async ({ onUnknown, ...outcome }) => {
      const crowd = `doubt-${onUnknown}`;
      const [kept, lost] = [memberOf(crowd, 3), memberOf(crowd, 7)];
      const broken = new Set<string | null>();
      sink.script = ({ moment, recipient }) => {
        if (moment !== 'dot' || (recipient !== kept && recipient !== lost) || broken.has(recipient)) return undefined;
        broken.add(recipient);
        return { hangUp: 'reset', loses: recipient === lost };
      };
      product.addWorker({ ON_UNKNOWN: onUnknown });
      const campaign = await sendToCrowd(product, crowd, READERS);
      await waitUntilSent(product, campaign, SENT_WITHIN_MS);

      const { copies } = sink;
      expect({ kept: copies.get(kept) ?? 0, lost: copies.get(lost) ?? 0 }).toEqual(outcome.copies);
      expect(await ledgerOf(product.db, campaign)).toEqual(outcome.ledger);
      const { body } = await product.client.get(`/campaigns/${campaign}/status`).expect(200);
      const listed = (body as { stat: { status: string; total: number }[] }).stat.find(
        (row) => row.status === 'unknown',
      );
      expect(listed?.total ?? 0).toBe(outcome.ledger.unknown ?? 0);
      const expected = flawless(READERS, outcome.copies.kept - 1);
      expect(await audit(product, [campaign], sink)).toEqual({
        ...expected,
        // Held back, one of them came all the same, and only a person can say so.
        unrecorded: outcome.ledger.unknown === undefined ? 0 : 1,
      });
    },
  );

  it('F19 that does not know some addresses makes those contacts bounce, and no others', async () => {
    const crowd = 'refused';
    const unknownThere = new Set([20, 120, 220].map((number) => memberOf(crowd, number)));
    const full = memberOf(crowd, 33);
    sink.script = ({ moment, recipient }) => {
      if (moment !== 'rcpt' || recipient === null) return undefined;
      if (unknownThere.has(recipient)) return { reply: { code: 550, text: '5.1.1 No such user' } };
      return recipient === full ? { reply: { code: 552, text: '5.2.2 Mailbox full' } } : undefined;
    };
    product.addWorker();
    const campaign = await sendToCrowd(product, crowd, MANY_READERS);
    await waitUntilSent(product, campaign, SENT_WITHIN_MS);
    expect(await ledgerOf(product.db, campaign)).toEqual({ sent: MANY_READERS - 4, bounced: 3, failed: 1 });
    const bounced = await product.db.query<{ email: string }>("SELECT email FROM contacts WHERE status = 'bounced'");
    expect(new Set(bounced.map(({ email }) => email))).toEqual(unknownThere);
    expect(await audit(product, [campaign], sink)).toEqual(flawless(MANY_READERS));
  });

  it('F19 that refuses us is left alone soon, blames no contact, and stops the campaign with a reason', async () => {
    const refusal = { code: 554, text: '5.7.1 Blocked' };
    sink.script = ({ moment }) => (moment === 'rcpt' ? { reply: refusal } : undefined);
    product.addWorker();
    const campaign = await sendToCrowd(product, 'blocked', MANY_READERS);
    const isPaused = async (): Promise<boolean> => (await statusOf(product, campaign)) === 'paused';
    await waitUntil('the campaign is paused', isPaused, SENT_WITHIN_MS, 100);
    expect(await reasonOf(campaign)).not.toBeNull();
    expect(sink.transactions.length).toBeLessThanOrEqual(MOST_BEFORE_BREAKER);
    expect(await attemptsOf(campaign)).toEqual([0]);
    const [touched] = await product.db.query<{ total: number }>(
      "SELECT COUNT(*) AS total FROM contacts WHERE email LIKE 'blocked-%' AND status <> 'subscribed'",
    );
    expect(touched?.total).toBe(0);
  });
});
