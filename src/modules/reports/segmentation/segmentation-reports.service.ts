import { Injectable } from '@nestjs/common';
import { NAMED_COUNTRIES } from '../../../platform/countries/country-names.js';
import { percent } from '../../../platform/rates/rates.js';
import type { StoredSegment } from '../../segments/segments.service.js';
import { ReportCache } from '../cache/report-cache.service.js';
import { BANDS } from '../engagement/score-distribution.js';
import { ContactSums } from '../figures/contact-sums.queries.js';
import { figuresOf } from '../figures/figure-catalog.js';
import { type LabelKind, LabelReportsQueries } from '../labels/label-reports.queries.js';
import { type ReportRequest, ReportScopes } from '../scope/report-scopes.service.js';
import { contactGroupShape, type Dimension, type SegmentationResponse } from './dto/segmentation.shapes.js';
import { overlapOf, sortedOverlaps } from './overlaps.js';
import { SegmentGroups } from './segment-groups.service.js';
import {
  type Attribute,
  type Group,
  type GroupingOfContacts,
  type Groups,
  SegmentationReportsQueries,
} from './segmentation-reports.queries.js';

const MAX_AGE_SECONDS = 900;
const COUNTRIES = new Map(NAMED_COUNTRIES.map(({ code, title }) => [code, title]));

@Injectable()
export class SegmentationReportsService {
  constructor(
    private readonly queries: SegmentationReportsQueries,
    private readonly labels: LabelReportsQueries,
    private readonly segments: SegmentGroups,
    private readonly sums: ContactSums,
    private readonly scopes: ReportScopes,
    private readonly cache: ReportCache,
  ) {}

  async analysis(
    request: Omit<ReportRequest, 'compareWith'>,
    dimension: Dimension,
    limit: number,
  ): Promise<SegmentationResponse> {
    const today = this.scopes.today();
    const period = this.scopes.period(request.period);
    const audience = await this.scopes.audience(request.audience);
    const currency = await this.scopes.currency(request);
    const grouping = { period, audience, currency };
    const segments = dimension === 'segment' ? await this.segments.first(limit) : [];
    // A changed rule needs a new cache key.
    const rules = segments.map(({ id, filters }) => [id, filters]);
    const key = { ...grouping, dimension, limit, today, rules };
    const { figures, freshness } = await this.cache.fetch('segmentation', key, MAX_AGE_SECONDS, async () => ({
      total: await this.sums.size(audience),
      ...(await this.groups(dimension, grouping, limit, today, segments)),
    }));
    const { total, groups, overlaps } = figures;
    const figureScope = { includeMachine: request.includeMachine, currency };
    return {
      dimension,
      segments: groups.map(({ key, label, size, ...sums }) => ({
        key,
        label,
        size,
        share: percent(size, total),
        ...figuresOf(contactGroupShape, sums, figureScope),
      })),
      overlap: overlaps,
      total,
      currency,
      meta: { ...period, ...freshness },
    };
  }

  private async groups(
    dimension: Dimension,
    request: GroupingOfContacts,
    limit: number,
    today: string,
    segments: readonly StoredSegment[],
  ): Promise<Groups> {
    switch (dimension) {
      case 'list':
      case 'tag':
        return this.byLabel(dimension, request, limit);
      case 'segment':
        return this.segments.groups(request, segments);
      case 'engagement':
        return { groups: await this.byEngagement(request, today), overlaps: [] };
      default: {
        const rows = await this.queries.byAttribute(dimension, request, limit, today);
        return { groups: rows.map((row) => ({ ...row, label: labelOf(dimension, row.key) })), overlaps: [] };
      }
    }
  }

  private async byLabel(
    kind: LabelKind,
    { period, audience, currency }: GroupingOfContacts,
    limit: number,
  ): Promise<Groups> {
    const sizes = await this.queries.labelSizes(kind, audience, limit);
    const ids = sizes.map(({ key }) => key);
    const [sums, shared] = await Promise.all([
      this.labels.sumsOfEach(kind, { period, currency }, audience, contactGroupShape),
      this.queries.labelOverlap(kind, ids, audience),
    ]);
    const sizeOf = new Map(sizes.map(({ key, size }) => [key, size]));
    return {
      groups: sizes.map(({ key, label, size }) => ({ ...sums.get(key), key, label, size })),
      overlaps: sortedOverlaps(
        shared.map(({ one, other, size }) => overlapOf(one, other, size, (key) => sizeOf.get(key) ?? 0)),
      ),
    };
  }

  /** Returns all bands, including empty ones. */
  private async byEngagement(request: GroupingOfContacts, today: string): Promise<Group[]> {
    const rows = await this.queries.byAttribute('engagement', request, BANDS.length, today);
    return BANDS.map(([from, to], number) => {
      const name = from === to ? String(from) : `${from}-${to}`;
      return { size: 0, ...rows.find(({ key }) => key === number), key: name, label: name };
    });
  }
}

function labelOf(attribute: Exclude<Attribute, 'engagement'>, key: string | number | null): string {
  if (key === null) return 'Unknown';
  const text = String(key);
  switch (attribute) {
    case 'country':
      return COUNTRIES.get(text) ?? text;
    case 'contact_type':
      return text.charAt(0).toUpperCase() + text.slice(1);
    case 'domain':
      return text;
  }
}
