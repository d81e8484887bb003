import { Injectable } from '@nestjs/common';
import { Database } from '../../../platform/database/database.js';
import { namedSql } from '../../../platform/sql/named-sql.js';
import { areMembers, isEverybody, type Members } from '../members/members.js';
import { EVER } from '../periods/asked-period.js';
import type { Period } from '../periods/report-period.js';
import { NO_REVENUE, type RevenueSums } from './revenue-figures.js';

export interface RevenueTotals extends RevenueSums {
  /** What of it is put down to campaigns, deleted ones included. 0 of members. */
  readonly campaignOrders: number;
  readonly campaignRevenue: number;
}

export interface RevenueOfDay extends RevenueSums {
  readonly day: string;
  /** 0 of members. */
  readonly campaignRevenue: number;
  readonly funnelRevenue: number;
}

/** What a campaign or a contact brought. */
export interface RevenueOf extends RevenueSums {
  readonly id: number;
}

/** Whose orders, of which days; all of them when the period is null. */
export interface RevenueScope {
  readonly currency: string;
  readonly period: Period | null;
  readonly members: Members;
}

/** Rows of a ranking. */
export interface Slice {
  readonly offset: number;
  readonly limit: number;
}

const DAYS = namedSql(__dirname, 'days');
const DAYS_OF_MEMBERS = namedSql(__dirname, 'days-of-members');
const TOTALS = namedSql(__dirname, 'totals');
const TOTALS_OF_MEMBERS = namedSql(__dirname, 'totals-of-members');
const CURRENCIES = namedSql(__dirname, 'currencies');
const CURRENCIES_OF_MEMBERS = namedSql(__dirname, 'currencies-of-members');
const CAMPAIGNS = namedSql(__dirname, 'campaigns');
const CONTACTS_EVER = namedSql(__dirname, 'contacts-ever');
const CONTACTS_EVER_OF_MEMBERS = namedSql(__dirname, 'contacts-ever-of-members');
const CONTACT_COUNT_EVER = namedSql(__dirname, 'contact-count-ever');
const CONTACTS = namedSql(__dirname, 'contacts');
const OF_CONTACTS = namedSql(__dirname, 'of-contacts');
const OF_CONTACTS_EVER = namedSql(__dirname, 'of-contacts-ever');
const SOMETHING = 'SUM(c.orders) <> 0 OR SUM(c.revenue) <> 0 OR SUM(c.refunded) <> 0';
/** Backwards through the index, so of equals the younger comes first. */
const HIGHEST_FIRST = 'ORDER BY revenue DESC, id DESC LIMIT :limit OFFSET :offset';

/** What orders brought, from the rollups. Amounts are in the smallest unit. */
@Injectable()
export class RevenueQueries {
  constructor(private readonly db: Database) {}

  async totals({ currency, period, members }: RevenueScope): Promise<RevenueTotals> {
    const sql = isEverybody(members) ? TOTALS : `${TOTALS_OF_MEMBERS} AND ${areMembers(members, 'c.contact_id')}`;
    const [row] = await this.db.query<RevenueTotals>(sql, { currency, ...(period ?? EVER), ...members });
    return row ?? { ...NO_REVENUE, campaignOrders: 0, campaignRevenue: 0 };
  }

  /** Days without an order or a refund are left out. */
  async days({ currency, period, members }: RevenueScope): Promise<RevenueOfDay[]> {
    const sql = isEverybody(members)
      ? DAYS
      : `${DAYS_OF_MEMBERS} AND ${areMembers(members, 'c.contact_id')} GROUP BY c.day ORDER BY c.day`;
    return this.db.query<RevenueOfDay>(sql, { currency, ...(period ?? EVER), ...members });
  }

  async currencies(period: Period, members: Members): Promise<(RevenueSums & { readonly currency: string })[]> {
    const sql = isEverybody(members)
      ? CURRENCIES
      : `${CURRENCIES_OF_MEMBERS} AND ${areMembers(members, 'c.contact_id')}
         GROUP BY c.currency ORDER BY orders DESC, c.currency`;
    return this.db.query(sql, { ...period, ...members });
  }

  /** Those that are not deleted, the highest revenue first, of equals the newer one. */
  async campaigns({ currency, period }: Omit<RevenueScope, 'members'>, slice: Slice): Promise<RevenueOf[]> {
    return this.db.query<RevenueOf>(`${CAMPAIGNS} ${HIGHEST_FIRST}`, { currency, ...(period ?? EVER), ...slice });
  }

  async campaignCount({ currency, period }: Omit<RevenueScope, 'members'>): Promise<number> {
    return this.count(CAMPAIGNS, { currency, ...(period ?? EVER) });
  }

  /** Those that are not deleted, the highest revenue first, of equals the newer one. */
  async contacts(scope: RevenueScope, slice: Slice): Promise<RevenueOf[]> {
    return this.db.query<RevenueOf>(`${contactsOf(scope)} ${HIGHEST_FIRST}`, { ...paramsOf(scope), ...slice });
  }

  async contactCount(scope: RevenueScope): Promise<number> {
    if (scope.period === null && isEverybody(scope.members)) {
      const [row] = await this.db.query<{ total: number }>(CONTACT_COUNT_EVER, { currency: scope.currency });
      return row?.total ?? 0;
    }
    return this.count(contactsOf(scope), paramsOf(scope));
  }

  /** What single contacts brought; who brought nothing is left out. */
  async ofContacts(ids: readonly number[], currency: string, period: Period | null): Promise<RevenueOf[]> {
    if (ids.length === 0) return [];
    return this.db.query<RevenueOf>(period === null ? OF_CONTACTS_EVER : OF_CONTACTS, {
      ids,
      currency,
      ...(period ?? EVER),
    });
  }

  private async count(sql: string, params: Parameters<Database['query']>[1]): Promise<number> {
    const [row] = await this.db.query<{ total: number }>(`SELECT COUNT(*) AS total FROM (${sql}) found`, params);
    return row?.total ?? 0;
  }
}

const paramsOf = ({ currency, period, members }: RevenueScope) => ({ currency, ...(period ?? EVER), ...members });

function contactsOf({ period, members }: RevenueScope): string {
  const who = areMembers(members, 'c.contact_id');
  if (period !== null) return `${CONTACTS} AND ${who} GROUP BY c.contact_id HAVING ${SOMETHING}`;
  return isEverybody(members) ? CONTACTS_EVER : `${CONTACTS_EVER_OF_MEMBERS} AND ${who}`;
}
