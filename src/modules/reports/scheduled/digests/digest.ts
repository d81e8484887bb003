import type { Members } from '../../members/members.js';
import type { Period } from '../../periods/report-period.js';
import type { ScheduledReportSettings } from '../scheduled-report.entity.js';
import type { ScheduledReportType } from '../scheduled-report-types.js';

/** How a figure is written: rates are percent, money is a decimal of the digest's currency. */
export type Unit = 'count' | 'percent' | 'money' | 'score' | 'text';

export interface Headline {
  readonly label: string;
  readonly value: number;
  readonly unit: Exclude<Unit, 'text'>;
  /** Which way is good news; absent where neither is. */
  readonly better?: 'more' | 'less';
  /** Of this moment or of all time: there is nothing of the period before to compare it with. */
  readonly standing?: boolean;
}

export interface DigestChart {
  readonly title: string;
  readonly kind: 'line' | 'bar';
  readonly unit: Exclude<Unit, 'text'>;
  /** Labels of a line are days as `YYYY-MM-DD`. */
  readonly points: readonly { readonly label: string; readonly value: number }[];
}

export interface DigestTable {
  readonly title: string;
  readonly columns: readonly { readonly title: string; readonly unit: Unit }[];
  readonly rows: readonly (readonly (string | number | null)[])[];
  /** Too long to read in a mail, and in its charts anyway. */
  readonly inFileOnly?: boolean;
}

/** What one report says about some days, ready for a mail. */
export interface DigestFigures {
  readonly headlines: readonly Headline[];
  readonly charts: readonly DigestChart[];
  readonly tables: readonly DigestTable[];
  /** Of money; null without any. */
  readonly currency: string | null;
  /** Every fact that was committed by then is in the figures; ISO 8601. */
  readonly asOf: string;
  /** What the report is about, such as the title of its campaign. */
  readonly about?: string;
}

export interface DigestQuestion {
  readonly period: Period;
  readonly members: Members;
  readonly settings: ScheduledReportSettings;
}

/** One report's service, asked and read for a mail. */
export interface DigestSource {
  readonly type: ScheduledReportType;
  /** What people call the report. */
  readonly name: string;
  /**
   * @param isBefore asks for the period before, of which only headlines are looked at.
   * @throws AppError rest_post_invalid_id for what has been deleted since.
   */
  take(question: DigestQuestion, isBefore: boolean): Promise<DigestFigures>;
}

/** A question to a report's service, of exactly these days. */
export const daysAsked = ({ from, to }: Period) => ({ dateRange: 'custom', startDate: from, endDate: to }) as const;

/** What most services are asked. People only, and what is compared is asked for by itself. */
export const questionOf = ({ period, members }: Pick<DigestQuestion, 'period' | 'members'>) =>
  ({ period: daysAsked(period), compareWith: 'none', members, includeMachine: false }) as const;

/** The same for reports that know money. */
export const moneyQuestionOf = ({ settings, ...question }: DigestQuestion) =>
  ({ ...questionOf(question), currency: settings.currency ?? undefined }) as const;

/** How far figures can be trusted that were taken together. */
export function earliest(...measured: readonly ({ readonly asOf: string } | undefined)[]): string {
  const [first = ''] = measured.flatMap((one) => one?.asOf ?? []).sort();
  return first;
}

/** A contact as people call it. */
export function nameOf({
  firstName,
  lastName,
  email,
}: {
  readonly firstName: string | null;
  readonly lastName: string | null;
  readonly email: string;
}): string {
  const name = [firstName, lastName].filter(Boolean).join(' ');
  return name === '' ? email : name;
}

/** Rows of what is listed in pages: as many as a mail and its file have room for. */
export const MOST_ROWS = { page: 1, perPage: 100 } as const;

interface ListedPage<Item> {
  readonly page: { readonly items: readonly Item[]; readonly total: number };
  readonly measured: { readonly asOf: string };
}

/** All of what is listed in pages, for sums: those have no end at the last row of a mail. */
export async function takeAll<Item>(
  list: (request: { readonly page: number; readonly perPage: number }) => Promise<ListedPage<Item>>,
): Promise<{
  readonly rows: readonly Item[];
  readonly all: readonly Item[];
  readonly total: number;
  readonly asOf: string;
}> {
  const pages = [await list(MOST_ROWS)];
  const [{ page: first }] = pages as [ListedPage<Item>];
  for (let page = 2; (page - 1) * MOST_ROWS.perPage < first.total; page += 1)
    pages.push(await list({ ...MOST_ROWS, page }));
  return {
    rows: first.items,
    all: pages.flatMap(({ page }) => page.items),
    total: first.total,
    asOf: earliest(...pages.map(({ measured }) => measured)),
  };
}
