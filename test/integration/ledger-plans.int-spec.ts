import { DataSource } from 'typeorm';
import { createConnection } from 'mysql2/promise';
import { DueMessages, type DueRow } from '../../src/modules/sending/claims/due-messages.js';
import { injectDatabaseFaults } from '../support/database-faults.js';
import { rowsRead } from '../support/rows-read.js';
import { stopAtEnd } from '../support/stop-at-end.js';
import { waitUntil } from '../support/wait-until.js';
import { World } from '../support/world.js';

const SENT = 60_000;
/** As many, so that the optimizer underestimates the cost of a scan of the primary key. */
const PENDING = 60_000;
const CLAIM = 20;
/** A scan of sent emails reads a page for some hundred entries; a locking scan reads several pages for each entry. */
const FEW = 5;

describe('claiming emails of a large campaign', () => {
  const source = { type: 'campaign', id: 1 } as const;
  let world: World;
  let isMariaDb: boolean;

  beforeAll(async () => {
    world = await World.start({ worker: false });
    isMariaDb = (await world.db.query<{ version: string }>('SELECT VERSION() AS version'))[0]!.version.includes(
      'Maria',
    );
    const numbers = Array.from({ length: SENT + PENDING }, (_, index) => index + 1);
    await world.db.transaction((tx) =>
      tx.insertRows(
        'email_messages',
        ['source_type', 'source_id', 'recipient_key', 'content_id'],
        numbers.map((number) => ['campaign', 1, String(number), 1]),
      ),
    );
    await world.db.query('ANALYZE TABLE email_messages');
    const reader = await createConnection(world.config.database.url);
    stopAtEnd({ stop: () => reader.end() });
    await reader.query('SET SESSION TRANSACTION ISOLATION LEVEL REPEATABLE READ');
    await reader.query('START TRANSACTION WITH CONSISTENT SNAPSHOT');
  });

  /** Locks due emails and sets their states, as a claim and its results do. */
  async function claimAndSettle(due: DueMessages, limit: number, state = 'sent'): Promise<DueRow[]> {
    return world.db.transaction(async (tx) => {
      const rows = await due.lock(tx, source, limit, true);
      if (rows.length > 0)
        for (const each of ['sending', state])
          await tx.execute('UPDATE email_messages SET state = :each WHERE id IN (:ids)', {
            each,
            ids: rows.map(({ id }) => id),
          });
      return rows;
    });
  }

  /** Returns the pages that the storage engine reads for the statements of one claim; on MySQL, which does not count them, the rows. */
  async function readsOf(due: DueMessages): Promise<number> {
    const statements: string[] = [];
    const stop = injectDatabaseFaults((sql) => {
      if (sql.includes('FROM email_messages')) statements.push(sql);
      return undefined;
    });
    await claimAndSettle(due, CLAIM);
    stop();
    let reads = 0;
    for (const sql of statements)
      if (isMariaDb) {
        const [row] = await world.api.get(DataSource).query<Record<string, string>[]>(`ANALYZE FORMAT=JSON ${sql}`);
        for (const [, read] of Object.values(row!)[0]!.matchAll(/"pages_accessed": (\d+)/g)) reads += Number(read);
      } else reads += await rowsRead(world.db, { sql, params: {} });
    return reads;
  }

  it('F37 reads as little for the last emails as for the first while an old read is open', async () => {
    // A claim searches from the start once per interval, which may pass between two calls on a busy machine. This clock counts its readings.
    let time = 0;
    const due = new DueMessages(() => (time += 1));
    const first = await readsOf(due);
    for (let sent = CLAIM; sent < SENT;) sent += (await claimAndSettle(due, 5_000)).length;
    // The pause of the empty queues ends, but not that of the others.
    time += 100;
    await claimAndSettle(due, CLAIM);
    expect(first).toBeGreaterThan(0);
    // While other tests have open transactions on this server, each entry that changed since then costs a page more.
    await waitUntil('a claim reads little', async () => (await readsOf(due)) <= first + FEW);
  });

  it('finds emails that are pending again before the current position', async () => {
    const due = new DueMessages();
    const [early] = await claimAndSettle(due, CLAIM);
    await claimAndSettle(due, CLAIM);
    await world.db.transaction((tx) =>
      tx.execute(`UPDATE email_messages SET state = 'pending' WHERE id = :id`, { id: early!.id }),
    );
    const processed: number[] = [];
    const isFound = async (): Promise<boolean> => {
      processed.push(...(await claimAndSettle(due, CLAIM)).map(({ id }) => id));
      return processed.includes(early!.id);
    };
    await waitUntil('the email is found', isFound);
    expect(Math.max(...processed)).toBeGreaterThan(early!.id);
  });

  it('gives concurrent claims different emails, in order', async () => {
    const due = new DueMessages();
    await world.db.transaction(async (one) => {
      const mine = await due.lock(one, source, CLAIM, true);
      await world.db.transaction(async (other) => {
        const theirs = await due.lock(other, source, CLAIM, true);
        const ids = [...mine, ...theirs].map(({ id }) => id);
        expect(ids).toEqual(Array.from({ length: 2 * CLAIM }, (_, index) => ids[0]! + index));
      });
    });
  });

  it('claims emails whose retry is due before the others, in the order of their due times', async () => {
    const [a, b, c, d] = await claimAndSettle(new DueMessages(), 4, 'failed');
    await world.db.transaction(async (tx) => {
      const set = (row: DueRow, state: string, ago: number): Promise<unknown> =>
        tx.execute(
          'UPDATE email_messages SET state = :state, next_attempt_at = NOW(3) - INTERVAL :ago SECOND WHERE id = :id',
          { id: row.id, state, ago },
        );
      await set(a!, 'pending', 10);
      await set(b!, 'pending', 20);
      await set(c!, 'deferred', 1);
      await set(d!, 'pending', -60);
    });
    const due = new DueMessages();
    const taken: number[] = [];
    for (let claim = 0; claim < 4; claim += 1) taken.push((await claimAndSettle(due, 1))[0]!.id);
    expect(taken.slice(0, 3)).toEqual([c!.id, b!.id, a!.id]);
    expect(taken[3]).toBeGreaterThan(d!.id);
  });
});
