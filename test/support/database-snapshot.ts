import { createConnection } from 'mysql2/promise';
import { tablesWithRows } from './database-pool.js';
import { WRITTEN_WHEN_IDLE } from './stored-rows.js';
import type { World } from './world.js';

type Rows = Record<string, unknown>[];

/**
 * Tables without contact data whose values the processes cache: a heartbeat that goes back is how the product detects a
 * restored backup.
 */
const KEPT = new Set(['search_keys', 'schema_migrations', ...WRITTEN_WHEN_IDLE]);

/**
 * Restores the tables of a test environment to their initial state, ids included: takes a few milliseconds, where a new
 * environment takes several seconds.
 */
export class DatabaseSnapshot {
  private constructor(
    private readonly world: World,
    private readonly initialRows: ReadonlyMap<string, Rows>,
  ) {}

  /** Must be created before anything is written. */
  static async of(world: World): Promise<DatabaseSnapshot> {
    const tables = await world.db.query<{ name: string }>(
      `SELECT TABLE_NAME AS name FROM information_schema.TABLES
        WHERE TABLE_SCHEMA = DATABASE() AND TABLE_TYPE = 'BASE TABLE'`,
    );
    const initialRows = new Map<string, Rows>();
    for (const { name } of tables)
      if (!KEPT.has(name)) initialRows.set(name, await world.db.query<Rows[number]>(`SELECT * FROM ${name}`));
    return new DatabaseSnapshot(world, initialRows);
  }

  /** `DELETE FROM` does not use ids again, which processes may have cached. */
  async restore(emptied: 'TRUNCATE TABLE' | 'DELETE FROM' = 'TRUNCATE TABLE'): Promise<void> {
    const names = [...this.initialRows.keys()];
    const used = await tablesWithRows((sql) => this.world.db.query(sql), names);
    const connection = await createConnection(this.world.env['DATABASE_URL'] ?? '');
    try {
      await connection.query('SET SESSION foreign_key_checks = 0');
      for (const name of names) {
        const rows = this.initialRows.get(name) ?? [];
        if (!used.includes(name) && rows.length === 0) continue;
        await connection.query(`${emptied} ${name}`);
        const [first] = rows;
        if (first)
          await connection.query(`INSERT INTO ${name} (${Object.keys(first).join(', ')}) VALUES ?`, [
            rows.map((row) => Object.values(row)),
          ]);
      }
    } finally {
      await connection.end();
    }
  }
}
