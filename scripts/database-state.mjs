/** What the database of a start already has. */
import fs from 'node:fs';
import { inProject } from './project.mjs';

/**
 * Returns whether the database has all migrations and a manager. A start then needs neither `migrate` nor `manager:bootstrap`,
 * each of which loads the whole application.
 * @param {string} databaseUrl
 */
export async function isSetUp(databaseUrl) {
  // Only here, because the packages may not be installed before.
  const { createConnection } = await import('mysql2/promise');
  let connection;
  try {
    connection = await createConnection(databaseUrl.replace(/^mariadb:/, 'mysql:'));
    const [rows] = await connection.query('SELECT timestamp FROM schema_migrations');
    const applied = new Set(rows.map(({ timestamp }) => Number(timestamp)));
    const [managers] = await connection.query('SELECT 1 FROM managers LIMIT 1');
    return managers.length > 0 && migrationTimes().every((time) => applied.has(time));
  } catch {
    // The commands report what is wrong.
    return false;
  } finally {
    await connection?.end();
  }
}

/** The name of each migration file starts with its time. */
function migrationTimes() {
  const names = fs.readdirSync(inProject('src/migrations'));
  return names.flatMap((name) => (/^\d+-.*\.ts$/.test(name) ? [Number.parseInt(name, 10)] : []));
}
