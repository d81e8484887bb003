import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Contacts, what they belong to, how many there are, and who must never be mailed. Memberships carry no foreign keys: an
 * insert would lock the list's row shared, and the counter after it exclusively, so any two attaches would deadlock.
 */
export class CreateContacts1767225612000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE contacts (
        id INT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY,
        user_id INT UNSIGNED NULL,
        hash CHAR(32) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
        email VARCHAR(190) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
        first_name VARCHAR(190) NULL,
        last_name VARCHAR(190) NULL,
        status ENUM('subscribed', 'unsubscribed', 'pending', 'bounced', 'complained') NOT NULL,
        contact_type VARCHAR(190) NOT NULL DEFAULT 'lead',
        phone VARCHAR(190) NULL,
        address_line_1 VARCHAR(190) NULL,
        address_line_2 VARCHAR(190) NULL,
        city VARCHAR(190) NULL,
        state VARCHAR(190) NULL,
        country CHAR(2) CHARACTER SET ascii COLLATE ascii_bin NULL,
        postal_code VARCHAR(190) NULL,
        date_of_birth DATE NULL,
        photo VARCHAR(2048) NULL,
        created_at DATETIME(0) NOT NULL,
        updated_at DATETIME(0) NOT NULL,
        UNIQUE INDEX ux_contacts_user_id (user_id),
        UNIQUE INDEX ux_contacts_hash (hash),
        UNIQUE INDEX ux_contacts_email (email),
        INDEX ix_contacts_status (status, id),
        INDEX ix_contacts_created_at (created_at, id)
      ) ENGINE=InnoDB CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_ci`);
    for (const label of ['list', 'tag'])
      await runner.query(`
        CREATE TABLE contact_${label}s (
          contact_id INT UNSIGNED NOT NULL,
          ${label}_id INT UNSIGNED NOT NULL,
          created_at DATETIME(0) NOT NULL DEFAULT CURRENT_TIMESTAMP,
          PRIMARY KEY (contact_id, ${label}_id),
          INDEX ix_contact_${label}s_${label} (${label}_id, contact_id)
        ) ENGINE=InnoDB CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_ci`);
    await runner.query(`
      CREATE TABLE membership_cleanups (
        kind ENUM('list', 'tag') NOT NULL,
        label_id INT UNSIGNED NOT NULL,
        created_at DATETIME(3) NOT NULL DEFAULT CURRENT_TIMESTAMP(3),
        PRIMARY KEY (kind, label_id)
      ) ENGINE=InnoDB CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_ci`);
    await runner.query(`
      CREATE TABLE contact_counters (
        status ENUM('subscribed', 'unsubscribed', 'pending', 'bounced', 'complained') NOT NULL,
        shard TINYINT UNSIGNED NOT NULL,
        total INT UNSIGNED NOT NULL DEFAULT 0,
        PRIMARY KEY (status, shard)
      ) ENGINE=InnoDB CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_ci`);
    const shards = ['subscribed', 'unsubscribed', 'pending', 'bounced', 'complained'].flatMap((status) =>
      Array.from({ length: 8 }, (_, shard) => `('${status}', ${shard})`),
    );
    await runner.query(`INSERT INTO contact_counters (status, shard) VALUES ${shards.join(', ')}`);
    await runner.query(`
      CREATE TABLE suppressions (
        id INT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY,
        kind ENUM('address', 'domain') NOT NULL,
        value_hash BINARY(32) NOT NULL,
        reason VARCHAR(32) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
        created_at DATETIME(3) NOT NULL DEFAULT CURRENT_TIMESTAMP(3),
        UNIQUE INDEX ux_suppressions_value (kind, value_hash)
      ) ENGINE=InnoDB CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_ci`);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of [
      'suppressions',
      'contact_counters',
      'membership_cleanups',
      'contact_tags',
      'contact_lists',
      'contacts',
    ])
      await runner.query(`DROP TABLE ${table}`);
  }
}
