import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Counts the latest refusals, because shares of long periods notice a provider's change of mind too late. */
export class CountRefusalsInARow1767225790300 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      'ALTER TABLE sender_destinations ADD COLUMN refused_in_row SMALLINT UNSIGNED NOT NULL DEFAULT 0',
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE sender_destinations DROP COLUMN refused_in_row');
  }
}
