import { applyDecorators } from '@nestjs/common';
import { ApiProperty, type ApiPropertyOptions } from '@nestjs/swagger';
import { Allow } from 'class-validator';
import { CONTACT_STATUSES } from '../../contacts/contact-status.js';
import { FILTERS_SCHEMA } from '../../segments/dto/write-segment.dto.js';
import { BULK_ACTIONS } from '../bulk-action.js';
import type { RawBulkAction } from '../bulk-action-requests.service.js';

/** A member that is documented here and judged by the service, which knows what exists and tells of all faults at once. */
function Member(schema: ApiPropertyOptions, required = false): PropertyDecorator {
  return applyDecorators(Allow(), ApiProperty({ required, ...schema } as ApiPropertyOptions));
}

const IDS = { type: 'array', items: { type: 'integer' }, minItems: 1, maxItems: 100, example: [1] } as const;
const FLAG = { type: Boolean, default: false } as const;

const LISTING_FILTERS = {
  type: 'object',
  description: 'As in the listing of contacts; all that is named has to hold, and something has to be named',
  minProperties: 1,
  properties: {
    filters: FILTERS_SCHEMA,
    segment_id: { type: 'integer', example: 1, description: 'Whoever is in this segment' },
    search: { type: 'string', maxLength: 190, example: 'ada' },
    statuses: { type: 'array', items: { type: 'string', enum: [...CONTACT_STATUSES] }, example: ['subscribed'] },
    tags: { type: 'array', items: { type: 'integer' }, example: [1] },
    lists: { type: 'array', items: { type: 'integer' }, example: [1] },
    company_ids: { type: 'array', items: { type: 'integer' }, example: [1] },
  },
} as const;

/** Bodies that can be sent as they are, once there are a first contact and a first tag. */
export const BULK_ACTION_EXAMPLES = {
  named: {
    summary: 'Contacts that are named',
    value: { action_name: 'add_tags', subscriber_ids: [1], tags: [1] },
  },
  listed: {
    summary: 'Whoever is listed so',
    value: { action_name: 'add_tags', filter: { statuses: ['subscribed'] }, tags: [1], dry_run: true },
  },
  ruled: {
    summary: 'Whoever a rule chooses',
    value: {
      action_name: 'change_status',
      filter: [[{ source: ['subscriber', 'city'], operator: '=', value: 'Paris' }]],
      status: 'unsubscribed',
      dry_run: true,
    },
  },
};

export class DoBulkActionDto implements RawBulkAction {
  @Member(
    {
      enum: [...BULK_ACTIONS],
      example: 'add_tags',
      description:
        'What to do. The names that FluentCRM has for these are understood as well; see docs/bulk-actions.md',
    },
    true,
  )
  action_name?: unknown;

  @Member({
    type: 'array',
    items: { type: 'integer' },
    minItems: 1,
    maxItems: 5_000,
    example: [1],
    description: 'Whom; it is done before the answer, for all of them or for none',
  })
  subscriber_ids?: unknown;

  @Member({
    oneOf: [FILTERS_SCHEMA, LISTING_FILTERS],
    example: { statuses: ['subscribed'], lists: [1] },
    description: 'Instead: whoever matches; a job does it',
  } as object)
  filter?: unknown;

  @Member({ ...IDS, description: 'For add_tags and remove_tags' }) tags?: unknown;
  @Member({ ...IDS, description: 'For add_lists and remove_lists' }) lists?: unknown;
  @Member({ ...IDS, description: 'For add_companies and remove_companies' }) companies?: unknown;
  @Member({ ...IDS, description: 'The same as companies' }) company_ids?: unknown;
  @Member({ ...IDS, description: 'The same as tags, lists or companies, whichever the action needs' })
  action_options?: unknown;

  @Member({ enum: [...CONTACT_STATUSES], example: 'subscribed', description: 'For change_status' }) status?: unknown;
  @Member({ enum: [...CONTACT_STATUSES], example: 'subscribed', description: 'The same as status' })
  new_status?: unknown;
  @Member({
    ...FLAG,
    description: 'For change_status: also unsubscribed, bounced and complained contacts get a weaker status',
  })
  force_update_status?: unknown;

  @Member({ type: 'integer', example: 1, description: 'For add_to_funnel: a published funnel' }) funnel_id?: unknown;

  @Member({
    type: 'integer',
    minimum: 0,
    example: 1200,
    description: 'Refused unless the filter chooses so many at present',
  })
  expected_count?: unknown;

  @Member({ ...FLAG, description: 'Everything is judged and nothing written' }) dry_run?: unknown;
  @Member({ ...FLAG, description: 'No webhook is told and no funnel begins' }) silent?: unknown;

  toRaw(): RawBulkAction {
    return this;
  }
}
