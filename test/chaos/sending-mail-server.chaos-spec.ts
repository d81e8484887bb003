import { memberOf } from '../support/builders/audience.js';
import { IS_LONG } from '../support/chaos-plan.js';
import { Product } from '../support/product.js';
import { greylisting, RawSmtpSink, SmtpGate, type SmtpScript, type SmtpStep } from '../support/raw-smtp-sink.js';
import { waitUntil } from '../support/wait-until.js';
import { emailsByState, LONG_TEXT, createAndSend, createDraft, statusOf, waitUntilSent } from './big-campaign.js';
import { audit, cleanUp, expectedAudit, makeDeferredDue } from './ledger-audit.js';

const CONCURRENCY = 10;
const READERS = 60;
const MANY_READERS = 300;
/** How often sending is suspended before the mail server is back; for two seconds at first, and for half a minute at most. */
const SUSPENSIONS = [2, 4, 8, 16, 30, 30, 30].slice(0, IS_LONG ? 7 : 3);
/** Leases end several times during such a delay, unless they are renewed. */
const [SHORT_LEASE_SECONDS, COMMAND_MS, ANSWER_MS] = [20, 3_000, 70_000];
/** The emails under way to a domain that has not accepted any yet. */
const SLOW_READERS = 3;
/** A greylist of 5 min with retries at 5 and 15 min, at a reduced scale. */
const GREYLISTED_MS = IS_LONG ? 30_000 : 1_000;
const GREYLIST_RETRIES = `${GREYLISTED_MS}ms,${3 * GREYLISTED_MS}ms`;
const MOST_BEFORE_BREAKER = 200;
const NEVER = new Promise<undefined>(() => undefined);

