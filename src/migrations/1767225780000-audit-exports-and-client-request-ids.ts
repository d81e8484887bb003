import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The audit log also records exports, and the caller's own id of a request beside the server's. */
export class AuditExports1767225780000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE audit_log
        MODIFY COLUMN action ENUM('created', 'updated', 'deleted', 'changed', 'exported') NOT NULL,
        ADD COLUMN client_request_id VARCHAR(64) NULL,
        ADD INDEX ix_audit_log_client_request (client_request_id)`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DELETE FROM audit_log WHERE action = 'exported'`);
    await runner.query(`
      ALTER TABLE audit_log
        DROP INDEX ix_audit_log_client_request,
        DROP COLUMN client_request_id,
        MODIFY COLUMN action ENUM('created', 'updated', 'deleted', 'changed') NOT NULL`);
  }
}
