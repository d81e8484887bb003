import { CONTACT_STATUSES } from '../contacts/contact/contact-status.js';
import { FILTERS_SCHEMA } from '../segments/dto/segment.dto.js';
import { BULK_ACTIONS } from './bulk-action.js';
import { Member } from '../../platform/http/dto-fields.js';

const IDS = { type: 'array', items: { type: 'integer' }, minItems: 1, maxItems: 100, example: [1] } as const;
const FLAG = { type: Boolean, default: false } as const;

const LISTING_FILTERS = {
  type: 'object',
  description: 'Filters as in the contact list. All of them must match; at least one is required',
  minProperties: 1,
  properties: {
    filters: FILTERS_SCHEMA,
    segment_id: { type: 'integer', example: 1, description: 'Contacts in this segment' },
    search: { type: 'string', maxLength: 190, description: 'As in `GET /subscribers`', example: 'ada' },
    statuses: { type: 'array', items: { type: 'string', enum: [...CONTACT_STATUSES] }, example: ['subscribed'] },
    tags: { type: 'array', items: { type: 'integer' }, example: [1] },
    lists: { type: 'array', items: { type: 'integer' }, example: [1] },
    company_ids: { type: 'array', items: { type: 'integer' }, example: [1] },
  },
} as const;

/** Request bodies that work unchanged once contact 1 and tag 1 exist. */
export const BULK_ACTION_EXAMPLES = {
  named: { summary: 'Listed contacts', value: { action_name: 'add_tags', subscriber_ids: [1], tags: [1] } },
  listed: {
    summary: 'Contacts that match list filters',
    value: { action_name: 'add_tags', filter: { statuses: ['subscribed'] }, tags: [1], dry_run: true },
  },
  ruled: {
    summary: 'Contacts that match a rule',
    value: {
      action_name: 'change_status',
      filter: [[{ source: ['subscriber', 'city'], operator: '=', value: 'Paris' }]],
      status: 'unsubscribed',
      dry_run: true,
    },
  },
};

export class DoBulkActionDto {
  @Member(
    {
      enum: [...BULK_ACTIONS],
      example: 'add_tags',
      description: 'The action. FluentCRM names are accepted too; see docs/bulk-actions.md',
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
    description: 'The contacts. The action runs before the response, for all of them or none',
  })
  subscriber_ids?: unknown;

  @Member({
    oneOf: [FILTERS_SCHEMA, LISTING_FILTERS],
    example: { statuses: ['subscribed'], lists: [1] },
    description: 'Instead of `subscriber_ids`: all contacts that match, processed by a job',
  } as object)
  filter?: unknown;

  @Member({ ...IDS, description: 'For add_tags and remove_tags' }) tags?: unknown;
  @Member({ ...IDS, description: 'For add_lists and remove_lists' }) lists?: unknown;
  @Member({ ...IDS, description: 'For add_companies and remove_companies' }) companies?: unknown;
  @Member({ ...IDS, description: 'Alias of `companies`' }) company_ids?: unknown;
  @Member({ ...IDS, description: 'Alias of `tags`, `lists`, or `companies`, depending on the action' })
  action_options?: unknown;

  @Member({ enum: [...CONTACT_STATUSES], example: 'subscribed', description: 'The new status, for change_status' })
  status?: unknown;
  @Member({ enum: [...CONTACT_STATUSES], example: 'subscribed', description: 'Alias of `status`' })
  new_status?: unknown;
  @Member({
    ...FLAG,
    description: 'For change_status: also changes unsubscribed, bounced, and complained contacts to a weaker status',
  })
  force_update_status?: unknown;

  @Member({ type: 'integer', example: 1, description: 'A published funnel, for add_to_funnel' }) funnel_id?: unknown;

  @Member({
    type: 'integer',
    minimum: 0,
    example: 1200,
    description: 'The number of contacts that the filter must match; the request fails if it matches another number',
  })
  expected_count?: unknown;

  @Member({ ...FLAG, description: 'Validates and reports what would change, without writing' }) dry_run?: unknown;
  @Member({ ...FLAG, description: 'Suppresses webhooks and funnel triggers' }) silent?: unknown;
}
