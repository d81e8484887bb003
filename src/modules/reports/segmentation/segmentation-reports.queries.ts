import { Injectable } from '@nestjs/common';
import { Database } from '../../../platform/database/database.js';
import type { SqlCondition } from '../../../platform/sql/named-parameters.js';
import { namedSql } from '../../../platform/sql/named-sql.js';
import { countersOf, type Sums } from '../figures/figure-catalog.js';
import { withCounters } from '../figures/sums.js';
import { type LabelKind, labelSql } from '../labels/label-sql.js';
import { type AudienceFilter, audienceCondition } from '../audience-filter/audience-filter.js';
import type { Period } from '../periods/report-period.js';
import { contactGroupShape } from './dto/segmentation.shapes.js';
import { type Attribute, ATTRIBUTES, engagementLimits } from './dimensions.js';
import type { Overlap } from './overlaps.js';

/** Sums of the contacts of a group. */
export type SizedSums = Sums & { readonly size: number };

export type Group = SizedSums & {
  /** The id of a list, tag, or segment, or the value itself; null for contacts without one. */
  readonly key: number | string | null;
  readonly label: string;
};

export interface Groups {
  readonly groups: readonly Group[];
  /** Empty if a contact can be in one group only. */
  readonly overlaps: readonly Overlap[];
}

export interface GroupingOfContacts {
  readonly period: Period;
  readonly audience: AudienceFilter;
  /** Null if there are no orders. */
  readonly currency: string | null;
}

/** Number of contacts that two lists or two tags share. */
export interface SharedContacts {
  readonly one: number;
  readonly other: number;
  readonly size: number;
}

const EMAILS = countersOf('contact_daily_stats', contactGroupShape);
const MONEY = countersOf('contact_revenue_daily_stats', contactGroupShape);
export const COUNTERS = [...EMAILS, ...MONEY];
const [NO_EMAILS, NO_MONEY] = [withCounters('{zeros}', EMAILS), withCounters('{zeros}', MONEY)];
const BY_KEY = filledIn(withCounters(namedSql(__dirname, 'by-key'), COUNTERS), {
  nothing: `${NO_EMAILS}, ${NO_MONEY}`,
  emails: `${withCounters('{sums d}', EMAILS)}, ${NO_MONEY}`,
  revenue: `${NO_EMAILS}, ${withCounters('{sums d}', MONEY)}`,
});
const LARGEST_FIRST = 'ORDER BY size DESC, g.`key` LIMIT :limit';
/** A mask of 0 means no segment. */
const IN_ANY_SEGMENT = 'HAVING g.`key` > 0';
const LABEL_SIZES = labelSql(__dirname, 'label-sizes');
const LABEL_OVERLAP = labelSql(__dirname, 'label-overlap');
const TOTALS = 'LEFT JOIN contact_totals t ON t.contact_id = c.id';

@Injectable()
export class SegmentationReportsQueries {
  constructor(private readonly db: Database) {}

  /** @param today the local day on which engagement is weighted. */
  async byAttribute(
    attribute: Attribute,
    request: GroupingOfContacts,
    limit: number,
    today: string,
  ): Promise<(SizedSums & { readonly key: string | number | null })[]> {
    const sql = filledIn(`${BY_KEY} ${LARGEST_FIRST}`, {
      key: ATTRIBUTES[attribute],
      totals: attribute === 'engagement' ? TOTALS : '',
      audience: audienceCondition(request.audience, 'c.id'),
    });
    return this.db.query(sql, { ...paramsOf(request), limit, ...engagementLimits(today) });
  }

  /**
   * @param segments conditions on a contact `c`, at most 31, with distinct parameter names.
   * @returns a row for each combination of segments; bit n of its mask is for segment n.
   */
  async bySegments(
    segments: readonly SqlCondition[],
    request: GroupingOfContacts,
  ): Promise<(SizedSums & { readonly mask: number })[]> {
    const bits = segments.map(({ sql }, bit) => `((${sql}) << ${bit})`);
    const sql = filledIn(`${BY_KEY} ${IN_ANY_SEGMENT}`, {
      key: bits.join(' | '),
      totals: '',
      audience: audienceCondition(request.audience, 'c.id'),
    });
    const bound = segments.reduce((all, { params }) => ({ ...all, ...params }), {});
    const rows = await this.db.query<SizedSums & { key: number }>(sql, { ...bound, ...paramsOf(request) });
    return rows.map(({ key: mask, ...sums }) => ({ mask, ...sums }));
  }

  async labelSizes(
    kind: LabelKind,
    audience: AudienceFilter,
    limit: number,
  ): Promise<{ readonly key: number; readonly label: string; readonly size: number }[]> {
    const sql = filledIn(LABEL_SIZES[kind], { audience: audienceCondition(audience) });
    return this.db.query(sql, { limit, ...audience });
  }

  async labelOverlap(kind: LabelKind, ids: readonly number[], audience: AudienceFilter): Promise<SharedContacts[]> {
    if (ids.length < 2) return [];
    const sql = filledIn(LABEL_OVERLAP[kind], { audience: audienceCondition(audience) });
    return this.db.query(sql, { ids, ...audience });
  }
}

/** Without a currency, the empty string matches no orders. */
const paramsOf = ({ period: { from, to }, audience, currency }: GroupingOfContacts) => ({
  from,
  to,
  currency: currency ?? '',
  ...audience,
});

/** Inserts constant SQL fragments only; values of callers are bound parameters. */
function filledIn(sql: string, pieces: Readonly<Record<string, string>>): string {
  return sql.replace(/\{(\w+)\}/g, (whole, name: string) => pieces[name] ?? whole);
}
