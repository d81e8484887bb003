import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Managers and their application passwords, of which only a keyed hash is kept. */
export class CreateAccess1767225601000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE managers (
        id INT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY,
        username VARCHAR(60) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
        email VARCHAR(190) NULL,
        role ENUM('manager', 'administrator') NOT NULL DEFAULT 'manager',
        permissions VARCHAR(190) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
        disabled_at DATETIME(3) NULL,
        created_at DATETIME(3) NOT NULL DEFAULT CURRENT_TIMESTAMP(3),
        updated_at DATETIME(3) NOT NULL DEFAULT CURRENT_TIMESTAMP(3) ON UPDATE CURRENT_TIMESTAMP(3),
        UNIQUE INDEX ux_managers_username (username)
      ) ENGINE=InnoDB CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_ci`);
    await runner.query(`
      CREATE TABLE api_keys (
        id INT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY,
        manager_id INT UNSIGNED NOT NULL,
        name VARCHAR(190) NOT NULL,
        password_hash BINARY(32) NOT NULL,
        expires_at DATETIME(3) NULL,
        revoked_at DATETIME(3) NULL,
        created_at DATETIME(3) NOT NULL DEFAULT CURRENT_TIMESTAMP(3),
        INDEX ix_api_keys_manager (manager_id),
        CONSTRAINT fk_api_keys_manager FOREIGN KEY (manager_id) REFERENCES managers (id)
          ON DELETE CASCADE ON UPDATE NO ACTION
      ) ENGINE=InnoDB CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_ci`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE api_keys');
    await runner.query('DROP TABLE managers');
  }
}
