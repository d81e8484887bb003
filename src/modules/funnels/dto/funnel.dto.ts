import { ApiProperty } from '@nestjs/swagger';
import { Allow, IsArray } from 'class-validator';
import { invalidParam } from '../../../platform/errors/app-error.js';
import { Flag, Text, Words } from '../../../platform/http/dto-fields.js';
import { numberedQuery } from '../../../platform/http/page.js';
import { sortable } from '../../../platform/http/sorting.js';
import { FUNNEL_EXTRAS, type FunnelExtra } from '../funnel-presenter.js';
import { FUNNEL_STATUSES, type FunnelStatus } from '../funnel-status.js';
import { FUNNEL_SORT_FIELDS, type FunnelFilter } from '../funnels.queries.js';
import type { FunnelInput } from '../funnels.service.js';
import { EXAMPLE_SEQUENCES } from './funnel.examples.js';

const SEQUENCES_SCHEMA = {
  type: 'array',
  maxItems: 200,
  description:
    'The steps in the order of running; `GET /funnels/actions` tells what each may be told. A step that has its `id` keeps it, one without is new.',
  items: {
    type: 'object',
    required: ['action_name'],
    properties: {
      id: { type: 'integer', example: 17 },
      action_name: { type: 'string', example: 'send_custom_email' },
      title: { type: 'string', example: 'First mail' },
      description: { type: 'string', example: 'Goes out at once' },
      settings: {
        type: 'object',
        additionalProperties: true,
        description: 'By action',
        example: { wait_type: 'unit_wait', wait_time_amount: 2, wait_time_unit: 'days' },
      },
      conditions: {
        type: 'array',
        items: { type: 'array', items: { type: 'object', additionalProperties: true } },
        description: 'A rule of the filter language; who does not match goes past the step',
        example: [[{ source: ['subscriber', 'country'], operator: '=', value: 'FR' }]],
      },
      delay: { type: 'integer', description: 'Seconds before it', example: 0 },
      children: {
        type: 'object',
        additionalProperties: { type: 'array', items: { type: 'object', additionalProperties: true } },
        description: 'Of conditions and splits: the steps by branch',
      },
    },
  },
  example: EXAMPLE_SEQUENCES,
} as const;

const NO_STATUS = `must be one of: ${FUNNEL_STATUSES.join(', ')}`;
const INVALID_STATUS = 'Invalid status value. Must be published, draft, or paused.';
const MIGRATE = {
  default: false,
  description: 'Whether those inside go on in the new version; otherwise they stay in theirs',
};

/** Members are judged by the service: whoever sends a faulty title and a faulty step wants to read of both at once. */
class FunnelMembers {
  @Allow()
  @ApiProperty({
    enum: FUNNEL_STATUSES,
    required: false,
    nullable: true,
    description: 'Only the present one, a draft for a new funnel; `PUT /funnels/{id}/status` changes it',
  })
  status?: unknown;

  @Allow()
  @ApiProperty({
    type: 'object',
    additionalProperties: true,
    required: false,
    description: 'Who comes in, how often, and what takes a contact out: `run_multiple`, `reentry`, `filters`, `exit`',
    example: { reentry: { mode: 'after_days', days: 30 }, exit: { mode: 'goal', goal: { event: 'order_received' } } },
  } as object)
  conditions?: unknown;

  @Allow()
  @ApiProperty({
    type: 'object',
    additionalProperties: true,
    required: false,
    description: "The trigger's own parameters (`GET /funnels/triggers`) beside those of every funnel",
    example: { lists: [1], quiet_hours: { from: '21:00', to: '08:00' } },
  } as object)
  settings?: unknown;

  @Allow()
  @ApiProperty({ ...SEQUENCES_SCHEMA, required: false } as object)
  sequences?: unknown;
}

export class CreateFunnelDto extends FunnelMembers {
  @Allow()
  @ApiProperty({ type: String, maxLength: 190, example: 'Welcome' })
  title?: unknown;

  @Allow()
  @ApiProperty({ type: String, maxLength: 190, description: 'What lets people in', example: 'list_applied' })
  trigger_name?: unknown;

  toInput(): FunnelInput {
    return this;
  }
}

export class UpdateFunnelDto extends FunnelMembers {
  @Allow()
  @ApiProperty({ type: String, maxLength: 190, required: false, example: 'Welcome' })
  title?: unknown;

  @Allow()
  @ApiProperty({
    type: String,
    maxLength: 190,
    required: false,
    description: 'What lets people in',
    example: 'list_applied',
  })
  trigger_name?: unknown;

  @Flag(MIGRATE) migrate?: boolean;

  toInput(): FunnelInput {
    const { title, status, trigger_name, conditions, settings, sequences } = this;
    return { title, status, trigger_name, conditions, settings, sequences };
  }
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
  @Allow()
  @ApiProperty({ enum: FUNNEL_STATUSES, example: 'published' })
  status?: unknown;

  /** @throws AppError rest_invalid_param with the words that integrators know. */
  toStatus(): FunnelStatus {
    const status = FUNNEL_STATUSES.find((known) => known === this.status);
    if (status === undefined)
      throw invalidParam('status', this.status === undefined ? 'is required' : NO_STATUS, INVALID_STATUS);
    return status;
  }
}

/** What is shown beside a funnel. */
export class FunnelQuery {
  @Words(FUNNEL_EXTRAS, { description: 'What is shown beside the funnel' }) with?: FunnelExtra[];
}

class FunnelsQuery extends numberedQuery(10) {
  @Text({ description: 'Part of the title' }) search?: string;
  @Words(FUNNEL_STATUSES, { description: 'Only funnels in one of these' }) status?: FunnelStatus[];
  @Words(FUNNEL_EXTRAS, { description: 'What is shown beside the funnel' }) with?: FunnelExtra[];
}

export class ListFunnelsDto extends sortable(FunnelsQuery, FUNNEL_SORT_FIELDS, { field: 'id', direction: 'DESC' }) {
  toFilter(): FunnelFilter {
    return { search: this.search ?? null, statuses: this.status ?? [] };
  }
}
