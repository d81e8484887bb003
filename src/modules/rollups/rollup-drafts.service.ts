import { Inject, Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { shiftDay, startOfDay } from '../../platform/clock/local-time.js';
import { APP_CONFIG, type AppConfig } from '../../platform/config/config.js';
import { Database } from '../../platform/database/database.js';
import type { CounterSums } from './counter-sums.js';
import { type Rollup, ROLLUPS } from './counters.js';
import { engagementUnit, POINTS } from './engagement.js';
import { isEmpty, RollupTables } from './rollup-tables.js';

/** The draft tables of one rebuild. */
export interface Draft {
  /** Suffix that distinguishes the tables of this run. */
  readonly id: string;
  /** Earlier days are copied, not counted; null if the log is complete. */
  readonly since: string | null;
}

const LEFTOVER = /_(draft|old)_[0-9a-z]{26}$/;

/** Manages the draft tables that a rebuild fills next to the current ones and then swaps in. */
@Injectable()
export class RollupDrafts {
  constructor(
    private readonly db: Database,
    private readonly dataSource: DataSource,
    private readonly tables: RollupTables,
    @Inject(APP_CONFIG) private readonly config: AppConfig,
  ) {}

  /** Creates the draft tables with the days that are not counted again. */
  async create(run: Draft): Promise<void> {
    for (const { table, span } of ROLLUPS) {
      await this.dataSource.query(`CREATE TABLE ${draftOf(table, run)} LIKE ${table}`);
      if (run.since !== null && span !== 'ever')
        await this.copy(run, table, `${span} < :from`, this.from(span, run.since));
    }
  }

  async add(run: Draft, sums: CounterSums): Promise<void> {
    await this.db.transaction((tx) => this.tables.add(tx, sums, (table) => draftOf(table, run)));
  }

  /** Copies days again that changed since they were copied. */
  async copyDays(run: Draft, days: Iterable<string>): Promise<void> {
    for (const { table, span } of ROLLUPS) {
      if (span === 'ever') continue;
      for (const day of days) {
        const [from, to] = [this.from(span, day), this.from(span, shiftDay(day, 1))];
        const condition = `${span} >= :from AND ${span} < :to`;
        await this.db.transaction((tx) =>
          tx.execute(`DELETE FROM ${draftOf(table, run)} WHERE ${condition}`, { from, to }),
        );
        await this.copy(run, table, condition, from, to);
      }
    }
  }

  /** Completes the drafts after all events are counted. */
  async complete(run: Draft): Promise<void> {
    // Contacts that were merged during the rebuild were counted or copied under their former id.
    await this.db.transaction((tx) => this.tables.follow(tx, undefined, (table) => draftOf(table, run)));
    if (run.since !== null) await this.sumTotals(run);
  }

  /** One statement, so that readers see either all old or all new tables. */
  async exchange(run: Draft): Promise<void> {
    const renames = ROLLUPS.flatMap(({ table }) => [
      `${table} TO ${oldOf(table, run)}`,
      `${draftOf(table, run)} TO ${table}`,
    ]);
    await this.dataSource.query(`RENAME TABLE ${renames.join(', ')}`);
  }

  async dropReplaced(run: Draft): Promise<void> {
    for (const { table } of ROLLUPS) await this.dataSource.query(`DROP TABLE ${oldOf(table, run)}`);
  }

  /** Drops tables that crashed runs left. */
  async removeLeftovers(): Promise<void> {
    const tables = await this.db.query<{ name: string }>(
      'SELECT table_name AS name FROM information_schema.tables WHERE table_schema = DATABASE()',
    );
    for (const { name } of tables)
      if (LEFTOVER.test(name) && ROLLUPS.some(({ table }) => name.startsWith(`${table}_`)))
        await this.dataSource.query(`DROP TABLE ${name}`);
  }

  /** The first key value of a day, by time span of the table. */
  private from(span: Rollup['span'], day: string): string {
    return span === 'hour' ? startOfDay(day, this.config.timeZone) : day;
  }

  private async copy(run: Draft, table: string, condition: string, from: string, to = ''): Promise<void> {
    await this.db.transaction((tx) =>
      tx.execute(`INSERT INTO ${draftOf(table, run)} SELECT * FROM ${table} WHERE ${condition}`, { from, to }),
    );
  }

  /** All-time rows cannot be counted from a log that retention has cut, but they are the sums of the days. */
  private async sumTotals(run: Draft): Promise<void> {
    const draft = (table: string): string => draftOf(table, run);
    for (const { table, span } of ROLLUPS)
      if (span === 'ever') await this.dataSource.query(`DELETE FROM ${draft(table)}`);
    await this.db.transaction((tx) =>
      tx.execute(
        `INSERT INTO ${draft('contact_revenue_stats')} (contact_id, currency, orders, revenue, refunded)
         SELECT d.contact_id, d.currency, SUM(d.orders), SUM(d.revenue), SUM(d.refunded)
           FROM ${draft('contact_revenue_daily_stats')} d JOIN contacts c ON c.id = d.contact_id
          GROUP BY d.contact_id, d.currency`,
      ),
    );
    const days = await this.db.query<{ day: string }>(`SELECT DISTINCT day FROM ${draft('contact_daily_stats')}`);
    const totals = draft('contact_totals');
    const points = Object.entries(POINTS).map(([counter, weight]) => `d.${counter} * ${weight}`);
    const sums = ['opened', 'clicked', 'tracked_events', 'orders', 'activity', 'engagement'];
    for (const { day } of days)
      await this.db.transaction((tx) =>
        tx.execute(
          `INSERT INTO ${totals} (contact_id, ${sums.join(', ')})
           SELECT d.contact_id, d.opened, d.clicked, d.tracked_events, d.orders,
                  d.opened + d.clicked + d.tracked_events + d.orders,
                  (${points.join(' + ')}) * CAST(:unit AS DECIMAL(65,0))
             FROM ${draft('contact_daily_stats')} d JOIN contacts c ON c.id = d.contact_id
            WHERE d.day = :day AND (d.opened <> 0 OR d.clicked <> 0 OR d.tracked_events <> 0 OR d.orders <> 0)
           ON DUPLICATE KEY UPDATE ${sums.map((sum) => `${sum} = ${totals}.${sum} + VALUES(${sum})`).join(', ')}`,
          { day, unit: String(engagementUnit(day)) },
        ),
      );
    for (const rollup of ROLLUPS)
      if (rollup.span === 'ever')
        await this.dataSource.query(`DELETE FROM ${draft(rollup.table)} WHERE ${isEmpty(rollup)}`);
  }
}

const oldOf = (table: string, { id }: Draft): string => `${table}_old_${id}`;
const draftOf = (table: string, { id }: Draft): string => `${table}_draft_${id}`;
