import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What a trigger reported; the origin of enrollments by bulk actions stays in the column. */
const REPORTED = `payload IS NOT NULL AND JSON_VALUE(payload, '$.bulk_action_id') IS NULL`;

/** The data of enrollments, tracked events, and order items in emails. Processes of version 1.0.0 run without it. */
export class KeepDataOfEnrollments1767225791700 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      `CREATE TABLE funnel_entry_data (entry_id BIGINT UNSIGNED NOT NULL PRIMARY KEY, data MEDIUMTEXT NOT NULL)
        ENGINE=InnoDB CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_ci`,
    );
    await runner.query(
      `INSERT INTO funnel_entry_data (entry_id, data) SELECT id, payload FROM funnel_entries WHERE ${REPORTED}`,
    );
    await runner.query(`UPDATE funnel_entries SET payload = NULL WHERE ${REPORTED}`);
    await runner.query('ALTER TABLE tracked_events ADD COLUMN data TEXT NULL');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE tracked_events DROP COLUMN data');
    const short = 'JOIN funnel_entry_data d ON d.entry_id = e.id AND LENGTH(d.data) <= 8000';
    await runner.query(`UPDATE funnel_entries e ${short} SET e.payload = d.data`);
    await runner.query('DROP TABLE funnel_entry_data');
  }
}
