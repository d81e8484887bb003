import { Injectable } from '@nestjs/common';
import type { Tx } from '../../../platform/database/database.js';
import type { Faults } from '../../../platform/errors/faults.js';
import { RunningFunnels } from '../running-funnels.service.js';
import { FunnelDefinition } from './funnel-definition.js';
import type { FunnelConditions, FunnelSettings } from './funnel-rules.js';
import { type FunnelInGraph, effectsAtOnce, takesBack, wayRound } from './loop-graph.js';
import type { Step } from './step.js';

/** A funnel as it is going to be. */
export interface LoopCandidate extends FunnelInGraph {
  readonly steps: readonly Step[];
}

interface OtherFunnel extends FunnelInGraph {
  readonly versionId: number;
}

interface OtherRow extends Omit<OtherFunnel, 'conditions' | 'settings'> {
  readonly conditions: string;
  readonly settings: string;
}

/** Keeps funnels from sending somebody round and round for ever without any wait. */
@Injectable()
export class LoopCheck {
  constructor(private readonly funnels: RunningFunnels) {}

  /**
   * A loop has to go through the funnel that is saved, for without it there was none. Funnels that are not published count
   * as well, since publishing asks nothing.
   * @param tx holds the candidate's row.
   * @param faults gets the way round, if there is one.
   */
  async check(tx: Tx, { steps, ...candidate }: LoopCandidate, faults: Faults): Promise<void> {
    if (!takesBack(candidate)) return;
    const effects = effectsAtOnce(new FunnelDefinition(0, 0, steps));
    if (effects.length === 0) return;
    const others = await this.others(tx, candidate.id);
    const start = { ...candidate, versionId: 0 };
    const way = await wayRound(start, others, async (funnel) =>
      funnel === start ? effects : effectsAtOnce(await this.funnels.definition(funnel.versionId, tx)),
    );
    if (way === null) return;
    const names = way.map(({ id, title }) => `'${title}' (${id})`).join(' -> ');
    faults.add('sequences', `would go round without waiting: ${names}; a wait or a delay on the way helps`);
  }

  /**
   * Those that can be part of a loop. They are held, so that of two funnels that are saved at the same moment, and only
   * together go round, the second sees the first.
   */
  private async others(tx: Tx, id: number): Promise<OtherFunnel[]> {
    const rows = await tx.query<OtherRow>(
      `SELECT id, title, trigger_name AS triggerName, conditions, settings, version_id AS versionId FROM funnels
        WHERE deleted_at IS NULL AND id <> :id AND version_id <> 0 ORDER BY id LOCK IN SHARE MODE`,
      { id },
    );
    return rows
      .map((row) => ({
        ...row,
        conditions: JSON.parse(row.conditions) as FunnelConditions,
        settings: JSON.parse(row.settings) as FunnelSettings,
      }))
      .filter(takesBack);
  }
}
