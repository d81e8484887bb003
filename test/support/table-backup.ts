import { type Connection, createConnection } from 'mysql2/promise';
import { stopAtEnd } from './stop-at-end.js';

interface Table {
  readonly name: string;
  /** Columns that the server does not generate. */
  readonly columns: string;
}

/** A copy of all tables of a database, like a backup. It is consistent only if nothing writes meanwhile. */
export class TableBackup {
  private constructor(
    private readonly url: string,
    private readonly tables: readonly Table[],
    private readonly copy: string,
  ) {}

  static async take(url: string): Promise<TableBackup> {
    return using(url, async (connection) => {
      const [rows] = await connection.query(
        `SELECT TABLE_NAME AS name, GROUP_CONCAT(CONCAT('\`', COLUMN_NAME, '\`') ORDER BY ORDINAL_POSITION) AS columns
           FROM information_schema.COLUMNS
          WHERE TABLE_SCHEMA = DATABASE() AND EXTRA NOT LIKE '%GENERATED%' GROUP BY TABLE_NAME`,
      );
      const backup = stopAtEnd(new TableBackup(url, rows as Table[], `${new URL(url).pathname.slice(1)}_backup`));
      await connection.query(`CREATE DATABASE ${backup.copy}`);
      for (const { name, columns } of backup.tables) {
        await connection.query(`CREATE TABLE ${backup.copy}.${name} LIKE ${name}`);
        await connection.query(`INSERT INTO ${backup.copy}.${name} (${columns}) SELECT ${columns} FROM ${name}`);
      }
      return backup;
    });
  }

  /** Restores every table. */
  async restore(): Promise<void> {
    await using(this.url, async (connection) => {
      await connection.query('SET SESSION foreign_key_checks = 0');
      for (const { name, columns } of this.tables) {
        await connection.query(`TRUNCATE TABLE ${name}`);
        await connection.query(`INSERT INTO ${name} (${columns}) SELECT ${columns} FROM ${this.copy}.${name}`);
      }
    });
  }

  /** Drops the copy. */
  async stop(): Promise<void> {
    await using(this.url, (connection) => connection.query(`DROP DATABASE IF EXISTS ${this.copy}`));
  }
}

async function using<Result>(url: string, work: (connection: Connection) => Promise<Result>): Promise<Result> {
  const connection = await createConnection(url);
  try {
    await connection.query('SET SESSION group_concat_max_len = 1000000');
    return await work(connection);
  } finally {
    await connection.end();
  }
}
