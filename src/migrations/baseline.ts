import { join } from 'node:path';
import { DataSource } from 'typeorm';

/** The last migration of version 1.0.0, which older installations must run before. */
const LAST_OF_1_0 = 'AddMembersVersions1767225789005';

const STATUSES = ['subscribed', 'unsubscribed', 'pending', 'bounced', 'complained'];
const SHARDS = STATUSES.flatMap((status) => Array.from({ length: 8 }, (_, shard) => `('${status}', ${shard})`));

/** Entities cannot express an index of a prefix. */
const PREFIX_INDEX = 'ix_contact_custom_values_value ON contact_custom_values (field_id, value(64), contact_id)';

/** Rows without which the product does not work. */
const FIRST_ROWS = [
  'INSERT IGNORE INTO relay_state (id, last_position) VALUES (1, 0)',
  'INSERT IGNORE INTO health_checks (id, checked_at) VALUES (1, UTC_TIMESTAMP(3))',
  `INSERT IGNORE INTO contact_counters (status, shard) VALUES ${SHARDS.join(', ')}`,
];

/** The server must not choose: collations decide which texts are equal. */
const TABLE_OPTIONS = 'ENGINE=InnoDB CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_ci';

/** The name of a migration ends with its time. */
export const timeOfMigration = (name: string): number => Number(/\d{13}$/.exec(name)?.[0]);

/** Whether a database has no version of the schema yet. A creation that crashed is repeated. */
export async function isWithoutSchema(dataSource: DataSource): Promise<boolean> {
  const [table] = await dataSource.query<object[]>(`SHOW TABLES LIKE 'schema_migrations'`);
  if (table === undefined) return true;
  const applied = await dataSource.query<{ name: string }[]>('SELECT name FROM schema_migrations');
  if (applied.length > 0 && !applied.some(({ name }) => name === LAST_OF_1_0))
    throw new Error('the database is older than version 1.0.0; update to 1.0.0 first');
  return applied.length === 0;
}

/**
 * Creates the schema from the entities. All migrations count as applied, and so does version 1.0.0.
 * @throws Error if the database has tables of the same names.
 */
export async function createSchema(dataSource: DataSource): Promise<void> {
  const described = await new DataSource({
    ...dataSource.options,
    entities: [join(__dirname, '..', '**', '*.entity.{js,ts}')],
  }).initialize();
  const runner = described.createQueryRunner();
  try {
    const { upQueries } = await described.driver.createSchemaBuilder().log();
    // MySQL describes defaults of columns in other words than MariaDB.
    const needed = upQueries.map(({ query }) => query).filter((query) => !/^ALTER TABLE \S+ CHANGE /.test(query));
    const strange = needed.find((query) => !/^CREATE |^ALTER TABLE \S+ ADD CONSTRAINT /.test(query));
    if (strange !== undefined) throw new Error(`the database has a table of another program: ${strange.slice(0, 100)}`);
    for (const query of needed) await runner.query(query.replace(/ENGINE=InnoDB$/, TABLE_OPTIONS));
    const known: unknown = await runner.query(`SHOW INDEX FROM contact_custom_values WHERE Key_name LIKE '%value'`);
    if ((known as readonly object[]).length === 0) await runner.query(`CREATE INDEX ${PREFIX_INDEX}`);
    for (const statement of FIRST_ROWS) await runner.query(statement);
    await runner.query(
      `CREATE TABLE IF NOT EXISTS schema_migrations (
         id INT NOT NULL AUTO_INCREMENT PRIMARY KEY, timestamp BIGINT NOT NULL, name VARCHAR(255) NOT NULL
       ) ${TABLE_OPTIONS}`,
    );
    const names = [LAST_OF_1_0, ...described.migrations.map(({ name, constructor }) => name ?? constructor.name)];
    await runner.query('INSERT INTO schema_migrations (timestamp, name) VALUES ?', [
      names.map((name) => [timeOfMigration(name), name]),
    ]);
  } finally {
    await runner.release();
    await described.destroy();
  }
}
