import { type Chart, chartInWords } from '../../../../platform/charts/chart.js';
import type { Period } from '../../periods/report-period.js';
import type { DigestChart, DigestFigures, DigestTable, Headline } from '../digests/digest.js';
import { type Change, changeOf, dayInShort, figure, periodInWords } from './figures-in-words.js';

/** What a mail is written of. */
export interface ReportToWrite {
  readonly title: string;
  /** What the report is called. */
  readonly name: string;
  readonly period: Period;
  readonly comparedWith: Period;
  readonly figures: DigestFigures;
  /** Headlines of the period before, by label. */
  readonly before: ReadonlyMap<string, number>;
  /** Whose days these are. */
  readonly timeZone: string;
  readonly businessName: string;
  /** When it should have been mailed; null when it is in time. */
  readonly lateSince: string | null;
  readonly isNarrowed: boolean;
}

export interface WrittenHeadline {
  readonly label: string;
  readonly value: string;
  readonly change: Change | null;
}

export interface WrittenTable {
  readonly title: string;
  readonly columns: readonly { readonly title: string; readonly isNumber: boolean }[];
  readonly rows: readonly (readonly string[])[];
  /** Rows that only the attached file has. */
  readonly left: number;
}

/** The same in words and numbers as they are read, for HTML and text alike. */
export interface ReportContent {
  readonly title: string;
  readonly name: string;
  readonly period: string;
  readonly comparedWith: string | null;
  readonly about: string | null;
  readonly headlines: readonly WrittenHeadline[];
  readonly charts: readonly { readonly drawn: Chart; readonly words: string }[];
  readonly tables: readonly WrittenTable[];
  readonly notes: readonly string[];
  readonly footer: readonly string[];
}

const MOST_TABLE_ROWS = 15;
/** A line of more points is a scribble: each then stands for a week. */
const MOST_POINTS = 95;

export function reportContent(report: ReportToWrite): ReportContent {
  const { figures, before, comparedWith, timeZone, businessName, lateSince, isNarrowed } = report;
  const { currency } = figures;
  const headlines = figures.headlines.map((headline) => written(headline, before, currency));
  const isCompared = headlines.some(({ change }) => change !== null);
  return {
    title: report.title,
    name: report.name,
    period: periodInWords(report.period),
    comparedWith: isCompared ? periodInWords(comparedWith) : null,
    about: figures.about ?? null,
    headlines,
    charts: figures.charts
      .filter(({ points }) => points.length > 0)
      .map((chart) => chartOf(chart, currency))
      .map((drawn) => ({ drawn, words: chartInWords(drawn) })),
    tables: figures.tables
      .filter(({ rows, inFileOnly = false }) => rows.length > 0 && !inFileOnly)
      .map((table) => tableOf(table, currency)),
    notes: [
      ...(lateSince === null ? [] : [`This report is late: it was due on ${lateSince}.`]),
      ...(isNarrowed ? ['Only contacts in the chosen lists and with the chosen tags are counted.'] : []),
    ],
    footer: [
      `Days are those of ${timeZone}. Figures stand as of ${figures.asOf.slice(0, 16).replace('T', ' ')} UTC.`,
      `You get this mail because a scheduled report${businessName === '' ? '' : ` of ${businessName}`} names your address. ` +
        'To end that, ask whoever looks after it.',
    ],
  };
}

function written(headline: Headline, before: ReadonlyMap<string, number>, currency: string | null): WrittenHeadline {
  const previous = headline.standing === true ? null : (before.get(headline.label) ?? null);
  return {
    label: headline.label,
    value: figure(headline.value, headline.unit, currency),
    change: changeOf(headline, previous, currency),
  };
}

function chartOf({ title, kind, unit, points: all }: DigestChart, currency: string | null): Chart {
  const byWeek = kind === 'line' && all.length > MOST_POINTS && (unit === 'count' || unit === 'money');
  const points = byWeek ? weeks(all) : all;
  return {
    title: byWeek ? `${title}, by week` : title,
    kind,
    whole: unit === 'count',
    format: (value) => figure(value, unit, currency),
    points: kind === 'line' ? points.map(({ label, value }) => ({ label: dayInShort(label), value })) : points,
  };
}

/** Sums of seven days, the last ending with the period; what is left at its beginning is no whole week and left out. */
function weeks(points: DigestChart['points']): DigestChart['points'] {
  const rest = points.length % 7;
  return Array.from({ length: (points.length - rest) / 7 }, (_, index) => {
    const week = points.slice(rest + index * 7, rest + index * 7 + 7);
    return { label: week[0]?.label ?? '', value: week.reduce((sum, { value }) => sum + value, 0) };
  });
}

function tableOf({ title, columns, rows }: DigestTable, currency: string | null): WrittenTable {
  return {
    title,
    columns: columns.map((column) => ({ title: column.title, isNumber: column.unit !== 'text' })),
    rows: rows
      .slice(0, MOST_TABLE_ROWS)
      .map((row) =>
        row.map((cell, index) =>
          typeof cell === 'number' ? figure(cell, columns[index]?.unit ?? 'count', currency) : (cell ?? ''),
        ),
      ),
    left: Math.max(0, rows.length - MOST_TABLE_ROWS),
  };
}
