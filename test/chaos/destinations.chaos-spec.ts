import { insertSubscribers } from '../support/builders/audience.js';
import { IS_LONG, note } from '../support/chaos-plan.js';
import { Product } from '../support/product.js';
import { type Provider, ProviderFarm, type ProviderOptions } from '../support/provider-farm.js';
import type { SmtpReply } from '../support/smtp-sink.js';
import { waitUntil } from '../support/wait-until.js';
import { emailsByState, type MessageSink, statusOf } from './big-campaign.js';
import { audit, cleanUp, endLeases, makeDeferredDue } from './ledger-audit.js';

/** Multiplies the recipients. */
const SCALE = IS_LONG ? 3 : 1;
/** A worker is killed after this number of emails of a campaign. */
const KILL_AFTER = 200;
const MOST_AT_BLOCKED = 20;
const MOST_BEFORE_NOTICES_STOP = 200;
const SHARED_RATE = 40;
const SHARED_EMAILS = IS_LONG ? 2_400 : 400;
const POOL_SIZE = 20;
/** The most emails that a worker has under way, and leaves in doubt when it is killed: the default of SEND_CONCURRENCY. */
const UNDER_WAY = 20;

const REFUSED: SmtpReply = {
  code: 550,
  text: '5.7.26 This email has been blocked because the sender is unauthenticated',
};
const FROM = 'news@shop.example';

const HEALTHY = ['healthy-1', 'healthy-2', 'healthy-3'] as const;
/** They end up refusing everything. */
const BLOCKING: ReadonlySet<string> = new Set(['blocked', 'notices', 'quota']);
const REFUSING = ['blocked', 'notices'] as const;
/** Usually below what the campaign sends there. */
const LIMITS = { 'rate-8': 8, 'rate-20': 20 } as const;

const PROVIDERS: readonly ProviderOptions[] = [
  ...HEALTHY.map((name) => ({ name })),
  ...Object.entries(LIMITS).map(([name, perSecond]) => ({
    name,
    policy: { rate: { perSecond, burst: perSecond / 2 } },
  })),
  { name: 'concurrency-3', policy: { concurrency: 3, delayMs: 20 } },
  { name: 'greylist', policy: { greylistMs: 1_000 } },
  { name: 'blocked', policy: { block: { reply: REFUSED } } },
  { name: 'notices', policy: { notice: { reply: REFUSED, afterMs: 1_000 } } },
  { name: 'quota', policy: { perHour: 100 } },
  { name: 'slow', policy: { delayMs: 1_500 } },
  { name: 'faulty', policy: { mailbox: faultOf } },
];

const SIZES: Readonly<Record<string, number>> = {
  ...Object.fromEntries(HEALTHY.map((name) => [name, 170 * SCALE])),
  ...Object.fromEntries(Object.entries(LIMITS).map(([name, perSecond]) => [name, 15 * perSecond * SCALE])),
  'concurrency-3': 170 * SCALE,
  greylist: 200,
  blocked: 400,
  notices: 600,
  quota: 200,
  slow: 20,
  faulty: 200,
};

const OPEN_STATES: readonly string[] = ['pending', 'deferred'];
/** A repeated email has a repeated notification. */
const NOTICE_OUTCOMES: ReadonlySet<string> = new Set(['applied', 'known', 'no_effect']);

/** The members of `GET /senders/{id}/destinations` that the test uses. */
interface Destination {
  readonly provider: string;
  readonly state: 'normal' | 'throttled' | 'quarantined';
  readonly rate: number | null;
  readonly concurrency: number | null;
  readonly reason: string | null;
  readonly next_probe_at: string | null;
}

interface Course {
  readonly workers: number;
  readonly killed: boolean;
}

/** The short form runs the last one, which has everything that the others have. */
const COURSES: readonly Course[] = [
  { workers: 1, killed: false },
  { workers: 1, killed: true },
  { workers: 3, killed: false },
  { workers: 3, killed: true },
].slice(IS_LONG ? 0 : -1);

