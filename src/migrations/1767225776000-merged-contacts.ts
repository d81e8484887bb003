import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Which contact a merged one has become part of: events of before name it by its old id, for ever. And the hours of one
 * contact are found without a look at those of everybody.
 */
export class NameMergedContacts1767225776000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE contact_aliases (
        old_id INT UNSIGNED NOT NULL PRIMARY KEY,
        contact_id INT UNSIGNED NOT NULL,
        merged_at DATETIME(3) NOT NULL DEFAULT CURRENT_TIMESTAMP(3),
        INDEX ix_contact_aliases_contact (contact_id)
      ) ENGINE=InnoDB CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_ci`);
    await runner.query('ALTER TABLE contact_growth_stats ADD INDEX ix_contact_growth_stats_contact (contact_id, hour)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE contact_growth_stats DROP INDEX ix_contact_growth_stats_contact');
    await runner.query('DROP TABLE contact_aliases');
  }
}
