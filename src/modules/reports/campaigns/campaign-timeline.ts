import { type FigureScope, figuresByDay } from '../figures/figure-catalog.js';
import { daysIn, daysOf, MAX_DAYS, type Period } from '../periods/report-period.js';
import type { SumsOfDay } from './campaign-reports.queries.js';
import { campaignDayShape, type CampaignReportResponse } from './dto/campaign-reports.shapes.js';

/**
 * Returns every day of the period, or from the first to the last day with figures. If these are too many, returns only
 * days with figures.
 */
export function campaignTimeline(
  days: readonly SumsOfDay[],
  period: Period | null,
  scope: FigureScope,
): CampaignReportResponse['timeline'] {
  const dates = daysToShow(
    days.map(({ day }) => day),
    period,
  );
  return figuresByDay(campaignDayShape, dates, days, scope);
}

function daysToShow(withFigures: readonly string[], period: Period | null): string[] {
  if (period !== null) return daysOf(period);
  const days = withFigures.toSorted();
  const [from, to] = [days[0], days.at(-1)];
  if (from === undefined || to === undefined) return [];
  return daysIn({ from, to }) > MAX_DAYS ? days : daysOf({ from, to });
}