describe('a failing mail server', () => {
  let sink: RawSmtpSink;
  let product: Product;

  beforeAll(async () => {
    sink = await RawSmtpSink.start();
    const env = {
      SMTP_URL: sink.url,
      SEND_CONCURRENCY: String(CONCURRENCY),
      DESTINATION_PROBE_SCHEDULE: '1s,1s,1s,1h',
      SEND_RETRY_SCHEDULE: GREYLIST_RETRIES,
      BODY_LIMIT: '2mb',
    };
    product = await Product.start({ name: 'sending-mail-server', env, workers: 0 });
  });
  beforeEach(async () => {
    await cleanUp(product);
    sink.reset();
  });

  /** Waits until the campaign is sent, without the delays of deferred emails. */
  const waitUntilSentSkippingDelays = async (campaign: number): Promise<void> => {
    const isSent = async (): Promise<boolean> => {
      await makeDeferredDue(product, campaign);
      return (await statusOf(product, campaign)) === 'sent';
    };
    await waitUntil(`campaign ${campaign} is sent`, isSent, 200);
  };
  /** Ends a suspension for which the worker waits, so that no test does. */
  const endSuspension = async (): Promise<void> => {
    await product.db.transaction(async (tx) => {
      const ended = await tx.execute('UPDATE sendings SET waiting_until = NOW(3) WHERE waiting_until > NOW(3)');
      if (ended.affectedRows > 0) await tx.execute('UPDATE sender_health SET open_until = NOW(3)');
    });
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
    const worker = product.addWorker();
    const suspensions = (): number[] =>
      [...worker.said.matchAll(/"seconds":(\d+),"msg":"Sender suspended"/g)].map(([, seconds]) => Number(seconds));
    /** The connections, by the number of suspensions before. */
    const connectedAt = SUSPENSIONS.map((): number[] => []);
    sink.script = ({ moment }) => {
      if (moment !== 'connected') return undefined;
      connectedAt[suspensions().length]?.push(sink.connectedAt.at(-1) ?? 0);
      return { hangUp: 'reset' };
    };
    const campaign = await createAndSend(product, 'away', READERS);
    // The reason is absent for a moment during each connection attempt.
    await waitUntil(
      'the status names the mail server as the reason',
      async () => ((await reasonOf(campaign)) ?? '').includes('mail server'),
      5,
    );
    await waitUntil('sending is suspended several times', () => suspensions().length >= SUSPENSIONS.length);
    expect(suspensions().slice(0, SUSPENSIONS.length)).toEqual(SUSPENSIONS);
    // At first, all concurrent emails try to connect.
    const probes = connectedAt.slice(2);
    expect(probes.map(({ length }) => length)).toEqual(probes.map(() => 1));
    for (const [index, [at = 0]] of probes.entries())
      expect(at - (connectedAt[index + 1]?.at(-1) ?? 0)).toBeGreaterThanOrEqual(900 * SUSPENSIONS[index + 1]!);

    await sink.refuse();
    await waitUntil('the next probe is refused', async () => {
      await endSuspension();
      return suspensions().length > SUSPENSIONS.length;
    });
    expect(await statusOf(product, campaign)).toBe('working');
    expect(await attemptsOf(campaign)).toEqual([0]);
    sink.script = () => undefined;
    await sink.accept();
    await waitUntil('the campaign is sent', async () => {
      await endSuspension();
      return (await statusOf(product, campaign)) === 'sent';
    });
    expect(await attemptsOf(campaign)).toEqual([1]);
    expect(await audit(product, [campaign], sink)).toEqual(expectedAudit(READERS));
  });

  // An email waits 20 s for a connection.
  if (IS_LONG)
    it('F13 that accepts connections and says nothing delays emails by a suspension, and the status says why', async () => {
      sink.script = ({ moment }) => (moment === 'connected' ? NEVER : undefined);
      const before = sink.connectedAt.length;
      product.addWorker();
      const campaign = await createAndSend(product, 'silent', READERS);
      await waitUntil('the status names the mail server as the reason', async () =>
        ((await reasonOf(campaign)) ?? '').startsWith('mail server unreachable (connect: ETIMEDOUT'),
      );
      // Not one for each of the emails under way.
      expect(sink.connectedAt.length - before).toBeLessThan(CONCURRENCY);
      sink.script = () => undefined;
      await waitUntilSent(product, campaign);
      expect(await attemptsOf(campaign)).toEqual([1]);
      expect(await audit(product, [campaign], sink)).toEqual(expectedAudit(READERS));
    });

  it('whose answers for one domain never come delays no other domain', async () => {
    const gate = new SmtpGate(
      ({ moment, recipient }) => moment === 'dot' && recipient?.endsWith('@silent.example') === true,
    );
    sink.script = gate.script;
    const campaign = await createDraft(product, 'domains', MANY_READERS);
    await product.db.transaction((tx) =>
      tx.execute(
        `UPDATE contacts SET email = REPLACE(email, '@example.com', '@silent.example')
          WHERE email LIKE 'domains-%' ORDER BY id LIMIT ${MANY_READERS / 2}`,
      ),
    );
    await product.client.post(`/campaigns/${campaign}/send`).expect(200);
    product.addWorker();
    await waitUntil('the emails to the other domain are sent', async () => {
      const { sent } = await emailsByState(product.db, campaign);
      return sent === MANY_READERS / 2;
    });
    gate.open();
    await waitUntilSentSkippingDelays(campaign);
    expect(await audit(product, [campaign], sink)).toEqual(expectedAudit(MANY_READERS));
  });

  it('whose worker is suspended for longer than a lease gets no email twice', async () => {
    const gate = new SmtpGate(({ moment }) => moment === 'dot');
    sink.script = gate.script;
    const worker = product.addWorker({ SEND_LEASE_SECONDS: '5' });
    const campaign = await createAndSend(product, 'suspended', READERS);
    await waitUntil('emails wait for the final answer', () => gate.reached >= SLOW_READERS);
    worker.freeze();
    gate.open();
    await waitUntil('all leases have expired', async () => {
      const [row] = await product.db.query<{ held: number }>(
        `SELECT COUNT(*) AS held FROM email_messages WHERE state = 'sending' AND lease_until > NOW(3) - INTERVAL 1 SECOND`,
      );
      return row?.held === 0;
    });
    worker.thaw();
    await waitUntilSent(product, campaign);
    expect(await audit(product, [campaign], sink)).toEqual(expectedAudit(READERS));
  });

  // The short form would show nothing that the tests of single emails do not show.
  if (IS_LONG)
    it('F14 that answers slower than a lease lasts gets no email twice', async () => {
      sink.script = ({ moment }) => {
        if (moment === 'accepted' || moment === 'body') return undefined;
        return { afterMs: moment === 'dot' ? ANSWER_MS : COMMAND_MS };
      };
      product.addWorker({ SEND_LEASE_SECONDS: String(SHORT_LEASE_SECONDS) });
      const campaign = await createAndSend(product, 'slow', SLOW_READERS);
      await waitUntilSent(product, campaign);
      expect(await attemptsOf(campaign)).toEqual([1]);
      expect(sink.transactions).toHaveLength(SLOW_READERS);
      expect(await audit(product, [campaign], sink)).toEqual(expectedAudit(SLOW_READERS));
    });

  it('F15 that greylists gets every email at the second attempt, once', async () => {
    sink.script = greylisting(GREYLISTED_MS);
    product.addWorker();
    const campaign = await createAndSend(product, 'grey', READERS);
    await waitUntilSent(product, campaign);
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
    async (when, matches) => {
      const busy = new Set<number>();
      const treatmentOf = firstTimes(3, matches, BUSY);
      sink.script = (step) => {
        const treatment = treatmentOf(step);
        if (treatment) busy.add(step.connection);
        return treatment;
      };
      product.addWorker();
      const campaign = await createAndSend(product, `busy-${when.replaceAll(' ', '-').toLowerCase()}`, READERS);
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
