import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Notes, of contacts and of companies in one table: they are the same thing about different subjects. No foreign keys: the
 * subject has two tables, and a note outlives the manager who wrote it.
 */
export class CreateNotes1767225650000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE notes (
        id INT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY,
        subject_type ENUM('contact', 'company') NOT NULL,
        subject_id INT UNSIGNED NOT NULL,
        parent_id INT UNSIGNED NULL,
        created_by INT UNSIGNED NULL,
        status ENUM('open', 'closed') NOT NULL DEFAULT 'open',
        type ENUM('note', 'call', 'email', 'meeting', 'quote_sent', 'quote_accepted', 'quote_refused', 'invoice_sent',
          'invoice_part_paid', 'invoice_paid', 'invoice_refunded', 'transaction', 'feedback', 'tweet', 'facebook_post')
          NOT NULL,
        is_private TINYINT UNSIGNED NOT NULL DEFAULT 1,
        title VARCHAR(190) NOT NULL,
        description MEDIUMTEXT NOT NULL,
        created_at DATETIME(0) NOT NULL,
        updated_at DATETIME(0) NOT NULL,
        INDEX ix_notes_subject (subject_type, subject_id, id),
        INDEX ix_notes_created_at (subject_type, subject_id, created_at, id)
      ) ENGINE=InnoDB CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_ci`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE notes');
  }
}
