import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Slugs of custom fields are kept as written, and found regardless of case. */
export class CompareSlugsOfCustomFields1767225791400 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(changedTo('utf8mb4_unicode_520_ci'));
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(changedTo('utf8mb4_bin'));
  }
}

const changedTo = (collation: string): string =>
  `ALTER TABLE custom_fields MODIFY slug VARCHAR(190) CHARACTER SET utf8mb4 COLLATE ${collation} NOT NULL`;
