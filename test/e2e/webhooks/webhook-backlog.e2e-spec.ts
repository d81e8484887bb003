import { DeliveryMaintenance } from '../../../src/modules/webhooks/dispatcher/delivery-maintenance.service.js';
import { ReplayRuns } from '../../../src/modules/webhooks/dispatcher/replay-runs.service.js';
import { ReactivatedWebhooks } from '../../../src/modules/webhooks/dispatcher/reactivated-webhooks.service.js';
import { DELIVERY_BACKLOG } from '../../../src/modules/webhooks/dispatcher/webhook-backlog.js';
import type { WebhookNotifier } from '../../../src/modules/webhooks/dispatcher/webhook-notifier.service.js';
import type { Database } from '../../../src/platform/database/database.js';
import type { Outbox } from '../../../src/platform/outbox/outbox.js';
import { readBacklog } from '../../../src/platform/metrics/backlog.js';
import { IS_LONG } from '../../support/chaos-plan.js';
import { statementRunning } from '../../support/running-statement.js';
import { waitUntil } from '../../support/wait-until.js';
import { WebhookReceiver } from '../../support/webhook-receiver.js';
import { World } from '../../support/world.js';

const PARKED = IS_LONG ? 500_000 : 30_000;
const WAITING = IS_LONG ? 1_000_000 : 20_000;

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
    expect(await reads((db) => readBacklog(db, DELIVERY_BACKLOG))).toBeLessThan(50);
    const notifier = null as unknown as WebhookNotifier;
    const replays = (db: Database) => new ReplayRuns(db, notifier, null as unknown as Outbox).running();
    const reactivated = (db: Database) => new ReactivatedWebhooks(db, notifier).running();
    // After ANALYZE the first statement on a table also reads its statistics.
    for (const ask of [replays, reactivated]) await reads(ask);
    expect(await reads(replays)).toBeLessThan(10);
    expect(await reads(reactivated)).toBeLessThan(10);
  });

  it('F41 ends deliveries after 72 hours in parking, and collects nothing for a webhook that has failed for longer', async () => {
    const id = await webhook();
    await deliveries(id, PARKED, {
      made: `NOW(3) - INTERVAL 80 HOUR + INTERVAL n * ${(80 * 3_600_000_000) / PARKED} MICROSECOND`,
      due: `NOW(3) - INTERVAL 80 HOUR + INTERVAL n * ${(80 * 3_600_000_000) / PARKED} MICROSECOND`,
    });
    await execute(`UPDATE webhooks SET status = 'failed', status_changed_at = NOW(3) - INTERVAL 80 HOUR`);
    await Promise.all([upkeep().endUndeliverable(), new DeliveryMaintenance(world.db).endUndeliverable()]);
    await upkeep().endUndeliverable();
    expect(await waiting(id)).toBeLessThanOrEqual(PARKED - PARKED / 10);
    expect(await waiting(id)).toBeGreaterThan(PARKED - PARKED / 10 - PARKED / 100);
    expect(await waiting(id, 'AND created_at < NOW(3) - INTERVAL 73 HOUR')).toBe(0);

    await world.given.contact();
    await world.settle();
    expect(await waiting(id, 'AND event_id IS NOT NULL')).toBe(0);
    await execute('UPDATE webhooks SET status_changed_at = NOW(3) - INTERVAL 71 HOUR');
    await world.given.contact();
    await world.settle();
    expect(await waiting(id, 'AND event_id IS NOT NULL')).toBe(1);
  });

  it('F41 reactivates a webhook with many attempted deliveries at once, oldest first, without delaying others', async () => {
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
    await world.given.webhook({ url: neighbor.url, events: ['contact.created'] });
    async function neighborIsServed(): Promise<void> {
      const { length } = neighbor.requests;
      await world.given.contact();
      await waitUntil('the neighbor is called', () => neighbor.requests.length > length);
    }
    const isReturning = async (): Promise<boolean> =>
      (await world.worker!.get(ReactivatedWebhooks, { strict: false }).running()).length > 0;

    await world.db.transaction(async (tx) => {
      // Nothing can be restarted while the first one to be restarted is locked.
      await tx.query(`SELECT id FROM webhook_deliveries WHERE webhook_id = ${id} ORDER BY id DESC LIMIT 1 FOR UPDATE`);
      await world.all.put(`/webhooks/${id}`).send({ status: 'active' }).expect(200);
      await statementRunning(world.db, 'UPDATE webhook_deliveries SET next_attempt_at = created_at');
      await neighborIsServed();
    });
    for (;;) {
      const { length } = receiver.requests;
      if (!(await isReturning())) break;
      // Deliveries may have been restarted after they were counted.
      expect(length).toBe(0);
      await neighborIsServed();
    }
    await waitUntil('the oldest are sent', () => receiver.requests.length >= OLDEST);
    await world.all.put(`/webhooks/${id}`).send({ status: 'inactive' }).expect(200);
    const ids = receiver.requests.map(({ headers }) => Number(headers['x-service-delivery']));
    expect(ids[0]).toBe(first!.id);
    // Claimed deliveries are skipped.
    expect(await waiting(id, 'AND lease_owner IS NULL AND (failures > 0 OR next_attempt_at > NOW(3))')).toBe(0);
  });
});
