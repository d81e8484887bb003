import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Which worker runs a periodic task that runs once per interval. */
export class TurnsOfPeriodicTasks1767225789004 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE task_turns (
        task VARCHAR(64) CHARACTER SET ascii COLLATE ascii_bin NOT NULL PRIMARY KEY,
        taken_at DATETIME(3) NOT NULL
      ) ENGINE=InnoDB`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE task_turns');
  }
}
