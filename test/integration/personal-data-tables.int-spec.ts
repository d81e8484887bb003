import { PersonalDataRegistry } from '../../src/platform/personal-data/personal-data-registry.js';
import { World } from '../support/world.js';

/** Who works with the product or is written to by it is no contact of it. */
const ABOUT_OTHERS: ReadonlySet<string> = new Set(['managers', 'companies', 'senders', 'email_contents']);
const TELLING = [
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

describe('the tables that know people', () => {
  let world: World;
  beforeAll(async () => {
    world = await World.start({ worker: false });
  });
  afterAll(() => world.stop());

  const held = (): string[] =>
    world.api.get(PersonalDataRegistry, { strict: false }).stores.flatMap(({ tables }) => [...tables]);
  const tablesWith = async (condition: string): Promise<string[]> =>
    (
      await world.db.query<{ name: string }>(
        `SELECT DISTINCT c.TABLE_NAME AS name FROM information_schema.COLUMNS c
           JOIN information_schema.TABLES t ON t.TABLE_SCHEMA = c.TABLE_SCHEMA AND t.TABLE_NAME = c.TABLE_NAME
          WHERE c.TABLE_SCHEMA = DATABASE() AND t.TABLE_TYPE = 'BASE TABLE' AND ${condition} ORDER BY name`,
      )
    ).map(({ name }) => name);

  it('of a contact are all answered for by somebody who erases them', async () => {
    const tables = await tablesWith(`c.COLUMN_NAME LIKE '%contact\\_id'`);
    expect(tables.length).toBeGreaterThan(15);
    expect(tables.filter((table) => !held().includes(table))).toEqual([]);
  });

  it('with what people are called and where they live are too', async () => {
    const tables = await tablesWith(`c.COLUMN_NAME IN (${TELLING.map((name) => `'${name}'`).join(', ')})`);
    expect(tables.filter((table) => !held().includes(table) && !ABOUT_OTHERS.has(table))).toEqual([]);
  });

  it('are there: nobody answers for one that is not, nor two for one', async () => {
    const tables = new Set(await tablesWith('TRUE'));
    expect(held().filter((table) => !tables.has(table))).toEqual([]);
    expect(held().filter((table, index) => held().indexOf(table) !== index)).toEqual([]);
  });
});
