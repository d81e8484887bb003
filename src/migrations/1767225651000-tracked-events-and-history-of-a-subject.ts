import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Tracked events, one row per contact, key and title; and the index by which the timeline of a contact reads the event log:
 * by kind and in the order of time, so that a page costs the same however much has happened.
 */
export class CreateTrackedEvents1767225651000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE tracked_events (
        id BIGINT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY,
        contact_id INT UNSIGNED NOT NULL,
        identity BINARY(32) NOT NULL,
        counter INT UNSIGNED NOT NULL DEFAULT 1,
        created_by INT UNSIGNED NULL,
        provider VARCHAR(190) NOT NULL DEFAULT 'custom',
        event_key VARCHAR(190) NOT NULL,
        title VARCHAR(190) NOT NULL,
        value TEXT NULL,
        created_at DATETIME(0) NOT NULL,
        updated_at DATETIME(0) NOT NULL,
        UNIQUE INDEX ux_tracked_events_identity (contact_id, identity),
        INDEX ix_tracked_events_contact (contact_id, id),
        INDEX ix_tracked_events_key (event_key, contact_id)
      ) ENGINE=InnoDB CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_ci`);
    await runner.query(`
      ALTER TABLE domain_events
        ADD INDEX ix_domain_events_history (type, subject_id, occurred_at, id),
        DROP INDEX ix_domain_events_subject`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE domain_events
        ADD INDEX ix_domain_events_subject (subject_type, subject_id, id),
        DROP INDEX ix_domain_events_history`);
    await runner.query('DROP TABLE tracked_events');
  }
}
