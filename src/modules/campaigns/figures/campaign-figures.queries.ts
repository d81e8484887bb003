import { Inject, Injectable } from '@nestjs/common';
import { parseTimestamp, withSqlTimestamps } from '../../../platform/clock/timestamps.js';
import { APP_CONFIG, type AppConfig } from '../../../platform/config/config.js';
import { Database } from '../../../platform/database/database.js';
import { invalidParam } from '../../../platform/errors/app-error.js';
import { type CursorPosition, type Page, type PageRequest, pageOfRows, windowOf } from '../../../platform/http/page.js';
import { toDecimal } from '../../../platform/money/money.js';
import { namedSql } from '../../../platform/sql/named-sql.js';
import type { CampaignCountsResponse } from '../dto/campaign.shapes.js';
import type { CampaignOrderResponse, StoredCampaignOrder } from '../insights/dto/campaign-revenues.shapes.js';
import { type ContactColumns, embedded } from '../../contacts/dto/embedded-contact.shapes.js';
import { type Earnings, inOneCurrency, type MinorEarnings, NO_EARNINGS } from './earnings.js';

/** An order with its contact, if that still exists. Money is in the smallest unit of the currency. */
type OrderRow = Omit<StoredCampaignOrder, 'items' | 'subscriber'> &
  ContactColumns & { /** JSON. */ readonly items: string };

const ORDERS = namedSql(__dirname, 'campaign-orders');

/** Reads statistics and orders of campaigns. Sums come from the daily rollup, which lags by about a second. */
@Injectable()
export class CampaignFigures {
  constructor(
    private readonly db: Database,
    @Inject(APP_CONFIG) private readonly config: AppConfig,
  ) {}

  /** Humans only. */
  async stats(ids: readonly number[]): Promise<Map<number, CampaignCountsResponse>> {
    if (ids.length === 0) return new Map();
    const rows = await this.db.query<Omit<CampaignCountsResponse, 'revenue' | 'currency'> & { readonly id: number }>(
      `SELECT c.id, c.recipients_count AS total,
              COALESCE(SUM(s.sent), 0) AS sent,
              GREATEST(0, COALESCE(SUM(s.sent) - SUM(s.bounced) - SUM(s.untracked_sent) + SUM(s.untracked_bounced), 0)) AS tracked,
              COALESCE(SUM(s.opened), 0) AS views, COALESCE(SUM(s.clicked), 0) AS clicks,
              COALESCE(SUM(s.unsubscribed), 0) AS unsubscribers, COALESCE(SUM(s.bounced), 0) AS bounced,
              COALESCE(SUM(s.complained), 0) AS complained, COALESCE(SUM(s.failed), 0) AS failed
         FROM campaigns c LEFT JOIN campaign_daily_stats s ON s.campaign_id = c.id
        WHERE c.id IN (:ids) GROUP BY c.id, c.recipients_count`,
      { ids },
    );
    const earnings = await this.earnings(ids);
    return new Map(rows.map(({ id, ...stats }) => [id, { ...stats, ...(earnings.get(id) ?? NO_EARNINGS) }]));
  }

  /** @param asked the currency; default `REPORT_CURRENCY`, else the one of most orders of the campaign. */
  async earnings(ids: readonly number[], asked?: string): Promise<ReadonlyMap<number, Earnings>> {
    const rows = await this.sums(ids);
    const currency = asked ?? this.config.commerce.reportCurrency;
    const byCampaign = Map.groupBy(rows, ({ id }) => id);
    return new Map(ids.map((id) => [id, inOneCurrency(byCampaign.get(id) ?? [], currency)]));
  }

  /** Lists orders, newest first. @param currency by default orders in any currency. */
  async orders(
    campaignId: number,
    currency: string | undefined,
    request: PageRequest,
  ): Promise<Page<CampaignOrderResponse>> {
    const sums = await this.sums([campaignId]);
    const total = sums
      .filter((sum) => currency === undefined || sum.currency === currency)
      .reduce((count, { orders }) => count + orders, 0);
    const after = request.cursor ? placeOf(request.cursor) : null;
    const rows = await this.db.query<OrderRow>(
      `${ORDERS} ${currency === undefined ? '' : 'AND o.currency = :currency'}
       ${after ? 'AND o.ordered_at <= :at AND (o.ordered_at < :at OR o.id < :id)' : ''}
       ORDER BY o.ordered_at DESC, o.id DESC LIMIT :limit OFFSET :offset`,
      { campaignId, currency: currency ?? null, ...after, ...windowOf(request) },
    );
    const page = pageOfRows(rows, total, request, ({ ordered_at, id }) => ({ value: ordered_at.toISOString(), id }));
    return { ...page, items: page.items.map(toOrder) };
  }

  private async sums(ids: readonly number[]): Promise<(MinorEarnings & { readonly id: number })[]> {
    if (ids.length === 0) return [];
    return this.db.query(
      `SELECT campaign_id AS id, currency, SUM(orders) AS orders, SUM(revenue) AS revenue
         FROM campaign_revenue_stats WHERE campaign_id IN (:ids) GROUP BY campaign_id, currency`,
      { ids },
    );
  }
}

/** The columns have the order of the members. */
function toOrder({ contact_email, first_name, last_name, contact_status, ...order }: OrderRow): CampaignOrderResponse {
  return {
    ...withSqlTimestamps(order),
    total: toDecimal(order.total, order.currency),
    refunded: toDecimal(order.refunded, order.currency),
    items: JSON.parse(order.items) as CampaignOrderResponse['items'],
    subscriber: embedded(order.contact_id, { contact_email, first_name, last_name, contact_status }),
  };
}

function placeOf({ value, id }: CursorPosition): { readonly at: Date; readonly id: number } {
  const at = typeof value === 'string' ? parseTimestamp(value) : null;
  if (at === null) throw invalidParam('cursor', 'is not a cursor of this list');
  return { at, id };
}
