import { Injectable } from '@nestjs/common';
import type { Tx } from '../../../platform/database/database.js';
import type { SqlValue } from '../../../platform/sql/named-parameters.js';
import { type Rollup, ROLLUPS } from './counters.js';
import type { Tally } from './tally.js';

/** The name under which the relay hands out events for counting, and parks those that could not be counted. */
export const ROLLUPS_SUBSCRIBER = 'rollups';

type Named = (table: string) => string;

/** The writing side of the rollups: sums are added to rows, whichever come first. */
@Injectable()
export class RollupTables {
  /** @param named what the tables are called, for a rebuild that fills others beside them. */
  async add(tx: Tx, tally: Tally, named: Named = (table) => table): Promise<void> {
    for (const rollup of ROLLUPS) {
      const rows = tally.rowsOf(rollup);
      if (rollup.span === 'ever') await this.rank(tx, rollup, rows, tally.gone, named);
      else await this.addRows(tx, rollup, rows, named);
    }
  }

  private async addRows(tx: Tx, { table, key, counters }: Rollup, rows: SqlRows, named: Named): Promise<void> {
    const sums = counters.map((counter) => `${counter} = ${counter} + VALUES(${counter})`);
    await tx.insertRows(named(table), [...key, ...counters], rows, {
      suffix: `ON DUPLICATE KEY UPDATE ${sums.join(', ')}`,
    });
  }

  /**
   * The tables that rank contacts hold those who are there and have done something. Who has come to nothing again has no row,
   * however the events fell into batches; so a rebuild, whose batches are others, leads to the same rows.
   */
  private async rank(tx: Tx, rollup: Rollup, rows: SqlRows, gone: ReadonlySet<number>, named: Named): Promise<void> {
    const figures = (row: readonly SqlValue[]): number[] => row.slice(rollup.key.length).map(Number);
    await this.addRows(
      tx,
      rollup,
      rows.filter((row) => figures(row).some((figure) => figure !== 0)),
      named,
    );
    const lowered = rows
      .filter((row) => figures(row).some((figure) => figure < 0))
      .map(([contactId]) => contactId ?? 0);
    if (lowered.length > 0)
      await tx.execute(`DELETE FROM ${named(rollup.table)} WHERE contact_id IN (:lowered) AND ${isEmpty(rollup)}`, {
        lowered,
      });
    // Afterwards: deleting a contact is the last thing that is told about it.
    if (gone.size > 0)
      await tx.execute(`DELETE FROM ${named(rollup.table)} WHERE contact_id IN (:gone)`, { gone: [...gone] });
  }
}

type SqlRows = readonly (readonly SqlValue[])[];

/** The condition that a row says nothing. */
export const isEmpty = ({ counters }: Pick<Rollup, 'counters'>): string =>
  counters.map((counter) => `${counter} = 0`).join(' AND ');
