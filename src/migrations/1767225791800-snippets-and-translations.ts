import type { MigrationInterface, QueryRunner } from 'typeorm';

const ASCII = 'CHARACTER SET ascii COLLATE ascii_bin';
const KEY = `snippet_key VARCHAR(64) ${ASCII} NOT NULL`;
const COLUMNS = [
  ['email_templates', 'translations LONGTEXT NULL'],
  ['email_templates', 'data_schema TEXT NULL'],
  ['campaigns', 'translations LONGTEXT NULL'],
  ['campaigns', 'frozen_snippets LONGTEXT NULL'],
  ['email_messages', `language VARCHAR(35) ${ASCII} NULL`],
] as const;
const TABLES = {
  snippets: `id INT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY, ${KEY}, title VARCHAR(190) NOT NULL, html MEDIUMTEXT NULL,
    mjml MEDIUMTEXT NULL, text MEDIUMTEXT NULL, created_at DATETIME NOT NULL, updated_at DATETIME NOT NULL,
    UNIQUE KEY ux_snippets_key (snippet_key)`,
  snippet_uses: `user_type ENUM ('template', 'campaign', 'funnel', 'snippet') NOT NULL, user_id INT UNSIGNED NOT NULL, ${KEY},
    PRIMARY KEY (user_type, user_id, snippet_key), KEY ix_snippet_uses_key (snippet_key, user_type, user_id)`,
  campaign_contents: `campaign_id INT UNSIGNED NOT NULL, variant_key VARCHAR(32) ${ASCII} NOT NULL,
    language VARCHAR(35) ${ASCII} NOT NULL, content_id INT UNSIGNED NOT NULL, PRIMARY KEY (campaign_id, variant_key, language)`,
} as const;

/** Snippets with their users, and content in several languages. */
export class AddSnippetsAndTranslations1767225791800 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const [table, column] of COLUMNS) await runner.query(`ALTER TABLE ${table} ADD COLUMN ${column}`);
    for (const [table, columns] of Object.entries(TABLES)) await runner.query(`CREATE TABLE ${table} (${columns})`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP TABLE ${Object.keys(TABLES).join(', ')}`);
    for (const [table, column] of COLUMNS)
      await runner.query(`ALTER TABLE ${table} DROP COLUMN ${column.split(' ')[0]}`);
  }
}
