import type { MigrationInterface, QueryRunner } from 'typeorm';

const TABLES = ['lists', 'tags', 'companies'];

/** A version of the members of each label, and the latest changes that led to it, for bitmaps in memory. */
export class AddMembersVersions1767225789005 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const table of TABLES)
      await runner.query(`
        ALTER TABLE ${table}
          ADD COLUMN members_version BIGINT UNSIGNED NOT NULL DEFAULT 0,
          ADD COLUMN members_log VARCHAR(512) CHARACTER SET ascii COLLATE ascii_bin NOT NULL DEFAULT ''`);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of TABLES)
      await runner.query(`ALTER TABLE ${table} DROP COLUMN members_log, DROP COLUMN members_version`);
  }
}
