import { inParts } from '../../../platform/values/collections.js';
import { Injectable } from '@nestjs/common';
import type { Tx, Reader } from '../../../platform/database/database.js';

/** The remaining contact by former id. */
export type Aliases = ReadonlyMap<number, number>;

const IDS_PER_STATEMENT = 500;

/**
 * Maps the ids of merged contacts to the remaining contact. Earlier events, and events in transit during a merge, keep the
 * former ids, so consumers that count or react by contact id must resolve them here.
 */
@Injectable()
export class ContactAliases {
  /** Returns the aliases of those ids that belong to merged contacts. */
  async of(reader: Reader, ids: Iterable<number>): Promise<Aliases> {
    return this.read(reader, ids, '');
  }

  /** Like `of`, for writers: waits for a running merge, and makes later merges wait for the caller's transaction. */
  async hold(tx: Tx, ids: Iterable<number>): Promise<Aliases> {
    return this.read(tx, ids, 'LOCK IN SHARE MODE');
  }

  private async read(reader: Reader, ids: Iterable<number>, lock: string): Promise<Aliases> {
    const found = new Map<number, number>();
    for (const part of inParts([...new Set(ids)], IDS_PER_STATEMENT)) {
      const rows = await reader.query<{ oldId: number; contactId: number }>(
        `SELECT old_id AS oldId, contact_id AS contactId FROM contact_aliases FORCE INDEX (PRIMARY)
          WHERE old_id IN (:ids) ${lock}`,
        { ids: part },
      );
      for (const { oldId, contactId } of rows) found.set(oldId, contactId);
    }
    return found;
  }

  /** Call before any data of the contacts is moved. Aliases of the merged contacts follow them. */
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
