import { Inject, Injectable } from '@nestjs/common';
import { parseTimestamp } from '../../../platform/clock/timestamps.js';
import { APP_CONFIG, type AppConfig } from '../../../platform/config/config.js';
import { Database } from '../../../platform/database/database.js';
import { invalidParam } from '../../../platform/errors/app-error.js';
import { type CursorPosition, offsetOf, type Page, type PageRequest } from '../../../platform/http/page.js';
import { namedSql } from '../../../platform/sql/named-sql.js';
import { type Earnings, inOneCurrency, type MinorEarnings } from './earnings.js';

/** An order with its contact, who may be gone. Money is in the smallest unit of the currency. */
export interface CampaignOrderRow {
  readonly id: number;
  readonly external_id: string;
  readonly provider: string;
  readonly contact_id: number | null;
  readonly status: string;
  readonly currency: string;
  readonly total: number;
  readonly refunded: number;
  /** JSON. */
  readonly items: string;
  readonly email_id: number | null;
  readonly ordered_at: Date;
  readonly source_updated_at: Date | null;
  readonly created_at: Date;
  readonly updated_at: Date;
  readonly contact_email: string | null;
  readonly first_name: string | null;
  readonly last_name: string | null;
  readonly contact_status: string | null;
}

const ORDERS = namedSql(__dirname, 'campaign-orders');

/** What campaigns have brought in: their orders, and the sums of them from the daily rollup, a second behind at most. */
@Injectable()
export class CampaignRevenueQueries {
  constructor(
    private readonly db: Database,
    @Inject(APP_CONFIG) private readonly config: AppConfig,
  ) {}

  /**
   * Of each campaign, in one currency.
   * @param asked left out, that of `REPORT_CURRENCY`, else the one that most orders of that campaign are in.
   */
  async earnings(ids: readonly number[], asked?: string): Promise<ReadonlyMap<number, Earnings>> {
    const rows = await this.sums(ids);
    const currency = asked ?? this.config.commerce.reportCurrency;
    return new Map(
      ids.map((id) => [
        id,
        inOneCurrency(
          rows.filter((row) => row.id === id),
          currency,
        ),
      ]),
    );
  }

  /** The newest first. @param currency left out, orders in any. */
  async orders(
    campaignId: number,
    currency: string | undefined,
    request: PageRequest,
  ): Promise<Page<CampaignOrderRow>> {
    const sums = await this.sums([campaignId]);
    const total = sums
      .filter((sum) => currency === undefined || sum.currency === currency)
      .reduce((count, { orders }) => count + orders, 0);
    const after = request.cursor ? placeOf(request.cursor) : null;
    const walking = request.cursor !== undefined;
    const rows = await this.db.query<CampaignOrderRow>(
      `${ORDERS} ${currency === undefined ? '' : 'AND o.currency = :currency'}
       ${after ? 'AND o.ordered_at <= :at AND (o.ordered_at < :at OR o.id < :id)' : ''}
       ORDER BY o.ordered_at DESC, o.id DESC LIMIT :limit OFFSET :offset`,
      {
        campaignId,
        ...(currency === undefined ? {} : { currency }),
        ...after,
        limit: walking ? request.perPage + 1 : request.perPage,
        offset: walking ? 0 : offsetOf(request),
      },
    );
    const items = rows.slice(0, request.perPage);
    const last = rows.length > request.perPage ? items.at(-1) : undefined;
    return { items, total, request, next: last ? { value: last.ordered_at.toISOString(), id: last.id } : null };
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

function placeOf({ value, id }: CursorPosition): { readonly at: Date; readonly id: number } {
  const at = typeof value === 'string' ? parseTimestamp(value) : null;
  if (at === null) throw invalidParam('cursor', 'is not a cursor of this list');
  return { at, id };
}
