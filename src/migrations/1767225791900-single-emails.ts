import type { MigrationInterface, QueryRunner } from 'typeorm';

const COUNTERS = [
  'sent',
  'bounced',
  'complained',
  'failed',
  'opened',
  'clicked',
  'unsubscribed',
  'machine_opens',
  'machine_clicks',
]
  .map((name) => `${name} INT ${/^(?:opened|clicked)$/.test(name) ? '' : 'UNSIGNED '}NOT NULL DEFAULT 0`)
  .join(', ');
const NEW = {
  single_emails: `id BIGINT UNSIGNED NOT NULL PRIMARY KEY, template_id INT UNSIGNED NULL, tracked TINYINT UNSIGNED NOT NULL DEFAULT 0,
    request MEDIUMTEXT NULL, scheduled_at DATETIME(3) NULL, removed_at DATETIME(3) NULL,
    created_at DATETIME(3) NOT NULL DEFAULT CURRENT_TIMESTAMP(3),
    KEY ix_single_emails_template (template_id, id), KEY ix_single_emails_removed (removed_at, id)`,
  single_email_addresses: `single_id BIGINT UNSIGNED NOT NULL, position SMALLINT UNSIGNED NOT NULL,
    field ENUM('to', 'cc', 'bcc', 'reply_to') NOT NULL, email VARCHAR(190) COLLATE utf8mb4_bin NULL, name VARCHAR(190) NOT NULL,
    message_id BIGINT UNSIGNED NULL, refusal VARCHAR(16) NULL, PRIMARY KEY (single_id, position),
    KEY ix_single_email_addresses_email (email, single_id), KEY ix_single_email_addresses_message (message_id)`,
  single_daily_stats: `day DATE NOT NULL PRIMARY KEY, ${COUNTERS}`,
  contact_single_daily_stats: `day DATE NOT NULL, contact_id INT UNSIGNED NOT NULL, ${COUNTERS}, PRIMARY KEY (day, contact_id),
    KEY ix_contact_single_daily_stats_contact (contact_id, day)`,
};
const AUDIENCES = "'subscribed', 'opt_in', 'asked', 'staff', 'readers'";
const audienceOf = (audiences: string): string =>
  `ALTER TABLE sendings MODIFY audience ENUM(${audiences}) NOT NULL DEFAULT 'subscribed'`;

export class AddSingleEmails1767225791900 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(audienceOf(`${AUDIENCES}, 'addressed'`));
    for (const [table, columns] of Object.entries(NEW)) await runner.query(`CREATE TABLE ${table} (${columns})`);
  }

  /** The emails themselves stay in the ledger. */
  async down(runner: QueryRunner): Promise<void> {
    for (const table of Object.keys(NEW)) await runner.query(`DROP TABLE ${table}`);
    await runner.query("DELETE FROM sendings WHERE audience = 'addressed'");
    await runner.query(audienceOf(AUDIENCES));
  }
}
