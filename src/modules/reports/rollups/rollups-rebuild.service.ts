import { Inject, Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { ulid } from '../../../platform/ids/ulid.js';
import { Clock } from '../../../platform/clock/clock.js';
import { APP_CONFIG, type AppConfig } from '../../../platform/config/config.js';
import { Database } from '../../../platform/database/database.js';
import type { Reader } from '../../../platform/database/reader.js';
import { contactOf } from '../../../platform/outbox/contact-of-event.js';
import { namedSql } from '../../../platform/sql/named-sql.js';
import { ContactAliases } from '../../contacts/aliases/contact-aliases.service.js';
import { ReportCache } from '../freshness/report-cache.service.js';
import { localDay, shiftDay } from '../periods/local-day.js';
import { startOfDay } from '../periods/local-time.js';
import { COUNTED_EVENTS, type CountedEvent } from './count-event.js';
import { type Rollup, ROLLUPS } from './counters.js';
import { engagementUnit, POINTS } from './engagement.js';
import { isEmpty, ROLLUPS_SUBSCRIBER, RollupTables } from './rollup-tables.js';
import { Tally } from './tally.js';

export interface Rebuilt {
  readonly events: number;
  /** The first day that was counted anew; null when all of them were. */
  readonly since: string | null;
}

interface EventRow {
  position: number;
  type: string;
  data: string;
  occurred_at: Date;
}

/** One attempt to rebuild. */
interface Run {
  /** Tells the tables of this run from those of any other. */
  readonly id: string;
  /** Days before this one are copied, not counted; null when the log reaches back to the first event. */
  readonly since: string | null;
  /** Events up to here were in the tables when their older days were copied. */
  readonly copied: number;
  /** Retention had removed events up to here when the run began. */
  readonly removed: number;
  /** Events up to here are in the drafts. */
  position: number;
  events: number;
  /** Copied days that may have moved since, and so have to be copied again. */
  readonly staleDays: Set<string>;
}

const EVENTS_TO_COUNT = namedSql(__dirname, 'events-to-count');
const POSITIONS_PER_STEP = 500;
const LEFTOVER = /_(draft|old)_[0-9a-z]{26}$/;

/**
 * Counts everything again from the log of carried events, into tables beside the present ones, and puts those in their
 * place.
 *
 * The result equals what the subscriber has counted, provided that nothing else wrote to the tables: both run the same
 * pure function over the same events (carried, and not parked for the rollups), and sums do not depend on the order.
 * The log is the one complete record: ledger rows keep neither the moments that the events tell of nor the contacts
 * that are gone. Where retention has cut it, days of which events may be missing are kept as they are.
 *
 * The relay's lock is held only for the last few events and the exchange, so that nothing waits for the counting. A run
 * that dies leaves drafts, which the next one removes; of two runs at a time the first fails and nothing is lost.
 */
@Injectable()
export class RollupsRebuild {
  constructor(
    private readonly db: Database,
    private readonly dataSource: DataSource,
    private readonly tables: RollupTables,
    private readonly measurements: ReportCache,
    private readonly aliases: ContactAliases,
    private readonly clock: Clock,
    @Inject(APP_CONFIG) private readonly config: AppConfig,
  ) {}

  async run(): Promise<Rebuilt> {
    await this.removeLeftovers();
    const run = await this.begin();
    await this.approach(run);
    await this.exchange(run);
    for (const { table } of ROLLUPS) await this.dataSource.query(`DROP TABLE ${oldOf(table, run)}`);
    await this.measurements.outdate();
    return { events: run.events, since: run.since };
  }

  private async begin(): Promise<Run> {
    await this.requireUpToDate(this.db);
    // Before the copying, so that whatever is counted into the copied days from here on is known.
    const copied = await this.lastPosition(this.db);
    // Single events may have outlived the ones around them; complete is the log only after the last one removed.
    const removed = await this.removedPosition(this.db);
    const [oldest] = await this.db.query<{ position: number; occurred_at: Date }>(
      'SELECT position, occurred_at FROM domain_events WHERE position > :removed ORDER BY position LIMIT 1',
      { removed },
    );
    const cut = removed > 0;
    const run: Run = {
      id: ulid().toLowerCase(),
      // Two days on, so that no clock's error can bring an event that was removed into a day that is counted.
      since: cut ? shiftDay(localDay(oldest?.occurred_at ?? this.clock.now(), this.config.timeZone), 2) : null,
      copied,
      removed,
      position: (oldest?.position ?? copied + 1) - 1,
      events: 0,
      staleDays: new Set(),
    };
    for (const { table, span } of ROLLUPS) {
      await this.dataSource.query(`CREATE TABLE ${draftOf(table, run)} LIKE ${table}`);
      if (run.since !== null && span !== 'ever')
        await this.copy(run, table, `${span} < :from`, this.from(span, run.since));
    }
    return run;
  }

  /** The first row's key of a day, by what rows of a table are about. */
  private from(span: Rollup['span'], day: string): string {
    return span === 'hour' ? startOfDay(day, this.config.timeZone) : day;
  }

  private async copy(run: Run, table: string, condition: string, from: string, to = ''): Promise<void> {
    await this.db.transaction((tx) =>
      tx.execute(`INSERT INTO ${draftOf(table, run)} SELECT * FROM ${table} WHERE ${condition}`, { from, to }),
    );
  }

  /** Counting takes time, and more happens meanwhile: the relay is to wait for no more than the last step. */
  private async approach(run: Run): Promise<void> {
    for (;;) {
      const target = await this.lastPosition(this.db);
      if (target - run.position <= POSITIONS_PER_STEP) return;
      await this.catchUp(run, target);
    }
  }

  /** Counts the events up to a position into the drafts. A step that fails has counted nothing of its events. */
  private async catchUp(run: Run, target: number): Promise<void> {
    while (run.position < target) {
      const upTo = Math.min(run.position + POSITIONS_PER_STEP, target);
      const rows = await this.db.query<EventRow>(EVENTS_TO_COUNT, {
        after: run.position,
        upTo,
        types: [...COUNTED_EVENTS],
        subscriber: ROLLUPS_SUBSCRIBER,
      });
      const events = rows.map(toCountedEvent);
      const contactIds = events.flatMap(({ data }) => contactOf(data) ?? []);
      const tally = new Tally(await this.aliases.of(this.db, contactIds));
      for (const [index, event] of events.entries())
        tally.addEvent(event, this.config.timeZone, ({ at }) => {
          const counts = run.since === null || at.day >= run.since;
          if (!counts && (rows[index]?.position ?? 0) > run.copied) run.staleDays.add(at.day);
          return counts;
        });
      await this.db.transaction((tx) => this.tables.add(tx, tally, (table) => draftOf(table, run)));
      run.position = upTo;
      run.events += rows.length;
    }
  }

  /**
   * The transaction does nothing but hold the relay; the work under its lock commits for itself, because exchanging
   * tables ends a transaction. Running it again after a lock wait goes on where it stopped.
   */
  private async exchange(run: Run): Promise<void> {
    await this.db.transaction(async (relay) => {
      await relay.query('SELECT last_position FROM relay_state WHERE id = 1 FOR UPDATE');
      const target = await this.lastPosition(relay);
      await this.requireUpToDate(relay);
      if ((await this.removedPosition(relay)) !== run.removed)
        throw new Error('Old events were removed during the counting. Run the rebuild again.');
      await this.catchUp(run, target);
      await this.copyAgain(run);
      // Who was merged while we counted has been counted by the id of before, or copied by it.
      await this.db.transaction((tx) => this.tables.follow(tx, undefined, (table) => draftOf(table, run)));
      if (run.since !== null) await this.sumUp(run);
      const renames = ROLLUPS.flatMap(({ table }) => [
        `${table} TO ${oldOf(table, run)}`,
        `${draftOf(table, run)} TO ${table}`,
      ]);
      await this.dataSource.query(`RENAME TABLE ${renames.join(', ')}`);
      // Had the lock been lost on the way, the relay might have counted into the tables that are gone now.
      if ((await this.lastPosition(relay)) !== target)
        throw new Error('The relay went on during the exchange. Run the rebuild again.');
    });
  }

  private async copyAgain(run: Run): Promise<void> {
    for (const { table, span } of ROLLUPS) {
      if (span === 'ever') continue;
      for (const day of run.staleDays) {
        const [from, to] = [this.from(span, day), this.from(span, shiftDay(day, 1))];
        const condition = `${span} >= :from AND ${span} < :to`;
        await this.db.transaction((tx) =>
          tx.execute(`DELETE FROM ${draftOf(table, run)} WHERE ${condition}`, { from, to }),
        );
        await this.copy(run, table, condition, from, to);
      }
    }
  }

  /** What contacts have done in all cannot be counted from a log that was cut, but it is the sum of their days. */
  private async sumUp(run: Run): Promise<void> {
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

  /** The log counts events as well that the tables have yet to take, and those would be counted twice. */
  private async requireUpToDate(reader: Reader): Promise<void> {
    const late = await reader.query(
      `SELECT 1 FROM late_subscribers l JOIN relay_state s ON l.position < s.last_position WHERE l.subscriber = :name`,
      { name: ROLLUPS_SUBSCRIBER },
    );
    if (late.length > 0) throw new Error('The rollups are behind the event log. Run the rebuild again in a minute.');
  }

  private async lastPosition(reader: Reader): Promise<number> {
    const [state] = await reader.query<{ last_position: number }>('SELECT last_position FROM relay_state WHERE id = 1');
    return state?.last_position ?? 0;
  }

  private async removedPosition(reader: Reader): Promise<number> {
    const [log] = await reader.query<{ removed_position: number }>(
      'SELECT removed_position FROM relay_state WHERE id = 1',
    );
    return log?.removed_position ?? 0;
  }

  private async removeLeftovers(): Promise<void> {
    const tables = await this.db.query<{ name: string }>(
      'SELECT table_name AS name FROM information_schema.tables WHERE table_schema = DATABASE()',
    );
    for (const { name } of tables)
      if (LEFTOVER.test(name) && ROLLUPS.some(({ table }) => name.startsWith(`${table}_`)))
        await this.dataSource.query(`DROP TABLE ${name}`);
  }
}

const oldOf = (table: string, { id }: Pick<Run, 'id'>): string => `${table}_old_${id}`;
const draftOf = (table: string, { id }: Pick<Run, 'id'>): string => `${table}_draft_${id}`;

function toCountedEvent(row: EventRow): CountedEvent {
  return { type: row.type, data: JSON.parse(row.data) as unknown, occurredAt: row.occurred_at } as CountedEvent;
}
