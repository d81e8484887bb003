import { Injectable } from '@nestjs/common';
import { Database } from '../../../platform/database/database.js';
import { namedSql } from '../../../platform/sql/named-sql.js';
import {
  type AudienceFilter,
  audienceCondition,
  audienceSql,
  isUnfiltered,
} from '../audience-filter/audience-filter.js';
import { ALL_TIME, type Period } from '../periods/report-period.js';

/** Amounts are in the smallest unit of one currency; revenue is net of refunds. */
export interface RevenueSums {
  readonly orders: number;
  readonly revenue: number;
  readonly refunded: number;
}

export const NO_REVENUE: RevenueSums = { orders: 0, revenue: 0, refunded: 0 };

export interface RevenueTotals extends RevenueSums {
  /** Attributed to campaigns, including deleted ones. 0 for an audience. */
  readonly campaignOrders: number;
  readonly campaignRevenue: number;
}

export interface RevenueOfDay extends RevenueSums {
  readonly day: string;
  /** 0 for an audience. */
  readonly campaignRevenue: number;
  readonly funnelRevenue: number;
}

/** Revenue of a campaign or a contact. */
export interface RevenueOf extends RevenueSums {
  readonly id: number;
}

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

const DAYS = namedSql(__dirname, 'days');
const DAYS_OF_AUDIENCE = namedSql(__dirname, 'days-of-audience');
const TOTALS = namedSql(__dirname, 'totals');
const TOTALS_OF_AUDIENCE = namedSql(__dirname, 'totals-of-audience');
const CURRENCIES = namedSql(__dirname, 'currencies');
const CURRENCIES_OF_AUDIENCE = namedSql(__dirname, 'currencies-of-audience');
const CAMPAIGNS = namedSql(__dirname, 'campaigns');
const CONTACTS_EVER = namedSql(__dirname, 'contacts-ever');
const CONTACTS_EVER_OF_AUDIENCE = namedSql(__dirname, 'contacts-ever-of-audience');
const CONTACT_COUNT_EVER = namedSql(__dirname, 'contact-count-ever');
const CONTACTS = namedSql(__dirname, 'contacts');
const OF_CONTACTS = namedSql(__dirname, 'of-contacts');
const OF_CONTACTS_EVER = namedSql(__dirname, 'of-contacts-ever');
const SOMETHING = 'SUM(c.orders) <> 0 OR SUM(c.revenue) <> 0 OR SUM(c.refunded) <> 0';
/** Reads the index backwards, so of equals the newer one comes first. */
const HIGHEST_FIRST = 'ORDER BY revenue DESC, id DESC LIMIT :limit OFFSET :offset';

/** Reads revenue from the rollups. Amounts are in the smallest unit. */
@Injectable()
export class RevenueQueries {
  constructor(private readonly db: Database) {}

  async totals(scope: RevenueScope): Promise<RevenueTotals> {
    const [row] = await this.db.query<RevenueTotals>(
      audienceSql(scope.audience, TOTALS, TOTALS_OF_AUDIENCE),
      paramsOf(scope),
    );
    return row ?? { ...NO_REVENUE, campaignOrders: 0, campaignRevenue: 0 };
  }

  /** Omits days without an order or a refund. */
  async days(scope: RevenueScope): Promise<RevenueOfDay[]> {
    const sql = audienceSql(scope.audience, DAYS, DAYS_OF_AUDIENCE, 'GROUP BY c.day ORDER BY c.day');
    return this.db.query<RevenueOfDay>(sql, paramsOf(scope));
  }

  async currencies(period: Period, audience: AudienceFilter): Promise<(RevenueSums & { readonly currency: string })[]> {
    const rest = 'GROUP BY c.currency ORDER BY orders DESC, c.currency';
    const sql = audienceSql(audience, CURRENCIES, CURRENCIES_OF_AUDIENCE, rest);
    return this.db.query(sql, { ...period, ...audience });
  }

  /** Excludes deleted ones. Highest revenue first; of equals, the newer one first. */
  async campaigns({ currency, period }: Omit<RevenueScope, 'audience'>, slice: Slice): Promise<RevenueOf[]> {
    return this.db.query<RevenueOf>(`${CAMPAIGNS} ${HIGHEST_FIRST}`, { currency, ...(period ?? ALL_TIME), ...slice });
  }

  async campaignCount({ currency, period }: Omit<RevenueScope, 'audience'>): Promise<number> {
    return this.count(CAMPAIGNS, { currency, ...(period ?? ALL_TIME) });
  }

  /** Excludes deleted ones. Highest revenue first; of equals, the newer one first. */
  async contacts(scope: RevenueScope, slice: Slice): Promise<RevenueOf[]> {
    return this.db.query<RevenueOf>(`${contactsOf(scope)} ${HIGHEST_FIRST}`, { ...paramsOf(scope), ...slice });
  }

  async contactCount(scope: RevenueScope): Promise<number> {
    if (scope.period === null && isUnfiltered(scope.audience)) {
      const [row] = await this.db.query<{ total: number }>(CONTACT_COUNT_EVER, { currency: scope.currency });
      return row?.total ?? 0;
    }
    return this.count(contactsOf(scope), paramsOf(scope));
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

  private async count(sql: string, params: Parameters<Database['query']>[1]): Promise<number> {
    const [row] = await this.db.query<{ total: number }>(`SELECT COUNT(*) AS total FROM (${sql}) found`, params);
    return row?.total ?? 0;
  }
}

const paramsOf = ({ currency, period, audience }: RevenueScope) => ({ currency, ...(period ?? ALL_TIME), ...audience });

function contactsOf({ period, audience }: RevenueScope): string {
  if (period === null) return audienceSql(audience, CONTACTS_EVER, CONTACTS_EVER_OF_AUDIENCE);
  return `${CONTACTS} AND ${audienceCondition(audience)} GROUP BY c.contact_id HAVING ${SOMETHING}`;
}
