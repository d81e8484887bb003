import type { MigrationInterface, QueryRunner } from 'typeorm';

const ADDED = [
  ['lists', 'is_subscription TINYINT UNSIGNED NOT NULL DEFAULT 0'],
  ['lists', 'public_name VARCHAR(190) NULL'],
  ['lists', 'public_description TEXT NULL'],
  ['lists', 'double_optin_template_id INT UNSIGNED NULL'],
  ['lists', 'sender_id INT UNSIGNED NULL'],
  ['email_messages', 'list_id INT UNSIGNED NULL'],
  ['contact_consents', 'list_id INT UNSIGNED NULL'],
  ['contact_optins', 'list_ids TEXT CHARACTER SET ascii COLLATE ascii_bin NULL'],
];

/** Large tables change at once, and workers of the old version may insert rows. */
export class AddSubscriptions1767225792300 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const [table, column] of ADDED)
      await runner.query(`ALTER TABLE ${table} ADD COLUMN ${column}, ALGORITHM = INSTANT`);
    await runner.query(
      `CREATE TABLE list_subscriptions (contact_id INT UNSIGNED NOT NULL, list_id INT UNSIGNED NOT NULL,
        state ENUM('pending', 'unsubscribed') NOT NULL, changed_at DATETIME(3) NOT NULL DEFAULT CURRENT_TIMESTAMP(3),
        PRIMARY KEY (contact_id, list_id), KEY ix_list_subscriptions_list (list_id, contact_id))`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE list_subscriptions');
    for (const [table, column = ''] of ADDED)
      await runner.query(`ALTER TABLE ${table} DROP COLUMN ${column.replace(/ .*/, '')}`);
  }
}
