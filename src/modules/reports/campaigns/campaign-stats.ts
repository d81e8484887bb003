import { percent } from '../../../platform/rates/rates.js';
import { asMoney } from '../revenue/revenue-figures.js';

/** What became of mails. `opened` and `clicked` are mails with a person's hit; those of machines are hits. */
export interface MailFigures {
  readonly sent: number;
  readonly bounced: number;
  readonly opened: number;
  readonly clicked: number;
  readonly unsubscribed: number;
  readonly machineOpens: number;
  readonly machineClicks: number;
}

/** In the smallest unit of the currency. */
export interface RevenueFigures {
  readonly revenue: number;
  readonly orders: number;
}

/** Rates are percent with one decimal. */
export interface CampaignStats {
  readonly sent: number;
  readonly delivered: number;
  readonly opened: number;
  readonly clicked: number;
  readonly unsubscribed: number;
  readonly bounced: number;
  readonly deliveryRate: number;
  readonly openRate: number;
  readonly clickRate: number;
  readonly unsubscribeRate: number;
}

export interface CampaignRevenue {
  /** As a decimal, net of refunds. */
  readonly total: number;
  readonly orders: number;
  readonly conversionRate: number;
  /** Null when nothing was ever ordered. */
  readonly currency: string | null;
}

/** Never below nothing: of a few days, a bounce may belong to a mail that was sent before them. */
export const deliveredOf = ({ sent, bounced }: Pick<MailFigures, 'sent' | 'bounced'>): number =>
  Math.max(0, sent - bounced);

export function campaignStats(figures: MailFigures, includeMachine: boolean): CampaignStats {
  const { sent, unsubscribed, bounced } = figures;
  const delivered = deliveredOf(figures);
  const opened = figures.opened + (includeMachine ? figures.machineOpens : 0);
  const clicked = figures.clicked + (includeMachine ? figures.machineClicks : 0);
  return {
    sent,
    delivered,
    opened,
    clicked,
    unsubscribed,
    bounced,
    deliveryRate: percent(delivered, sent),
    openRate: percent(opened, delivered),
    clickRate: percent(clicked, delivered),
    unsubscribeRate: percent(unsubscribed, delivered),
  };
}

export function campaignRevenue(
  { revenue, orders }: RevenueFigures,
  delivered: number,
  currency: string | null,
): CampaignRevenue {
  return {
    total: asMoney(revenue, currency),
    orders,
    conversionRate: percent(orders, delivered),
    currency,
  };
}
