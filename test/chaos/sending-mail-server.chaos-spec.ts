import { setTimeout as sleep } from 'node:timers/promises';
import { memberOf } from '../support/builders/audience.js';
import { IS_LONG, note } from '../support/chaos-plan.js';
import { Product } from '../support/product.js';
import { greylisting, RawSmtpSink, type SmtpScript, type SmtpStep } from '../support/raw-smtp-sink.js';
import { waitUntil } from '../support/wait-until.js';
import { emailsByState, LONG_TEXT, createAndSend, statusOf, waitUntilSent } from './big-campaign.js';
import { audit, cleanUp, expectedAudit } from './ledger-audit.js';

const CONCURRENCY = 10;
const LEASE_SECONDS = 5;
const READERS = 60;
const MANY_READERS = 300;
/** How long the mail server is unavailable, and the time in which all emails are sent after its return. */
const AWAY_MS = IS_LONG ? 600_000 : 3_000;
/** After this time the pauses between connection attempts have their full length. */
const BACKED_OFF_AFTER_MS = 60_000;
const LONGEST_PAUSE_MS = 30_000;
const [COMMAND_MS, ANSWER_MS] = IS_LONG ? [8_000, 300_000] : [300, 7_000];
/** A greylist of 5 min with retries at 5 and 15 min, at a reduced scale. */
const GREYLISTED_MS = IS_LONG ? 30_000 : 1_000;
const GREYLIST_RETRIES = `${GREYLISTED_MS}ms,${3 * GREYLISTED_MS}ms`;
const MOST_BEFORE_BREAKER = 200;

