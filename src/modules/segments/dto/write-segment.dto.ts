import { ApiProperty } from '@nestjs/swagger';
import { Allow } from 'class-validator';
import { OPERATORS } from '../filter-language/filter.js';
import type { SegmentInput } from '../segments.service.js';

/** What may be asked of a field. */
export const ROW_VALUES = [
  { type: 'string' },
  { type: 'number' },
  { type: 'array', items: { oneOf: [{ type: 'string' }, { type: 'number' }] } },
];

/** The wire form of a rule, for the documentation; docs/filters.md tells what may stand in it. */
export const FILTERS_SCHEMA = {
  type: 'array',
  description: 'Groups of which one has to hold; of a group all rows have to hold. See docs/filters.md.',
  minItems: 1,
  maxItems: 20,
  example: [[{ source: ['subscriber', 'city'], operator: '=', value: 'Paris' }]],
  items: {
    type: 'array',
    minItems: 1,
    items: {
      type: 'object',
      required: ['source', 'operator'],
      properties: {
        source: { type: 'array', minItems: 2, maxItems: 2, items: { type: 'string' }, example: ['subscriber', 'city'] },
        operator: { type: 'string', enum: [...OPERATORS], example: '=' },
        value: { oneOf: ROW_VALUES, example: 'Paris' },
      },
    },
  },
} as const;

/** Bodies that can be sent as they are. */
export const SEGMENT_EXAMPLES = {
  city: {
    summary: 'By a field',
    value: {
      title: 'Readers in Paris',
      filters: [[{ source: ['subscriber', 'city'], operator: '=', value: 'Paris' }]],
    },
  },
  either: {
    summary: 'One of two groups has to hold',
    value: {
      title: 'Readers in Paris or London',
      filters: [
        [{ source: ['subscriber', 'city'], operator: '=', value: 'Paris' }],
        [{ source: ['subscriber', 'city'], operator: '=', value: 'London' }],
      ],
    },
  },
};

export const SEGMENT_CHANGE_EXAMPLES = {
  rule: {
    summary: 'Another rule',
    value: { filters: [[{ source: ['subscriber', 'city'], operator: 'in', value: ['Paris', 'London'] }]] },
  },
};

/** Members are judged by the service: whoever sends a faulty title and a faulty rule wants to read of both at once. */
class SegmentMembers {
  @Allow()
  @ApiProperty({
    type: String,
    required: false,
    maxLength: 190,
    description: 'For URLs; made from the title when a new segment comes without',
    example: 'readers-in-paris',
  })
  slug?: unknown;

  @Allow()
  @ApiProperty({
    type: String,
    required: false,
    nullable: true,
    maxLength: 10_000,
    description: 'For whoever manages it',
    example: 'Everybody who lives there',
  })
  description?: unknown;
}

export class CreateSegmentDto extends SegmentMembers {
  @Allow()
  @ApiProperty({ type: String, maxLength: 190, description: 'Unique, whatever its case', example: 'Readers in Paris' })
  title?: unknown;

  @Allow()
  @ApiProperty(FILTERS_SCHEMA as object)
  filters?: unknown;

  toInput(): SegmentInput {
    return this;
  }
}

export class UpdateSegmentDto extends SegmentMembers {
  @Allow()
  @ApiProperty({
    type: String,
    required: false,
    maxLength: 190,
    description: 'Unique, whatever its case',
    example: 'Readers in Paris',
  })
  title?: unknown;

  @Allow()
  @ApiProperty({ ...FILTERS_SCHEMA, required: false } as object)
  filters?: unknown;

  toInput(): SegmentInput {
    return this;
  }
}
