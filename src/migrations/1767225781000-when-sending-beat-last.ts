import type { MigrationInterface, QueryRunner } from 'typeorm';

/** When the last beat of sending was counted: a database that has gone back has lost what came after it. */
export class TimeSendingBeats1767225781000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE sending_beats ADD COLUMN beaten_at DATETIME(3) NULL');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE sending_beats DROP COLUMN beaten_at');
  }
}
