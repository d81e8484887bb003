import { setTimeout as sleep } from 'node:timers/promises';
import { DeliveryMaintenance } from '../../../src/modules/webhooks/dispatcher/delivery-maintenance.service.js';
import { ReplayRuns } from '../../../src/modules/webhooks/dispatcher/replay-runs.service.js';
import { ReactivatedWebhooks } from '../../../src/modules/webhooks/dispatcher/reactivated-webhooks.service.js';
import { WEBHOOK_BACKLOG } from '../../../src/modules/webhooks/dispatcher/webhook-backlog.js';
import type { WebhookNotifier } from '../../../src/modules/webhooks/dispatcher/webhook-notifier.service.js';
import type { Database } from '../../../src/platform/database/database.js';
import type { Outbox } from '../../../src/platform/outbox/outbox.js';
import { readBacklog } from '../../../src/platform/metrics/backlog.js';
import { IS_LONG } from '../../support/chaos-plan.js';
import { WebhookReceiver } from '../../support/webhook-receiver.js';
import { World } from '../../support/world.js';

const PARKED = IS_LONG ? 500_000 : 30_000;
const WAITING = IS_LONG ? 1_000_000 : 20_000;
const WORKERS = 50;
const SWEEP_SECONDS = 5;

describe('a large backlog of webhook deliveries', () => {
  let world: World;
  let receiver: WebhookReceiver;

  beforeAll(async () => {
    world = await World.start();
    receiver = await WebhookReceiver.start(world.config.dataDir);
  });
  beforeEach(async () => {
    for (const table of ['webhook_deliveries', 'webhook_attempts', 'domain_events', 'webhooks'])
      await execute(`DELETE FROM ${table}`);
    receiver.requests.length = 0;
  });

  const execute = (sql: string): Promise<unknown> => world.db.transaction((tx) => tx.execute(sql));
  const webhook = async (): Promise<number> => (await world.given.webhook({ url: receiver.url, events: ['*'] })).id;
  const upkeep = (): DeliveryMaintenance => world.worker!.get(DeliveryMaintenance, { strict: false });
  const waiting = async (id: number, condition = ''): Promise<number> =>
    (
      await world.db.query<{ total: number }>(
        `SELECT COUNT(*) AS total FROM webhook_deliveries WHERE webhook_id = ${id} AND status = 'pending' ${condition}`,
      )
    )[0]!.total;

  /** `made` and `due` may use `n`, the number of the row, from 0. */
  async function deliveries(
    id: number,
    count: number,
    { made, due, failures = 0 }: { made: string; due: string; failures?: number },
  ): Promise<void> {
    const digits = Array.from({ length: 10 }, (_, digit) => `SELECT ${digit} AS d`).join(' UNION ALL ');
    const tables = ['a', 'b', 'c', 'e', 'f', 'g'].map((name) => `(${digits}) ${name}`).join(', ');
    const numbers = `SELECT a.d + 10 * b.d + 100 * c.d + 1000 * e.d + 10000 * f.d + 100000 * g.d AS n FROM ${tables}`;
    await execute(
      `INSERT INTO webhook_deliveries (webhook_id, event, failures, attempts, created_at, next_attempt_at)
       SELECT ${id}, 'contact.created', ${failures}, ${failures}, ${made}, ${due} FROM (${numbers}) numbers
        WHERE n < ${count} ORDER BY n`,
    );
  }

  /** Counts rows and index entries that the database reads for this work. */
  async function reads(work: (db: Database) => Promise<unknown>): Promise<number> {
    return world.db.transaction(async (tx) => {
      const db = {
        query: tx.query.bind(tx),
        transaction: (inner: Parameters<Database['transaction']>[0]) => inner(tx),
      } as unknown as Database;
      const count = async (): Promise<number> => {
        const rows = await tx.query<{ Value: string }>(`SHOW SESSION STATUS LIKE 'Handler\\_read%'`);
        return rows.reduce((sum, { Value: value }) => sum + Number(value), 0);
      };
      const before = await count();
      const ownReads = (await count()) - before;
      const start = await count();
      await work(db);
      return (await count()) - start - ownReads;
    });
  }

  it('F42 costs idle workers next to nothing, however many deliveries wait', async () => {
    const retrying = await webhook();
    const failed = await webhook();
    await execute(`UPDATE webhooks SET status = 'failed', status_changed_at = NOW(3) WHERE id = ${failed}`);
    await deliveries(retrying, WAITING / 2, { made: 'NOW(3)', due: 'NOW(3) + INTERVAL 20 HOUR', failures: 5 });
    await deliveries(failed, WAITING / 2, { made: 'NOW(3)', due: 'NOW(3)' });
    // Rows of other tests; with the statistics of empty tables, a scan would seem as cheap as the index.
    await world.db.query('ANALYZE TABLE webhook_deliveries, webhook_replays, webhooks');

    expect(await reads((db) => new DeliveryMaintenance(db).webhooks())).toBeLessThan(50);
    expect(await reads((db) => new DeliveryMaintenance(db).endUndeliverable())).toBeLessThan(50);
    expect(await reads((db) => readBacklog(db, WEBHOOK_BACKLOG))).toBeLessThan(50);
    const notifier = null as unknown as WebhookNotifier;
    const replays = (db: Database) => new ReplayRuns(db, notifier, null as unknown as Outbox).running();
    const reactivated = (db: Database) => new ReactivatedWebhooks(db, notifier).running();
    // After ANALYZE the first statement on a table also reads its statistics.
    for (const ask of [replays, reactivated]) await reads(ask);
    expect(await reads(replays)).toBeLessThan(10);
    expect(await reads(reactivated)).toBeLessThan(10);

    // The fastest run is the cost; slower ones include other load of the machine.
    const cost = async (work: () => Promise<unknown>): Promise<number> => {
      let quickest = Infinity;
      for (let round = 0; round < WORKERS; round += 1) {
        const startedAt = performance.now();
        await work();
        quickest = Math.min(quickest, performance.now() - startedAt);
      }
      return quickest;
    };
    const sweep = await cost(() => upkeep().webhooks());
    const looks = [ReplayRuns, ReactivatedWebhooks].map((of) => world.worker!.get(of, { strict: false }));
    const look = await cost(async () => {
      for (const each of looks) await each.running();
    });
    const share = (WORKERS * (sweep / SWEEP_SECONDS + look)) / 1_000;
    console.log(
      `F42: ${WAITING} waiting deliveries: a sweep takes ${sweep.toFixed(2)} ms, a look ${look.toFixed(2)} ms; ` +
        `${WORKERS} idle workers ${(share * 100).toFixed(1)} % of a core`,
    );
  });

  it('F41 ends deliveries after 72 hours in parking, and collects nothing for a webhook that has failed for longer', async () => {
    const id = await webhook();
    await deliveries(id, PARKED, {
      made: `NOW(3) - INTERVAL 80 HOUR + INTERVAL n * ${(80 * 3_600_000_000) / PARKED} MICROSECOND`,
      due: `NOW(3) - INTERVAL 80 HOUR + INTERVAL n * ${(80 * 3_600_000_000) / PARKED} MICROSECOND`,
    });
    await execute(`UPDATE webhooks SET status = 'failed', status_changed_at = NOW(3) - INTERVAL 80 HOUR`);
    const startedAt = performance.now();
    const ended = await Promise.all([
      upkeep().endUndeliverable(),
      new DeliveryMaintenance(world.db).endUndeliverable(),
    ]);
    const seconds = (performance.now() - startedAt) / 1_000;
    console.log(`F41: ${PARKED / 10} parked deliveries ended in ${seconds.toFixed(1)} s by two workers`);
    await upkeep().endUndeliverable();
    expect(ended[0] + ended[1]).toBeGreaterThan(PARKED / 10 - 10);
    expect(await waiting(id)).toBeLessThanOrEqual(PARKED - PARKED / 10);
    expect(await waiting(id)).toBeGreaterThan(PARKED - PARKED / 10 - PARKED / 100);
    expect(await waiting(id, 'AND created_at < NOW(3) - INTERVAL 73 HOUR')).toBe(0);

    const before = await waiting(id);
    await world.given.contact();
    await world.settle();
    expect(await waiting(id)).toBeLessThanOrEqual(before);
    await execute('UPDATE webhooks SET status_changed_at = NOW(3) - INTERVAL 71 HOUR');
    await world.given.contact();
    await world.settle();
    expect(await waiting(id)).toBe(before + 1);
  });

  it('F41 reactivates a webhook with many attempted deliveries within a second, oldest first, without delaying others', async () => {
    const id = await webhook();
    await execute(`UPDATE webhooks SET status = 'failed', status_changed_at = NOW(3) WHERE id = ${id}`);
    await deliveries(id, PARKED, {
      made: 'NOW(3) - INTERVAL 10 HOUR + INTERVAL n * 1000 MICROSECOND',
      due: 'NOW(3) + INTERVAL 10 HOUR - INTERVAL n * 1000 MICROSECOND',
      failures: 3,
    });
    // The oldest have an event to deliver; they are due last.
    const OLDEST = 20;
    const contact = JSON.stringify({ contact: { id: 1, email: 'ada@example.com' }, source: 'api' });
    await execute(
      `INSERT INTO domain_events (uid, type, subject_type, data, state)
       SELECT CONCAT('old', d.id), d.event, 'contact', '${contact}', 'carried' FROM webhook_deliveries d
        WHERE d.webhook_id = ${id} ORDER BY d.id LIMIT ${OLDEST}`,
    );
    await execute(
      `UPDATE webhook_deliveries d JOIN domain_events e ON e.uid = CONCAT('old', d.id) SET d.event_id = e.id`,
    );
    const [first] = await world.db.query<{ id: number }>('SELECT MIN(id) AS id FROM webhook_deliveries');
    const neighbor = await WebhookReceiver.start(world.config.dataDir);
    try {
      await world.given.webhook({ url: neighbor.url, events: ['contact.created'] });
      const latency = async (): Promise<number> => {
        const before = neighbor.requests.length;
        await world.given.contact();
        const from = performance.now();
        while (neighbor.requests.length === before) await sleep(2);
        return performance.now() - from;
      };
      const quiet: number[] = [];
      for (let sample = 0; sample < 10; sample += 1) quiet.push(await latency());

      const startedAt = performance.now();
      await world.all.put(`/webhooks/${id}`).send({ status: 'active' }).expect(200);
      const answeredIn = performance.now() - startedAt;
      expect(answeredIn).toBeLessThan(1_000);

      const isReturning = async (): Promise<boolean> =>
        (await world.worker!.get(ReactivatedWebhooks, { strict: false }).running()).length > 0;
      const busy: number[] = [];
      for (;;) {
        const { length } = receiver.requests;
        if (!(await isReturning())) break;
        // Deliveries may have been restarted after they were counted.
        expect(length).toBe(0);
        busy.push(await latency());
      }
      const seconds = (performance.now() - startedAt) / 1_000;
      const [median, worst] = [(all: number[]) => [...all].sort((a, b) => a - b)[all.length >> 1]!, Math.max(...busy)];
      console.log(
        `F41: ${PARKED} attempted deliveries: PUT ${answeredIn.toFixed(0)} ms, restarted in ${seconds.toFixed(1)} s; ` +
          `neighbor ${median(quiet).toFixed(0)} ms before, ${median(busy).toFixed(0)} ms meanwhile, ${worst.toFixed(0)} ms at most`,
      );
      expect(worst).toBeLessThan(5_000);
      while (receiver.requests.length < OLDEST) await sleep(5);
      await world.all.put(`/webhooks/${id}`).send({ status: 'inactive' }).expect(200);
      const ids = receiver.requests.map(({ headers }) => Number(headers['x-service-delivery']));
      expect(ids[0]).toBe(first!.id);
      // Claimed deliveries are skipped.
      expect(await waiting(id, 'AND lease_owner IS NULL AND (failures > 0 OR next_attempt_at > NOW(3))')).toBe(0);
    } finally {
      await neighbor.stop();
    }
  });
});
