import { resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { IS_LONG, note, seededRandom } from '../support/chaos-plan.js';
import { waitUntil } from '../support/wait-until.js';
import { ApiLoad } from './api-load.js';
import { allDelivered, IN_FLIGHT_PER_WORKER, WebhookTraffic } from './webhook-traffic.js';

const SHIFTED_CLOCK = resolve(__dirname, '../support/shifted-clock.cjs');
const WEBHOOKS = 3;
/** Deliveries of one webhook that one process may hold: 48 started without a stored result, half a claim, and the next claim. */
const CLAIMED_PER_WEBHOOK = 48 + 64 + 128;
const LANES = 4;
const KILLS = IS_LONG ? 20 : 1;
const KILLED_EVENTS = IS_LONG ? 5_000 : 300;
const FREEZES = IS_LONG ? 5 : 1;
const DRAINS = IS_LONG ? 20 : 1;
const EVENTS = 200;
/** Longer than a lease; the short form, which expires leases early, needs more than the 10 s in which a claim may start. */
const FROZEN_FOR_MS = IS_LONG ? 60_000 : 11_000;
/** For the late results of a thawed worker. */
const LATE_RESULTS_MS = IS_LONG ? 6_000 : 500;
const RETRY_AFTER_MS = 2_000;
const CLOCK_SHIFTS = ['1h', '-1h', '24h'] as const;
const HOURS_MS = { '1h': 3_600_000, '-1h': -3_600_000, '24h': 86_400_000 } as const;

describe('webhooks during worker failures', () => {
  let traffic: WebhookTraffic;

  beforeAll(async () => {
    const env = { WEBHOOK_RETRY_SCHEDULE: `${RETRY_AFTER_MS}ms` };
    traffic = await WebhookTraffic.start({ name: 'webhook-workers', env, workers: 0 });
  });
  beforeEach(() => traffic.reset());

  it('F2 lose nothing when the worker is killed repeatedly, and repeat only requests that were under way', async () => {
    const random = seededRandom('killed webhook worker');
    const { product } = traffic;
    const worker = product.addWorker();
    await traffic.webhooks(WEBHOOKS);
    await traffic.appendEvents(KILLED_EVENTS);
    const total = KILLED_EVENTS * WEBHOOKS;
    const killedOwners = new Set<string>();
    for (let kill = 1; kill <= KILLS; kill += 1) {
      // Kills are spread over the run: interrupted deliveries come after all others, so no kill interrupts one twice.
      const release = await traffic.holdAfter((total * kill) / (KILLS + 1));
      await sleep(random(0, 100));
      await worker.kill();
      release();
      // Claims of earlier kills may still have their owners.
      const owners = (await traffic.owners()).filter((owner) => !killedOwners.has(owner));
      expect(owners).toHaveLength(1);
      killedOwners.add(owners[0]!);
      // The long form waits for the end of one lease.
      if (!IS_LONG || kill < KILLS) {
        const left = await traffic.endLeasesOf(owners);
        expect(left).toBeLessThanOrEqual(WEBHOOKS * CLAIMED_PER_WEBHOOK);
      }
      worker.start();
    }
    await traffic.waitUntilDelivered(total);

    const comparison = await traffic.compare();
    const interruptions = await traffic.interruptions();
    note(
      'killed webhook worker',
      `${KILLS} kills, ${total} deliveries, ${interruptions} attempts interrupted, ${comparison.repeats} repeats`,
    );
    expect(comparison).toEqual(allDelivered(KILLED_EVENTS, WEBHOOKS));
    expect(interruptions).toBeGreaterThan(0);
    expect(comparison.repeats).toBeLessThanOrEqual(interruptions);
    expect(comparison.repeats).toBeLessThanOrEqual(KILLS * IN_FLIGHT_PER_WORKER);
  });

  if (IS_LONG)
    it('F1 receive the event of every answered write when the API is killed repeatedly', async () => {
      const random = seededRandom('killed API with webhooks');
      const { product, receiver } = traffic;
      product.addWorker();
      await traffic.webhooks(1);
      const load = ApiLoad.on(product, product.origin, 3);
      for (let kill = 1; kill <= KILLS; kill += 1) {
        await load.more(20);
        await sleep(random(0, 200));
        await product.api.kill();
        product.api.start();
        await product.ready();
      }
      await load.stop();

      const [row] = await traffic.db.query<{ events: number }>(
        "SELECT COUNT(*) AS events FROM domain_events WHERE type = 'contact.created'",
      );
      const events = row?.events ?? 0;
      await traffic.waitUntilDelivered(events);
      const received = new Set(
        receiver.requests.map(
          ({ rawBody }) => (JSON.parse(rawBody) as { data: { contact: { email: string } } }).data.contact.email,
        ),
      );
      note('killed API with webhooks', `${KILLS} kills, ${load.written.length} writes answered, ${events} events`);
      expect(load.written.filter((email) => !received.has(email))).toEqual([]);
      expect(await traffic.compare()).toEqual({ ...allDelivered(events, 1), repeats: 0 });
    });

  it('F2 F27 are taken over from a frozen worker, whose late results change no row', async () => {
    const random = seededRandom('frozen webhook worker');
    const { product, receiver } = traffic;
    const total = EVENTS * WEBHOOKS;
    let repeats = 0;
    for (let round = 1; round <= FREEZES; round += 1) {
      const frozen = product.addWorker();
      await traffic.webhooks(WEBHOOKS);
      await traffic.appendEvents(EVENTS);
      const release = await traffic.holdAfter(total / 4);
      await sleep(random(0, 100));
      frozen.freeze();
      // A worker that is frozen inside a transaction keeps its locks until the server ends it: too long for the short form.
      if (!IS_LONG)
        await waitUntil('the worker is frozen outside of a transaction', async () => {
          if (!(await traffic.someRowsAreLocked())) return true;
          frozen.thaw();
          await sleep(random(1, 20));
          frozen.freeze();
          return false;
        });
      // The results of the frozen worker.
      release();
      const owners = await traffic.owners();
      expect(owners).toHaveLength(1);
      if (!IS_LONG) await traffic.endLeasesOf(owners);
      product.addWorker();
      await traffic.waitUntilDelivered(total);
      // After this time the frozen worker may start none of its claims.
      await sleep(FROZEN_FOR_MS);

      const rows = (): Promise<unknown> =>
        Promise.all(
          ['webhook_deliveries', 'webhook_attempts', 'webhooks'].map((table) =>
            traffic.db.query(`SELECT * FROM ${table}`),
          ),
        );
      const before = await rows();
      const requestsBefore = receiver.requests.length;
      await traffic.heartbeatAfter(() => {
        frozen.thaw();
      }, frozen);
      await sleep(LATE_RESULTS_MS);
      expect(await rows()).toEqual(before);
      // The time budget of started requests is over, or at least the time to start claims: only requests that waited for a
      // connection when the worker was frozen can still be sent.
      const late = receiver.requests.length - requestsBefore;
      expect(late).toBeLessThanOrEqual(IS_LONG ? 0 : WEBHOOKS * LANES);

      const comparison = await traffic.compare();
      expect(comparison).toEqual(allDelivered(EVENTS, WEBHOOKS));
      expect(comparison.repeats).toBeGreaterThan(0);
      expect(comparison.repeats).toBeLessThanOrEqual(Math.min(IN_FLIGHT_PER_WORKER, await traffic.interruptions()));
      repeats += comparison.repeats;
      await traffic.reset();
    }
    note('frozen webhook worker', `${FREEZES} thawed after their leases, ${repeats} repeats`);
  });

  it('F29 repeat nothing and leave no claims when workers shut down one after the other', async () => {
    const random = seededRandom('drained webhook workers');
    const { product } = traffic;
    const workers = [product.addWorker(), product.addWorker()];
    await traffic.webhooks(WEBHOOKS);
    const events = DRAINS * 150;
    await traffic.appendEvents(events);
    for (let round = 1; round <= DRAINS; round += 1) {
      const release = await traffic.holdAfter((events * WEBHOOKS * round) / (DRAINS + 1));
      await sleep(random(0, 100));
      const worker = workers[round % 2]!;
      const before = await traffic.owners();
      const ended = worker.terminate();
      release();
      await ended;
      const after = await traffic.owners();
      // Two workers may hold claims, and one has ended.
      expect(after.length).toBeLessThanOrEqual(1);
      expect(before.length).toBeLessThanOrEqual(2);
      worker.start();
    }
    await traffic.waitUntilDelivered(events * WEBHOOKS);
    expect(await traffic.compare()).toEqual({ ...allDelivered(events, WEBHOOKS), repeats: 0 });
    expect(await traffic.interruptions()).toBe(0);
  });

  it.each(IS_LONG ? [2, 5] : [2])(
    'are shared by %d workers: each event fans out once, and each call is made once',
    async (count) => {
      for (let number = 1; number <= count; number += 1) traffic.product.addWorker();
      await traffic.webhooks(WEBHOOKS);
      // A slow receiver leaves deliveries to the others.
      traffic.receiver.behavior = { kind: 'late', afterMs: 20 };
      const owners = new Set<string>();
      let events = 0;
      // Until more than one worker has taken part: the first one that starts may deliver all events before the others.
      await waitUntil('the workers share the events', async () => {
        const more = IS_LONG && events === 0 ? 10_000 : EVENTS;
        await traffic.appendEvents(more);
        events += more;
        await waitUntil('all events are delivered', async () => {
          for (const owner of await traffic.owners()) owners.add(owner);
          return (await traffic.delivered()) === events * WEBHOOKS;
        });
        return owners.size > 1;
      });
      expect(await traffic.compare()).toEqual({ ...allDelivered(events, WEBHOOKS), repeats: 0 });
      note('shared webhooks', `${owners.size} of ${count} workers took part in ${events * WEBHOOKS} deliveries`);
    },
  );

  it('F23 are retried once and on time by workers whose clocks are hours wrong', async () => {
    const { product, receiver } = traffic;
    for (const shift of CLOCK_SHIFTS)
      product.addWorker({ NODE_OPTIONS: `--require ${SHIFTED_CLOCK}`, CLOCK_SHIFT_MS: String(HOURS_MS[shift]) });
    await traffic.webhooks(WEBHOOKS);
    const events = 50;
    // A plan with a fixed number of refusals would refuse retries on a slow machine, and there is only one retry.
    receiver.behavior = { kind: 'refuse-first', status: 503 };
    await traffic.appendEvents(events);
    await traffic.waitUntilDelivered(events * WEBHOOKS);
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
      delivered: events * WEBHOOKS,
      undelivered: 0,
      repeats: gaps.length,
    });
    expect(gaps).toHaveLength(events * WEBHOOKS);
    // The timestamp of a call comes from the worker's own clock and shows that this clock is wrong.
    expect(CLOCK_SHIFTS.map((shift) => HOURS_MS[shift] / 3_600_000)).toEqual(expect.arrayContaining([...hoursOff]));
    expect(hoursOff.size).toBeGreaterThan(0);
    expect(Math.min(...gaps)).toBeGreaterThanOrEqual(RETRY_AFTER_MS);
    expect(await traffic.interruptions()).toBe(0);
  });

  if (IS_LONG)
    it('F24 wait, and lose and repeat nothing, when the clock of the database is set back', async () => {
      const { product, receiver } = traffic;
      product.addWorker();
      product.addWorker();
      await traffic.webhooks(WEBHOOKS);
      await traffic.appendEvents(EVENTS);
      const release = await traffic.holdAfter(EVENTS);
      await traffic.setDatabaseClockBack(10);
      release();
      await waitUntil('nothing is claimed', async () => (await traffic.owners()).length === 0);
      const meanwhile = receiver.requests.length;
      await sleep(6_000);
      expect(receiver.requests).toHaveLength(meanwhile);
      expect(meanwhile).toBeLessThan(EVENTS * WEBHOOKS);

      await traffic.setDatabaseClockBack(-10);
      await traffic.waitUntilDelivered(EVENTS * WEBHOOKS);
      expect(await traffic.compare()).toEqual({ ...allDelivered(EVENTS, WEBHOOKS), repeats: 0 });
    });
});
