import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * A webhook that is switched on again has its tried deliveries started anew by the worker, in chunks: the place up to which
 * that has come. Replays can walk the event log by position as well, which is how a new webhook receives history first.
 */
export class BringWebhooksBackInChunks1767225783000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE webhooks
        ADD COLUMN resuming_at DATETIME(3) NULL AFTER status_changed_at,
        ADD COLUMN resuming_id BIGINT UNSIGNED NOT NULL DEFAULT 0 AFTER resuming_at`);
    await runner.query(`
      ALTER TABLE webhook_replays
        ADD COLUMN reached_position BIGINT UNSIGNED NULL AFTER reached_event_id,
        ADD COLUMN handover_at DATETIME(3) NULL AFTER reached_position`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE webhook_replays DROP COLUMN handover_at, DROP COLUMN reached_position');
    await runner.query('ALTER TABLE webhooks DROP COLUMN resuming_id, DROP COLUMN resuming_at');
  }
}