describe('a campaign to twelve mailbox providers behind one mail server', () => {
  let farm: ProviderFarm;
  let product: Product;
  let sender = 0;
  /** The outcomes of the posted notifications. */
  let posts: Promise<string>[] = [];

  beforeAll(async () => {
    farm = await ProviderFarm.start(PROVIDERS);
    const env = {
      DNS_SERVERS: farm.names.address,
      MAIL_FROM: `Shop <${FROM}>`,
      SMTP_ALLOW_PRIVATE_NETWORKS: 'true',
      // Longer than any test: those of a killed worker end by `endLeases`.
      SEND_LEASE_SECONDS: '3600',
      SEND_RETRY_SCHEDULE: '2s,5s,15s,30s,1m,2m',
      DESTINATION_PROBE_SCHEDULE: '1h',
    };
    product = await Product.start({ name: 'destinations', env, workers: 0 });
    await product.given.sender({ url: farm.url, name: 'Another sender', from_email: 'other@shop.example' });
  });
  beforeEach(async () => {
    await cleanUp(product);
    await Promise.all(posts);
    posts = [];
    farm.reset();
    farm.onNotice = (notice, provider) => {
      posts.push(postNotice(notice));
      // However slow the product reads notifications, the provider does not accept many more emails meanwhile.
      provider.set({ heldUntil: Promise.all(posts).then(() => undefined) });
    };
    // The next sender must be the only one of its address.
    if (sender > 0)
      await product.client
        .put(`/senders/${sender}`)
        .send({ from_email: `retired-${sender}@shop.example` })
        .expect(200);
    sender = 0;
  });

  it.each(COURSES)(
    'F19 completes healthy and limited providers, and stops at those that refuse: $workers workers, one killed: $killed',
    async ({ workers, killed }) => {
      const label = `${workers} workers${killed ? ', one killed' : ''}`;
      const name = `${workers}${killed ? 'k' : ''}`;
      const { campaign, kill } = await start(`all${name}`, SIZES, workers);
      await requestOptIn(`optin-${name}@elsewhere.example`, farm.providers);
      if (killed) await kill();
      await waitUntil('the providers that accept emails have all', async () => {
        const incomplete = farm.providers.filter(
          ({ name: one, recipients }) => isComplete(one) && recipients.size !== SIZES[one],
        );
        for (const { name: one } of incomplete) await makeDeferredDue(product, campaign, `%${one}%`);
        return incomplete.length === 0;
      });
      let states: Readonly<Record<string, string>> = {};
      await waitUntil('the others are quarantined', async () => {
        const destinations = await destinationsOf(sender);
        states = Object.fromEntries(destinations.map(({ provider, state }) => [provider, state]));
        return (
          [...REFUSING, ...HEALTHY, 'faulty'].every((one) => states[`${one}.example`] !== undefined) &&
          REFUSING.every((one) => states[`${one}.example`] === 'quarantined')
        );
      });
      const status = await statusOf(product, campaign);
      await comeToRest(campaign);

      const destinations = await destinationsOf(sender);
      for (const provider of farm.providers) note(label, lineOf(provider, destinations));
      const { problems, outcome, open, unnamed, inDoubt } = await compareWithLedger(campaign);
      const read = counts(await Promise.all(posts));
      note(
        label,
        `campaign ${status}; open ${JSON.stringify(open)}; ${outcome.repeats} repeats, ${inDoubt} in doubt; ${unnamed} without Message-ID; notifications ${JSON.stringify(read)}`,
      );

      const findings = {
        ...{ status, problems, outcome, states },
        tooManyRepeats: outcome.repeats + inDoubt > (killed ? UNDER_WAY : 0),
        tooManyAtBlocked: farm.provider('blocked').attempts.length > MOST_AT_BLOCKED,
        tooManyBeforeNoticesStop: farm.provider('notices').accepted.length > MOST_BEFORE_NOTICES_STOP,
        // A killed worker may not have stored the last refusals.
        limitsNotFound: farm.providers
          .filter(
            ({ refusedCounts: { rate = 0, concurrency = 0, quota = 0 } }) =>
              rate + concurrency + quota > (killed ? UNDER_WAY : 0),
          )
          .filter((one) => !destinations.find(({ provider }) => provider === `${one.name}.example`)?.reason)
          .map((one) => one.name),
        unreadNotices: Object.keys(read).filter((one) => !NOTICE_OUTCOMES.has(one)),
        wronglyStopped: Object.keys(states).filter((one) => states[one] === 'quarantined' && !mayStop(one)),
      };
      // One comparison, so that a failure shows everything that is wrong.
      expect(findings).toEqual({
        ...{ status: 'working', problems: [] },
        outcome: expect.objectContaining({
          ...{ recipients: sum(SIZES), missing: 0, unknownAddresses: 0, wrongMessageIds: unnamed },
          ...{ miscounted: 0, unbalanced: 0 },
        }) as unknown,
        ...{ tooManyRepeats: false, tooManyAtBlocked: false, tooManyBeforeNoticesStop: false },
        ...{ limitsNotFound: [], unreadNotices: [], wronglyStopped: [] },
        states: expect.objectContaining(
          Object.fromEntries([...HEALTHY, 'faulty'].map((one) => [`${one}.example`, 'normal'])),
        ) as unknown,
      });
    },
  );

  it('sends a double opt-in email although a campaign has used up the daily cap of the sender', async () => {
    const { campaign } = await start('capped', { 'healthy-1': 100 }, 1, { daily_cap: 30 });
    const isCapped = async (): Promise<boolean> => {
      const { body } = await product.client.get(`/campaigns/${campaign}/status`).expect(200);
      return (body as { progress: { waiting_reason: string | null } }).progress.waiting_reason === 'daily cap';
    };
    await waitUntil('the cap is used up', isCapped, 100);
    await requestOptIn('optin-capped@elsewhere.example');
    expect(await isCapped()).toBe(true);
    expect(farm.provider('healthy-1').accepted.length).toBeLessThanOrEqual(30);
  });

  it.each([{ killed: false }, ...(IS_LONG ? [{ killed: true }] : [])])(
    'F25 does not exceed the rate of a sender with two workers, also if one provider refuses everything; one killed: $killed',
    async ({ killed }) => {
      const sizes = { 'healthy-1': SHARED_EMAILS, blocked: 50 };
      const { kill } = await start(`shared${killed ? 'k' : ''}`, sizes, 2, { rate: SHARED_RATE });
      const attempts = (): number => farm.providers.reduce((total, one) => total + one.attempts.length, 0);
      const [from] = await product.db.query<{ at: Date }>('SELECT NOW(3) AS at');
      const before = attempts();
      if (killed) await kill();
      const { accepted } = farm.provider('healthy-1');
      await waitUntil('all emails are accepted', () => accepted.length >= SHARED_EMAILS);
      const count = attempts() - before;
      const [row] = await product.db.query<{ seconds: number }>(
        'SELECT TIMESTAMPDIFF(MICROSECOND, :at, NOW(6)) / 1e6 AS seconds',
        { at: from?.at ?? null },
      );
      const allowed = SHARED_RATE * Number(row?.seconds) + 1;
      note(
        `two workers${killed ? ', one killed' : ''}`,
        `${count} attempts of ${Math.round(allowed)} that are allowed`,
      );
      // Those that were under way may have been allowed before.
      expect(count).toBeLessThanOrEqual(allowed + 2 * UNDER_WAY);
    },
  );

  interface Started {
    readonly campaign: number;
    /** Kills one worker in the middle of the campaign, and replaces the only one. */
    readonly kill: () => Promise<void>;
  }

  /** Starts workers, and a campaign over a new sender. */
  async function start(
    name: string,
    sizes: Readonly<Record<string, number>>,
    workers: number,
    limits: { readonly rate?: number; readonly daily_cap?: number } = {},
  ): Promise<Started> {
    ({ id: sender } = await product.given.sender({
      ...{ url: farm.url, from_email: FROM, pool_size: POOL_SIZE, return_path_domain: 'bounces.shop.example' },
      ...{ name: `Sender ${name}`, ...limits },
    }));
    const audience = farm.audience(name, sizes);
    const list = await product.given.list({ title: `Readers ${name}` });
    await insertSubscribers(product.db, list.id, name, audience.length, (number) => audience[number - 1] ?? '');
    const { id: campaign } = await product.given.campaign({
      title: `Campaign ${name}`,
      email_subject: 'Hello {{ contact.first_name }}',
      email_body: '<p>Hello {{ contact.first_name }}</p><p><a href="{{ unsubscribe_url }}">Unsubscribe</a></p>',
      lists: [list.id],
      settings: { mailer_settings: { sender_id: sender } },
    });
    const worker = product.addWorker();
    await product.client.post(`/campaigns/${campaign}/send`).expect(200);
    let owner: string | null = null;
    await waitUntil('the worker sends', async () => {
      const [row] = await product.db.query<{ owner: string }>(
        'SELECT lease_owner AS owner FROM email_messages WHERE source_id = :campaign AND lease_owner IS NOT NULL LIMIT 1',
        { campaign },
      );
      owner = row?.owner ?? null;
      return owner !== null;
    });
    for (let more = 1; more < workers; more += 1) product.addWorker();
    const kill = async (): Promise<void> => {
      await waitUntil(`${KILL_AFTER} emails are accepted`, () => farm.messages.length >= KILL_AFTER);
      await worker.kill();
      await endLeases(product, owner);
      if (workers === 1) worker.start();
    };
    return { campaign, kill };
  }

  async function postNotice(notice: Buffer): Promise<string> {
    const { status, body } = await product.client
      .post('/feedback/message')
      .set('Content-Type', 'message/rfc822')
      .send(notice);
    return status === 200 ? (body as { outcome: string }).outcome : String(status);
  }

  /** Requests a double opt-in, and waits for its email. @param held providers that answer nothing meanwhile. */
  async function requestOptIn(email: string, held: readonly Provider[] = []): Promise<void> {
    let release: () => void = () => undefined;
    const heldUntil = new Promise<void>((resolve) => (release = resolve));
    for (const provider of held) provider.set({ heldUntil });
    await product.client.post('/subscribers').send({ email, double_optin: true }).expect(200);
    await waitUntil('the double opt-in email is accepted', () =>
      farm.messages.some(({ envelope }) => envelope.to[0] === email),
    );
    for (const provider of held) provider.set({ heldUntil: undefined });
    release();
  }

  async function destinationsOf(id: number): Promise<readonly Destination[]> {
    const { status, body } = await product.client.get(`/senders/${id}/destinations`);
    // The figures of a failed test are printed, too.
    return status === 200 ? (body as { destinations: Destination[] }).destinations : [];
  }

  /** Pauses the campaign, and waits until no email is in doubt, all notifications are read, and all events are handled. */
  async function comeToRest(campaign: number): Promise<void> {
    await product.client.post(`/campaigns/${campaign}/pause`);
    const noneUnderWay = async (): Promise<boolean> =>
      ((await emailsByState(product.db, campaign))['sending'] ?? 0) === 0;
    await waitUntil('no email is under way', noneUnderWay, 100);
    await waitUntil('all notifications are posted', () => farm.noticesDue === 0);
    await Promise.all(posts);
    const noEvents = async (): Promise<boolean> => {
      const [row] = await product.db.query<{ due: number }>(
        "SELECT COUNT(*) AS due FROM domain_events WHERE state = 'new'",
      );
      return row?.due === 0;
    };
    await waitUntil('all events are handled', noEvents, 100);
  }

  /** Compares the ledger of a campaign at rest with what each provider accepted. */
  async function compareWithLedger(campaign: number) {
    const rows = await product.db.query<{
      email: string;
      state: string;
      message_id: string | null;
      attempts: number;
      interruptions: number;
      due_in_s: number | null;
    }>(
      `SELECT email, state, message_id, attempts, interruptions, TIMESTAMPDIFF(SECOND, NOW(3), next_attempt_at) AS due_in_s
         FROM email_messages WHERE source_type = 'campaign' AND source_id = :campaign`,
      { campaign },
    );
    const open: Record<string, number> = {};
    const problems: string[] = [];
    // If a notification arrives about an email that a killed worker left in doubt, the ledger has it without Message-ID.
    let unnamed = 0;
    // A provider accepted an email from the killed worker, and refuses to accept it again so soon.
    let inDoubt = 0;
    for (const { email, state, message_id, attempts, interruptions, due_in_s } of rows) {
      const provider = farm.providerOf(email);
      const name = provider?.name ?? '';
      const isAccepted = provider?.recipients.has(email) ?? false;
      if (state === 'bounced' && isAccepted && message_id === null) unnamed += 1;
      if (OPEN_STATES.includes(state)) open[name] = (open[name] ?? 0) + 1;
      const isInDoubt = isAccepted && interruptions > 0 && OPEN_STATES.includes(state);
      if (isInDoubt) inDoubt += 1;
      const expected = expectedStates(name, isAccepted && !isInDoubt);
      if (!expected.includes(state))
        problems.push(
          `${email}: ${state} after ${attempts} attempts, ${interruptions} interrupted, due in ${due_in_s} s`,
        );
    }
    const sink: MessageSink = {
      messages: farm.messages.filter(({ envelope }) => !envelope.to[0]?.startsWith('optin-')),
    };
    return { problems: problems.slice(0, 20), outcome: await audit(product, [campaign], sink), open, unnamed, inDoubt };
  }
});

