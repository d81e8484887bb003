import { Inject, Injectable } from '@nestjs/common';
import { APP_CONFIG, type AppConfig } from '../../../platform/config/config.js';
import { Database } from '../../../platform/database/database.js';
import { type Earnings, inOneCurrency, type MinorEarnings, mostUsed, NO_EARNINGS } from '../figures/earnings.js';

export interface VariantOrders extends Earnings {
  /** Emails with at least one attributed order. */
  readonly converted: number;
  /** In all currencies. */
  readonly orders: number;
}

export const NO_ORDERS: VariantOrders = { converted: 0, orders: 0, ...NO_EARNINGS };

interface SumRow extends MinorEarnings {
  readonly key: string;
  readonly converted: number;
}

/** Orders by variant are summed on request: they are few, and reattribution and refunds are visible at once. */
const ORDERS = `orders o JOIN email_messages m ON m.id = o.email_id AND m.variant IS NOT NULL
  WHERE o.campaign_id = :campaignId AND o.status IN ('completed', 'refunded')`;

@Injectable()
export class VariantOrdersQueries {
  constructor(
    private readonly db: Database,
    @Inject(APP_CONFIG) private readonly config: AppConfig,
  ) {}

  /** Returns the orders by variant, in one currency; variants without orders are missing. */
  async of(campaignId: number): Promise<ReadonlyMap<string, VariantOrders>> {
    const sums = await this.db.query<SumRow>(
      `SELECT m.variant AS \`key\`, o.currency, COUNT(*) AS orders, SUM(o.total - o.refunded) AS revenue,
              COUNT(DISTINCT m.id) AS converted
         FROM ${ORDERS} GROUP BY m.variant, o.currency`,
      { campaignId },
    );
    const keys = [...new Set(sums.map(({ key }) => key))];
    // The same email can have orders in two currencies.
    const converted =
      sums.length > keys.length
        ? await this.converted(campaignId)
        : new Map(sums.map((sum) => [sum.key, sum.converted]));
    const currency = this.config.commerce.reportCurrency ?? mostUsed(sums);
    return new Map(
      keys.map((key) => {
        const own = sums.filter((sum) => sum.key === key);
        const orders = own.reduce((sum, one) => sum + one.orders, 0);
        return [key, { converted: converted.get(key) ?? 0, orders, ...inOneCurrency(own, currency) }];
      }),
    );
  }

  /** Returns by variant the number of emails with an attributed order. */
  async converted(campaignId: number): Promise<ReadonlyMap<string, number>> {
    const rows = await this.db.query<{ key: string; converted: number }>(
      `SELECT m.variant AS \`key\`, COUNT(DISTINCT m.id) AS converted FROM ${ORDERS} GROUP BY m.variant`,
      { campaignId },
    );
    return new Map(rows.map(({ key, converted }) => [key, converted]));
  }
}
