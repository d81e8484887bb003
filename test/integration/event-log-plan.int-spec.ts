import { join } from 'node:path';
import { DataSource } from 'typeorm';
import { PUBLIC_EVENT_NAMES } from '../../src/events/domain-events.js';
import { Database } from '../../src/platform/database/database.js';
import { dataSourceOptions } from '../../src/platform/database/data-source-options.js';
import { namedSql } from '../../src/platform/sql/named-sql.js';
import { stopAtEnd } from '../support/stop-at-end.js';
import { migratedDatabase, type TestDatabase } from '../support/test-database.js';

const PAGE = namedSql(join(__dirname, '../../src/modules/webhooks/event-feed'), 'page');
const EVENTS = 12_000;
const LIMIT = 100;

describe('the query for a page of a long event log', () => {
  let database: TestDatabase;
  let dataSource: DataSource;
  let db: Database;

  beforeAll(async () => {
    database = await migratedDatabase();
    dataSource = await new DataSource(dataSourceOptions({ url: database.url, poolSize: 1 })).initialize();
    stopAtEnd({ stop: () => dataSource.destroy() });
    db = new Database(dataSource);
    await db.transaction(async (tx) => {
      const rows = Array.from({ length: EVENTS }, (_, index) => [
        String(index).padStart(26, '0'),
        index % 50 === 0 ? 'contact.created' : 'contact.updated',
        'contact',
        '{}',
        'carried',
        index + 1,
      ]);
      await tx.insertRows('domain_events', ['uid', 'type', 'subject_type', 'data', 'state', 'position'], rows);
      await tx.execute('UPDATE relay_state SET last_position = :last', { last: EVENTS });
    });
  });

  /** Reads a page. @returns the rows that the server read for it. */
  async function rowsRead(params: { after: number; types: readonly string[] }): Promise<number> {
    const total = async (): Promise<number> => {
      const rows = await db.query<{ Value: string }>(
        "SHOW SESSION STATUS WHERE Variable_name IN ('Handler_read_next', 'Handler_read_key', 'Handler_read_rnd_next')",
      );
      return rows.reduce((sum, { Value }) => sum + Number(Value), 0);
    };
    const before = await total();
    const found = await db.query(PAGE, { ...params, upTo: params.after + 10_000, limit: LIMIT });
    expect(found).toHaveLength(LIMIT);
    return (await total()) - before;
  }

  it('reads only the rows of the page, at any position', async () => {
    for (const after of [0, 1_000, 11_000])
      expect(await rowsRead({ after, types: PUBLIC_EVENT_NAMES })).toBeLessThan(6 * LIMIT);
  });

  it('reads the rows between the first and the last result for a rare type, and no others', async () => {
    const read = await rowsRead({ after: 1_000, types: ['contact.created'] });
    expect(read).toBeGreaterThan(LIMIT);
    expect(read).toBeLessThan(50 * LIMIT + 6 * LIMIT);
  });
});
