import { Injectable } from '@nestjs/common';
import { Database } from '../../../platform/database/database.js';
import { numberOf } from '../../../platform/database/records.js';
import { namedSql } from '../../../platform/sql/named-sql.js';
import {
  type AudienceFilter,
  audienceCondition,
  audienceSql,
  isUnfiltered,
} from '../audience-filter/audience-filter.js';
import type { SumsOfDay } from '../figures/contact-sums.queries.js';
import { countersOf, type Sums } from '../figures/figure-catalog.js';
import { withCounters } from '../figures/sums.js';
import { ALL_TIME, type Period } from '../periods/report-period.js';

export type RevenueOf = Sums & { readonly id: number };

/** A null period means all time. */
export interface RevenueScope {
  readonly currency: string;
  readonly period: Period | null;
  readonly audience: AudienceFilter;
}

export interface Slice {
  readonly offset: number;
  readonly limit: number;
}

const COUNTERS = countersOf('contact_revenue_daily_stats');
const query = (name: string): string => withCounters(namedSql(__dirname, name), COUNTERS);
const CAMPAIGNS = query('campaigns');
const CONTACTS_EVER = query('contacts-ever');
const CONTACTS_EVER_OF_AUDIENCE = query('contacts-ever-of-audience');
const CONTACT_COUNT_EVER = query('contact-count-ever');
const CONTACTS = query('contacts');
const OF_CONTACTS = query('of-contacts');
const OF_CONTACTS_EVER = query('of-contacts-ever');
const SOMETHING = 'SUM(c.orders) <> 0 OR SUM(c.revenue) <> 0 OR SUM(c.refunded) <> 0';
const OF_CURRENCY = 'c.currency = :currency';
/** Reads the index backwards, so of equals the newer one comes first. */
const HIGHEST_FIRST = 'ORDER BY revenue DESC, id DESC LIMIT :limit OFFSET :offset';

/** Reads revenue from the rollups. Amounts are in the smallest unit. */
@Injectable()
export class RevenueQueries {
  constructor(private readonly db: Database) {}

  async totals(scope: RevenueScope): Promise<Sums> {
    const [row] = await this.db.query<Sums>(sumsOf(scope.audience, '', OF_CURRENCY), paramsOf(scope));
    return row ?? {};
  }

  /** Omits days without an order or a refund. */
  async days(scope: RevenueScope): Promise<SumsOfDay[]> {
    const sql = `${sumsOf(scope.audience, 'c.day, ', OF_CURRENCY)} GROUP BY c.day`;
    return this.db.query<SumsOfDay>(sql, paramsOf(scope));
  }

  /** The currency with the most orders first. */
  async currencies(period: Period, audience: AudienceFilter): Promise<(Sums & { readonly currency: string })[]> {
    const sql = `${sumsOf(audience, 'c.currency, ', 'TRUE')} GROUP BY c.currency ORDER BY orders DESC, c.currency`;
    return this.db.query(sql, { ...period, ...audience });
  }

  /** Excludes deleted ones. Highest revenue first; of equals, the newer one first. */
  async campaigns({ currency, period }: Omit<RevenueScope, 'audience'>, slice: Slice): Promise<RevenueOf[]> {
    return this.db.query<RevenueOf>(`${CAMPAIGNS} ${HIGHEST_FIRST}`, { currency, ...(period ?? ALL_TIME), ...slice });
  }

  async campaignCount({ currency, period }: Omit<RevenueScope, 'audience'>): Promise<number> {
    return numberOf(this.db, countOf(CAMPAIGNS), { currency, ...(period ?? ALL_TIME) });
  }

  /** Excludes deleted ones. Highest revenue first; of equals, the newer one first. */
  async contacts(scope: RevenueScope, slice: Slice): Promise<RevenueOf[]> {
    return this.db.query<RevenueOf>(`${contactsOf(scope)} ${HIGHEST_FIRST}`, { ...paramsOf(scope), ...slice });
  }

  async contactCount(scope: RevenueScope): Promise<number> {
    if (scope.period === null && isUnfiltered(scope.audience))
      return numberOf(this.db, CONTACT_COUNT_EVER, { currency: scope.currency });
    return numberOf(this.db, countOf(contactsOf(scope)), paramsOf(scope));
  }

  /** Revenue by contact; contacts without revenue are absent. */
  async ofContacts(ids: readonly number[], currency: string, period: Period | null): Promise<RevenueOf[]> {
    if (ids.length === 0) return [];
    return this.db.query<RevenueOf>(period === null ? OF_CONTACTS_EVER : OF_CONTACTS, {
      ids,
      currency,
      ...(period ?? ALL_TIME),
    });
  }
}

const countOf = (sql: string): string => `SELECT COUNT(*) FROM (${sql}) found`;

const paramsOf = ({ currency, period, audience }: RevenueScope) => ({ currency, ...(period ?? ALL_TIME), ...audience });

/** Attribution is not counted by contact, so it is absent for an audience. */
function sumsOf(audience: AudienceFilter, columns: string, condition: string): string {
  const table = isUnfiltered(audience) ? 'revenue_daily_stats' : 'contact_revenue_daily_stats';
  return withCounters(
    `SELECT ${columns}{sums c} FROM ${table} c
      WHERE ${condition} AND c.day BETWEEN :from AND :to AND ${audienceCondition(audience)}`,
    countersOf(table),
  );
}

function contactsOf({ period, audience }: RevenueScope): string {
  if (period === null) return audienceSql(audience, CONTACTS_EVER, CONTACTS_EVER_OF_AUDIENCE);
  return `${CONTACTS} AND ${audienceCondition(audience)} GROUP BY c.contact_id HAVING ${SOMETHING}`;
}
