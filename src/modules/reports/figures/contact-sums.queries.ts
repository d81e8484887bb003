import { Injectable } from '@nestjs/common';
import { Database } from '../../../platform/database/database.js';
import { numberOf } from '../../../platform/database/records.js';
import { type AudienceFilter, audienceCondition, isUnfiltered } from '../audience-filter/audience-filter.js';
import { momentsOf, type Period } from '../periods/report-period.js';
import { countersOf, type FigureShape, type Sums } from './figure-catalog.js';
import { withCounters } from './sums.js';

export type SumsOfDay = Sums & { readonly day: string };
/** With the start of the hour. */
export type SumsOfHour = Sums & { readonly hour: Date };

/** Sums of all contacts, or of an audience from the days of single contacts, which lack some figures. */
@Injectable()
export class ContactSums {
  constructor(private readonly db: Database) {}

  /** Returns the current number of contacts, of any status by default. */
  async size(audience: AudienceFilter, status: 'any' | 'subscribed' = 'any'): Promise<number> {
    const wanted = status === 'any' ? 'TRUE' : `c.status = 'subscribed'`;
    const sql = isUnfiltered(audience)
      ? `SELECT COALESCE(SUM(c.total), 0) AS total FROM contact_counters c WHERE ${wanted}`
      : `SELECT COUNT(*) AS total FROM contacts c WHERE ${wanted} AND ${audienceCondition(audience, 'c.id')}`;
    return numberOf(this.db, sql, { ...audience });
  }

  /** Returns the net growth since the end of a period. */
  async netSince(period: Period, audience: AudienceFilter, timeZone: string): Promise<number> {
    const [table, since] = isUnfiltered(audience)
      ? ['daily_stats', 'c.day > :to']
      : ['contact_growth_stats', 'c.hour >= :end'];
    const sql = `SELECT COALESCE(SUM(c.new_subscribed), 0) - COALESCE(SUM(c.left_subscribed), 0) AS net
                   FROM ${table} c WHERE ${since} AND ${audienceCondition(audience)}`;
    return numberOf(this.db, sql, { to: period.to, end: momentsOf(period, timeZone).end, ...audience });
  }

  async total(period: Period, audience: AudienceFilter, ...shapes: readonly FigureShape[]): Promise<Sums> {
    const [row] = await this.db.query<Sums>(daysSql('', audience, shapes), { ...period, ...audience });
    return row ?? {};
  }

  /** Returns the sums of single emails, which other sums leave out. */
  async ofSingles(period: Period, audience: AudienceFilter, shape: FigureShape): Promise<Sums> {
    const sql = daysSql('', audience, [shape], 'single_daily_stats');
    return (await this.db.query<Sums>(sql, { ...period, ...audience }))[0] ?? {};
  }

  /** Returns only days with counts, in no order. */
  async days(period: Period, audience: AudienceFilter, ...shapes: readonly FigureShape[]): Promise<SumsOfDay[]> {
    const sql = `${daysSql('c.day, ', audience, shapes)} GROUP BY c.day`;
    return this.db.query<SumsOfDay>(sql, { ...period, ...audience });
  }

  /** Returns only hours with counts, in no order. Emails of an audience are not counted by hour. */
  async hours(
    period: Period,
    audience: AudienceFilter,
    timeZone: string,
    ...shapes: readonly FigureShape[]
  ): Promise<SumsOfHour[]> {
    const table = isUnfiltered(audience) ? 'hourly_stats' : 'contact_growth_stats';
    const sql = `SELECT c.hour, {sums c} FROM ${table} c
                  WHERE c.hour >= :start AND c.hour < :end AND ${audienceCondition(audience)} GROUP BY c.hour`;
    return this.db.query<SumsOfHour>(withCounters(sql, countersOf(table, ...shapes)), {
      ...momentsOf(period, timeZone),
      ...audience,
    });
  }
}

function daysSql(
  columns: string,
  audience: AudienceFilter,
  shapes: readonly FigureShape[],
  all = 'daily_stats',
): string {
  const table = isUnfiltered(audience) ? all : `contact_${all}`;
  return withCounters(
    `SELECT ${columns}{sums c} FROM ${table} c WHERE c.day BETWEEN :from AND :to AND ${audienceCondition(audience)}`,
    countersOf(table, ...shapes),
  );
}
