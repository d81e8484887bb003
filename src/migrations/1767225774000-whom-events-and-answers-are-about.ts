import type { MigrationInterface, QueryRunner } from 'typeorm';

const CHUNK = 20_000;

/** Each kind of event says in its own place which contact it is about. */
const CONTACT_OF = `COALESCE(JSON_VALUE(data, '$.contact.id'), JSON_VALUE(data, '$.email.contact_id'),
  JSON_VALUE(data, '$.revenue.contact_id'), JSON_VALUE(data, '$.contact_id'))`;

/**
 * Whom an event is about, and whom a stored answer names, so that both are found when that person is erased, exported or
 * merged with another one. Most events have something else for their subject: a mail, an order, a funnel.
 */
export class KnowWhomEventsAreAbout1767225774000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE domain_events ADD COLUMN contact_id INT UNSIGNED NULL AFTER subject_id');
    // In chunks, and before there is an index that each of them would have to keep.
    for (let from = 0, last = await lastEvent(runner); from < last; from += CHUNK)
      await runner.query(`UPDATE domain_events SET contact_id = ${CONTACT_OF} WHERE id > ? AND id <= ?`, [
        from,
        from + CHUNK,
      ]);
    await runner.query('ALTER TABLE domain_events ADD INDEX ix_domain_events_contact (contact_id, id)');
    await runner.query(`
      CREATE TABLE idempotency_people (
        hash BINARY(8) NOT NULL,
        key_id BIGINT UNSIGNED NOT NULL,
        PRIMARY KEY (hash, key_id),
        INDEX ix_idempotency_people_key (key_id),
        CONSTRAINT fk_idempotency_people_key FOREIGN KEY (key_id) REFERENCES idempotency_keys (id)
          ON DELETE CASCADE ON UPDATE NO ACTION
      ) ENGINE=InnoDB CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_ci`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE idempotency_people');
    await runner.query('ALTER TABLE domain_events DROP INDEX ix_domain_events_contact, DROP COLUMN contact_id');
  }
}

async function lastEvent(runner: QueryRunner): Promise<number> {
  const [row] = (await runner.query('SELECT MAX(id) AS id FROM domain_events')) as { id: number | null }[];
  return row?.id ?? 0;
}
