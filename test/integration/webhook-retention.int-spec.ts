import { UNTIL_DONE } from '../../src/platform/work/periodic.js';
import { DeliveryMaintenance } from '../../src/modules/webhooks/dispatcher/delivery-maintenance.service.js';
import { LogRetention } from '../../src/modules/webhooks/dispatcher/log-retention.js';
import { World } from '../support/world.js';

const OLD = 'NOW(3) - INTERVAL 31 DAY';
const RECENT = 'NOW(3) - INTERVAL 29 DAY';

describe('the retention of the delivery log', () => {
  let world: World;
  let webhookId: number;

  beforeAll(async () => {
    world = await World.start({ worker: false });
    webhookId = (await world.given.webhook({ url: 'https://hooks.example.com/' })).id;
  });
  beforeEach(async () => {
    for (const table of ['webhook_deliveries', 'webhook_attempts', 'webhook_replays'])
      await execute(`DELETE FROM ${table}`);
  });

  const execute = (sql: string): Promise<{ insertId: number }> => world.db.transaction((tx) => tx.execute(sql));
  const retention = (): LogRetention => new LogRetention(world.db, world.config);

  async function logged(status: string, createdAt: string, attemptedAt: string): Promise<number> {
    const { insertId } = await execute(
      `INSERT INTO webhook_deliveries (webhook_id, event, status, attempts, next_attempt_at, created_at, attempted_at)
       VALUES (${webhookId}, 'contact.created', '${status}', 1, NULL, ${createdAt}, ${attemptedAt})`,
    );
    await execute(`INSERT INTO webhook_attempts (delivery_id, attempt_no, fence) VALUES (${insertId}, 1, 1)`);
    return insertId;
  }
  const idsIn = async (table: string, column: string): Promise<number[]> =>
    (await world.db.query<{ id: number }>(`SELECT ${column} AS id FROM ${table} ORDER BY id`)).map(({ id }) => id);

  it('deletes old ended deliveries with their attempts, and keeps pending and recently redelivered ones', async () => {
    const pending = await logged('pending', OLD, OLD);
    await logged('success', OLD, OLD);
    await logged('failed', OLD, 'NULL');
    const sentAgain = await logged('success', OLD, RECENT);
    const recent = await logged('failed', RECENT, RECENT);
    expect(await retention().remove(UNTIL_DONE)).toBe(2);
    const kept = [pending, sentAgain, recent];
    expect(await idsIn('webhook_deliveries', 'id')).toEqual(kept);
    expect(await idsIn('webhook_attempts', 'delivery_id')).toEqual(kept);
    expect(await retention().remove(UNTIL_DONE)).toBe(0);
  });

  it('deletes a long log in chunks, with concurrent workers, and stops on request', async () => {
    const rows = Array.from({ length: 2_500 }, () => [webhookId, 'contact.created', 'success', null]);
    await world.db.transaction((tx) =>
      tx.insertRows('webhook_deliveries', ['webhook_id', 'event', 'status', 'next_attempt_at'], rows),
    );
    await execute(`UPDATE webhook_deliveries SET created_at = ${OLD}`);
    const recent = await logged('success', RECENT, RECENT);
    expect(await retention().remove({ isStopping: true })).toBe(0);
    let checks = 0;
    const stopsAfterOne = {
      get isStopping(): boolean {
        return (checks += 1) > 1;
      },
    };
    expect(await retention().remove(stopsAfterOne)).toBe(1_000);
    const deleted = await Promise.all([retention().remove(UNTIL_DONE), retention().remove(UNTIL_DONE)]);
    expect(deleted.reduce((sum, each) => sum + each)).toBe(1_500);
    expect(await idsIn('webhook_deliveries', 'id')).toEqual([recent]);
  });

  it('deletes replays that ended long ago', async () => {
    const replay = async (status: string, finishedAt: string): Promise<number> =>
      (
        await execute(
          `INSERT INTO webhook_replays (webhook_id, from_at, to_at, events, total, status, reached_at, created_at, finished_at)
           VALUES (${webhookId}, ${OLD}, ${OLD}, 'contact.created', 0, '${status}', ${OLD}, ${OLD}, ${finishedAt})`,
        )
      ).insertId;
    await replay('done', OLD);
    const kept = [await replay('done', RECENT), await replay('running', 'NULL')];
    await retention().remove(UNTIL_DONE);
    expect(await idsIn('webhook_replays', 'id')).toEqual(kept);
  });

  it('does not end redeliveries of a webhook that has been off for long', async () => {
    const id = await logged('failed', OLD, OLD);
    await execute(`UPDATE webhooks SET status = 'failed', status_changed_at = ${OLD} WHERE id = ${webhookId}`);
    await world.all.post(`/webhooks/${webhookId}/deliveries/${id}/redeliver`).expect(200);
    const upkeep = new DeliveryMaintenance(world.db);
    expect(await upkeep.endUndeliverable()).toBe(0);
    await execute(`UPDATE webhook_deliveries SET next_attempt_at = NOW(3) - INTERVAL 73 HOUR WHERE id = ${id}`);
    expect(await upkeep.endUndeliverable()).toBe(1);
  });
});
