import { UNTIL_DONE } from '../../src/platform/work/periodic.js';
import { DeliveryMaintenance } from '../../src/modules/webhooks/dispatcher/delivery-maintenance.service.js';
import { LogRetention } from '../../src/modules/webhooks/dispatcher/log-retention.js';
import { World } from '../support/world.js';

const OLD = 'NOW(3) - INTERVAL 31 DAY';
const YOUNG = 'NOW(3) - INTERVAL 29 DAY';

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
  afterAll(() => world.stop());

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

  it('forgets what ended long ago, with its attempts, and nothing that is unfinished or was sent again since', async () => {
    const pending = await logged('pending', OLD, OLD);
    await logged('success', OLD, OLD);
    await logged('failed', OLD, 'NULL');
    const sentAgain = await logged('success', OLD, YOUNG);
    const young = await logged('failed', YOUNG, YOUNG);
    expect(await retention().remove(UNTIL_DONE)).toBe(2);
    const kept = [pending, sentAgain, young];
    expect(await idsIn('webhook_deliveries', 'id')).toEqual(kept);
    expect(await idsIn('webhook_attempts', 'delivery_id')).toEqual(kept);
    expect(await retention().remove(UNTIL_DONE)).toBe(0);
  });

  it('goes through a long log in chunks, by several workers at once, and stops when asked to', async () => {
    const rows = Array.from({ length: 2_500 }, () => [webhookId, 'contact.created', 'success', null]);
    await world.db.transaction((tx) =>
      tx.insertRows('webhook_deliveries', ['webhook_id', 'event', 'status', 'next_attempt_at'], rows),
    );
    await execute(`UPDATE webhook_deliveries SET created_at = ${OLD}`);
    const young = await logged('success', YOUNG, YOUNG);
    expect(await retention().remove({ isStopping: true })).toBe(0);
    let asked = 0;
    const stopsAfterOne = {
      get isStopping(): boolean {
        return (asked += 1) > 1;
      },
    };
    expect(await retention().remove(stopsAfterOne)).toBe(1_000);
    const forgotten = await Promise.all([retention().remove(UNTIL_DONE), retention().remove(UNTIL_DONE)]);
    expect(forgotten.reduce((sum, each) => sum + each)).toBe(1_500);
    expect(await idsIn('webhook_deliveries', 'id')).toEqual([young]);
  });

  it('forgets replays that ended long ago', async () => {
    const replay = async (status: string, finishedAt: string): Promise<number> =>
      (
        await execute(
          `INSERT INTO webhook_replays (webhook_id, from_at, to_at, events, total, status, reached_at, created_at, finished_at)
           VALUES (${webhookId}, ${OLD}, ${OLD}, 'contact.created', 0, '${status}', ${OLD}, ${OLD}, ${finishedAt})`,
        )
      ).insertId;
    await replay('done', OLD);
    const kept = [await replay('done', YOUNG), await replay('running', 'NULL')];
    await retention().remove(UNTIL_DONE);
    expect(await idsIn('webhook_replays', 'id')).toEqual(kept);
  });

  it('does not give up what was sent again while its webhook is off for long', async () => {
    const id = await logged('failed', OLD, OLD);
    await execute(`UPDATE webhooks SET status = 'failed', status_changed_at = ${OLD} WHERE id = ${webhookId}`);
    await world.all.post(`/webhooks/${webhookId}/deliveries/${id}/redeliver`).expect(200);
    const upkeep = new DeliveryMaintenance(world.db);
    expect(await upkeep.endUndeliverable()).toBe(0);
    await execute(`UPDATE webhook_deliveries SET next_attempt_at = NOW(3) - INTERVAL 73 HOUR WHERE id = ${id}`);
    expect(await upkeep.endUndeliverable()).toBe(1);
  });
});
