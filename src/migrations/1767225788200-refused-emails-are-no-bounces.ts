import type { MigrationInterface, QueryRunner } from 'typeorm';

const CHUNK = 20_000;

/**
 * An email that failed because the mailbox was full or disabled is no bounce, but its row had the moment of one. That
 * moment equals the end of the email; a later one is that of a returned copy, and stays.
 */
export class KeepNoBounceOfRefusedEmails1767225788200 implements MigrationInterface {
  transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    const [row] = (await runner.query('SELECT MAX(id) AS id FROM email_messages')) as { id: number | null }[];
    for (let from = 0, last = row?.id ?? 0; from < last; from += CHUNK)
      await runner.query(
        `UPDATE email_messages SET bounced_at = NULL
          WHERE id > ? AND id <= ? AND state = 'failed' AND bounce_type = 'soft' AND bounced_at = settled_at`,
        [from, from + CHUNK],
      );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(
      `UPDATE email_messages SET bounced_at = settled_at
        WHERE state = 'failed' AND bounce_type = 'soft' AND bounced_at IS NULL`,
    );
  }
}
