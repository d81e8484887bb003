import { Injectable } from '@nestjs/common';
import { Database } from '../../../platform/database/database.js';
import type { SqlCondition } from '../../../platform/sql/named-parameters.js';
import { namedSql } from '../../../platform/sql/named-sql.js';
import { countersOf, type Sums } from '../figures/figure-catalog.js';
import { filledIn, withCounters } from '../figures/sums.js';
import { domainColumn } from '../../../platform/text/erased-address.js';
import { leastEngagement } from '../../rollups/engagement.js';
import { BANDS } from '../engagement/score-distribution.js';
import { type LabelKind, labelSql } from '../labels/label-reports.queries.js';
import { type AudienceFilter, audienceCondition } from '../audience-filter/audience-filter.js';
import type { Period } from '../periods/report-period.js';
import { contactGroupShape, type OverlapResponse } from './dto/segmentation.shapes.js';

type SizedSums = Sums & { readonly size: number };

export type Group = SizedSums & {
  /** The id of a list, tag, or segment, or the value itself; null for contacts without one. */
  readonly key: number | string | null;
  readonly label: string;
};

export interface Groups {
  readonly groups: readonly Group[];
  /** Empty if a contact can be in one group only. */
  readonly overlaps: readonly OverlapResponse[];
}

export interface GroupingOfContacts {
  readonly period: Period;
  readonly audience: AudienceFilter;
  /** Null if there are no orders. */
  readonly currency: string | null;
}

/** Lower bounds of the score bands, except the first band. */
const LIMITS = BANDS.slice(1).map(([from]) => ({ name: `leastOf${from}`, from }));

/** Values of the limits of `ATTRIBUTES.engagement` on a local day, as text because a number has too few digits. */
function engagementLimits(today: string): Readonly<Record<string, string>> {
  return Object.fromEntries(LIMITS.map(({ name, from }) => [name, String(leastEngagement(from, today))]));
}

/** Dimensions with at most one value per contact, as expressions over the contact `c` and its totals `t`. */
const ATTRIBUTES = {
  country: 'c.country',
  contact_type: "NULLIF(c.contact_type, '')",
  domain: domainColumn('c.email'),
  // The number of the band: how many limits are reached.
  engagement: `INTERVAL(COALESCE(t.engagement, 0), ${LIMITS.map(({ name }) => `CAST(:${name} AS DECIMAL(65, 0))`).join(', ')})`,
} as const;
export type Attribute = keyof typeof ATTRIBUTES;

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
  async byAttribute(attribute: Attribute, request: GroupingOfContacts, limit: number, today: string) {
    const sql = filledIn(`${BY_KEY} ${LARGEST_FIRST}`, {
      key: ATTRIBUTES[attribute],
      totals: attribute === 'engagement' ? TOTALS : '',
      audience: audienceCondition(request.audience, 'c.id'),
    });
    const params = { ...paramsOf(request), limit, ...engagementLimits(today) };
    return this.db.query<SizedSums & Pick<Group, 'key'>>(sql, params);
  }

  /** Bit n of a mask is for segment n. @param segments conditions on `c`, at most 31, with distinct parameters. */
  async bySegments(segments: readonly SqlCondition[], request: GroupingOfContacts) {
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

  async labelSizes(kind: LabelKind, audience: AudienceFilter, limit: number) {
    const sql = filledIn(LABEL_SIZES[kind], { audience: audienceCondition(audience) });
    return this.db.query<{ key: number; label: string; size: number }>(sql, { limit, ...audience });
  }

  /** Returns the number of contacts that each two of the labels share, if any. */
  async labelOverlap(kind: LabelKind, ids: readonly number[], audience: AudienceFilter) {
    if (ids.length < 2) return [];
    const sql = filledIn(LABEL_OVERLAP[kind], { audience: audienceCondition(audience) });
    return this.db.query<{ one: number; other: number; size: number }>(sql, { ids, ...audience });
  }
}

/** Without a currency, the empty string matches no orders. */
const paramsOf = ({ period, audience, currency }: GroupingOfContacts) => ({
  ...period,
  currency: currency ?? '',
  ...audience,
});
