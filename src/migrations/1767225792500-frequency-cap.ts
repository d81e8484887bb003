import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The emails of a contact in a period, which the frequency cap counts. Workers go on sending while the index is built. */
export class AddFrequencyCap1767225792500 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE sendings ADD COLUMN ignores_frequency_cap TINYINT UNSIGNED NOT NULL DEFAULT 0');
    await runner.query(
      'ALTER TABLE email_messages ADD INDEX ix_email_messages_places (contact_id, sending_at), ALGORITHM=INPLACE, LOCK=NONE',
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE email_messages DROP INDEX ix_email_messages_places');
    await runner.query('ALTER TABLE sendings DROP COLUMN ignores_frequency_cap');
  }
}
