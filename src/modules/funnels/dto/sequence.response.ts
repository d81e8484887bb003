import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { isPermitted, shownUrl } from '../../../platform/access/assert-permission.js';
import type { FunnelDefinition } from '../definition/funnel-definition.js';
import type { Filters } from '../../segments/segments.service.js';
import { type ActionName, STEP_TYPES, type StepType, stepTypeOf } from '../definition/action-catalog.js';
import { type Step, branchesUnder } from '../definition/step.js';

const CONDITION_TYPES = ['yes', 'no', 'branch'] as const;
type ConditionType = (typeof CONDITION_TYPES)[number];

type Branches = Readonly<Record<string, readonly SequenceResponse[]>>;

export class SequenceResponse {
  @ApiProperty({ type: 'integer', example: 17, description: 'The same in all versions' }) readonly id: number;
  @ApiProperty({ type: 'integer', example: 4 }) readonly funnel_id: number;
  @ApiProperty({ type: 'integer', nullable: true, example: null, description: 'The condition or split above it' })
  readonly parent_id: number | null;
  @ApiProperty({ enum: CONDITION_TYPES, nullable: true, description: '`yes` or `no` under a condition' })
  readonly condition_type: ConditionType | null;
  @ApiProperty({ type: String, nullable: true, example: null, description: 'The name of the branch' })
  readonly branch: string | null;
  @ApiProperty({ type: String, example: 'wait_times', description: 'See `GET /funnels/actions`' })
  readonly action_name: ActionName;
  @ApiProperty({ enum: STEP_TYPES }) readonly type: StepType;
  @ApiProperty({ example: 'Two days' }) readonly title: string;
  @ApiProperty({ example: 'Sent immediately' }) readonly description: string;
  @ApiProperty({
    type: 'object',
    additionalProperties: true,
    description: 'See `GET /funnels/actions`',
    example: { wait_type: 'unit_wait', wait_time_amount: 2, wait_time_unit: 'days' },
  })
  readonly settings: Step['settings'];
  @ApiProperty({
    type: 'array',
    items: { type: 'array', items: { type: 'object', additionalProperties: true } },
    nullable: true,
    example: null,
    description: 'A rule of the filter language; contacts that do not match skip the step',
  })
  readonly conditions: Filters | null;
  @ApiProperty({ type: 'integer', example: 0, description: 'Seconds before the step' }) readonly delay: number;
  @ApiProperty({ type: 'integer', example: 1, description: 'Position in its branch, from 1' })
  readonly sequence: number;
  @ApiProperty({ type: 'integer', example: 1, description: 'The version that last changed the step' })
  readonly version: number;
  @ApiProperty({ example: '2026-01-31T09:30:00.000Z' }) readonly created_at: string;
  @ApiProperty({ example: '2026-01-31T09:30:00.000Z' }) readonly updated_at: string;
  @ApiPropertyOptional({
    type: 'object',
    additionalProperties: { type: 'array', items: { $ref: '#/components/schemas/SequenceResponse' } },
    example: {},
    description: 'The steps in each branch of a condition (`yes`, `no`) or split (the keys of its branches)',
  })
  readonly children?: Branches;

  constructor(funnelId: number, step: Step, parent: Step | null, children?: Branches) {
    this.id = step.id;
    this.funnel_id = funnelId;
    this.parent_id = step.parentId;
    this.condition_type = parent === null ? null : conditionTypeOf(parent, step.branch);
    this.branch = step.branch;
    this.action_name = step.action;
    this.type = stepTypeOf(step.action);
    this.title = step.title;
    this.description = step.description;
    this.settings = shownSettings(step);
    this.conditions = step.conditions;
    this.delay = step.delay;
    this.sequence = step.place;
    this.version = step.since;
    this.created_at = step.createdAt;
    this.updated_at = step.updatedAt;
    if (children) this.children = children;
  }
}

/** A request often holds credentials in its query and its body. */
function shownSettings({ action, settings }: Step): Step['settings'] {
  if (action !== 'http_request' || isPermitted('manage_campaigns')) return settings;
  return { ...settings, url: shownUrl(settings.url, 'manage_campaigns'), body: settings.body && '***' };
}

function conditionTypeOf(parent: Step, branch: string | null): ConditionType {
  if (parent.action !== 'funnel_condition') return 'branch';
  return branch === 'yes' ? 'yes' : 'no';
}

/** Returns the steps of a version as a tree, in their order. */
export function treeOf(definition: FunnelDefinition, funnelId: number): SequenceResponse[] {
  return branchOf(definition, funnelId, null, null);
}

export function sequenceOf(definition: FunnelDefinition, funnelId: number, step: Step): SequenceResponse {
  return new SequenceResponse(funnelId, step, definition.step(step.parentId));
}

function branchOf(
  definition: FunnelDefinition,
  funnelId: number,
  parent: Step | null,
  branch: string | null,
): SequenceResponse[] {
  return definition.children(parent?.id ?? null, branch).map((step) => {
    const branches = branchesUnder(step);
    if (branches.length === 0) return new SequenceResponse(funnelId, step, parent);
    const children = branches.map((name) => [name, branchOf(definition, funnelId, step, name)] as const);
    return new SequenceResponse(funnelId, step, parent, Object.fromEntries(children));
  });
}
