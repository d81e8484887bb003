import type { MigrationInterface, QueryRunner } from 'typeorm';

const OPTIONS = 'ENGINE=InnoDB CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_ci';
const ASCII = 'CHARACTER SET ascii COLLATE ascii_bin';
const COUNT = 'INT UNSIGNED NOT NULL DEFAULT 0';

/** Imports and bulk actions: what was asked for, how far they are, what became of each row. And events told to nobody. */
export class CreateBulkJobs1767225773000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE bulk_jobs (
        id INT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY,
        kind ENUM('import', 'bulk_action') NOT NULL,
        status ENUM('receiving', 'queued', 'running', 'done', 'failed', 'cancelled', 'undone') NOT NULL,
        phase ENUM('work', 'undo') NOT NULL DEFAULT 'work',
        title VARCHAR(190) NULL,
        options MEDIUMTEXT NOT NULL,
        manager_id INT UNSIGNED NULL,
        total INT UNSIGNED NULL,
        processed ${COUNT},
        created ${COUNT},
        updated ${COUNT},
        kept_status ${COUNT},
        skipped ${COUNT},
        invalid ${COUNT},
        undone ${COUNT},
        conflicts ${COUNT},
        position BIGINT UNSIGNED NOT NULL DEFAULT 0,
        cancel_requested TINYINT UNSIGNED NOT NULL DEFAULT 0,
        error VARCHAR(500) NULL,
        claim CHAR(26) ${ASCII} NULL,
        claimed_until DATETIME(3) NULL,
        created_at DATETIME(3) NOT NULL DEFAULT CURRENT_TIMESTAMP(3),
        started_at DATETIME(3) NULL,
        finished_at DATETIME(3) NULL,
        undone_at DATETIME(3) NULL,
        INDEX ix_bulk_jobs_kind (kind, id),
        INDEX ix_bulk_jobs_status (status, id)
      ) ${OPTIONS}`);
    await runner.query(`
      CREATE TABLE bulk_job_files (
        job_id INT UNSIGNED NOT NULL,
        part INT UNSIGNED NOT NULL,
        content MEDIUMBLOB NOT NULL,
        PRIMARY KEY (job_id, part)
      ) ${OPTIONS}`);
    await runner.query(`
      CREATE TABLE bulk_job_rows (
        job_id INT UNSIGNED NOT NULL,
        row_no INT UNSIGNED NOT NULL,
        outcome ENUM('created', 'updated', 'skipped', 'invalid') NOT NULL,
        kept_status TINYINT UNSIGNED NOT NULL DEFAULT 0,
        contact_id INT UNSIGNED NULL,
        address_hash BINARY(16) NULL,
        reason VARCHAR(500) NULL,
        input MEDIUMTEXT NULL,
        changes MEDIUMTEXT NULL,
        \`undo\` ENUM('undone', 'conflict') NULL,
        conflict VARCHAR(500) NULL,
        PRIMARY KEY (job_id, row_no),
        INDEX ix_bulk_job_rows_outcome (job_id, outcome, row_no),
        INDEX ix_bulk_job_rows_kept (job_id, kept_status, row_no),
        INDEX ix_bulk_job_rows_undo (job_id, \`undo\`, row_no),
        INDEX ix_bulk_job_rows_contact (contact_id),
        INDEX ix_bulk_job_rows_address (address_hash, job_id)
      ) ${OPTIONS}`);
    await runner.query('ALTER TABLE domain_events ADD COLUMN silent TINYINT UNSIGNED NOT NULL DEFAULT 0');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE domain_events DROP COLUMN silent');
    for (const table of ['bulk_job_rows', 'bulk_job_files', 'bulk_jobs']) await runner.query(`DROP TABLE ${table}`);
  }
}
