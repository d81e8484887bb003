import { Injectable } from '@nestjs/common';
import type { Tx } from '../../../platform/database/database.js';
import type { ValidationErrors } from '../../../platform/errors/app-error.js';
import { RunningFunnels } from './running-funnels.service.js';
import { FunnelDefinition } from '../definition/funnel-definition.js';
import { type FunnelInGraph, effectsAtOnce, allowsReentry, findLoop } from '../definition/loop-graph.js';
import type { Step } from '../definition/step.js';

interface LoopCandidate extends FunnelInGraph {
  readonly steps: readonly Step[];
}

/** Prevents loops between funnels without any wait. */
@Injectable()
export class LoopCheck {
  constructor(private readonly funnels: RunningFunnels) {}

  /**
   * Checks all funnels, because publishing does not validate. Any new loop includes the saved funnel.
   * @param tx holds the row of the candidate.
   */
  async check(tx: Tx, { steps, ...candidate }: LoopCandidate, faults: ValidationErrors): Promise<void> {
    if (!allowsReentry(candidate)) return;
    const effects = effectsAtOnce(new FunnelDefinition(0, 0, steps));
    if (effects.length === 0) return;
    // Locked, so that of two funnels saved at once, which only loop together, the second sees the first.
    const others = (await this.funnels.holdOthers(tx, candidate.id)).filter(allowsReentry);
    const start = { ...candidate, versionId: 0 };
    const loop = await findLoop<FunnelInGraph & { readonly versionId: number }>(start, others, async (funnel) =>
      funnel === start ? effects : effectsAtOnce(await this.funnels.definition(funnel.versionId, tx)),
    );
    if (loop === null) return;
    const names = loop.map(({ id, title }) => `'${title}' (${id})`).join(' -> ');
    faults.add('sequences', `would loop without a wait: ${names}; add a wait or a delay`);
  }
}
