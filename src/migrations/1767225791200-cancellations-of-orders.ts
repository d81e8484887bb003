import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Reports that are older than the cancellation must not reopen an order, also after a later report has reopened it. */
export class KeepCancellationTimes1767225791200 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE orders ADD COLUMN source_cancelled_at DATETIME(3) NULL AFTER source_updated_at');
    await runner.query(
      `UPDATE orders SET source_cancelled_at = source_updated_at, updated_at = updated_at WHERE status = 'cancelled'`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE orders DROP COLUMN source_cancelled_at');
  }
}
