import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Whether the emails of a content get the standard footer, and in which language unless the contact says another. */
export class KeepFooterLanguages1767225789000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE email_contents ADD COLUMN footer_language CHAR(2) CHARACTER SET ascii COLLATE ascii_bin NULL`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE email_contents DROP COLUMN footer_language');
  }
}
