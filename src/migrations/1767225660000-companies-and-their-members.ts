import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Companies, and which contacts belong to them. As with lists, `name_key` decides what counts as the same name, and
 * memberships carry no foreign keys: the shared lock that an insert takes for one would deadlock with the counter after it.
 * The time of a membership has fractions because the oldest one left becomes the primary.
 */
export class CreateCompanies1767225660000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE companies (
        id INT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY,
        name VARCHAR(190) NOT NULL,
        name_key VARCHAR(760) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
        industry VARCHAR(190) NULL,
        type VARCHAR(190) NULL,
        website VARCHAR(2048) NULL,
        email VARCHAR(190) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NULL,
        phone VARCHAR(190) NULL,
        address_line_1 VARCHAR(190) NULL,
        address_line_2 VARCHAR(190) NULL,
        city VARCHAR(190) NULL,
        state VARCHAR(190) NULL,
        country CHAR(2) CHARACTER SET ascii COLLATE ascii_bin NULL,
        postal_code VARCHAR(190) NULL,
        employees_number INT UNSIGNED NULL,
        description TEXT NULL,
        logo VARCHAR(2048) NULL,
        linkedin_url VARCHAR(2048) NULL,
        facebook_url VARCHAR(2048) NULL,
        twitter_url VARCHAR(2048) NULL,
        status VARCHAR(190) NULL,
        contacts_count INT UNSIGNED NOT NULL DEFAULT 0,
        created_at DATETIME(0) NOT NULL,
        updated_at DATETIME(0) NOT NULL,
        UNIQUE INDEX ux_companies_name_key (name_key),
        INDEX ix_companies_name (name, id),
        INDEX ix_companies_created_at (created_at, id)
      ) ENGINE=InnoDB CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_ci`);
    await runner.query(`
      CREATE TABLE contact_companies (
        contact_id INT UNSIGNED NOT NULL,
        company_id INT UNSIGNED NOT NULL,
        is_primary TINYINT UNSIGNED NOT NULL DEFAULT 0,
        created_at DATETIME(3) NOT NULL DEFAULT CURRENT_TIMESTAMP(3),
        PRIMARY KEY (contact_id, company_id),
        INDEX ix_contact_companies_company (company_id, contact_id)
      ) ENGINE=InnoDB CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_ci`);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of ['contact_companies', 'companies']) await runner.query(`DROP TABLE ${table}`);
  }
}