/** The states that a recipient may have at the end of a run. */
function expectedStates(provider: string, isAccepted: boolean): readonly string[] {
  // Only here, a notification makes an accepted email bounce.
  if (isAccepted) return provider === 'notices' ? ['bounced'] : ['sent'];
  if (provider === 'faulty') return ['bounced', ...OPEN_STATES];
  return BLOCKING.has(provider) ? OPEN_STATES : [];
}

/** Whether the provider accepts each recipient during the run. */
const isComplete = (provider: string): boolean => !BLOCKING.has(provider) && provider !== 'faulty';

const mayStop = (destination: string): boolean => BLOCKING.has(destination.replace(/\.example$/, ''));

/** A tenth of the mailboxes does not exist, and another one is full. */
function faultOf(address: string): SmtpReply | undefined {
  const number = /-(\d+)@/.exec(address)?.[1] ?? '';
  if (number.endsWith('3')) return { code: 550, text: '5.1.1 No such user' };
  return number.endsWith('7') ? { code: 452, text: '4.2.2 The mailbox is full' } : undefined;
}

function lineOf(provider: Provider, destinations: readonly Destination[]): string {
  const { name, attempts, accepted, recipients, repeats, refusedCounts } = provider;
  const found = destinations.find((one) => one.provider === `${name}.example`);
  const { state = 'unknown', rate = null, concurrency = null, reason = null, next_probe_at = null } = found ?? {};
  const counts = `${attempts.length} attempts, ${accepted.length} accepted, ${recipients.size} recipients, ${repeats} repeats`;
  const control = `${state}, rate ${rate ?? 'free'}, concurrency ${concurrency ?? 'free'}, probe ${next_probe_at ?? 'none'}`;
  return `${name}: ${counts}, refused ${JSON.stringify(refusedCounts)}; ${control}, ${reason ?? 'no reason'}`;
}

const sum = (sizes: Readonly<Record<string, number>>): number =>
  Object.values(sizes).reduce((total, size) => total + size, 0);

/** Returns how often each text occurs. */
function counts(texts: readonly string[]): Readonly<Record<string, number>> {
  const found: Record<string, number> = {};
  for (const text of texts) found[text] = (found[text] ?? 0) + 1;
  return found;
}
