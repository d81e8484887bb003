import { Injectable } from '@nestjs/common';
import { Database } from '../../../platform/database/database.js';
import { notFound } from '../../../platform/errors/app-error.js';
import { namedSql } from '../../../platform/sql/named-sql.js';
import { sequenceOf } from '../dto/sequence.shapes.js';
import { FunnelRows } from '../versions/funnel-rows.js';
import { RunningFunnels } from '../versions/running-funnels.service.js';
import type { SequenceInsightResponse, SequenceStatsResponse } from './dto/sequence-insight.shapes.js';

const SEQUENCE_STATS = namedSql(__dirname, 'sequence-stats');

@Injectable()
export class SequenceInsights {
  constructor(
    private readonly db: Database,
    private readonly rows: FunnelRows,
    private readonly funnels: RunningFunnels,
  ) {}

  /** Uses the newest version that has the step. */
  async sequence(funnelId: number, stepId: number): Promise<SequenceInsightResponse> {
    await this.rows.find(funnelId);
    const [stats] = await this.db.query<SequenceStatsResponse>(SEQUENCE_STATS, { funnelId, stepId });
    if (!stats) throw notFound();
    const versions = await this.db.query<{ id: number }>(
      'SELECT id FROM funnel_versions WHERE funnel_id = :funnelId ORDER BY version DESC',
      { funnelId },
    );
    for (const { id } of versions) {
      const definition = await this.funnels.definition(id);
      const step = definition.step(stepId);
      if (step) return { sequence: sequenceOf(definition, funnelId, step), stats };
    }
    throw notFound();
  }
}
