import type { MigrationInterface, QueryRunner } from 'typeorm';

/** A database can answer and take no writes (read-only, disk full). Whoever asks whether we can serve has to know. */
export class HealthCheckRow1767225751000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE health_checks (
        id TINYINT UNSIGNED NOT NULL PRIMARY KEY,
        checked_at DATETIME(3) NOT NULL
      ) ENGINE=InnoDB CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_ci`);
    await runner.query('INSERT INTO health_checks (id, checked_at) VALUES (1, NOW(3))');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE health_checks');
  }
}
