import { DatabaseClock } from '../../src/platform/clock/clock.js';
import type { Database, Tx } from '../../src/platform/database/database.js';
import { LeaseWatch } from '../../src/platform/work/lease-watch.js';
import { HttpCallClaims } from '../../src/modules/http-calls/http-call-claims.js';
import { World } from '../support/world.js';

const BACKLOG = 50_000;

const rowsReadBy = async (tx: Tx): Promise<number> =>
  (await tx.query<{ Value: string }>(`SHOW SESSION STATUS LIKE 'Handler_read%'`)).reduce(
    (sum, { Value }) => sum + Number(Value),
    0,
  );

describe('HTTP requests of a funnel whose receiver hangs', () => {
  let world: World;
  beforeAll(async () => {
    world = await World.start({ worker: false });
  });

  it('do not slow down the claims of other funnels', async () => {
    const hanging = await world.given.funnel();
    const other = await world.given.funnel();
    const row = (funnelId: number, number: number, at: Date) => [funnelId, number, 1, 1, 'x', at];
    const [first, later] = [new Date('2026-06-01'), new Date('2026-06-02')];
    await world.db.transaction((tx) =>
      tx.insertRows(
        'funnel_http_calls',
        ['funnel_id', 'entry_id', 'step_id', 'contact_id', 'request', 'next_attempt_at'],
        [
          ...Array.from({ length: BACKLOG }, (_, index) => row(hanging.id, index + 1, first)),
          row(other.id, BACKLOG + 1, later),
          row(other.id, BACKLOG + 2, new Date('2999-01-01')),
        ],
      ),
    );
    await world.db.query('ANALYZE TABLE funnel_http_calls');
    let rowsRead = 0;
    const counted = {
      transaction: <T>(work: (tx: Tx) => Promise<T>) =>
        world.db.transaction(async (tx) => {
          const before = await rowsReadBy(tx);
          const result = await work(tx);
          rowsRead = (await rowsReadBy(tx)) - before;
          return result;
        }),
    } as Database;
    const claims = new HttpCallClaims(counted, world.api.get(DatabaseClock), new LeaseWatch(world.db, world.config));

    const taken = await claims.claim(5, [hanging.id]);
    expect(taken.map(({ funnelId, entryId }) => [funnelId, entryId])).toEqual([[other.id, BACKLOG + 1]]);
    expect(rowsRead).toBeLessThan(500);

    const oldest = await claims.claim(5, []);
    expect(rowsRead).toBeLessThan(500);
    expect(oldest.map(({ funnelId }) => funnelId)).toEqual(Array(5).fill(hanging.id));
    expect(await claims.claim(5, [hanging.id, other.id])).toEqual([]);
  });
});
