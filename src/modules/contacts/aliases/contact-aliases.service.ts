import { Injectable } from '@nestjs/common';
import type { Tx } from '../../../platform/database/database.js';
import type { Reader } from '../../../platform/database/reader.js';

/** By the id of before: what the contact is part of now. */
export type Aliases = ReadonlyMap<number, number>;

const IDS_PER_STATEMENT = 500;

/**
 * Who merged contacts are now. What was said of them before, and what was on its way when they were merged, names them by
 * the id they had; whoever counts or reacts by the id of an event asks here first. Retold history would be none, so the
 * events themselves stay as they are.
 */
@Injectable()
export class ContactAliases {
  /** Those of the ids that belong to merged contacts. */
  async of(reader: Reader, ids: Iterable<number>): Promise<Aliases> {
    return this.read(reader, ids, '');
  }

  /** The same for those who write by these ids: it waits for a merge under way, and a later one waits for the caller. */
  async hold(tx: Tx, ids: Iterable<number>): Promise<Aliases> {
    return this.read(tx, ids, 'LOCK IN SHARE MODE');
  }

  private async read(reader: Reader, ids: Iterable<number>, lock: string): Promise<Aliases> {
    const asked = [...new Set(ids)];
    const found = new Map<number, number>();
    for (let start = 0; start < asked.length; start += IDS_PER_STATEMENT) {
      const rows = await reader.query<{ oldId: number; contactId: number }>(
        `SELECT old_id AS oldId, contact_id AS contactId FROM contact_aliases FORCE INDEX (PRIMARY)
          WHERE old_id IN (:ids) ${lock}`,
        { ids: asked.slice(start, start + IDS_PER_STATEMENT) },
      );
      for (const { oldId, contactId } of rows) found.set(oldId, contactId);
    }
    return found;
  }

  /** Before anything of the contacts is moved, so that whoever moves it can ask. What had become part of them goes along. */
  async add(tx: Tx, keepId: number, mergedIds: readonly number[]): Promise<void> {
    await tx.execute('UPDATE contact_aliases SET contact_id = :keepId WHERE contact_id IN (:mergedIds)', {
      keepId,
      mergedIds,
    });
    await tx.insertRows(
      'contact_aliases',
      ['old_id', 'contact_id'],
      mergedIds.map((id) => [id, keepId]),
    );
  }
}
