import { Injectable } from '@nestjs/common';
import { Clock } from '../../../platform/clock/clock.js';
import { AppError } from '../../../platform/errors/app-error.js';
import type { SqlCondition } from '../../../platform/sql/named-parameters.js';
import { FiltersService } from '../../segments/filter-language/filters.service.js';
import { SegmentsService, type StoredSegment } from '../../segments/segments.service.js';
import { sumOf } from '../figures/sums.js';
import { countsOfMasks, overlapOf, sortedOverlaps } from './overlaps.js';
import {
  COUNTERS,
  type GroupingOfContacts,
  type Groups,
  SegmentationReportsQueries,
} from './segmentation-reports.queries.js';

/** Each segment costs a scan of all contacts. */
const MAX_SEGMENTS = 20;

@Injectable()
export class SegmentGroups {
  constructor(
    private readonly queries: SegmentationReportsQueries,
    private readonly segments: SegmentsService,
    private readonly filters: FiltersService,
    private readonly clock: Clock,
  ) {}

  async first(limit: number): Promise<StoredSegment[]> {
    const all = await this.segments.list({ sorting: { field: 'id', direction: 'ASC' } });
    return all.slice(0, Math.min(limit, MAX_SEGMENTS));
  }

  async groups(request: GroupingOfContacts, segments: readonly StoredSegment[]): Promise<Groups> {
    const usable = await this.usable(segments);
    if (usable.length === 0) return { groups: [], overlaps: [] };
    const sets = await this.queries.bySegments(
      usable.map(({ condition }) => condition),
      request,
    );
    const { sizes, pairs } = countsOfMasks(usable.length, sets);
    const keyOf = (bit: number): number => usable[bit]?.id ?? 0;
    const sizeOf = new Map(sizes.map((size, bit) => [keyOf(bit), size]));
    return {
      groups: usable
        .map(({ id, title }, bit) => {
          const within = sets.filter(({ mask }) => (mask >> bit) & 1);
          return { key: id, label: title, size: sizes[bit] ?? 0, ...sumOf(COUNTERS, within) };
        })
        .toSorted((a, b) => b.size - a.size || a.key - b.key),
      overlaps: sortedOverlaps(
        pairs.map(([one, other, size]) => overlapOf(keyOf(one), keyOf(other), size, (key) => sizeOf.get(key) ?? 0)),
      ),
    };
  }

  /** Skips segments whose rule is no longer valid, for example because a custom field was deleted. */
  private async usable(segments: readonly StoredSegment[]) {
    const now = this.clock.now();
    const found: (Pick<StoredSegment, 'id' | 'title'> & { readonly condition: SqlCondition })[] = [];
    for (const { id, title, filters } of segments)
      try {
        const condition = await this.filters.compile(filters, `segment${id}_`, undefined, now);
        found.push({ id, title, condition });
      } catch (error) {
        if (!(error instanceof AppError)) throw error;
      }
    return found;
  }
}
