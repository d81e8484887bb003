import { SequenceResponse } from '../dto/sequence.response.js';
import type { FunnelDefinition } from './funnel-definition.js';
import { type Step, waysUnder } from './step.js';

/** The steps of a version as they go over the wire: those of a way in their order, each with the ways under it. */
export function treeOf(definition: FunnelDefinition, funnelId: number): SequenceResponse[] {
  return wayOf(definition, funnelId, null, null);
}

/** One step without what stands under it. */
export function sequenceOf(definition: FunnelDefinition, funnelId: number, step: Step): SequenceResponse {
  return new SequenceResponse(funnelId, step, definition.step(step.parentId));
}

function wayOf(
  definition: FunnelDefinition,
  funnelId: number,
  parent: Step | null,
  branch: string | null,
): SequenceResponse[] {
  return definition.children(parent?.id ?? null, branch).map((step) => {
    const ways = waysUnder(step);
    if (ways.length === 0) return new SequenceResponse(funnelId, step, parent);
    const children = ways.map((way) => [way, wayOf(definition, funnelId, step, way)] as const);
    return new SequenceResponse(funnelId, step, parent, Object.fromEntries(children));
  });
}
