import { resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { IS_LONG, note, seededRandom } from '../support/chaos-plan.js';
import { waitUntil } from '../support/wait-until.js';
import { complete, IN_FLIGHT_PER_WORKER, WebhookTraffic } from './webhook-traffic.js';

const SHIFTED_CLOCK = resolve(__dirname, '../support/shifted-clock.cjs');
const WEBHOOKS = 3;
/** What one process may hold of one webhook: begun and not yet stored, and claimed and not yet begun. */
const CLAIMED_PER_WEBHOOK = 16 + 16;
const LANES = 4;
const KILLS = IS_LONG ? 20 : 1;
const KILLED_FACTS = IS_LONG ? 5_000 : 300;
const ZOMBIES = IS_LONG ? 5 : 1;
const DRAINS = IS_LONG ? 20 : 1;
const FACTS = 200;
/** The lease of a claim, one turn of the sweeper, and a second for the work itself. */
const TAKEN_OVER_WITHIN_MS = 51_000;
/** Longer than a lease; in the short form, which ends leases early, longer than the 10 s for which a claim is believed. */
const ZOMBIE_SLEEPS_MS = IS_LONG ? 60_000 : 11_000;
const DRAINED_WITHIN_MS = 10_000;
const RETRY_AFTER_MS = 2_000;
/** A retry that its own worker does not remember is found by the sweeper. */
const RETRIED_WITHIN_MS = RETRY_AFTER_MS + 10_000;
const CLOCK_SHIFTS = ['1h', '-1h', '24h'] as const;
const HOURS_MS = { '1h': 3_600_000, '-1h': -3_600_000, '24h': 86_400_000 } as const;
const DELIVERED_WITHIN_MS = IS_LONG ? 180_000 : 40_000;

jest.setTimeout(IS_LONG ? 1_200_000 : 120_000);

describe('webhooks whose workers are in trouble', () => {
  let traffic: WebhookTraffic;

  beforeAll(async () => {
    const env = { WEBHOOK_RETRY_SCHEDULE: `${RETRY_AFTER_MS}ms` };
    traffic = await WebhookTraffic.start({ name: 'webhook-workers', env, workers: 0 });
  });
  beforeEach(() => {
    // So slow that whatever is done to a worker is done while requests are under way.
    traffic.receiver.behavior = { kind: 'late', afterMs: 20 };
  });
  afterEach(() => traffic.reset());
  afterAll(() => traffic.stop());

  it('F2 lose nothing when the worker is killed again and again, and repeat no more than was under way', async () => {
    const random = seededRandom('killed webhook worker');
    const { product, receiver } = traffic;
    const worker = product.addWorker();
    await traffic.webhooks(WEBHOOKS);
    await traffic.happen(KILLED_FACTS);
    const total = KILLED_FACTS * WEBHOOKS;
    const dying = new Set<string>();
    let slowestTakeover = 0;
    for (let kill = 1; kill <= KILLS; kill += 1) {
      // Spread over the run: what an earlier kill interrupted is behind all that is fresh, so no kill meets it again.
      const enough = (total * kill) / (KILLS + 1);
      await waitUntil('there is progress', () => receiver.requests.length >= enough, DELIVERED_WITHIN_MS, 5);
      await sleep(random(0, 100));
      await worker.kill();
      // What those before it have left behind may still carry their names.
      const [dead = ''] = (await traffic.owners()).filter((owner) => !dying.has(owner));
      dying.add(dead);
      // The long form sees one lease to its end.
      if (!IS_LONG || kill < KILLS) {
        const left = await traffic.endLeasesOf([dead]);
        expect(left).toBeLessThanOrEqual(WEBHOOKS * CLAIMED_PER_WEBHOOK);
      }
      worker.start();
      if (IS_LONG && kill === KILLS)
        slowestTakeover = await waitUntil(
          'what the dead had begun is taken over',
          async () => !(await traffic.owners()).includes(dead),
          TAKEN_OVER_WITHIN_MS + 5_000,
          100,
        );
    }
    await traffic.waitUntilDelivered(total, DELIVERED_WITHIN_MS);

    const comparison = await traffic.compare();
    const interruptions = await traffic.interruptions();
    note(
      'killed webhook worker',
      `${KILLS} kills, ${total} deliveries, ${interruptions} attempts interrupted, ${comparison.repeats} repeats` +
        (IS_LONG ? `, takeover after ${Math.round(slowestTakeover)} ms` : ''),
    );
    expect(comparison).toEqual(complete(KILLED_FACTS, WEBHOOKS));
    expect(interruptions).toBeGreaterThan(0);
    expect(comparison.repeats).toBeLessThanOrEqual(interruptions);
    expect(comparison.repeats).toBeLessThanOrEqual(KILLS * IN_FLIGHT_PER_WORKER);
    expect(slowestTakeover).toBeLessThan(TAKEN_OVER_WITHIN_MS);
  });

  if (IS_LONG)
    it('F1 hear of every write that was answered, however often the API is killed', async () => {
      const random = seededRandom('killed API with webhooks');
      const { product, receiver } = traffic;
      receiver.behavior = { kind: 'answer', status: 200 };
      product.addWorker();
      await traffic.webhooks(1);
      const answered: string[] = [];
      let number = 0;
      let writing = true;
      const write = async (): Promise<void> => {
        while (writing) {
          const email = `writer-${(number += 1)}@example.com`;
          const response = await fetch(`${product.apiUrl}/subscribers`, {
            method: 'POST',
            headers: { authorization: product.authorization, 'content-type': 'application/json' },
            body: JSON.stringify({ email, status: 'subscribed' }),
          }).catch(() => null);
          if (response?.ok) answered.push(email);
          else await sleep(20);
        }
      };
      const writers = Promise.all([write(), write(), write()]);
      for (let kill = 1; kill <= KILLS; kill += 1) {
        const before = answered.length;
        await waitUntil('writes are answered', () => answered.length > before + 20, DELIVERED_WITHIN_MS, 5);
        await sleep(random(0, 200));
        await product.api.kill();
        product.api.start();
        await product.ready();
      }
      writing = false;
      await writers;

      const [row] = await traffic.db.query<{ facts: number }>(
        "SELECT COUNT(*) AS facts FROM domain_events WHERE type = 'contact.created'",
      );
      const facts = row?.facts ?? 0;
      await traffic.waitUntilDelivered(facts, DELIVERED_WITHIN_MS);
      const told = new Set(
        receiver.requests.map(
          ({ rawBody }) => (JSON.parse(rawBody) as { data: { contact: { email: string } } }).data.contact.email,
        ),
      );
      note('killed API with webhooks', `${KILLS} kills, ${answered.length} writes answered, ${facts} facts told`);
      expect(answered.filter((email) => !told.has(email))).toEqual([]);
      expect(await traffic.compare()).toEqual({ ...complete(facts, 1), repeats: 0 });
    });

  it('F2 F27 are taken over from a worker that stands still, and what it says when it wakes changes no row', async () => {
    const random = seededRandom('zombie webhook worker');
    const { product, receiver } = traffic;
    const total = FACTS * WEBHOOKS;
    let repeats = 0;
    for (let round = 1; round <= ZOMBIES; round += 1) {
      const zombie = product.addWorker();
      await traffic.webhooks(WEBHOOKS);
      await traffic.happen(FACTS);
      await waitUntil('there is progress', () => receiver.requests.length >= total / 4, DELIVERED_WITHIN_MS, 5);
      await sleep(random(0, 100));
      zombie.freeze();
      // One that stands still inside a transaction keeps its locks until the server ends that: too long for the short form.
      while (!IS_LONG && (await traffic.someRowsAreLocked())) {
        zombie.thaw();
        await sleep(random(1, 20));
        zombie.freeze();
      }
      const frozenAt = performance.now();
      const owners = await traffic.owners();
      expect(owners.length).toBeLessThanOrEqual(1);
      if (!IS_LONG) await traffic.endLeasesOf(owners);
      product.addWorker();
      await traffic.waitUntilDelivered(total, DELIVERED_WITHIN_MS + TAKEN_OVER_WITHIN_MS);
      // So long that nothing it had claimed may still be begun.
      const sleepsOn = ZOMBIE_SLEEPS_MS - (performance.now() - frozenAt);
      if (sleepsOn > 0) await sleep(sleepsOn);

      const rows = (): Promise<unknown> =>
        Promise.all(
          ['webhook_deliveries', 'webhook_attempts', 'webhooks'].map((table) =>
            traffic.db.query(`SELECT * FROM ${table}`),
          ),
        );
      const before = await rows();
      const requestsBefore = receiver.requests.length;
      zombie.thaw();
      await sleep(IS_LONG ? 6_000 : 1_500);
      expect(await rows()).toEqual(before);
      // It has slept past the budget of what it had begun, or at least past the time for beginning anything: then all that
      // can still go out is what waited for its connection when it fell asleep.
      const late = receiver.requests.length - requestsBefore;
      expect(late).toBeLessThanOrEqual(IS_LONG ? 0 : WEBHOOKS * LANES);

      const comparison = await traffic.compare();
      expect(comparison).toEqual(complete(FACTS, WEBHOOKS));
      expect(comparison.repeats).toBeLessThanOrEqual(Math.min(IN_FLIGHT_PER_WORKER, await traffic.interruptions()));
      repeats += comparison.repeats;
      await traffic.reset();
      receiver.behavior = { kind: 'late', afterMs: 20 };
    }
    note('zombie webhook worker', `${ZOMBIES} woken after their leases, ${repeats} repeats`);
  });

  it('F29 repeat nothing when workers are asked to end, one by one, and leave nothing claimed', async () => {
    const random = seededRandom('drained webhook workers');
    const { product, receiver } = traffic;
    const workers = [product.addWorker(), product.addWorker()];
    await traffic.webhooks(WEBHOOKS);
    const facts = DRAINS * 150;
    await traffic.happen(facts);
    let slowest = 0;
    for (let round = 1; round <= DRAINS; round += 1) {
      const enough = (facts * WEBHOOKS * round) / (DRAINS + 1);
      await waitUntil('there is progress', () => receiver.requests.length >= enough, DELIVERED_WITHIN_MS, 5);
      await sleep(random(0, 100));
      const worker = workers[round % 2]!;
      const before = await traffic.owners();
      slowest = Math.max(slowest, await worker.terminate());
      const after = await traffic.owners();
      // Of the two that may hold claims, one is gone.
      expect(after.length).toBeLessThanOrEqual(1);
      expect(before.length).toBeLessThanOrEqual(2);
      worker.start();
    }
    await traffic.waitUntilDelivered(facts * WEBHOOKS, DELIVERED_WITHIN_MS);
    note('drained webhook workers', `${DRAINS} drained, the slowest in ${Math.round(slowest)} ms`);
    expect(slowest).toBeLessThan(DRAINED_WITHIN_MS);
    expect(await traffic.compare()).toEqual({ ...complete(facts, WEBHOOKS), repeats: 0 });
    expect(await traffic.interruptions()).toBe(0);
  });

  it.each(IS_LONG ? [2, 5] : [2])(
    'are shared by %d workers: each fact fans out once, each call is made once',
    async (count) => {
      const facts = IS_LONG ? 10_000 : FACTS;
      for (let number = 1; number <= count; number += 1) traffic.product.addWorker();
      await traffic.webhooks(WEBHOOKS);
      await traffic.happen(facts);
      const owners = new Set<string>();
      await waitUntil(
        'all is delivered',
        async () => {
          for (const owner of await traffic.owners()) owners.add(owner);
          return (await traffic.delivered()) === facts * WEBHOOKS;
        },
        DELIVERED_WITHIN_MS,
      );
      expect(owners.size).toBeGreaterThan(1);
      expect(await traffic.compare()).toEqual({ ...complete(facts, WEBHOOKS), repeats: 0 });
      note('shared webhooks', `${owners.size} of ${count} workers took part in ${facts * WEBHOOKS} deliveries`);
    },
  );

  it('F23 are retried at their time, once, by workers whose clocks are hours wrong', async () => {
    const { product, receiver } = traffic;
    for (const shift of CLOCK_SHIFTS)
      product.addWorker({ NODE_OPTIONS: `--require ${SHIFTED_CLOCK}`, CLOCK_SHIFT_MS: String(HOURS_MS[shift]) });
    await traffic.webhooks(WEBHOOKS);
    const facts = 50;
    // No plan of so many refusals: on a slow machine a retry would take the one of a first call, and there is only one retry.
    receiver.behavior = { kind: 'refuse-first', status: 503 };
    await traffic.happen(facts);
    await traffic.waitUntilDelivered(facts * WEBHOOKS, DELIVERED_WITHIN_MS);
    await sleep(RETRY_AFTER_MS);

    const calls = new Map<string, number[]>();
    const hoursOff = new Set<number>();
    for (const { headers, at } of receiver.requests) {
      hoursOff.add(Math.round((Number(headers['webhook-timestamp']) * 1_000 - at) / 3_600_000));
      const id = String(headers['x-service-delivery']);
      calls.set(id, [...(calls.get(id) ?? []), at]);
    }
    const gaps = [...calls.values()].flatMap((times) => times.slice(1).map((at, index) => at - (times[index] ?? 0)));
    note(
      'wrong clocks',
      `${gaps.length} retries after ${Math.min(...gaps)} to ${Math.max(...gaps)} ms for ${RETRY_AFTER_MS} ms`,
    );
    expect(await traffic.compare()).toMatchObject({
      delivered: facts * WEBHOOKS,
      undelivered: 0,
      repeats: gaps.length,
    });
    expect(gaps).toHaveLength(facts * WEBHOOKS);
    // The time of a call is the one thing that they take from their own clock; it shows that this one is really wrong.
    expect(CLOCK_SHIFTS.map((shift) => HOURS_MS[shift] / 3_600_000)).toEqual(expect.arrayContaining([...hoursOff]));
    expect(hoursOff.size).toBeGreaterThan(0);
    expect(Math.min(...gaps)).toBeGreaterThanOrEqual(RETRY_AFTER_MS);
    expect(Math.max(...gaps)).toBeLessThan(RETRIED_WITHIN_MS);
    expect(await traffic.interruptions()).toBe(0);
  });

  if (IS_LONG)
    it('F24 wait, lose nothing and do nothing twice when the clock of the database is set back', async () => {
      const { product, receiver } = traffic;
      product.addWorker();
      product.addWorker();
      await traffic.webhooks(WEBHOOKS);
      await traffic.happen(FACTS);
      await waitUntil('there is progress', () => receiver.requests.length >= FACTS, DELIVERED_WITHIN_MS, 5);
      await traffic.setDatabaseClockBack(10);
      await sleep(1_500);
      const meanwhile = receiver.requests.length;
      await sleep(1_500);
      expect(receiver.requests).toHaveLength(meanwhile);
      expect(meanwhile).toBeLessThan(FACTS * WEBHOOKS);

      await traffic.setDatabaseClockBack(-10);
      await traffic.waitUntilDelivered(FACTS * WEBHOOKS, DELIVERED_WITHIN_MS);
      expect(await traffic.compare()).toEqual({ ...complete(FACTS, WEBHOOKS), repeats: 0 });
    });
});
