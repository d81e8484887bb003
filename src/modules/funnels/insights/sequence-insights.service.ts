import { Injectable } from '@nestjs/common';
import { Database } from '../../../platform/database/database.js';
import { notFound } from '../../../platform/errors/app-error.js';
import { namedSql } from '../../../platform/sql/named-sql.js';
import type { FunnelDefinition } from '../definition/funnel-definition.js';
import type { Step } from '../definition/step.js';
import { FunnelRows } from '../funnel-rows.js';
import { RunningFunnels } from '../running-funnels.service.js';

export interface SequenceStats {
  readonly entered: number;
  readonly completed: number;
  readonly sent: number;
  readonly opened: number;
  readonly clicked: number;
}

export interface SequenceInsight {
  readonly definition: FunnelDefinition;
  readonly step: Step;
  readonly stats: SequenceStats;
}

const SEQUENCE_STATS = namedSql(__dirname, 'sequence-stats');

/** A single step of a funnel, and what became of those who came to it, in whichever version. */
@Injectable()
export class SequenceInsights {
  constructor(
    private readonly db: Database,
    private readonly rows: FunnelRows,
    private readonly funnels: RunningFunnels,
  ) {}

  /** As the newest version that has it says. @throws AppError rest_post_invalid_id */
  async sequence(funnelId: number, stepId: number): Promise<SequenceInsight> {
    await this.rows.find(funnelId);
    const [stats] = await this.db.query<SequenceStats>(SEQUENCE_STATS, { funnelId, stepId });
    if (!stats) throw notFound();
    const versions = await this.db.query<{ id: number }>(
      'SELECT id FROM funnel_versions WHERE funnel_id = :funnelId ORDER BY version DESC',
      { funnelId },
    );
    for (const { id } of versions) {
      const definition = await this.funnels.definition(id);
      const step = definition.step(stepId);
      if (step) return { definition, step, stats };
    }
    throw notFound();
  }
}
