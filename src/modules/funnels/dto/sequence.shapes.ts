import { isPermitted, shownUrl } from '../../../platform/access/assert-permission.js';
import type { FunnelDefinition } from '../definition/funnel-definition.js';
import type { Filters } from '../../segments/segments.service.js';
import { type ActionName, STEP_TYPES, stepTypeOf } from '../definition/action-catalog.js';
import { written } from '../../../platform/shapes/written.js';
import * as s from '../../../shapes/shape.js';
import { branchesUnder, type Step } from '../definition/step.js';

const CONDITION_TYPES = ['yes', 'no', 'branch'] as const;
type ConditionType = (typeof CONDITION_TYPES)[number];

/** Steps of a branch are steps. */
const children = s.json<Readonly<Record<string, readonly SequenceResponse[]>>>({
  type: 'object',
  additionalProperties: { type: 'array', items: { $ref: '#/components/schemas/SequenceResponse' } },
  description: 'The steps in each branch of a condition (`yes`, `no`) or split (the keys of its branches)',
  examples: [{}],
});

const MEMBERS = {
  id: s.integer(17, 'The same in all versions'),
  funnel_id: s.integer(4),
  parent_id: s.nullable(s.integer(null, 'The condition or split above it')),
  condition_type: s.nullable(s.oneOf(CONDITION_TYPES, '`yes` or `no` under a condition')),
  branch: s.nullable(s.text(null, 'The name of the branch')),
  action_name: s.text<ActionName>('wait_times', 'See `GET /funnels/actions`'),
  type: s.oneOf(STEP_TYPES),
  title: s.text('Two days'),
  description: s.text('Sent immediately'),
  settings: s.json<Step['settings']>({
    type: 'object',
    additionalProperties: true,
    description: 'See `GET /funnels/actions`',
    examples: [{ wait_type: 'unit_wait', wait_time_amount: 2, wait_time_unit: 'days' }],
  }),
  conditions: s.nullable(
    s.json<Filters>({
      type: 'array',
      items: { type: 'array', items: { type: 'object', additionalProperties: true } },
      description: 'A rule of the filter language; contacts that do not match skip the step',
      examples: [null],
    }),
  ),
  delay: s.integer(0, 'Seconds before the step'),
  sequence: s.integer(1, 'Position in its branch, from 1'),
  version: s.integer(1, 'The version that last changed the step'),
  created_at: s.text('2026-01-31T09:30:00.000Z'),
  updated_at: s.text('2026-01-31T09:30:00.000Z'),
};

export interface SequenceResponse extends s.ObjectOf<typeof MEMBERS> {
  readonly children?: Readonly<Record<string, readonly SequenceResponse[]>> | undefined;
}
export const sequenceShape: s.Schema<SequenceResponse> = s.component('SequenceResponse', {
  ...MEMBERS,
  children: s.optional(children),
});

const stepOf = (
  funnelId: number,
  step: Step,
  parent: Step | null,
  branches?: SequenceResponse['children'],
): SequenceResponse =>
  written(sequenceShape, step, {
    funnel_id: funnelId,
    condition_type: parent === null ? null : conditionTypeOf(parent, step.branch),
    action_name: step.action,
    type: stepTypeOf(step.action),
    settings: shownSettings(step),
    sequence: step.place,
    version: step.since,
    children: branches,
  });

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
  return stepOf(funnelId, step, definition.step(step.parentId));
}

function branchOf(
  definition: FunnelDefinition,
  funnelId: number,
  parent: Step | null,
  branch: string | null,
): SequenceResponse[] {
  return definition.children(parent?.id ?? null, branch).map((step) => {
    const branches = branchesUnder(step);
    if (branches.length === 0) return stepOf(funnelId, step, parent);
    const children = branches.map((name) => [name, branchOf(definition, funnelId, step, name)] as const);
    return stepOf(funnelId, step, parent, Object.fromEntries(children));
  });
}

const sequenceStatsShape = s.component('SequenceStatsResponse', {
  entered: s.integer(1200, 'Enrollments that reached it'),
  completed: s.integer(1100, 'Enrollments that ran it'),
  sent: s.integer(1000, 'Emails sent'),
  opened: s.integer(421, 'Emails opened at least once'),
  clicked: s.integer(87, 'Emails clicked at least once'),
});
export type SequenceStatsResponse = s.TypeOf<typeof sequenceStatsShape>;

export const sequenceInsightShape = s.component('SequenceInsightResponse', {
  sequence: sequenceShape,
  stats: s.described(sequenceStatsShape, 'Results in all versions'),
});
export type SequenceInsightResponse = s.TypeOf<typeof sequenceInsightShape>;

export const sequencesShape = s.component('SequencesResponse', { sequences: s.list(sequenceShape) });

const versionShape = s.component('VersionResponse', {
  version: s.integer(2),
  created_at: s.text('2026-01-31T09:30:00.000Z'),
  created_by: s.nullable(s.integer(1, 'The id of the manager who saved it')),
  restored_from: s.nullable(s.integer(null, 'The version that it was copied from')),
  steps_count: s.integer(5, 'Steps in all branches'),
  active_count: s.integer(120, 'Active enrollments in this version'),
});
export type VersionResponse = s.TypeOf<typeof versionShape>;

const versionWithStepsShape = s.component('VersionWithStepsResponse', {
  ...versionShape.properties,
  sequences: s.list(sequenceShape),
});

export const versionsShape = s.component('VersionsResponse', { versions: s.list(versionShape, 'Newest first') });

export const oneVersionShape = s.component('OneVersionResponse', { version: versionWithStepsShape });
export type OneVersionResponse = s.TypeOf<typeof oneVersionShape>;
