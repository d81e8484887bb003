import { Injectable } from '@nestjs/common';
import type { Tx } from '../../../platform/database/database.js';

/**
 * What a contact can have that was no part of its creation. Asking for a confirmation by mail is part of it, and so is going
 * through a funnel; what a funnel has done to the contact shows in the contact or in the mails.
 */
const HANGS_ON: readonly (readonly [words: string, sql: string])[] = [
  ['it has notes', "SELECT subject_id AS id FROM notes WHERE subject_type = 'contact' AND subject_id IN (:ids)"],
  ['it belongs to companies', 'SELECT contact_id AS id FROM contact_companies WHERE contact_id IN (:ids)'],
  ['it has orders', 'SELECT contact_id AS id FROM orders WHERE contact_id IN (:ids)'],
  ['it has tracked events', 'SELECT contact_id AS id FROM tracked_events WHERE contact_id IN (:ids)'],
  [
    'it has been sent mails',
    `SELECT contact_id AS id FROM email_messages
      WHERE contact_id IN (:ids) AND state NOT IN ('pending', 'skipped', 'cancelled')
        AND NOT (source_type = 'single' AND recipient_key LIKE 'optin:%')`,
  ],
];

/** What undoing a job has to know of contacts beside what they are. */
@Injectable()
export class BulkUndoFacts {
  /** In words, by the id of the contact. */
  async hangsOn(tx: Tx, contactIds: readonly number[]): Promise<Map<number, string[]>> {
    const found = new Map<number, string[]>();
    if (contactIds.length === 0) return found;
    const rows = await tx.query<{ kind: number; id: number }>(
      HANGS_ON.map(([, sql], kind) => `SELECT DISTINCT ${kind} AS kind, h.id FROM (${sql}) h`).join(' UNION ALL '),
      { ids: contactIds },
    );
    for (const { kind, id } of rows) found.set(id, [...(found.get(id) ?? []), HANGS_ON[kind]?.[0] ?? '']);
    return found;
  }

  /** Those whose status was changed last by somebody who is no manager and no import. */
  async changedByOthers(tx: Tx, contactIds: readonly number[]): Promise<ReadonlySet<number>> {
    if (contactIds.length === 0) return new Set();
    const rows = await tx.query<{ id: number }>(
      `SELECT c.contact_id AS id
         FROM (SELECT MAX(id) AS id FROM contact_consents
                WHERE contact_id IN (:contactIds) AND (old_status IS NULL OR old_status <> new_status)
                GROUP BY contact_id) latest
         JOIN contact_consents c ON c.id = latest.id
        WHERE c.source NOT IN ('api', 'import')`,
      { contactIds },
    );
    return new Set(rows.map(({ id }) => id));
  }

  /** Who has which of these user ids. */
  async holdersOf(tx: Tx, userIds: readonly number[]): Promise<Map<number, number>> {
    if (userIds.length === 0) return new Map();
    const rows = await tx.query<{ id: number; userId: number }>(
      'SELECT id, user_id AS userId FROM contacts WHERE user_id IN (:userIds)',
      { userIds },
    );
    return new Map(rows.map(({ id, userId }) => [userId, id]));
  }
}
