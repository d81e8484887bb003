import { Inject, Injectable } from '@nestjs/common';
import { APP_CONFIG, type AppConfig } from '../../../platform/config/config.js';
import { notFound } from '../../../platform/errors/app-error.js';
import { type Measured, Measurements } from '../freshness/measurements.service.js';
import { percent } from '../../../platform/rates/rates.js';
import { type CampaignFigures, CampaignReportsQueries } from './campaign-reports.queries.js';

/** Rates are percent with one decimal. */
export interface CampaignEmailStats {
  readonly campaignId: number;
  readonly title: string;
  readonly stats: Pick<CampaignFigures, 'sent' | 'delivered' | 'opened' | 'clicked' | 'unsubscribed' | 'bounced'> & {
    readonly deliveryRate: number;
    readonly openRate: number;
    readonly clickRate: number;
    readonly unsubscribeRate: number;
  };
  readonly revenue: { readonly total: number; readonly orders: number; readonly conversionRate: number };
  readonly timeZone: string;
  readonly measured: Measured<CampaignFigures>;
}

const MAX_AGE_SECONDS = 60;

/** How campaigns went. */
@Injectable()
export class CampaignReportsService {
  constructor(
    private readonly queries: CampaignReportsQueries,
    private readonly measurements: Measurements,
    @Inject(APP_CONFIG) private readonly config: AppConfig,
  ) {}

  /** @throws AppError rest_post_invalid_id */
  async emailStats(campaignId: number, includeMachine: boolean): Promise<CampaignEmailStats> {
    // Not from the cache: a new title or a deletion is seen at once.
    const title = await this.queries.titleOf(campaignId);
    if (title === null) throw notFound('campaign');
    const measured = await this.measurements.measure('campaign-email-stats', campaignId, MAX_AGE_SECONDS, () =>
      this.queries.figures(campaignId),
    );
    return {
      campaignId,
      title,
      stats: statsOf(measured.figures, includeMachine),
      // Orders come with the commerce module, which will book what they bring.
      revenue: { total: 0, orders: 0, conversionRate: 0 },
      timeZone: this.config.timeZone,
      measured,
    };
  }
}

function statsOf(figures: CampaignFigures, includeMachine: boolean): CampaignEmailStats['stats'] {
  const { sent, delivered, unsubscribed, bounced } = figures;
  const opened = figures.opened + (includeMachine ? figures.machineOpens : 0);
  const clicked = figures.clicked + (includeMachine ? figures.machineClicks : 0);
  return {
    sent,
    delivered,
    opened,
    clicked,
    unsubscribed,
    bounced,
    deliveryRate: percent(delivered, sent),
    openRate: percent(opened, delivered),
    clickRate: percent(clicked, delivered),
    unsubscribeRate: percent(unsubscribed, delivered),
  };
}
