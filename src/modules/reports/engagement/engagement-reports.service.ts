import { Injectable } from '@nestjs/common';
import { HALF_LIFE_DAYS, POINTS, POINTS_TO_HALF } from '../../rollups/engagement.js';
import { ReportCache } from '../cache/report-cache.service.js';
import { ContactSums } from '../figures/contact-sums.queries.js';
import { NO_DAYS } from '../periods/report-period.js';
import { type ReportRequest, ReportScopes } from '../scope/report-scopes.service.js';
import { asOf, TopSubscribersService } from '../top-subscribers/top-subscribers.service.js';
import type { EngagementScoresResponse } from './dto/engagement.shapes.js';
import { EngagementQueries } from './engagement.queries.js';
import { distributionOf } from './score-distribution.js';

const FORMULA: EngagementScoresResponse['formula'] = {
  points: { opened: POINTS.opened, clicked: POINTS.clicked, event: POINTS.tracked_events, order: POINTS.orders },
  half_life_days: HALF_LIFE_DAYS,
  score: `round(100 * (1 - 2 ^ (-points / ${POINTS_TO_HALF})))`,
};

const MAX_AGE_SECONDS = 900;
const TOP = 10;

@Injectable()
export class EngagementReportsService {
  constructor(
    private readonly queries: EngagementQueries,
    private readonly sums: ContactSums,
    private readonly top: TopSubscribersService,
    private readonly scopes: ReportScopes,
    private readonly cache: ReportCache,
  ) {}

  async scores(request: Pick<ReportRequest, 'period' | 'audience' | 'currency'>): Promise<EngagementScoresResponse> {
    const today = this.scopes.today();
    const period = this.scopes.optionalPeriod(request.period);
    const audience = await this.scopes.audience(request.audience);
    const currency = await this.scopes.currency(request);
    const scope = { period, audience };
    const key = { ...scope, currency, today };
    const { figures, freshness } = await this.cache.fetch('engagement-scores', key, MAX_AGE_SECONDS, async () => {
      const [counts, contacts, top] = await Promise.all([
        this.queries.scores(scope, asOf(period, today)),
        this.sums.size(audience),
        this.top.figures('engagement', scope, { limit: TOP, currency, today }),
      ]);
      return { distribution: distributionOf(counts, contacts), top };
    });
    return {
      ...figures.distribution,
      top: await this.top.named(figures.top),
      formula: FORMULA,
      currency,
      meta: { ...(period ?? NO_DAYS), ...freshness },
    };
  }
}
