import type { AudienceFilter } from '../../reports/audience-filter/audience-filter.js';
import type { Period } from '../../reports/periods/report-period.js';
import type { ScheduledReportSettings } from '../schedules/scheduled-report.entity.js';

/** The unit of a figure: rates are percentages, money is a decimal in the currency of the digest. */
export type Unit = 'count' | 'percent' | 'money' | 'score' | 'text';
type NumberUnit = Exclude<Unit, 'text'>;

export interface Headline {
  readonly label: string;
  readonly value: number;
  readonly unit: NumberUnit;
  /** The direction that is an improvement, if any. */
  readonly better?: 'more' | 'less';
  /** A current or all-time figure, which cannot be compared with the previous period. */
  readonly uncompared?: boolean;
}

export interface DigestChart {
  readonly title: string;
  readonly kind: 'line' | 'bar';
  readonly unit: NumberUnit;
  /** Labels of line charts are days as `YYYY-MM-DD`. */
  readonly points: readonly { readonly label: string; readonly value: number }[];
}

type Cell = string | number | null;

export interface DigestTable {
  readonly title: string;
  readonly columns: readonly { readonly title: string; readonly unit: Unit }[];
  readonly rows: readonly (readonly Cell[])[];
  /** Too long for the email, and already shown in a chart. */
  readonly inFileOnly?: boolean;
}

/** The figures of one report and period, ready for an email. */
export interface DigestFigures {
  readonly headlines: readonly Headline[];
  readonly charts: readonly DigestChart[];
  readonly tables: readonly DigestTable[];
  /** Null without amounts. */
  readonly currency: string | null;
  /** Changes committed by this time are counted; ISO 8601. */
  readonly asOf: string;
  /** The subject of the report, such as the title of its campaign. */
  readonly about?: string;
}

export interface DigestRequest {
  readonly period: Period;
  readonly audience: AudienceFilter;
  readonly settings: Pick<ScheduledReportSettings, 'campaignId' | 'funnelId' | 'currency'>;
}

/** Converts the report of one service to figures for an email. */
export interface DigestSource {
  /** Display name of the report. */
  readonly name: string;
  /** @param isPrevious whether this is the previous period, of which only headlines are used. */
  build(request: DigestRequest, isPrevious: boolean): Promise<DigestFigures>;
}

/**
 * Returns the parameters for the report service: exactly these days, without machine activity, and without comparison,
 * which digests do themselves.
 */
export const reportRequestOf = ({ period, audience, settings }: DigestRequest) =>
  ({
    period: { dateRange: 'custom', startDate: period.from, endDate: period.to },
    compareWith: 'none',
    audience,
    includeMachine: false,
    currency: settings.currency ?? undefined,
  }) as const;

/** Builds a line chart by day. */
export const line = <Day extends { readonly date: string }>(
  title: string,
  unit: NumberUnit,
  days: readonly Day[],
  valueOf: (day: Day) => number,
): DigestChart => ({
  ...{ title, kind: 'line', unit },
  points: days.map((day) => ({ label: day.date, value: valueOf(day) })),
});

/** @param bar returns the label and the value of a bar. */
export const bars = <Row>(
  title: string,
  unit: NumberUnit,
  rows: readonly Row[],
  bar: (row: Row) => readonly [label: string, value: number],
): DigestChart => ({
  ...{ title, kind: 'bar', unit },
  points: rows.map((row) => {
    const [label, value] = bar(row);
    return { label, value };
  }),
});

/** @param columns units by column title. */
export const table = <Row>(
  title: string,
  columns: Readonly<Record<string, Unit>>,
  rows: readonly Row[],
  cells: (row: Row) => readonly Cell[],
): DigestTable => ({
  title,
  columns: Object.entries(columns).map(([name, unit]) => ({ title: name, unit })),
  rows: rows.map(cells),
});

/** Returns the earliest `as_of` of figures that were computed separately. */
export function earliest(...asOf: readonly string[]): string {
  const [first = ''] = asOf.toSorted();
  return first;
}

/** Maximum number of rows in the email and its file. */
export const MAX_ROWS = { page: 1, perPage: 100 } as const;

interface ListedPage<Item> {
  readonly page: { readonly items: readonly Item[]; readonly total: number };
  readonly asOf: string;
}

/** Reads all pages, because sums must include rows that the email does not show. */
export async function fetchAll<Item>(
  list: (pageRequest: { readonly page: number; readonly perPage: number }) => Promise<ListedPage<Item>>,
): Promise<{
  readonly rows: readonly Item[];
  readonly all: readonly Item[];
  readonly total: number;
  readonly asOf: string;
}> {
  const first = await list(MAX_ROWS);
  const { items: rows, total } = first.page;
  const pages = [first];
  for (let page = 2; (page - 1) * MAX_ROWS.perPage < total; page += 1) pages.push(await list({ ...MAX_ROWS, page }));
  return {
    rows,
    all: pages.flatMap(({ page }) => page.items),
    total,
    asOf: earliest(...pages.map(({ asOf }) => asOf)),
  };
}
