import { type Chart, chartInWords } from '../../../platform/charts/chart.js';
import type { Period } from '../../reports/periods/report-period.js';
import { type DigestChart, type DigestFigures, type Headline, SENT } from '../../reports/digests/digest.js';
import { changeOf, changesInWords, dayInShort, figure, periodInWords } from './figures-in-words.js';

export interface ReportToWrite {
  readonly title: string;
  /** Display name of the report. */
  readonly name: string;
  readonly type: string;
  /** The campaign or funnel of the report, for the console. */
  readonly subject: { readonly id?: string };
  /** Null for all time. */
  readonly period: Period | null;
  /** Null without comparison. */
  readonly comparedWith: Period | null;
  readonly figures: DigestFigures;
  /** Headlines of the previous period, by label. */
  readonly before: ReadonlyMap<string, number>;
  readonly timeZone: string;
  readonly businessName: string;
  /** The scheduled time if the report is late; otherwise null. */
  readonly lateSince: string | null;
  readonly isFiltered: boolean;
  /** The URL of reports in the console; null if it is off. */
  readonly console: string | null;
}

/** Formatted content for the HTML and the text part. */
export type ReportContent = ReturnType<typeof reportContent>;
export type WrittenHeadline = ReturnType<typeof written>;
export type WrittenTable = ReturnType<typeof tableOf>;

const MAX_TABLE_ROWS = 15;
/** Above this number of points, a line chart shows weeks instead of days. */
const MAX_POINTS = 95;

export function reportContent(report: ReportToWrite) {
  const { figures, period, comparedWith, timeZone, businessName, lateSince, isFiltered, console } = report;
  const { currency } = figures;
  const hadFigures = figures.headlines.some(({ label, uncompared }) => !uncompared && report.before.get(label));
  const before = hadFigures ? report.before : new Map<string, number>();
  const { shown, nothing } = shownOf(report, before);
  const headlines = shown.map((headline) => written(headline, before, currency));
  const isCompared = headlines.some(({ change }) => change !== null);
  return {
    title: report.title,
    name: report.name,
    period: period ? periodInWords(period) : 'All time',
    comparedWith: isCompared && comparedWith ? periodInWords(comparedWith) : null,
    about: figures.about ?? null,
    headlines,
    changes: changesInWords(shown, before, currency),
    link:
      console &&
      period &&
      `${console}/${report.type}?${new URLSearchParams({ ...report.subject, start_date: period.from, end_date: period.to }).toString()}`,
    charts: figures.charts
      .filter(({ points }) => points.some(({ value }) => value !== 0))
      .map((chart) => chartOf(chart, currency))
      .map((drawn) => ({ drawn, words: chartInWords(drawn) })),
    tables: figures.tables
      .filter(({ rows, inFileOnly = false }) => rows.length > 0 && !inFileOnly)
      .map((table) => tableOf(table, currency)),
    notes: [
      ...nothing,
      ...(lateSince === null ? [] : [`This report is late: it was due on ${lateSince}.`]),
      ...(isFiltered ? ['Includes only contacts in the selected lists and with the selected tags.'] : []),
    ],
    footer: [
      `Days are in the time zone ${timeZone}. Figures as of ${figures.asOf.slice(0, 16).replace('T', ' ')} UTC.`,
      `You receive this email because you are a recipient of a scheduled report${businessName === '' ? '' : ` of ${businessName}`}.`,
    ],
  };
}

/** Leaves out zeros of a period without emails or figures, and returns a sentence instead. */
function shownOf({ figures, period, comparedWith }: ReportToWrite, before: ReadonlyMap<string, number>) {
  const { headlines, charts, tables, sentOn } = figures;
  const rows = [...charts.flatMap(({ points }) => points), ...tables.flatMap((table) => table.rows)];
  const counted = headlines.filter(({ label, value }) => value !== 0 || before.get(label));
  const isEmpty = headlines.length > 0 ? counted.length === 0 : rows.length === 0;
  const hasSent = headlines.every(({ label, value }) => label !== SENT || value > 0);
  if (hasSent && !isEmpty) return { shown: headlines, nothing: [] };
  const lastSent = sentOn ? ` The campaign was sent on ${periodInWords({ from: sentOn, to: sentOn })}.` : '';
  const when = period ? `in this period${isEmpty && comparedWith ? ' and in the one before' : ''}` : 'yet';
  const nothing = [`${isEmpty ? 'Nothing was counted' : 'No email was sent'} ${when}.${lastSent}`];
  return { shown: counted.filter(({ unit }) => unit !== 'percent'), nothing };
}

function written(headline: Headline, before: ReadonlyMap<string, number>, currency: string | null) {
  const isComparable = headline.uncompared !== true && (headline.unit !== 'percent' || before.get(SENT) !== 0);
  const previous = isComparable ? (before.get(headline.label) ?? null) : null;
  return {
    label: headline.label,
    value: figure(headline.value, headline.unit, currency),
    change: changeOf(headline, previous, currency),
  };
}

export function chartOf({ title, kind, unit, points: all }: DigestChart, currency: string | null): Chart {
  const byWeek = kind === 'line' && all.length > MAX_POINTS && (unit === 'count' || unit === 'money');
  const points = byWeek ? weeks(all) : all;
  return {
    title: byWeek ? `${title}, by week` : title,
    kind,
    whole: unit === 'count',
    format: (value) => figure(value, unit, currency),
    points: kind === 'line' ? points.map((point) => ({ ...point, label: dayInShort(point.label) })) : points,
  };
}

/** Sums by seven days, back from the end of the period; an incomplete week at its start is omitted. */
function weeks(points: DigestChart['points']): DigestChart['points'] {
  const rest = points.length % 7;
  return Array.from({ length: (points.length - rest) / 7 }, (_, index) => {
    const week = points.slice(rest + index * 7, rest + index * 7 + 7);
    const mark = week.flatMap(({ mark: each = '' }) => (each === '' ? [] : each)).join(', ');
    return { label: week[0]?.label ?? '', value: week.reduce((sum, { value }) => sum + value, 0), mark };
  });
}

function tableOf({ title, columns, rows, campaign }: DigestFigures['tables'][number], currency: string | null) {
  return {
    ...{ title, campaign },
    columns: columns.map((column) => ({ title: column.title, isNumber: column.unit !== 'text' })),
    rows: rows
      .slice(0, MAX_TABLE_ROWS)
      .map((row) =>
        row.map((cell, index) =>
          typeof cell === 'number' ? figure(cell, columns[index]?.unit ?? 'count', currency) : (cell ?? ''),
        ),
      ),
    /** Number of rows that are only in the attached file. */
    left: Math.max(0, rows.length - MAX_TABLE_ROWS),
  };
}
