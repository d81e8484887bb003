import { daysOf, MOST_DAYS } from '../periods/days-of.js';
import { daysIn, type Period } from '../periods/report-period.js';
import { asMoney } from '../revenue/revenue-figures.js';
import type { MailsOfDay, RevenueOfDay } from './campaign-reports.queries.js';

/** What happened to a campaign on a local day. */
export interface CampaignDay {
  readonly date: string;
  readonly sent: number;
  readonly opened: number;
  readonly clicked: number;
  readonly unsubscribed: number;
  readonly bounced: number;
  readonly orders: number;
  readonly revenue: number;
}

export interface FiguresByDay {
  readonly mails: readonly MailsOfDay[];
  readonly revenue: readonly RevenueOfDay[];
}

/**
 * Every day of a period in order, whether anything happened or not; without a period, those from the first day with a
 * figure to the last. Where these are more than a report shows, only days with figures.
 */
export function campaignTimeline(
  figures: FiguresByDay,
  period: Period | null,
  { includeMachine, currency }: { readonly includeMachine: boolean; readonly currency: string | null },
): CampaignDay[] {
  const mails = new Map(figures.mails.map((mail) => [mail.day, mail]));
  const earned = new Map(figures.revenue.map((revenue) => [revenue.day, revenue]));
  return daysToShow([...mails.keys(), ...earned.keys()], period).map((date) => {
    const mail = mails.get(date);
    const { revenue, orders } = earned.get(date) ?? { revenue: 0, orders: 0 };
    return {
      date,
      sent: mail?.sent ?? 0,
      opened: (mail?.opened ?? 0) + (includeMachine ? (mail?.machineOpens ?? 0) : 0),
      clicked: (mail?.clicked ?? 0) + (includeMachine ? (mail?.machineClicks ?? 0) : 0),
      unsubscribed: mail?.unsubscribed ?? 0,
      bounced: mail?.bounced ?? 0,
      orders,
      revenue: asMoney(revenue, currency),
    };
  });
}

function daysToShow(withFigures: readonly string[], period: Period | null): string[] {
  if (period !== null) return daysOf(period);
  const days = [...new Set(withFigures)].sort();
  const [from, to] = [days[0], days.at(-1)];
  if (from === undefined || to === undefined) return [];
  return daysIn({ from, to }) > MOST_DAYS ? days : daysOf({ from, to });
}
