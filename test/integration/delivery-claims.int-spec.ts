import { DeliveryClaims } from '../../src/modules/webhooks/dispatcher/delivery-claims.service.js';
import {
  DeliverySettlements,
  type Settled,
} from '../../src/modules/webhooks/dispatcher/delivery-settlements.service.js';
import { DeliveryMaintenance } from '../../src/modules/webhooks/dispatcher/delivery-maintenance.service.js';
import type { CallResult } from '../../src/modules/webhooks/webhook-caller.js';
import { WebhookSecrets } from '../../src/modules/webhooks/webhook-secrets.service.js';
import type { Database } from '../../src/platform/database/database.js';
import { LeaseWatch } from '../../src/platform/work/lease-watch.js';
import { waitUntil } from '../support/wait-until.js';
import { World } from '../support/world.js';

const SUCCESS: CallResult = {
  success: true,
  outcome: 'success',
  code: 200,
  ms: 12,
  remoteAddress: '192.0.2.1',
  responseHead: '{}',
  excerpt: '',
  timeUp: false,
};
const TIMEOUT: CallResult = { ...SUCCESS, success: false, outcome: 'timeout', code: 0, remoteAddress: null };

describe('claims and settlements of webhook deliveries', () => {
  let world: World;
  let claims: DeliveryClaims;
  let settlements: DeliverySettlements;
  let webhookId: number;
  /** Of the transactions of `settlements`. */
  let errors: unknown[];

  beforeAll(async () => {
    world = await World.start({ worker: false });
  });
  beforeEach(async () => {
    errors = [];
    settlements = new DeliverySettlements(watched(world.db), world.config);
    claims = newProcess();
    webhookId = (await world.given.webhook({ url: 'https://hooks.example.com/' })).id;
  });

  const newProcess = (watch = new LeaseWatch(world.db, world.config)): DeliveryClaims =>
    new DeliveryClaims(world.db, world.api.get(WebhookSecrets, { strict: false }), watch, world.config);
  const execute = (sql: string): Promise<unknown> => world.db.transaction((tx) => tx.execute(sql));
  const watched = (db: Database): Database =>
    ({
      transaction: (work: Parameters<Database['transaction']>[0]) =>
        db.transaction((tx) =>
          work(tx).catch((error: unknown) => {
            errors.push(error);
            throw error;
          }),
        ),
    }) as unknown as Database;

  async function insertDue(count: number): Promise<void> {
    await world.db.transaction(async (tx) => {
      for (let number = 0; number < count; number += 1) {
        const { insertId: eventId } = await tx.execute(
          `INSERT INTO domain_events (uid, type, subject_type, data, state)
           VALUES (LEFT(REPLACE(UUID(), '-', ''), 26), 'contact.created', 'contact', '{}', 'carried')`,
        );
        await tx.execute(
          `INSERT INTO webhook_deliveries (webhook_id, event_id, event) VALUES (:webhookId, :eventId, 'contact.created')`,
          { webhookId, eventId },
        );
      }
    });
  }

  interface Row {
    id: number;
    status: string;
    attempts: number;
    failures: number;
    fence: number;
    lease_owner: string | null;
  }
  const rows = (): Promise<Row[]> =>
    world.db.query<Row>(
      `SELECT id, status, attempts, failures, fence, lease_owner
         FROM webhook_deliveries WHERE webhook_id = :webhookId ORDER BY id`,
      { webhookId },
    );

  it('claims sixteen deliveries at a time, in order, each for one process only', async () => {
    await insertDue(40);
    const [one, two, three] = await Promise.all(
      [claims, newProcess(), newProcess()].map((each) => each.claim(webhookId)),
    );
    const all = [one, two, three].map((claim) => claim!.deliveries.map(({ id }) => id));
    expect(all.map((ids) => ids.length).sort()).toEqual([16, 16, 8]);
    expect(new Set(all.flat()).size).toBe(40);
    for (const ids of all) expect(ids).toEqual([...ids].sort((a, b) => a - b));
  });

  it('claims all due deliveries despite concurrent claims of other webhooks', async () => {
    const webhooks: number[] = [];
    for (let number = 0; number < 20; number += 1) {
      webhookId = (await world.given.webhook({ url: 'https://hooks.example.com/' })).id;
      webhooks.push(webhookId);
      await insertDue(2);
    }
    const counts = await Promise.all(webhooks.map(async (id) => (await claims.claim(id)).deliveries.length));
    expect(counts).toEqual(webhooks.map(() => 2));
  });

  it('F27 claims no abandoned delivery after a disturbance, and stores a result that comes after the lease', async () => {
    await insertDue(17);
    const { deliveries } = await claims.claim(webhookId);
    await execute(
      `UPDATE webhook_deliveries SET next_attempt_at = NOW(3), lease_until = NOW(3)
        WHERE webhook_id = ${webhookId} AND lease_owner IS NOT NULL`,
    );
    const disturbed = { mayJudge: () => Promise.resolve(false) } as unknown as LeaseWatch;
    const others = await newProcess(disturbed).claim(webhookId);
    expect(others.deliveries).toHaveLength(1);
    await settlements.settle(deliveries[0]!, SUCCESS);
    expect((await rows())[0]).toMatchObject({ status: 'success', attempts: 1 });
  });

  it('F26 refuses a result with an older fence', async () => {
    await insertDue(1);
    const [stale] = (await claims.claim(webhookId)).deliveries;
    await execute(
      `UPDATE webhook_deliveries SET next_attempt_at = NOW(3), lease_until = NOW(3) WHERE id = ${stale!.id}`,
    );
    const [successor] = (await newProcess().claim(webhookId)).deliveries;
    expect(successor).toMatchObject({ id: stale!.id, fence: stale!.fence + 1, attemptNo: 2 });
    const before = await rows();
    await settlements.settle(stale!, TIMEOUT);
    await claims.release([stale!]);
    expect(await rows()).toEqual(before);
    await settlements.settle(successor!, SUCCESS);
    expect(await rows()).toMatchObject([{ status: 'success', attempts: 2, failures: 0, lease_owner: null }]);
  });

  it('releases unstarted deliveries with their due time and without an attempt', async () => {
    await insertDue(3);
    const dueAt = (): Promise<unknown[]> =>
      world.db.query('SELECT id, next_attempt_at FROM webhook_deliveries WHERE webhook_id = :webhookId', { webhookId });
    const before = await dueAt();
    const { deliveries } = await claims.claim(webhookId);
    await claims.release(deliveries);
    expect(await dueAt()).toEqual(before);
    expect((await rows()).map(({ attempts }) => attempts)).toEqual([0, 0, 0]);
    const attempts = await world.db.query('SELECT 1 FROM webhook_attempts WHERE delivery_id IN (:ids)', {
      ids: deliveries.map(({ id }) => id),
    });
    expect(attempts).toEqual([]);
  });

  it('claims an interrupted delivery alone, after those before it', async () => {
    await insertDue(4);
    const ids = (await rows()).map(({ id }) => id);
    await execute(`UPDATE webhook_deliveries SET interrupted = 1 WHERE id = ${ids[2]!}`);
    const taken = [];
    for (let claim = 0; claim < 3; claim += 1)
      taken.push((await claims.claim(webhookId)).deliveries.map(({ id }) => id));
    expect(taken).toEqual([[ids[0], ids[1]], [ids[2]], [ids[3]]].map((each) => expect.arrayContaining(each)));
    expect(taken.map((each) => each.length)).toEqual([2, 1, 1]);
  });

  it('claims nothing of a webhook that is inactive, deleted, or waiting for its probe', async () => {
    await insertDue(3);
    await execute(`UPDATE webhooks SET probing = 1 WHERE id = ${webhookId}`);
    const [probe] = (await claims.claim(webhookId)).deliveries;
    expect((await newProcess().claim(webhookId)).deliveries).toEqual([]);
    await settlements.settle(probe!, SUCCESS);
    expect((await claims.claim(webhookId)).deliveries).toHaveLength(2);
    await insertDue(1);
    await execute(`UPDATE webhooks SET status = 'inactive' WHERE id = ${webhookId}`);
    expect((await claims.claim(webhookId)).deliveries).toEqual([]);
    expect((await claims.claim(999_999)).deliveries).toEqual([]);
  });

  /** Inserts due deliveries with one attempt left. */
  async function insertLastAttempts(count: number): Promise<void> {
    await insertDue(count);
    await execute(`UPDATE webhook_deliveries SET failures = 5 WHERE webhook_id = ${webhookId}`);
  }

  it('limits last attempts of all processes to the failures that remain before the fifth', async () => {
    await insertLastAttempts(20);
    await execute(`UPDATE webhooks SET consecutive_failures = 2 WHERE id = ${webhookId}`);
    const taken = await Promise.all([claims, newProcess(), newProcess()].map((each) => each.claim(webhookId)));
    const deliveries = taken.flatMap((claim) => claim.deliveries);
    expect(deliveries).toHaveLength(3);
    expect(taken.filter(({ blocked }) => blocked)).toHaveLength(3);
    await settlements.settle(deliveries[0]!, TIMEOUT);
    expect((await claims.claim(webhookId)).deliveries).toHaveLength(0);
    await settlements.settle(deliveries[1]!, SUCCESS);
    // The success has reset the failures: five may fail now, and one of them is under way.
    const again = (await claims.claim(webhookId)).deliveries;
    expect(again).toHaveLength(4);
    await Promise.all([...again, deliveries[2]!].map((delivery) => settlements.settle(delivery, TIMEOUT)));
    const statuses = (await rows()).map(({ status }) => status);
    expect(statuses.filter((status) => status === 'failed')).toHaveLength(6);
    expect(statuses.filter((status) => status === 'pending')).toHaveLength(13);
    const [webhook] = await world.db.query('SELECT status, consecutive_failures FROM webhooks WHERE id = :webhookId', {
      webhookId,
    });
    expect(webhook).toEqual({ status: 'failed', consecutive_failures: 5 });
  });

  it('claims other deliveries while last attempts have to wait', async () => {
    await insertLastAttempts(40);
    await execute(`UPDATE webhooks SET consecutive_failures = 4 WHERE id = ${webhookId}`);
    expect((await claims.claim(webhookId)).deliveries).toHaveLength(1);
    await insertDue(3);
    const claim = await newProcess().claim(webhookId);
    expect(claim.deliveries).toHaveLength(3);
    expect(claim.blocked).toBe(true);
  });

  it('stores no last failure after the end of its lease, but stores a success', async () => {
    await insertLastAttempts(2);
    const [failing, succeeding] = (await claims.claim(webhookId)).deliveries;
    await execute(
      `UPDATE webhook_deliveries SET lease_until = NOW(3), next_attempt_at = NOW(3) WHERE webhook_id = ${webhookId}`,
    );
    expect(await settlements.settle(failing!, TIMEOUT)).toEqual({ retryInMs: null, health: null });
    await settlements.settle(succeeding!, SUCCESS);
    expect((await rows()).map(({ status }) => status)).toEqual(['pending', 'success']);
  });

  it('reports whether a webhook has changed since the claim', async () => {
    await insertDue(1);
    const { revision } = await claims.claim(webhookId);
    expect(await claims.isCurrent(webhookId, revision)).toBe(true);
    await world.all.put(`/webhooks/${webhookId}`).send({ name: 'Other' }).expect(200);
    expect(await claims.isCurrent(webhookId, revision)).toBe(false);
    const { revision: newer } = await claims.claim(webhookId);
    await world.all.post(`/webhooks/${webhookId}/rotate-secret`).expect(200);
    expect(await claims.isCurrent(webhookId, newer)).toBe(false);
    const { revision: newest } = await claims.claim(webhookId);
    await world.all.delete(`/webhooks/${webhookId}`).expect(200);
    expect(await claims.isCurrent(webhookId, newest)).toBe(false);
  });

  it('does not release deliveries that were ended meanwhile', async () => {
    await insertDue(1);
    const { deliveries } = await claims.claim(webhookId);
    await execute(
      `UPDATE webhook_deliveries SET lease_until = NOW(3) - INTERVAL 1 SECOND WHERE webhook_id = ${webhookId}`,
    );
    await world.all.delete(`/webhooks/${webhookId}`).expect(200);
    await new DeliveryMaintenance(world.db).endUndeliverable();
    const ended = await rows();
    expect(ended).toMatchObject([{ status: 'failed', lease_owner: null }]);
    await claims.release(deliveries);
    expect(await rows()).toEqual(ended);
    const attempts = await world.db.query('SELECT outcome FROM webhook_attempts WHERE delivery_id = :id', {
      id: deliveries[0]!.id,
    });
    expect(attempts).toEqual([{ outcome: 'interrupted' }]);
  });

  it('stores many results at once, each with its own outcome', async () => {
    await insertDue(16);
    const { deliveries } = await claims.claim(webhookId);
    const settled = await Promise.all(
      deliveries.map((delivery, index) => settlements.settle(delivery, index % 2 === 0 ? SUCCESS : TIMEOUT)),
    );
    expect(settled.map(({ retryInMs }) => retryInMs)).toEqual(
      deliveries.map((_, index) => (index % 2 ? 60_000 : null)),
    );
    expect((await rows()).map(({ status, failures }) => `${status} ${failures}`)).toEqual(
      deliveries.map((_, index) => (index % 2 ? 'pending 1' : 'success 0')),
    );
  });

  /** Holds locks in a transaction of its own until the returned function is called. */
  async function holding(sql: string): Promise<() => Promise<void>> {
    let release = (): void => undefined;
    const released = new Promise<void>((resolve) => (release = resolve));
    let transaction: Promise<void> = Promise.resolve();
    await new Promise<void>((locked) => {
      transaction = world.db.transaction(async (tx) => {
        await tx.query(sql);
        locked();
        await released;
      });
    });
    return () => {
      release();
      return transaction;
    };
  }

  it('stores the other results while the row of one delivery is locked, and that one afterwards', async () => {
    await insertDue(8);
    const { deliveries } = await claims.claim(webhookId);
    const release = await holding(`SELECT id FROM webhook_deliveries WHERE id = ${deliveries[3]!.id} FOR UPDATE`);
    let late: Settled | null = null;
    const waiting = settlements.settle(deliveries[3]!, SUCCESS).then((settled) => (late = settled));
    const others = deliveries.filter((_, index) => index !== 3);
    await Promise.all(others.map((delivery) => settlements.settle(delivery, SUCCESS)));
    // None of them waited for the lock until its timeout.
    expect(errors).toEqual([]);
    expect(settlements.stalled).toBe(false);
    expect((await rows()).map(({ status }) => status)).toEqual(
      deliveries.map((_, index) => (index === 3 ? 'pending' : 'success')),
    );
    expect(late).toBeNull();
    await release();
    await waiting;
    expect(late).toMatchObject({ health: { status: 'active' } });
    expect((await rows())[3]).toMatchObject({ status: 'success', attempts: 1 });
  });

  it('stores the results of other webhooks while the row of one webhook is locked', async () => {
    await insertDue(1);
    const [failing] = (await claims.claim(webhookId)).deliveries;
    await execute(`UPDATE webhook_deliveries SET failures = 5 WHERE id = ${failing!.id}`);
    const other = (await world.given.webhook({ url: 'https://hooks.example.com/' })).id;
    const release = await holding(`SELECT id FROM webhooks WHERE id = ${webhookId} FOR UPDATE`);
    webhookId = other;
    await insertDue(4);
    const { deliveries } = await claims.claim(other);
    let late: Settled | null = null;
    const waiting = settlements.settle(failing!, TIMEOUT).then((settled) => (late = settled));
    await Promise.all(deliveries.map((delivery) => settlements.settle(delivery, SUCCESS)));
    // None of them waited for the lock until its timeout.
    expect(errors).toEqual([]);
    expect(settlements.stalled).toBe(false);
    expect(late).toBeNull();
    await release();
    await waiting;
    expect(late).toMatchObject({ health: { consecutiveFailures: 1 } });
  });

  it('stores the other results while one cannot be written, and starts further requests meanwhile', async () => {
    await insertDue(16);
    const { deliveries } = await claims.claim(webhookId);
    const poison = deliveries[5]!;
    const trigger = (sql: string): Promise<unknown> => world.db.query(sql);
    await trigger(`CREATE TRIGGER refuse_one BEFORE UPDATE ON webhook_deliveries FOR EACH ROW
      IF NEW.id = ${poison.id} THEN SIGNAL SQLSTATE '45000' SET MESSAGE_TEXT = 'refused'; END IF`);
    let late: Settled | null = null;
    try {
      const waiting = settlements.settle(poison, SUCCESS).then((settled) => (late = settled));
      await Promise.all(
        deliveries.filter(({ id }) => id !== poison.id).map((delivery) => settlements.settle(delivery, TIMEOUT)),
      );
      expect(settlements.stalled).toBe(false);
      expect(late).toBeNull();
      expect((await rows()).filter(({ lease_owner: owner }) => owner !== null)).toMatchObject([{ id: poison.id }]);
      await trigger('DROP TRIGGER refuse_one');
      await waiting;
    } finally {
      await trigger('DROP TRIGGER IF EXISTS refuse_one');
    }
    expect((await rows())[5]).toMatchObject({ status: 'success', attempts: 1 });
  });

  it('keeps results while the database is unavailable, and reports that it is stalled', async () => {
    await insertDue(1);
    const [delivery] = (await claims.claim(webhookId)).deliveries;
    let away = true;
    const flaky = {
      transaction: (work: Parameters<Database['transaction']>[0]) =>
        away ? Promise.reject(Object.assign(new Error('away'), { code: 'ECONNREFUSED' })) : world.db.transaction(work),
    } as unknown as Database;
    const own = new DeliverySettlements(flaky, world.config);
    let outcome: Settled | null = null;
    const stored = own.settle(delivery!, SUCCESS).then((settled) => {
      outcome = settled;
    });
    await waitUntil('it is stalled', () => own.stalled);
    expect(outcome).toBeNull();
    away = false;
    await stored;
    expect(own.stalled).toBe(false);
    expect(await rows()).toMatchObject([{ status: 'success', attempts: 1 }]);
  });
});
