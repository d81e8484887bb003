import { Injectable } from '@nestjs/common';
import type { Tx } from '../../../platform/database/database.js';
import { idsOf } from '../../../platform/ids/ids.js';
import type { EmailSource } from '../../../events/email-state.js';

/** `notBefore` of emails that wait for a decision. It never comes. */
export const UNTIL_RELEASED = new Date('9999-01-01T00:00:00.000Z');

/** The content of released emails. */
interface ReleasedAs {
  readonly contentId: number;
  readonly variant: string;
  /** The contents of translations, by variant and language: `b:de`. */
  readonly translations: ReadonlyMap<string, number>;
}

/** Emails in the ledger that wait for a decision of their owner. */
@Injectable()
export class HeldEmails {
  /** @returns how many were released, and whether none is left. */
  async release(
    tx: Tx,
    source: EmailSource,
    { contentId, variant, translations }: ReleasedAs,
    limit: number,
  ): Promise<{ readonly released: number; readonly isLast: boolean }> {
    const isHeld = `state = 'pending' AND next_attempt_at = :heldUntil`;
    const heldUntil = UNTIL_RELEASED;
    // Read without locks, because the index keeps entries of released rows while an old read is open.
    const found = await tx.query<{ id: number }>(
      `SELECT id FROM email_messages FORCE INDEX (ix_email_messages_due)
        WHERE source_type = :type AND source_id = :id AND ${isHeld} ORDER BY id LIMIT ${limit}`,
      { ...source, heldUntil },
    );
    const isLast = found.length < limit;
    if (found.length === 0) return { released: 0, isLast };
    // JSON_VALUE of MySQL takes no path that differs by row.
    const { affectedRows: released } = await tx.execute(
      `UPDATE email_messages
          SET content_id = COALESCE(
                JSON_UNQUOTE(JSON_EXTRACT(:contents, CONCAT('$."', :variant, ':', language, '"'))), :contentId),
              variant = :variant, next_attempt_at = NULL
        WHERE id IN (:ids) AND ${isHeld}`,
      {
        ...{ contentId, variant, heldUntil, ids: idsOf(found) },
        contents: JSON.stringify(Object.fromEntries(translations)),
      },
      { ids: [] },
    );
    return { released, isLast };
  }

  /** Returns whether an email that is not held is in progress or has not been tried yet. */
  async hasUntried(tx: Tx, source: EmailSource): Promise<boolean> {
    // Three index ranges, each of which ends at its first row.
    const firstOf = (condition: string): string =>
      `(SELECT 1 AS untried FROM email_messages FORCE INDEX (ix_email_messages_due)
         WHERE source_type = :type AND source_id = :id AND ${condition} LIMIT 1)`;
    const rows = await tx.query(
      `${firstOf("state = 'sending'")} UNION ALL ${firstOf("state = 'pending' AND next_attempt_at IS NULL")}
        UNION ALL ${firstOf("state = 'pending' AND next_attempt_at < :heldUntil")}`,
      { ...source, heldUntil: UNTIL_RELEASED },
    );
    return rows.length > 0;
  }
}
