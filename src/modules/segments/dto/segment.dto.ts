import { given, nonEmpty } from '../../../platform/http/given.js';
import type { ApiPropertyOptions } from '@nestjs/swagger';
import { OPERATORS } from '../filter-language/filter.js';
import { Member, Flag, Id, Text } from '../../../platform/http/dto-fields.js';
import { SEGMENT_SORT_FIELDS, type SegmentSearch } from '../segments.service.js';
import { pageQuery, sortable } from '../../../platform/http/page.js';
import { CONTACT_SORTING } from '../../contacts/listing/contact-selection.js';

export const ROW_VALUES = [
  { type: 'string' },
  { type: 'number' },
  { type: 'array', items: { oneOf: [{ type: 'string' }, { type: 'number' }] } },
];

/** The wire format of a rule; docs/filters.md describes its content. */
export const FILTERS_SCHEMA = {
  type: 'array',
  description: 'Groups of rows. A contact matches if it matches all rows of any group. See docs/filters.md.',
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
        source: {
          type: 'array',
          minItems: 2,
          maxItems: 2,
          items: { type: 'string' },
          description: 'The kind of data and the field',
          example: ['subscriber', 'city'],
        },
        operator: { type: 'string', enum: [...OPERATORS], description: 'Depends on the field', example: '=' },
        value: { oneOf: ROW_VALUES, description: 'What the field is compared with', example: 'Paris' },
      },
    },
  },
} as const;

/** Runnable examples. */
export const SEGMENT_EXAMPLES = {
  city: {
    summary: 'Filter by a field',
    value: {
      title: 'Contacts in Paris',
      filters: [[{ source: ['subscriber', 'city'], operator: '=', value: 'Paris' }]],
    },
  },
  either: {
    summary: 'Match any of two groups',
    value: {
      title: 'Contacts in Paris or London',
      filters: [
        [{ source: ['subscriber', 'city'], operator: '=', value: 'Paris' }],
        [{ source: ['subscriber', 'city'], operator: '=', value: 'London' }],
      ],
    },
  },
};

export const SEGMENT_CHANGE_EXAMPLES = {
  rule: {
    summary: 'Change the rule',
    value: { filters: [[{ source: ['subscriber', 'city'], operator: 'in', value: ['Paris', 'London'] }]] },
  },
};

const TITLE: ApiPropertyOptions = {
  type: String,
  maxLength: 190,
  description: 'Unique, regardless of case',
  example: 'Contacts in Paris',
};

class SegmentMembers {
  @Member({
    type: String,
    maxLength: 190,
    description: 'Identifier for URLs; default: generated from the title',
    example: 'readers-in-paris',
  })
  slug?: unknown;

  @Member({
    type: String,
    nullable: true,
    maxLength: 10_000,
    description: 'Internal description',
    example: 'All contacts with the city Paris',
  })
  description?: unknown;
}

export class CreateSegmentDto extends SegmentMembers {
  @Member(TITLE, true) title?: unknown;

  @Member(FILTERS_SCHEMA as object, true) filters?: unknown;
}

export class UpdateSegmentDto extends SegmentMembers {
  @Member(TITLE) title?: unknown;

  @Member(FILTERS_SCHEMA as object) filters?: unknown;
}

export class SegmentMembersDto extends sortable(pageQuery(10), CONTACT_SORTING.fields) {
  @Flag({ default: false, description: 'Include `custom_values`' }) custom_fields?: boolean;
}

export class ExplainSegmentDto {
  @Id({ required: true, description: 'Id of the contact to explain', example: 1 })
  contact_id!: number;
}

class SegmentsQuery {
  @Text({ description: 'Part of the title, slug, or description', example: 'paris' }) search?: string;
}

export class ListSegmentsDto extends sortable(SegmentsQuery, SEGMENT_SORT_FIELDS) {
  toSearch(): SegmentSearch {
    return { sorting: this.toSorting(), ...given({ search: nonEmpty(this.search) }) };
  }
}
