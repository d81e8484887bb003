import { ApiProperty } from '@nestjs/swagger';
import { sqlTimestamp } from '../../../platform/clock/timestamps.js';
import { type FilterRow, type FilterValue, type Filters, OPERATORS, type Operator } from '../filter-language/filter.js';
import type { TestedValue } from '../filter-language/tested-values.queries.js';
import type { ExplainedRow, Explanation, SegmentCount } from '../segments.queries.js';
import type { StoredSegment } from '../segments.service.js';
import { FILTERS_SCHEMA, ROW_VALUES } from './write-segment.dto.js';

/** The value of a row about events. */
const OCCURRENCES = {
  type: 'object',
  required: ['count', 'last_at'],
  properties: {
    count: { type: 'integer', description: 'Number of events', example: 3 },
    last_at: { type: 'string', nullable: true, description: 'Null: never', example: '2026-01-31 09:30:00' },
  },
};

export class SegmentResponse {
  @ApiProperty({ type: 'integer', example: 1 }) readonly id: number;
  @ApiProperty({ example: 'Contacts in Paris' }) readonly title: string;
  @ApiProperty({ example: 'contacts-in-paris' }) readonly slug: string;
  @ApiProperty(FILTERS_SCHEMA as object) readonly filters: Filters;
  @ApiProperty({ type: String, nullable: true, example: 'All contacts with the city Paris' })
  readonly description: string | null;
  @ApiProperty({ example: '2026-01-31 09:30:00' }) readonly created_at: string;
  @ApiProperty({ example: '2026-01-31 09:30:00' }) readonly updated_at: string;

  constructor(segment: StoredSegment) {
    this.id = segment.id;
    this.title = segment.title;
    this.slug = segment.slug;
    this.filters = segment.filters;
    this.description = segment.description;
    this.created_at = sqlTimestamp(segment.createdAt);
    this.updated_at = sqlTimestamp(segment.updatedAt);
  }
}

export class SegmentsResponse {
  @ApiProperty({ type: () => [SegmentResponse] }) readonly segments: readonly SegmentResponse[];

  constructor(segments: readonly StoredSegment[]) {
    this.segments = segments.map((segment) => new SegmentResponse(segment));
  }
}

export class OneSegmentResponse {
  @ApiProperty({ type: () => SegmentResponse }) readonly segment: SegmentResponse;

  constructor(segment: StoredSegment) {
    this.segment = new SegmentResponse(segment);
  }
}

export class SegmentSavedResponse extends OneSegmentResponse {
  @ApiProperty({ type: String, example: 'Successfully saved the segment.' })
  readonly message = 'Successfully saved the segment.';
}

export class SegmentRemovedResponse {
  @ApiProperty({ type: String, example: 'Successfully removed the segment.' })
  readonly message = 'Successfully removed the segment.';
}

export class SegmentCountResponse {
  @ApiProperty({ type: 'integer', example: 1204 }) readonly count: number;
  @ApiProperty({ example: '2026-06-30T12:00:00.000Z', description: 'Time of the count' })
  readonly as_of: string;

  constructor({ count, asOf }: SegmentCount) {
    this.count = count;
    this.as_of = asOf.toISOString();
  }
}

export class ExplainedRowResponse {
  @ApiProperty({ type: [String], example: ['subscriber', 'city'], description: 'As in the rule' })
  readonly source: FilterRow['source'];
  @ApiProperty({ enum: OPERATORS, example: '=' }) readonly operator: Operator;
  @ApiProperty({ oneOf: ROW_VALUES, required: false, description: 'The value in the rule', example: 'Paris' })
  readonly value?: FilterValue;
  @ApiProperty({ description: 'Whether the contact matches the row' }) readonly holds: boolean;
  @ApiProperty({
    oneOf: [...ROW_VALUES, OCCURRENCES, { type: 'null' }],
    description:
      'The value of the contact: a single value, null, an array of ids or options, or count and last_at of events',
    example: 'Lyon',
  })
  readonly actual: TestedValue;

  constructor({ row, holds, seen }: ExplainedRow) {
    this.source = row.source;
    this.operator = row.operator;
    if (row.value !== undefined) this.value = row.value;
    this.holds = holds;
    this.actual = seen;
  }
}

export class ExplainedGroupResponse {
  @ApiProperty({ description: 'Whether the contact matches all rows' }) readonly holds: boolean;
  @ApiProperty({ type: () => [ExplainedRowResponse] }) readonly rows: readonly ExplainedRowResponse[];

  constructor({ holds, rows }: Explanation['groups'][number]) {
    this.holds = holds;
    this.rows = rows.map((row) => new ExplainedRowResponse(row));
  }
}

export class ExplanationResponse {
  @ApiProperty({ description: 'Whether the contact is in the segment' })
  readonly holds: boolean;
  @ApiProperty({ type: () => [ExplainedGroupResponse] }) readonly groups: readonly ExplainedGroupResponse[];

  constructor({ holds, groups }: Explanation) {
    this.holds = holds;
    this.groups = groups.map((group) => new ExplainedGroupResponse(group));
  }
}
