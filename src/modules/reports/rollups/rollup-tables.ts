import { Injectable } from '@nestjs/common';
import type { Tx } from '../../../platform/database/database.js';
import { ROLLUPS, type Rollup } from './counters.js';
import type { Tally } from './tally.js';

/** The name under which the relay hands out events for counting, and parks those that could not be counted. */
export const ROLLUPS_SUBSCRIBER = 'rollups';

/** The key columns of a rollup, in their order. */
const keyColumns = ({ ownerColumn }: Rollup): readonly string[] =>
  ownerColumn === null ? ['day'] : [ownerColumn, 'day'];

/** The writing side of the rollups. Counters only go up. */
@Injectable()
export class RollupTables {
  /** @param named what the tables are called, for a rebuild that fills others beside them. */
  async add(tx: Tx, tally: Tally, named: (table: string) => string = (table) => table): Promise<void> {
    for (const rollup of ROLLUPS) {
      const sums = rollup.counters.map((counter) => `${counter} = ${counter} + VALUES(${counter})`);
      await tx.insertRows(named(rollup.table), [...keyColumns(rollup), ...rollup.counters], tally.rowsOf(rollup), {
        suffix: `ON DUPLICATE KEY UPDATE ${sums.join(', ')}`,
      });
    }
  }
}
