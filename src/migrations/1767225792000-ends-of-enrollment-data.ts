import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Whether the retention of the data of an enrollment has passed. */
export class KeepEndsOfEnrollmentData1767225792000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      'ALTER TABLE funnel_entry_data ADD COLUMN ended_at DATETIME(3) NULL, ADD INDEX ix_funnel_entry_data_ended (ended_at)',
    );
    await runner.query(
      'UPDATE funnel_entry_data d JOIN funnel_entries e ON e.id = d.entry_id SET d.ended_at = e.completed_at',
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE funnel_entry_data DROP COLUMN ended_at');
  }
}
