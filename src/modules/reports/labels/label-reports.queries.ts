import { Injectable } from '@nestjs/common';
import { Database } from '../../../platform/database/database.js';
import { existing } from '../../../platform/database/records.js';
import type { SqlParams } from '../../../platform/sql/named-parameters.js';
import { namedSql } from '../../../platform/sql/named-sql.js';
import { type AudienceFilter, audienceCondition } from '../audience-filter/audience-filter.js';
import type { SumsOfDay } from '../figures/contact-sums.queries.js';
import { countersOf, type FigureShape, type Sums } from '../figures/figure-catalog.js';
import { filledIn, withCounters } from '../figures/sums.js';
import type { Period } from '../periods/report-period.js';
import { labelGrowthShape, type OneLabelReportResponse } from './dto/label-report.shapes.js';

/** The kinds of labels; also parts of table and column names, and values of `label_daily_stats.kind`. */
export type LabelKind = 'list' | 'tag';

/** What emails and revenue of members are summed up for. Without a currency there is no revenue. */
export interface LabelScope {
  readonly period: Period;
  readonly currency: string | null;
}

export type LabelRow = Pick<OneLabelReportResponse, 'id' | 'title' | 'totalCount' | 'subscribersCount'>;

/** Returns the query once for lists and once for tags; `{label}` is replaced by the kind. */
export function labelSql(directory: string, name: string): Readonly<Record<LabelKind, string>> {
  const sql = namedSql(directory, name);
  return { list: sql.replaceAll('{label}', 'list'), tag: sql.replaceAll('{label}', 'tag') };
}

const SIZES = labelSql(__dirname, 'sizes');
const SUMS_OF_EACH = labelSql(__dirname, 'sums-of-each');
const CHANGES_OF_EACH = labelSql(__dirname, 'changes-of-each');
const SUMS_OF_ONE = labelSql(__dirname, 'sums-of-one');
const CHANGES_OF_ONE = labelSql(__dirname, 'changes-of-one');
export const CHANGES = countersOf('label_daily_stats', labelGrowthShape);
const STATUSES_OF_ONE = labelSql(__dirname, 'statuses-of-one');

/** Uses current members, because memberships have no history. Amounts are in minor units. */
@Injectable()
export class LabelReportsQueries {
  constructor(private readonly db: Database) {}

  async labels(kind: LabelKind): Promise<LabelRow[]> {
    return this.db.query<LabelRow>(`${SIZES[kind]} ORDER BY title, id`);
  }

  async label(kind: LabelKind, id: number): Promise<LabelRow> {
    const [row] = await this.db.query<LabelRow>(`${SIZES[kind]} WHERE id = :id`, { id });
    return existing(row);
  }

  /** Emails and revenue of the members in an audience, by label; labels without any are absent. */
  async sumsOfEach(
    kind: LabelKind,
    { period, currency }: LabelScope,
    audience: AudienceFilter,
    shape: FigureShape,
  ): Promise<Map<number, Sums>> {
    const sql = filledIn(SUMS_OF_EACH[kind], { audience: audienceCondition(audience) });
    const sums = await this.emailsAndRevenue<Sums & { readonly id: number }>(
      sql,
      { ...period, currency, ...audience },
      shape,
    );
    return merged(sums.flat());
  }

  /** Times that contacts were added and removed, by label; labels without changes are absent. */
  async changesOfEach(kind: LabelKind, period: Period): Promise<Map<number, Sums>> {
    return merged(await this.db.query(withCounters(CHANGES_OF_EACH[kind], CHANGES), { ...period }));
  }

  async sumsOfOne(kind: LabelKind, id: number, { period, currency }: LabelScope, shape: FigureShape): Promise<Sums> {
    const params = { id, ...period, currency };
    const [[emails], [revenue]] = await this.emailsAndRevenue<Sums>(SUMS_OF_ONE[kind], params, shape);
    return { ...emails, ...revenue };
  }

  async changesOfOne(kind: LabelKind, id: number, period: Period): Promise<SumsOfDay[]> {
    return this.db.query(withCounters(CHANGES_OF_ONE[kind], CHANGES), { id, ...period });
  }

  async statusesOfOne(kind: LabelKind, id: number): Promise<{ readonly status: string; readonly total: number }[]> {
    return this.db.query(STATUSES_OF_ONE[kind], { id });
  }

  /** Reads a query for each of the two rollups. */
  private async emailsAndRevenue<Row>(
    sql: string,
    params: SqlParams & { readonly currency: string | null },
    shape: FigureShape,
  ): Promise<[emails: Row[], revenue: Row[]]> {
    const read = (table: string, condition: string): Promise<Row[]> =>
      this.db.query<Row>(withCounters(filledIn(sql, { table, condition }), countersOf(table, shape)), params);
    return Promise.all([
      read('contact_daily_stats', 'TRUE'),
      params.currency === null ? [] : read('contact_revenue_daily_stats', 'c.currency = :currency'),
    ]);
  }
}

function merged(rows: readonly (Sums & { readonly id: number })[]): Map<number, Sums> {
  const sums = new Map<number, Sums>();
  for (const { id, ...more } of rows) sums.set(id, { ...sums.get(id), ...more });
  return sums;
}
