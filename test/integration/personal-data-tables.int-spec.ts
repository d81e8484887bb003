import { PersonalDataRegistry } from '../../src/platform/personal-data/personal-data-store.js';
import { World } from '../support/world.js';

/** Tables with data of users and senders, who are not contacts. */
const ABOUT_OTHERS: ReadonlySet<string> = new Set(['managers', 'companies', 'senders', 'email_contents']);
const PERSONAL_COLUMNS = [
  'email',
  'first_name',
  'last_name',
  'phone',
  'address',
  'date_of_birth',
  'postal_code',
  'ip',
  'remote_ip',
];

describe('tables with personal data', () => {
  let world: World;
  beforeAll(async () => {
    world = await World.start({ worker: false });
  });

  const registered = (): string[] =>
    world.api.get(PersonalDataRegistry, { strict: false }).stores.flatMap(({ tables }) => [...tables]);
  const tablesWith = async (condition: string): Promise<string[]> =>
    (
      await world.db.query<{ name: string }>(
        `SELECT DISTINCT c.TABLE_NAME AS name FROM information_schema.COLUMNS c
           JOIN information_schema.TABLES t ON t.TABLE_SCHEMA = c.TABLE_SCHEMA AND t.TABLE_NAME = c.TABLE_NAME
          WHERE c.TABLE_SCHEMA = DATABASE() AND t.TABLE_TYPE = 'BASE TABLE' AND ${condition} ORDER BY name`,
      )
    ).map(({ name }) => name);

  it('that reference a contact belong to a personal data store', async () => {
    const tables = await tablesWith(`c.COLUMN_NAME LIKE '%contact\\_id'`);
    expect(tables.length).toBeGreaterThan(15);
    expect(tables.filter((table) => !registered().includes(table))).toEqual([]);
  });

  it('with names and addresses belong to a personal data store', async () => {
    const tables = await tablesWith(`c.COLUMN_NAME IN (${PERSONAL_COLUMNS.map((name) => `'${name}'`).join(', ')})`);
    expect(tables.filter((table) => !registered().includes(table) && !ABOUT_OTHERS.has(table))).toEqual([]);
  });

  it('exist and are registered once', async () => {
    const tables = new Set(await tablesWith('TRUE'));
    expect(registered().filter((table) => !tables.has(table))).toEqual([]);
    expect(registered().filter((table, index) => registered().indexOf(table) !== index)).toEqual([]);
  });
});
