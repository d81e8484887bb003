import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * An index over the words of addresses and names, inside of words too. Contacts that are there already wait in the backlog,
 * which the worker clears; a migration that computed a million texts would keep the service down meanwhile.
 */
export class CreateSearchIndex1767225680000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      `ALTER TABLE contacts
         ADD COLUMN search_text VARCHAR(1000) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL DEFAULT ''`,
    );
    await runner.query(`
      CREATE TABLE search_keys (
        search_key VARCHAR(40) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
        word BINARY(8) NOT NULL,
        PRIMARY KEY (search_key, word)
      ) ENGINE=InnoDB CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_ci`);
    await runner.query(`
      CREATE TABLE contact_words (
        word BINARY(8) NOT NULL,
        contact_id INT UNSIGNED NOT NULL,
        PRIMARY KEY (word, contact_id)
      ) ENGINE=InnoDB CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_ci`);
    await runner.query(`
      CREATE TABLE contact_search_backlog (
        contact_id INT UNSIGNED NOT NULL PRIMARY KEY,
        indexed_text VARCHAR(1000) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL
      ) ENGINE=InnoDB CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_ci`);
    await runner.query(`INSERT INTO contact_search_backlog (contact_id, indexed_text) SELECT id, '' FROM contacts`);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of ['contact_search_backlog', 'contact_words', 'search_keys'])
      await runner.query(`DROP TABLE ${table}`);
    await runner.query('ALTER TABLE contacts DROP COLUMN search_text');
  }
}
