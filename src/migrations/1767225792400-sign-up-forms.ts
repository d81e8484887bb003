import type { MigrationInterface, QueryRunner } from 'typeorm';

const ASCII = 'CHARACTER SET ascii COLLATE ascii_bin';

export class AddSignUpForms1767225792400 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`CREATE TABLE forms (id INT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY, token CHAR(24) ${ASCII} NOT NULL,
      title VARCHAR(190) NOT NULL, lists TEXT NOT NULL, tags TEXT NOT NULL, fields TEXT NOT NULL, consent_text TEXT NULL,
      tracking_consent ENUM ('ask', 'no') NOT NULL, double_optin TINYINT UNSIGNED NOT NULL, redirect_url VARCHAR(2048) NULL,
      allowed_origins TEXT NOT NULL, language CHAR(2) ${ASCII} NULL, created_at DATETIME NOT NULL, updated_at DATETIME NOT NULL,
      UNIQUE KEY ux_forms_token (token))`);
    await runner.query(`CREATE TABLE form_sign_ups (proof CHAR(64) ${ASCII} NOT NULL PRIMARY KEY, optin_id BIGINT UNSIGNED NULL,
      created_at DATETIME(3) NOT NULL DEFAULT CURRENT_TIMESTAMP(3), KEY ix_form_sign_ups_created_at (created_at))`);
    await runner.query('ALTER TABLE contact_optins ADD COLUMN changes MEDIUMTEXT NULL');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE contact_optins DROP COLUMN changes');
    await runner.query('DROP TABLE forms, form_sign_ups');
  }
}
