import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The time zone of dates in the emails of a content. */
export class AddTimeZonesOfContents1767225791300 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      'ALTER TABLE email_contents ADD COLUMN timezone VARCHAR(64) CHARACTER SET ascii COLLATE ascii_bin NULL',
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE email_contents DROP COLUMN timezone');
  }
}
