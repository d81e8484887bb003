import { Injectable } from '@nestjs/common';
import type { Tx } from '../../platform/database/database.js';
import type { SqlValue } from '../../platform/sql/named-parameters.js';
import { CONTACT_ROLLUPS, type Rollup, ROLLUPS } from './counters.js';
import type { CounterSums } from './counter-sums.js';

/** The subscriber name, under which the relay parks events that could not be counted. */
export const ROLLUPS_SUBSCRIBER = 'rollups';

/** Cache space of all values that are computed from the rollups; new counts invalidate it. */
export const ROLLUPS_CACHE_SPACE = 'reports';

type Named = (table: string) => string;

/** Adds sums to the rollup tables. */
@Injectable()
export class RollupTables {
  /** @param named returns the name of a table; a rebuild uses draft tables. */
  async add(tx: Tx, sums: CounterSums, named: Named = (table) => table): Promise<void> {
    await tx.sideBySide(
      ROLLUPS.map((rollup) => () => {
        const rows = sums.rowsOf(rollup);
        return rollup.span === 'ever'
          ? this.rank(tx, rollup, rows, sums.gone, named)
          : this.addRows(tx, rollup, rows, named);
      }),
    );
  }

  /**
   * Moves counts of merged contacts to the contact that they were merged into.
   * @param mergedIds all merged contacts by default.
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
   * Ranking tables contain only existing contacts with activity. A contact whose counters are back at 0 has no row, so
   * a rebuild with other batches gives the same rows.
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
    // Last, because the deletion is the last event of a contact.
    if (gone.size > 0)
      await tx.execute(`DELETE FROM ${named(rollup.table)} WHERE contact_id IN (:gone)`, { gone: [...gone] });
  }
}

type SqlRows = readonly (readonly SqlValue[])[];

/** The condition that all counters of a row are 0. */
export const isEmpty = ({ counters }: Pick<Rollup, 'counters'>): string =>
  counters.map((counter) => `${counter} = 0`).join(' AND ');
