import { Injectable } from '@nestjs/common';
import type { Tx } from '../../../platform/database/database.js';
import type { SqlValue } from '../../../platform/sql/named-parameters.js';
import { CONTACT_ROLLUPS, type Rollup, ROLLUPS } from './counters.js';
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

  /**
   * Adds what was counted for contacts that have been merged to what they are part of now.
   * @param mergedIds all that there are when absent.
   */
  async follow(tx: Tx, mergedIds?: readonly number[], named: Named = (table) => table): Promise<void> {
    const moved = `contact_aliases a ON a.old_id = r.contact_id ${mergedIds === undefined ? '' : 'AND a.old_id IN (:mergedIds)'}`;
    const params = mergedIds === undefined ? {} : { mergedIds };
    for (const rollup of CONTACT_ROLLUPS) {
      const { key, counters, span } = rollup;
      const table = named(rollup.table);
      const present = key.map((column) => (column === 'contact_id' ? 'a.contact_id' : `r.${column}`));
      await tx.execute(
        `INSERT INTO ${table} (${[...key, ...counters].join(', ')})
         SELECT ${[...present, ...counters.map((counter) => `SUM(r.${counter})`)].join(', ')}
           FROM ${table} r JOIN ${moved} ${span === 'ever' ? 'JOIN contacts c ON c.id = a.contact_id' : ''}
          GROUP BY ${present.join(', ')}
         ON DUPLICATE KEY UPDATE ${counters.map((counter) => `${counter} = ${table}.${counter} + VALUES(${counter})`).join(', ')}`,
        params,
      );
      if (span === 'ever')
        await tx.execute(
          `DELETE r FROM ${table} r JOIN (SELECT DISTINCT contact_id FROM contact_aliases
             ${mergedIds === undefined ? '' : 'WHERE old_id IN (:mergedIds)'}) a ON a.contact_id = r.contact_id
            WHERE ${counters.map((counter) => `r.${counter} = 0`).join(' AND ')}`,
          params,
        );
      await tx.execute(`DELETE r FROM ${table} r JOIN ${moved}`, params);
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
