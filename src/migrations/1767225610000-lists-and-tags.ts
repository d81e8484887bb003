import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Lists and tags with their maintained counters. `title_key` decides what counts as the same title, in a binary collation:
 * the servers' own collations call two different emoji equal.
 */
export class CreateListsAndTags1767225610000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const [table, extra] of [
      ['lists', 'is_public TINYINT UNSIGNED NOT NULL DEFAULT 0,'],
      ['tags', ''],
    ] as const)
      await runner.query(`
        CREATE TABLE ${table} (
          id INT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY,
          title VARCHAR(190) NOT NULL,
          title_key VARCHAR(760) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
          slug VARCHAR(190) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
          description TEXT NULL,
          ${extra}
          total_count INT UNSIGNED NOT NULL DEFAULT 0,
          subscribed_count INT UNSIGNED NOT NULL DEFAULT 0,
          created_at DATETIME(0) NOT NULL DEFAULT CURRENT_TIMESTAMP,
          updated_at DATETIME(0) NOT NULL DEFAULT CURRENT_TIMESTAMP,
          UNIQUE INDEX ux_${table}_title_key (title_key),
          UNIQUE INDEX ux_${table}_slug (slug)
        ) ENGINE=InnoDB CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_ci`);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of ['tags', 'lists']) await runner.query(`DROP TABLE ${table}`);
  }
}
