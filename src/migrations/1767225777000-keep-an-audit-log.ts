import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Who changed what: a row for each record that a call of a manager changed. */
export class KeepAuditLog1767225777000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE audit_log (
        id BIGINT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY,
        source ENUM('api', 'command_line') NOT NULL,
        manager_id INT UNSIGNED NULL,
        manager VARCHAR(60) NULL,
        method VARCHAR(7) NULL,
        route VARCHAR(190) NOT NULL,
        request_id VARCHAR(64) NULL,
        action ENUM('created', 'updated', 'deleted', 'changed') NOT NULL,
        record_type VARCHAR(30) NULL,
        record_id BIGINT UNSIGNED NULL,
        records INT UNSIGNED NOT NULL DEFAULT 1,
        contact_id INT UNSIGNED NULL,
        changes MEDIUMTEXT NULL,
        created_at DATETIME(3) NOT NULL DEFAULT CURRENT_TIMESTAMP(3),
        INDEX ix_audit_log_record (record_type, record_id),
        INDEX ix_audit_log_manager (manager_id),
        INDEX ix_audit_log_request (request_id),
        INDEX ix_audit_log_contact (contact_id),
        INDEX ix_audit_log_age (created_at)
      ) ENGINE=InnoDB CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_ci`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE audit_log');
  }
}
