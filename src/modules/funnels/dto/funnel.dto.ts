import { ApiProperty, type ApiPropertyOptions } from '@nestjs/swagger';
import { IsArray } from 'class-validator';
import type { TitledFilter } from '../../../platform/http/titled-page.js';
import { invalidParam } from '../../../platform/errors/app-error.js';
import { Flag, Member, Text, Words } from '../../../platform/http/dto-fields.js';
import { numberedQuery, sortable } from '../../../platform/http/page.js';
import { timed } from '../../../platform/http/row-times.js';
import { FUNNEL_STATUSES, type FunnelStatus } from '../definition/funnel-status.js';
import { FUNNEL_SORT_FIELDS } from '../definition/funnel.entity.js';
import { EXAMPLE_SEQUENCES } from './funnel.examples.js';
import { FUNNEL_EXTRAS, type FunnelExtra } from './funnel.shapes.js';
import { oneOfRule } from '../../../platform/text/closest-name.js';

const SEQUENCES_SCHEMA = {
  type: 'array',
  maxItems: 200,
  description:
    'The steps in the order in which they run; `GET /funnels/actions` has the schema of their settings. A step with an `id` keeps its identity; a step without one is new.',
  items: {
    type: 'object',
    required: ['action_name'],
    properties: {
      id: { type: 'integer', example: 17 },
      action_name: { type: 'string', description: 'See `GET /funnels/actions`', example: 'send_custom_email' },
      title: { type: 'string', example: 'First email' },
      description: { type: 'string', example: 'Sent immediately' },
      settings: {
        type: 'object',
        additionalProperties: true,
        description: 'See `GET /funnels/actions`',
        example: { wait_type: 'unit_wait', wait_time_amount: 2, wait_time_unit: 'days' },
      },
      conditions: {
        type: 'array',
        items: { type: 'array', items: { type: 'object', additionalProperties: true } },
        description: 'A rule of the filter language; contacts that do not match skip the step',
        example: [[{ source: ['subscriber', 'country'], operator: '=', value: 'FR' }]],
      },
      delay: { type: 'integer', description: 'Seconds before the step, at most 31536000', example: 0 },
      children: {
        type: 'object',
        additionalProperties: { type: 'array', items: { type: 'object', additionalProperties: true } },
        description: 'The branches of a condition or split, each an array of steps',
        example: { yes: [], no: [] },
      },
    },
  },
  example: EXAMPLE_SEQUENCES,
} as const;

export const INVALID_STATUS = 'Invalid status value. Must be published, draft, or paused.';
const MIGRATE = { default: false, description: 'Whether active enrollments continue in the new version' };

const NAME: ApiPropertyOptions = { type: String, maxLength: 190 };

class FunnelMembers {
  @Member({
    enum: FUNNEL_STATUSES,
    nullable: true,
    description: 'Must equal the current status (`draft` for a new funnel); `PUT /funnels/{id}/status` changes it',
  })
  status?: unknown;

  @Member({
    type: 'object',
    additionalProperties: true,
    description: 'Filters, re-entry and exit rules: `run_multiple`, `reentry`, `filters`, `exit`',
    example: { reentry: { mode: 'after_days', days: 30 }, exit: { mode: 'goal', goal: { event: 'order_received' } } },
  } as object)
  conditions?: unknown;

  @Member({
    type: 'object',
    additionalProperties: true,
    description: 'The parameters of the trigger (`GET /funnels/triggers`) and the settings that all funnels share',
    example: { lists: [1], quiet_hours: { from: '21:00', to: '08:00' } },
  } as object)
  settings?: unknown;

  @Member(SEQUENCES_SCHEMA as object) sequences?: unknown;
}

export class CreateFunnelDto extends FunnelMembers {
  @Member({ ...NAME, example: 'Welcome' }, true) title?: unknown;

  @Member({ ...NAME, description: 'See `GET /funnels/triggers`', example: 'list_applied' }, true)
  trigger_name?: unknown;
}

export class UpdateFunnelDto extends FunnelMembers {
  @Member({ ...NAME, example: 'Welcome' }) title?: unknown;

  @Member({ ...NAME, example: 'list_applied' }) trigger_name?: unknown;

  @Flag(MIGRATE) migrate?: boolean;
}

export class SaveSequencesDto {
  @IsArray({ message: 'must be an array' })
  @ApiProperty(SEQUENCES_SCHEMA as object)
  sequences!: unknown[];

  @Flag(MIGRATE) migrate?: boolean;
}

export class RestoreVersionDto {
  @Flag(MIGRATE) migrate?: boolean;
}

export class FunnelStatusDto {
  @Member({ enum: FUNNEL_STATUSES, example: 'published' }, true) status?: unknown;

  /** @throws AppError rest_invalid_param with the message of the specification. */
  toStatus(): FunnelStatus {
    const status = FUNNEL_STATUSES.find((known) => known === this.status);
    if (status === undefined)
      throw invalidParam(
        'status',
        this.status === undefined ? 'is required' : oneOfRule(FUNNEL_STATUSES),
        INVALID_STATUS,
      );
    return status;
  }
}

export class FunnelQuery {
  @Words(FUNNEL_EXTRAS, { description: 'Additional members of the funnel' }) with?: FunnelExtra[];
}

class FunnelsQuery extends numberedQuery(10) {
  @Text({ description: 'Part of the title', example: 'welcome' }) search?: string;
  @Words(FUNNEL_STATUSES, { description: 'Any of these statuses' }) status?: FunnelStatus[];
  @Words(FUNNEL_EXTRAS, { description: 'Additional members of each funnel' }) with?: FunnelExtra[];
}

export class ListFunnelsDto extends sortable(timed(FunnelsQuery), FUNNEL_SORT_FIELDS) {
  toFilter(): TitledFilter<FunnelStatus> {
    return { search: this.search ?? null, statuses: this.status ?? [], condition: this.toTimes('r') };
  }
}
