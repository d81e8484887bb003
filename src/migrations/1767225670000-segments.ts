import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Segments: rules by which contacts are chosen. Only the rule is kept, so whoever fits belongs to it at once. */
export class CreateSegments1767225670000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE segments (
        id INT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY,
        title VARCHAR(190) NOT NULL,
        title_key VARCHAR(760) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
        slug VARCHAR(190) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
        filters MEDIUMTEXT NOT NULL,
        description TEXT NULL,
        created_at DATETIME(0) NOT NULL DEFAULT CURRENT_TIMESTAMP,
        updated_at DATETIME(0) NOT NULL DEFAULT CURRENT_TIMESTAMP,
        UNIQUE INDEX ux_segments_title_key (title_key),
        UNIQUE INDEX ux_segments_slug (slug)
      ) ENGINE=InnoDB CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_ci`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE segments');
  }
}
