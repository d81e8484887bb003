import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Logins by OAuth 2.0, because Microsoft 365 and Gmail no longer accept passwords; and refresh tokens that were rotated. */
export class AddOAuth2Logins1767225790200 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE senders
        ADD COLUMN oauth2 TEXT NULL,
        ADD COLUMN oauth2_secrets TEXT CHARACTER SET ascii COLLATE ascii_bin NULL`);
    // Read by its unique index before each token request.
    await runner.query(`
      CREATE TABLE oauth2_refresh_tokens (
        id INT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY,
        account VARCHAR(40) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
        -- SHA-256 of the credentials that were entered.
        origin CHAR(64) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
        refresh_token TEXT CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
        rotated_at DATETIME(3) NOT NULL,
        UNIQUE INDEX ux_oauth2_refresh_tokens_origin (account, origin)
      ) ENGINE=InnoDB`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE oauth2_refresh_tokens');
    await runner.query('ALTER TABLE senders DROP COLUMN oauth2_secrets, DROP COLUMN oauth2');
  }
}
