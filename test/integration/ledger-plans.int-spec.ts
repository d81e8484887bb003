import { DataSource } from 'typeorm';
import { type Connection, createConnection } from 'mysql2/promise';
import { DueMessages, type DueRow } from '../../src/modules/sending/due-messages.js';
import { injectDatabaseFaults } from '../support/database-faults.js';
import { waitUntil } from '../support/wait-until.js';
import { World } from '../support/world.js';

const SENT = 60_000;
/** As many, for then the optimizer thinks little of a walk along the primary key. */
const PENDING = 60_000;
const CLAIM = 20;
/** A walk over what was sent reads one page for some hundreds of entries; a locking one reads several for each of them. */
const FEW_PAGES = 5;

describe('claiming mails of a large campaign', () => {
  const source = { type: 'campaign', id: 1 } as const;
  let world: World;
  let reader: Connection;

  beforeAll(async () => {
    world = await World.start({ worker: false });
    const numbers = Array.from({ length: SENT + PENDING }, (_, index) => index + 1);
    await world.db.transaction((tx) =>
      tx.insertRows(
        'email_messages',
        ['source_type', 'source_id', 'recipient_key', 'content_id'],
        numbers.map((number) => ['campaign', 1, String(number), 1]),
      ),
    );
    await world.db.query('ANALYZE TABLE email_messages');
    reader = await createConnection(world.config.database.url);
    await reader.query('SET SESSION TRANSACTION ISOLATION LEVEL REPEATABLE READ');
    await reader.query('START TRANSACTION WITH CONSISTENT SNAPSHOT');
  });
  afterAll(async () => {
    await reader.end();
    await world.stop();
  });

  /** Locks some and gives them another state, as a claim and its results do. */
  async function pass(due: DueMessages, limit: number, state = 'sent'): Promise<DueRow[]> {
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

  /** What the storage engine reads for the statements of one claim. */
  async function pagesOf(due: DueMessages): Promise<number> {
    const statements: string[] = [];
    const stop = injectDatabaseFaults((sql) => {
      if (sql.includes('FROM email_messages')) statements.push(sql);
      return undefined;
    });
    await pass(due, CLAIM);
    stop();
    let pages = 0;
    for (const statement of statements) {
      const [row] = await world.api.get(DataSource).query<Record<string, string>[]>(`ANALYZE FORMAT=JSON ${statement}`);
      const reads = Object.values(row!)[0]!.matchAll(/"pages_accessed": (\d+)/g);
      for (const [, read] of reads) pages += Number(read);
    }
    return pages;
  }

  it('F37 reads as little for the last mails as for the first while an old read is open', async () => {
    const due = new DueMessages();
    const first = await pagesOf(due);
    for (let sent = CLAIM; sent < SENT;) sent += (await pass(due, 5_000)).length;
    await pass(due, CLAIM);
    expect(first).toBeGreaterThan(0);
    // Searches from the beginning happen once in a while; a busy machine may need that while between two of these calls.
    let last = await pagesOf(due);
    for (let more = 0; more < 20 && last > first + FEW_PAGES; more += 1) last = await pagesOf(due);
    expect(last).toBeLessThanOrEqual(first + FEW_PAGES);
  });

  it('finds mails that came back in front of those that are next', async () => {
    const due = new DueMessages();
    const [early] = await pass(due, CLAIM);
    await pass(due, CLAIM);
    await world.db.transaction((tx) =>
      tx.execute(`UPDATE email_messages SET state = 'pending' WHERE id = :id`, { id: early!.id }),
    );
    const passed: number[] = [];
    const isFound = async (): Promise<boolean> => {
      passed.push(...(await pass(due, CLAIM)).map(({ id }) => id));
      return passed.includes(early!.id);
    };
    await waitUntil('it is found', isFound, 10_000);
    expect(Math.max(...passed)).toBeGreaterThan(early!.id);
  });

  it('gives several claims at the same time different mails, the first ones first', async () => {
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

  it('takes mails whose time has come before the others, in the order of their times', async () => {
    const [a, b, c, d] = await pass(new DueMessages(), 4, 'failed');
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
    for (let claim = 0; claim < 4; claim += 1) taken.push((await pass(due, 1))[0]!.id);
    expect(taken.slice(0, 3)).toEqual([c!.id, b!.id, a!.id]);
    expect(taken[3]).toBeGreaterThan(d!.id);
  });
});
