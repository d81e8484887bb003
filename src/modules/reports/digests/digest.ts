import type { Type } from '@nestjs/common';
import { percent } from '../../../platform/rates/rates.js';
import type { ObjectSchema } from '../../../shapes/shape.js';
import type { AudienceFilter } from '../audience-filter/audience-filter.js';
import {
  FIGURES,
  type FigureNames,
  type FigureShape,
  type FigureText,
  type FigureUnit,
  textOf,
} from '../figures/figure-catalog.js';
import type { Period } from '../periods/report-period.js';

export type Unit = FigureUnit | 'text';

export interface Headline extends Omit<FigureText, 'column'> {
  readonly value: number;
  /** A current or all-time figure, which cannot be compared with the previous period. */
  readonly uncompared?: boolean;
}

export interface DigestChart {
  readonly title: string;
  readonly kind: 'line' | 'bar';
  readonly unit: FigureUnit;
  /** Labels of line charts are days as `YYYY-MM-DD`. */
  readonly points: readonly { readonly label: string; readonly value: number; readonly mark?: string }[];
}

type Cell = string | number | null;

export interface DigestTable {
  readonly title: string;
  readonly columns: readonly { readonly title: string; readonly unit: Unit }[];
  readonly rows: readonly (readonly Cell[])[];
  /** The campaign that it is about. */
  readonly campaign?: number;
  /** Too long for the email, and already shown in a chart. */
  readonly inFileOnly?: boolean;
}

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
  /** The day on which the last email of its campaign was sent, as `YYYY-MM-DD`. */
  readonly sentOn?: string;
}

export interface DigestRequest {
  readonly period: Period;
  readonly audience: AudienceFilter;
  readonly settings: {
    readonly campaignId: number | null;
    readonly funnelId: number | null;
    /** ISO 4217; null for the default currency of reports. */
    readonly currency: string | null;
  };
}

export type DraftFigures = Partial<DigestFigures> & Pick<DigestFigures, 'asOf'>;

/** Exactly these days, without machine activity, and without comparison, which digests do themselves. */
export const reportRequestOf = ({ period, audience, settings }: DigestRequest) =>
  ({
    period: { dateRange: 'custom', startDate: period.from, endDate: period.to },
    compareWith: 'none',
    audience,
    includeMachine: false,
    currency: settings.currency ?? undefined,
    campaignId: settings.campaignId ?? 0,
    funnelId: settings.funnelId ?? 0,
  }) as const;

/** @param find returns the service of a report. @param isPrevious of the previous period, only headlines are used. */
type Build = (
  find: <Service>(service: Type<Service>) => Service,
  request: ReturnType<typeof reportRequestOf>,
  isPrevious: boolean,
) => Promise<DraftFigures>;

export interface Digest {
  readonly name: string;
  readonly build: Build;
}

export const digest = (name: string, build: Build): Digest => ({ name, build });

export const headlines = <Described extends FigureShape['properties'], const Name extends FigureNames<Described>>(
  shape: ObjectSchema<Described>,
  values: { readonly [Each in Name]: number },
  ...names: readonly Name[]
): Headline[] =>
  names.map((name) => {
    const { label, unit, better } = textOf(shape, name);
    return { label, value: values[name], unit, ...(better && { better }) };
  });

/** The values of a period, for comparison with another. */
export const valuesByLabel = ({ headlines: all }: Pick<DigestFigures, 'headlines'>): ReadonlyMap<string, number> =>
  new Map(all.map(({ label, value }) => [label, value]));

/** The label of the number of emails, without which rates say nothing. */
export const SENT = FIGURES.sent.label;

/** A count of now or of all time, which is not compared. */
export const uncompared = (label: string, value: number): Headline => ({
  label,
  value,
  unit: 'count',
  uncompared: true,
});

/** @param marks what happened, by day. */
export const line = <const Name extends string>(
  title: string,
  unit: FigureUnit,
  days: readonly ({ readonly date: string } & { readonly [Each in Name]: number })[],
  name: Name,
  marks: ReadonlyMap<string, readonly { readonly title: string }[]> = new Map(),
): DigestChart => {
  const mark = (day: string): string => (marks.get(day) ?? []).map((each) => each.title).join(', ');
  const points = days.map((day) => ({ label: day.date, value: day[name], mark: mark(day.date) }));
  return { title, kind: 'line', unit, points };
};

/** @param bar returns the label and the value of a bar. */
export const bars = <Row>(
  title: string,
  unit: FigureUnit,
  rows: readonly Row[],
  bar: (row: Row) => readonly [label: string, value: number],
): DigestChart => ({
  title,
  kind: 'bar',
  unit,
  points: rows.map(bar).map(([label, value]) => ({ label, value })),
});

export type Column<Row> = readonly [title: string, unit: Unit, cell: (row: Row) => Cell];

export const columns = <Described extends FigureShape['properties'], const Name extends FigureNames<Described>>(
  shape: ObjectSchema<Described>,
  ...names: readonly Name[]
): Column<{ readonly [Each in Name]: number }>[] =>
  names.map((name) => {
    const { column, unit } = textOf(shape, name);
    return [column, unit, (row) => row[name]];
  });

export const table = <Row>(title: string, rows: readonly Row[], shown: readonly Column<Row>[]): DigestTable => ({
  title,
  columns: shown.map(([heading, unit]) => ({ title: heading, unit })),
  rows: rows.map((row) => shown.map(([, , cell]) => cell(row))),
});

export const addUp = <Name extends string>(rows: readonly Readonly<Record<Name, number>>[], name: Name): number =>
  rows.reduce((sum, row) => sum + row[name], 0);

/** Returns the earliest `as_of` of figures that were computed separately. */
export const earliest = (...asOf: readonly string[]): string => asOf.toSorted()[0] ?? '';

/** The result of an A/B test in words. @param confidence null if a manager chose the winner. */
export function resultOf(state: string, winner: string | null, confidence: number | null): string {
  if (winner === null) return state.replaceAll('_', ' ');
  return `${winner} ${confidence === null ? 'was chosen' : `is best with a probability of ${percent(confidence, 1)}%`}`;
}

/** Maximum number of rows in the email and its file. */
export const MAX_ROWS = { page: 1, perPage: 100 } as const;

/** Reads all pages, because sums must include rows that the email does not show. */
export async function fetchAll<Item>(
  list: (request: { page: number; perPage: number }) => Promise<{
    readonly page: { readonly items: readonly Item[]; readonly total: number };
    readonly asOf: string;
  }>,
) {
  const first = await list(MAX_ROWS);
  const { items: rows, total } = first.page;
  const pages = [first];
  for (let page = 2; (page - 1) * MAX_ROWS.perPage < total; page += 1) pages.push(await list({ ...MAX_ROWS, page }));
  const all = pages.flatMap(({ page }) => page.items);
  return { rows, all, total, asOf: earliest(...pages.map(({ asOf }) => asOf)) };
}
