import type { Tx } from '../../../platform/database/database.js';
import { type PersonalDataStore, StoresPersonalData } from '../../../platform/personal-data/personal-data-store.js';

/** Members follow from the other data of a contact: after its event, `LiveSegments` corrects them, or removes those of a deleted contact. */
@StoresPersonalData()
export class SegmentPersonalData implements PersonalDataStore {
  readonly section = 'segments';
  readonly tables = ['segment_members', 'segment_marks'];

  /** The merged contact was in a segment if one of its parts was. */
  async merge(tx: Tx, keepId: number, mergedIds: readonly number[]): Promise<void> {
    await tx.execute(
      `INSERT IGNORE INTO segment_members (contact_id, segment_id)
       SELECT DISTINCT :keepId, segment_id FROM segment_members WHERE contact_id IN (:mergedIds)`,
      { keepId, mergedIds },
    );
    await tx.execute('DELETE FROM segment_members WHERE contact_id IN (:mergedIds)', { mergedIds });
  }
}