describe('a failing mail server', () => {
  let sink: RawSmtpSink;
  let product: Product;

  beforeAll(async () => {
    sink = await RawSmtpSink.start();
    const env = {
      SMTP_URL: sink.url,
      SEND_CONCURRENCY: String(CONCURRENCY),
      SEND_LEASE_SECONDS: String(LEASE_SECONDS),
      DESTINATION_PROBE_SCHEDULE: '1s,1s,1s,1h',
      SEND_RETRY_SCHEDULE: GREYLIST_RETRIES,
      BODY_LIMIT: '2mb',
    };
    product = await Product.start({ name: 'sending-mail-server', env, workers: 0 });
  });
  afterEach(async () => {
    await cleanUp(product);
    sink.reset();
  });

  /** Waits until the campaign is sent and makes deferred emails due, which otherwise wait about a minute. */
  const waitUntilSentSkippingDelays = async (campaign: number): Promise<void> => {
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
    await waitUntil(`campaign ${campaign} is sent`, isSent, 200);
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
  /** Applies the treatment the first `times` times that the condition is met. */
  const firstTimes = (times: number, matches: (step: SmtpStep) => boolean, treatment: ReturnType<SmtpScript>) => {
    let left = times;
    return (step: SmtpStep): ReturnType<SmtpScript> => {
      if (left === 0 || !matches(step)) return undefined;
      left -= 1;
      return treatment;
    };
  };

  it('F13 that accepts no connection is tried at intervals, counts no attempts, and gets all emails once it is back', async () => {
    sink.script = ({ moment }) => (moment === 'connected' ? { hangUp: 'reset' } : undefined);
    const connectedBefore = sink.connectedAt.length;
    product.addWorker();
    const campaign = await createAndSend(product, 'away', READERS);
    const connections = (): number[] => sink.connectedAt.slice(connectedBefore);
    await waitUntil('a connection is tried', () => connections().length > 0);
    // The reason is absent for a moment during each connection attempt.
    await waitUntil(
      'the status names the mail server as the reason',
      async () => ((await reasonOf(campaign)) ?? '').includes('mail server'),
      5,
    );
    await sleep(AWAY_MS);
    expect(await statusOf(product, campaign)).toBe('working');
    expect(await attemptsOf(campaign)).toEqual([0]);
    const [first = 0] = connections();
    // In the first second all concurrent emails try to connect once.
    const later = connections().filter((at) => at - first > 1_000);
    const backedOff = connections().filter((at) => at - first > BACKED_OFF_AFTER_MS);
    await sink.refuse();
    await sleep(1_000);
    expect(await attemptsOf(campaign)).toEqual([0]);

    sink.script = () => undefined;
    await sink.accept();
    const backAt = performance.now();
    await waitUntilSent(product, campaign);
    note(
      'mail server away',
      `${connections().length} connections in ${AWAY_MS} ms, ${later.length} after the first second; all sent ${Math.round(performance.now() - backAt)} ms after its return`,
    );
    if (IS_LONG) expect(backedOff.length).toBeLessThanOrEqual((AWAY_MS - BACKED_OFF_AFTER_MS) / LONGEST_PAUSE_MS + 1);
    else expect(later.length).toBeLessThanOrEqual(3);
    expect(await attemptsOf(campaign)).toEqual([1]);
    expect(await audit(product, [campaign], sink)).toEqual(expectedAudit(READERS));
  });

  // The short form would show nothing that the tests of single emails do not show.
  if (IS_LONG)
    it('F14 that answers slower than a lease lasts gets no email twice', async () => {
      sink.script = ({ moment }) => {
        if (moment === 'accepted' || moment === 'body') return undefined;
        return { afterMs: moment === 'dot' ? ANSWER_MS : COMMAND_MS };
      };
      product.addWorker();
      const campaign = await createAndSend(product, 'slow', CONCURRENCY);
      await waitUntilSent(product, campaign);
      expect(await attemptsOf(campaign)).toEqual([1]);
      expect(sink.transactions).toHaveLength(CONCURRENCY);
      expect(await audit(product, [campaign], sink)).toEqual(expectedAudit(CONCURRENCY));
    });

  it('F15 that greylists gets every email at the second attempt, once', async () => {
    sink.script = greylisting(GREYLISTED_MS);
    const connectedBefore = sink.connectedAt.length;
    product.addWorker();
    const campaign = await createAndSend(product, 'grey', READERS);
    await waitUntil('the worker connects', () => sink.connectedAt.length > connectedBefore);
    const took = await waitUntil('all are accepted', () => sink.messages.length === READERS);
    await waitUntilSent(product, campaign);
    note('greylist', `all accepted ${Math.round(took)} ms after the first connection, for ${GREYLISTED_MS} ms`);
    expect(await attemptsOf(campaign)).toEqual([2]);
    expect(await audit(product, [campaign], sink)).toEqual(expectedAudit(READERS));
  });

  const BUSY = { reply: { code: 421, text: '4.3.2 Too busy' }, hangUp: 'close' } as const;
  const BUSY_MOMENTS: readonly [string, (step: SmtpStep) => boolean][] = [
    ['at the greeting', ({ moment }) => moment === 'connected'],
    ['within a session', ({ moment, message }) => moment === 'mail' && message === 2],
    ['after MAIL FROM', ({ moment }) => moment === 'rcpt'],
  ];
  it.each(IS_LONG ? BUSY_MOMENTS : BUSY_MOMENTS.slice(1, 2))(
    'F16 that replies 421 %s loses the connection, but no email, and counts no attempt',
    async (_when, matches) => {
      const busy = new Set<number>();
      const treatmentOf = firstTimes(3, matches, BUSY);
      sink.script = (step) => {
        const treatment = treatmentOf(step);
        if (treatment) busy.add(step.connection);
        return treatment;
      };
      product.addWorker();
      const campaign = await createAndSend(product, `busy-${_when.length}`, READERS);
      await waitUntilSentSkippingDelays(campaign);
      expect(busy.size).toBe(3);
      expect(await attemptsOf(campaign)).toEqual([1]);
      expect(await audit(product, [campaign], sink)).toEqual(expectedAudit(READERS));
    },
  );

  if (IS_LONG)
    it('F17 that resets connections during messages gets each of them again, once', async () => {
      sink.script = firstTimes(4, ({ moment }) => moment === 'body', { hangUp: 'reset' });
      product.addWorker();
      const campaign = await createAndSend(product, 'broken', CONCURRENCY, LONG_TEXT);
      await waitUntilSent(product, campaign);
      expect(sink.transactions.length).toBe(CONCURRENCY + 4);
      expect(await attemptsOf(campaign)).toEqual([1]);
      expect(await audit(product, [campaign], sink)).toEqual(expectedAudit(CONCURRENCY));
    });

  it.each([
    { onUnknown: 'resend', copies: { kept: 2, lost: 1 }, ledger: { sent: READERS } },
    { onUnknown: 'hold', copies: { kept: 1, lost: 0 }, ledger: { sent: READERS - 2, unknown: 2 } },
  ])(
    'F18 that resets the connection after a message leaves it in doubt, and $onUnknown resolves it',
    async ({ onUnknown, ...outcome }) => {
      const name = `doubt-${onUnknown}`;
      const [kept, lost] = [memberOf(name, 3), memberOf(name, 7)];
      const broken = new Set<string | null>();
      sink.script = ({ moment, recipient }) => {
        if (moment !== 'dot' || (recipient !== kept && recipient !== lost) || broken.has(recipient)) return undefined;
        broken.add(recipient);
        return { hangUp: 'reset', loses: recipient === lost };
      };
      product.addWorker({ ON_UNKNOWN: onUnknown });
      const campaign = await createAndSend(product, name, READERS);
      await waitUntilSent(product, campaign);

      const { copies } = sink;
      expect({ kept: copies.get(kept) ?? 0, lost: copies.get(lost) ?? 0 }).toEqual(outcome.copies);
      expect(await emailsByState(product.db, campaign)).toEqual(outcome.ledger);
      const { body } = await product.client.get(`/campaigns/${campaign}/status`).expect(200);
      const listed = (body as { stat: { status: string; total: number }[] }).stat.find(
        (row) => row.status === 'unknown',
      );
      expect(listed?.total ?? 0).toBe(outcome.ledger.unknown ?? 0);
      const expected = expectedAudit(READERS, outcome.copies.kept - 1);
      expect(await audit(product, [campaign], sink)).toEqual({
        ...expected,
        // One of the held emails has arrived, which only an operator can record.
        unrecorded: outcome.ledger.unknown === undefined ? 0 : 1,
      });
    },
  );

  it('F19 that rejects some addresses makes only those contacts bounce', async () => {
    const name = 'refused';
    const rejected = new Set([20, 120, 220].map((number) => memberOf(name, number)));
    const full = memberOf(name, 33);
    sink.script = ({ moment, recipient }) => {
      if (moment !== 'rcpt' || recipient === null) return undefined;
      if (rejected.has(recipient)) return { reply: { code: 550, text: '5.1.1 No such user' } };
      return recipient === full ? { reply: { code: 552, text: '5.2.2 Mailbox full' } } : undefined;
    };
    product.addWorker();
    const campaign = await createAndSend(product, name, MANY_READERS);
    await waitUntilSent(product, campaign);
    expect(await emailsByState(product.db, campaign)).toEqual({ sent: MANY_READERS - 4, bounced: 3, failed: 1 });
    const bounced = await product.db.query<{ email: string }>("SELECT email FROM contacts WHERE status = 'bounced'");
    expect(new Set(bounced.map(({ email }) => email))).toEqual(rejected);
    expect(await audit(product, [campaign], sink)).toEqual(expectedAudit(MANY_READERS));
  });

  it('F19 that refuses the sender gets few attempts, bounces no contact, and pauses the campaign with a reason', async () => {
    const refusal = { code: 554, text: '5.7.1 Blocked' };
    sink.script = ({ moment }) => (moment === 'rcpt' ? { reply: refusal } : undefined);
    product.addWorker();
    const campaign = await createAndSend(product, 'blocked', MANY_READERS);
    const isPaused = async (): Promise<boolean> => (await statusOf(product, campaign)) === 'paused';
    await waitUntil('the campaign is paused', isPaused, 100);
    expect(await reasonOf(campaign)).not.toBeNull();
    expect(sink.transactions.length).toBeLessThanOrEqual(MOST_BEFORE_BREAKER);
    expect(await attemptsOf(campaign)).toEqual([0]);
    const [touched] = await product.db.query<{ total: number }>(
      "SELECT COUNT(*) AS total FROM contacts WHERE email LIKE 'blocked-%' AND status <> 'subscribed'",
    );
    expect(touched?.total).toBe(0);
  });
});
