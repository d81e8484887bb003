import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Segments that a campaign leaves out, as their rules were when it began. */
export class FreezeExcludedSegments1767225789002 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE campaigns ADD COLUMN frozen_exclusions MEDIUMTEXT NULL');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE campaigns DROP COLUMN frozen_exclusions');
  }
}
