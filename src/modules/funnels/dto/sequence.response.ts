import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import type { Filters } from '../../segments/segments.service.js';
import { type ActionName, STEP_TYPES, type Step, type StepType, stepTypeOf } from '../definition/step.js';

const CONDITION_TYPES = ['yes', 'no', 'branch'] as const;
type ConditionType = (typeof CONDITION_TYPES)[number];

/** The ways under a step, by their names. */
export type Ways = Readonly<Record<string, readonly SequenceResponse[]>>;

export class SequenceResponse {
  @ApiProperty({ type: 'integer', example: 17, description: 'The same through all versions' }) readonly id: number;
  @ApiProperty({ type: 'integer', example: 4 }) readonly funnel_id: number;
  @ApiProperty({
    type: 'integer',
    nullable: true,
    example: null,
    description: 'The condition or split it stands under',
  })
  readonly parent_id: number | null;
  @ApiProperty({
    enum: CONDITION_TYPES,
    nullable: true,
    description: 'The way of a condition that it stands in, or `branch` for one of a split',
  })
  readonly condition_type: ConditionType | null;
  @ApiProperty({ type: String, nullable: true, example: null, description: 'The name of that way' })
  readonly branch: string | null;
  @ApiProperty({ type: String, example: 'wait_times' }) readonly action_name: ActionName;
  @ApiProperty({ enum: STEP_TYPES }) readonly type: StepType;
  @ApiProperty({ example: 'Two days' }) readonly title: string;
  @ApiProperty({ example: 'Goes out at once' }) readonly description: string;
  @ApiProperty({
    type: 'object',
    additionalProperties: true,
    description: 'By action; see `GET /funnels/actions`',
    example: { wait_type: 'unit_wait', wait_time_amount: 2, wait_time_unit: 'days' },
  })
  readonly settings: Step['settings'];
  @ApiProperty({
    type: 'array',
    items: { type: 'array', items: { type: 'object', additionalProperties: true } },
    nullable: true,
    example: null,
    description: 'A rule of the filter language; who does not match goes past the step',
  })
  readonly conditions: Filters | null;
  @ApiProperty({ type: 'integer', example: 0, description: 'Seconds before it' }) readonly delay: number;
  @ApiProperty({ type: 'integer', example: 1, description: 'Its place in its way, from 1' }) readonly sequence: number;
  @ApiProperty({ type: 'integer', example: 1, description: 'The version that brought it in these words' })
  readonly version: number;
  @ApiProperty({ example: '2026-01-31T09:30:00.000Z' }) readonly created_at: string;
  @ApiProperty({ example: '2026-01-31T09:30:00.000Z' }) readonly updated_at: string;
  @ApiPropertyOptional({
    type: 'object',
    additionalProperties: { type: 'array', items: { $ref: '#/components/schemas/SequenceResponse' } },
    example: {},
    description: 'The steps in each way of a condition (`yes`, `no`) or a split (by the keys of its branches)',
  })
  readonly children?: Ways;

  constructor(funnelId: number, step: Step, parent: Step | null, children?: Ways) {
    this.id = step.id;
    this.funnel_id = funnelId;
    this.parent_id = step.parentId;
    this.condition_type = parent === null ? null : conditionTypeOf(parent, step.branch);
    this.branch = step.branch;
    this.action_name = step.action;
    this.type = stepTypeOf(step.action);
    this.title = step.title;
    this.description = step.description;
    this.settings = step.settings;
    this.conditions = step.conditions;
    this.delay = step.delay;
    this.sequence = step.place;
    this.version = step.since;
    this.created_at = step.createdAt;
    this.updated_at = step.updatedAt;
    if (children) this.children = children;
  }
}

function conditionTypeOf(parent: Step, branch: string | null): ConditionType {
  if (parent.action !== 'funnel_condition') return 'branch';
  return branch === 'yes' ? 'yes' : 'no';
}
