import { percent } from '../../../platform/rates/rates.js';
import { asMoney, deliveredOf, type EmailFigures, trackingOf } from '../figures/figures.js';
import type { CampaignRevenueResponse, CampaignStatsResponse } from './dto/email-stats.shapes.js';

export interface CampaignEmailFigures extends EmailFigures {
  readonly bounced: number;
}

/** In the smallest unit of the currency. */
export interface CampaignRevenueFigures {
  readonly revenue: number;
  readonly orders: number;
}

export function campaignStats(figures: CampaignEmailFigures, includeMachine: boolean): CampaignStatsResponse {
  const { sent, unsubscribed, bounced } = figures;
  const delivered = deliveredOf(figures);
  const { opened, clicked } = trackingOf(figures, includeMachine);
  return {
    ...{ sent, delivered, opened, clicked, unsubscribed, bounced },
    delivery_rate: percent(delivered, sent),
    open_rate: percent(opened, delivered),
    click_rate: percent(clicked, delivered),
    unsubscribe_rate: percent(unsubscribed, delivered),
  };
}

export const campaignRevenue = (
  { revenue, orders }: CampaignRevenueFigures,
  delivered: number,
  currency: string | null,
): CampaignRevenueResponse => ({
  total: asMoney(revenue, currency),
  orders,
  conversion_rate: percent(orders, delivered),
  currency,
});
