import { Injectable } from '@nestjs/common';
import type { Tx } from '../../platform/database/database.js';
import type { EmailSource } from '../../events/email-state.js';

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
  /** @returns how many may leave from now on, and whether none is held any more. */
  async release(
    tx: Tx,
    { type, id }: EmailSource,
    { contentId, variant }: ReleasedAs,
    limit: number,
  ): Promise<{ readonly released: number; readonly isLast: boolean }> {
    const isHeld = `state = 'pending' AND next_attempt_at = :heldUntil`;
    const heldUntil = UNTIL_RELEASED;
    // Found without locks, because the index keeps an entry of each one that was released while an old read is open.
    const found = await tx.query<{ id: number }>(
      `SELECT id FROM email_messages FORCE INDEX (ix_email_messages_due)
        WHERE source_type = :type AND source_id = :id AND ${isHeld} ORDER BY id LIMIT ${limit}`,
      { type, id, heldUntil },
    );
    const isLast = found.length < limit;
    if (found.length === 0) return { released: 0, isLast };
    const { affectedRows: released } = await tx.execute(
      `UPDATE email_messages SET content_id = :contentId, variant = :variant, next_attempt_at = NULL
        WHERE id IN (:ids) AND ${isHeld}`,
      { contentId, variant, heldUntil, ids: found.map((row) => row.id) },
    );
    return { released, isLast };
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
