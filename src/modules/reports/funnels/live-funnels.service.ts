import { Injectable } from '@nestjs/common';
import { DatabaseClock } from '../../../platform/clock/clock.js';
import { Database } from '../../../platform/database/database.js';
import { ReportCache } from '../cache/report-cache.service.js';
import { NO_DAYS } from '../periods/report-period.js';
import type { LiveFunnelResponse } from './dto/funnel-reports.shapes.js';
import { FunnelOutlines } from './funnel-outlines.queries.js';
import { activeIn, FunnelReportsQueries, type FunnelRow } from './funnel-reports.queries.js';

type LiveFigures = Omit<LiveFunnelResponse, 'funnel_id' | 'as_of' | 'meta'>;

const MAX_AGE_SECONDS = 2;

@Injectable()
export class LiveFunnelsService {
  constructor(
    private readonly queries: FunnelReportsQueries,
    private readonly outlines: FunnelOutlines,
    private readonly cache: ReportCache,
    private readonly clock: DatabaseClock,
    private readonly db: Database,
  ) {}

  async live(funnelId: number): Promise<LiveFunnelResponse> {
    const funnel = await this.queries.funnel(funnelId);
    const key = { funnel_id: funnelId, versionId: funnel.versionId };
    const { figures, freshness } = await this.cache.fetch('funnel-live', key, MAX_AGE_SECONDS, () =>
      this.moment(funnel),
    );
    return {
      funnel_id: funnelId,
      ...figures,
      // These counters do not depend on the relay, so they are current.
      as_of: freshness.generated_at,
      meta: { ...NO_DAYS, ...freshness },
    };
  }

  private async moment(funnel: FunnelRow): Promise<LiveFigures> {
    const { id: funnelId, versionId } = funnel;
    const due = await this.queries.due(funnelId, await this.clock.now(this.db));
    const waiting = new Map<number, number>();
    for (const { stepId, entered, completed, skipped, failed, abandoned } of await this.queries.stepCounts(funnelId)) {
      const here = entered - completed - skipped - failed - abandoned;
      // A contact may become due between the two queries.
      const later = Math.max(0, here - (due.get(stepId) ?? 0));
      if (later > 0) waiting.set(stepId, later);
    }
    const lastHour = await this.queries.lastHour(funnelId);
    const steps = await this.outlines.steps(funnelId, versionId, waiting.keys());
    return {
      active: activeIn(funnel),
      waiting: [...waiting.values()].reduce((sum, total) => sum + total, 0),
      entered_last_hour: lastHour.entered,
      completed_last_hour: lastHour.completed,
      by_sequence: steps.map(({ id, title }) => ({ sequence_id: id, title, waiting: waiting.get(id) ?? 0 })),
    };
  }
}
