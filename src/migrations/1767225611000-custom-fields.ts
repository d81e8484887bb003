import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Definitions of custom fields and the values that contacts have. Values carry no foreign keys: an insert would take a
 * shared lock on the contact that its writer already holds exclusively, and big tables should be free to be sharded.
 */
export class CreateCustomFields1767225611000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE custom_fields (
        id INT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY,
        field_key VARCHAR(190) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
        type ENUM('text', 'textarea', 'select-one', 'checkbox', 'radio', 'number', 'date', 'url', 'email') NOT NULL,
        label VARCHAR(190) NOT NULL,
        slug VARCHAR(190) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
        options MEDIUMTEXT NULL,
        position INT UNSIGNED NOT NULL,
        created_at DATETIME(0) NOT NULL DEFAULT CURRENT_TIMESTAMP,
        updated_at DATETIME(0) NOT NULL DEFAULT CURRENT_TIMESTAMP ON UPDATE CURRENT_TIMESTAMP,
        UNIQUE INDEX ux_custom_fields_field_key (field_key),
        UNIQUE INDEX ux_custom_fields_slug (slug)
      ) ENGINE=InnoDB CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_ci`);
    await runner.query(`
      CREATE TABLE contact_custom_values (
        contact_id INT UNSIGNED NOT NULL,
        field_id INT UNSIGNED NOT NULL,
        value MEDIUMTEXT CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
        PRIMARY KEY (contact_id, field_id),
        INDEX ix_contact_custom_values_value (field_id, value(64), contact_id)
      ) ENGINE=InnoDB CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_ci`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE contact_custom_values');
    await runner.query('DROP TABLE custom_fields');
  }
}
