import { asMoney, trackingOf } from '../figures/figures.js';
import { daysIn, daysOf, MAX_DAYS, type Period } from '../periods/report-period.js';
import type { CampaignEmailFigures, CampaignRevenueFigures } from './campaign-stats.js';
import type { CampaignReportResponse } from './dto/campaign-reports.shapes.js';

export interface FiguresByDay {
  readonly emails: readonly (CampaignEmailFigures & { readonly day: string })[];
  readonly revenue: readonly (CampaignRevenueFigures & { readonly day: string })[];
}

export const NO_EMAILS: CampaignEmailFigures = {
  sent: 0,
  bounced: 0,
  opened: 0,
  clicked: 0,
  unsubscribed: 0,
  machineOpens: 0,
  machineClicks: 0,
};

/**
 * Returns every day of the period, or from the first to the last day with figures. If these are too many, returns only
 * days with figures.
 */
export function campaignTimeline(
  figures: FiguresByDay,
  period: Period | null,
  { includeMachine, currency }: { readonly includeMachine: boolean; readonly currency: string | null },
): CampaignReportResponse['timeline'] {
  const emailsOf = new Map(figures.emails.map((row) => [row.day, row]));
  const revenueOf = new Map(figures.revenue.map((revenue) => [revenue.day, revenue]));
  return daysToShow([...emailsOf.keys(), ...revenueOf.keys()], period).map((date) => {
    const emails = emailsOf.get(date) ?? NO_EMAILS;
    const { revenue, orders } = revenueOf.get(date) ?? { revenue: 0, orders: 0 };
    return {
      date,
      sent: emails.sent,
      ...trackingOf(emails, includeMachine),
      unsubscribed: emails.unsubscribed,
      bounced: emails.bounced,
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
  return daysIn({ from, to }) > MAX_DAYS ? days : daysOf({ from, to });
}
