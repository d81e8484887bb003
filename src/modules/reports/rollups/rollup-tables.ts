import { Injectable } from '@nestjs/common';
import type { Tx } from '../../../platform/database/database.js';
import { ROLLUPS } from './counters.js';
import type { Tally } from './tally.js';

/** The name under which the relay hands out events for counting, and parks those that could not be counted. */
export const ROLLUPS_SUBSCRIBER = 'rollups';

/** The tables that rank contacts: who is gone is in them no more. */
const OF_LIVING_CONTACTS = ['contact_totals', 'contact_revenue_stats'];

/** The writing side of the rollups: sums are added to rows, whichever come first. */
@Injectable()
export class RollupTables {
  /** @param named what the tables are called, for a rebuild that fills others beside them. */
  async add(tx: Tx, tally: Tally, named: (table: string) => string = (table) => table): Promise<void> {
    for (const rollup of ROLLUPS) {
      const sums = rollup.counters.map((counter) => `${counter} = ${counter} + VALUES(${counter})`);
      await tx.insertRows(named(rollup.table), [...rollup.key, ...rollup.counters], tally.rowsOf(rollup), {
        suffix: `ON DUPLICATE KEY UPDATE ${sums.join(', ')}`,
      });
    }
    // Afterwards: deleting a contact is the last thing that is told about it.
    if (tally.gone.size > 0)
      for (const table of OF_LIVING_CONTACTS)
        await tx.execute(`DELETE FROM ${named(table)} WHERE contact_id IN (:ids)`, { ids: [...tally.gone] });
  }
}
