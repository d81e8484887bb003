import { Injectable } from '@nestjs/common';
import type { Tx } from '../../../platform/database/database.js';
import type { EmailSource } from '../email-state.js';

/** `notBefore` of mails that wait for something else than an hour. It never comes. */
export const UNTIL_RELEASED = new Date('9999-01-01T00:00:00.000Z');

/** What mails are to be that waited to be told. */
export interface ReleasedAs {
  readonly contentId: number;
  readonly variant: string;
}

/** Mails that are written down already and wait for a decision of their owner. */
@Injectable()
export class HeldMailsService {
  /** @returns how many may leave from now on, at most `limit`. */
  async release(tx: Tx, { type, id }: EmailSource, { contentId, variant }: ReleasedAs, limit: number): Promise<number> {
    const rows = await tx.query<{ id: number }>(
      `SELECT id FROM email_messages FORCE INDEX (ix_email_messages_due)
        WHERE source_type = :type AND source_id = :id AND state = 'pending' AND next_attempt_at = :heldUntil
        ORDER BY id LIMIT ${limit} FOR UPDATE`,
      { type, id, heldUntil: UNTIL_RELEASED },
    );
    if (rows.length > 0)
      await tx.execute(
        `UPDATE email_messages SET content_id = :contentId, variant = :variant, next_attempt_at = NULL WHERE id IN (:ids)`,
        { contentId, variant, ids: rows.map((row) => row.id) },
      );
    return rows.length;
  }

  /** Whether a mail that is not held has yet to be tried for the first time, or is on its way. */
  async hasUntried(tx: Tx, { type, id }: EmailSource): Promise<boolean> {
    // Three ranges of one index, each of which is over at its first row.
    const rows = await tx.query(
      [
        "state = 'sending'",
        "state = 'pending' AND next_attempt_at IS NULL",
        "state = 'pending' AND next_attempt_at < :heldUntil",
      ]
        .map(
          (condition) =>
            `(SELECT 1 AS untried FROM email_messages FORCE INDEX (ix_email_messages_due)
               WHERE source_type = :type AND source_id = :id AND ${condition} LIMIT 1)`,
        )
        .join(' UNION ALL '),
      { type, id, heldUntil: UNTIL_RELEASED },
    );
    return rows.length > 0;
  }
}
