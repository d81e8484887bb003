import type { MigrationInterface, QueryRunner } from 'typeorm';

/** `funnel_watch_members` stays for workers of the earlier version, which run beside this one during an update. */
export class AddLiveSegments1767225792700 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`CREATE TABLE segment_watches (segment_id INT UNSIGNED NOT NULL PRIMARY KEY, watched_key VARCHAR(190) NOT NULL,
      baseline TINYINT UNSIGNED NOT NULL DEFAULT 0, position INT UNSIGNED NOT NULL DEFAULT 0, uses_emails TINYINT UNSIGNED NOT NULL DEFAULT 0,
      next_walk_at DATETIME(3) NOT NULL, checked_until DATETIME(3) NOT NULL)`);
    await runner.query(`CREATE TABLE segment_members (contact_id INT UNSIGNED NOT NULL, segment_id INT UNSIGNED NOT NULL,
      PRIMARY KEY (contact_id, segment_id), KEY ix_segment_members_segment (segment_id, contact_id))`);
    await runner.query(`CREATE TABLE segment_marks (id BIGINT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY, contact_id INT UNSIGNED NOT NULL,
      silent TINYINT UNSIGNED NOT NULL DEFAULT 0, marked_at DATETIME(3) NOT NULL DEFAULT CURRENT_TIMESTAMP(3))`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE segment_marks, segment_members, segment_watches');
  }
}
