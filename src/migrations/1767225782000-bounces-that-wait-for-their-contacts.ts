import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Results of messages are stored without touching contacts; what a bounce does to its contact follows from here. */
export class BounceBacklog1767225782000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    // Read in the order of its key and nearly always empty. Whom the message went to stands in the ledger alone.
    await runner.query(`
      CREATE TABLE bounce_backlog (
        message_id BIGINT UNSIGNED NOT NULL PRIMARY KEY
      ) ENGINE=InnoDB CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_ci`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE bounce_backlog');
  }
}
