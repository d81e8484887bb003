import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * A campaign may be put away and brought back, may be the child of one whose mails it repeats, and keeps the rule of its
 * segment as it was when it began: a walk over the contacts takes its time, and all of it has to mean the same people.
 */
export class ArchiveCampaigns1767225720000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE campaigns
        ADD COLUMN parent_id INT UNSIGNED NULL AFTER slug,
        ADD COLUMN archived_from ENUM('draft', 'sent') NULL AFTER status,
        ADD COLUMN frozen_filters MEDIUMTEXT NULL AFTER settings`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(
      'ALTER TABLE campaigns DROP COLUMN parent_id, DROP COLUMN archived_from, DROP COLUMN frozen_filters',
    );
  }
}
