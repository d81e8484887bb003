import { Inject, Injectable } from '@nestjs/common';
import { APP_CONFIG, type AppConfig } from '../../../platform/config/config.js';
import { notFound } from '../../../platform/errors/app-error.js';
import type { CampaignStatus } from '../../campaigns/campaign-status.js';
import { CampaignInsightsService, type CampaignState } from '../../campaigns/insights/campaign-insights.service.js';
import { type Measured, ReportCache } from '../freshness/report-cache.service.js';
import { CampaignReportsQueries, NO_FIGURES } from './campaign-reports.queries.js';
import { type CampaignStats, campaignStats, type MailFigures } from './campaign-stats.js';
import { LiveCampaignsQueries, type MailFact } from './live-campaigns.queries.js';

export const LIVE_EVENTS = ['sent', 'opened', 'clicked', 'bounced', 'complained', 'unsubscribed', 'failed'] as const;

export interface LiveEvent {
  readonly type: (typeof LIVE_EVENTS)[number];
  /** ISO 8601. */
  readonly at: string;
  readonly emailId: number;
  readonly contactId: number | null;
  /** Only of a click whose link is known. */
  readonly url?: string;
}

export interface LiveProgress {
  readonly percent: number;
  readonly phase: string | null;
  /** Everybody who is to get it, or was; those in no other figure were skipped, cancelled or are in doubt. */
  readonly total: number;
  readonly sent: number;
  readonly pending: number;
  readonly failed: number;
  readonly ratePerSecond: number;
  readonly etaSeconds: number | null;
  readonly waitingReason: string | null;
}

export interface LiveCampaign {
  readonly campaignId: number;
  readonly status: CampaignStatus;
  readonly stats: CampaignStats;
  readonly progress: LiveProgress;
  readonly lastEvents: readonly LiveEvent[];
  readonly period: { readonly from: string | null; readonly to: string | null };
  readonly timeZone: string;
  readonly measured: Measured<unknown>;
}

interface Moment extends Pick<LiveCampaign, 'progress' | 'lastEvents' | 'period'> {
  readonly mails: MailFigures;
}

const MAX_AGE_SECONDS = 2;
const EVENTS = 20;

/** A campaign at this moment. What was sent is counted by those who send, and does not wait for the rollup. */
@Injectable()
export class LiveCampaignsService {
  constructor(
    private readonly insights: CampaignInsightsService,
    private readonly reports: CampaignReportsQueries,
    private readonly queries: LiveCampaignsQueries,
    private readonly measurements: ReportCache,
    @Inject(APP_CONFIG) private readonly config: AppConfig,
  ) {}

  /** @throws AppError rest_post_invalid_id */
  async live(campaignId: number, includeMachine: boolean): Promise<LiveCampaign> {
    // Not from the cache: a deletion or another state is seen at once.
    const campaign = await this.reports.campaign(campaignId);
    if (campaign === null) throw notFound('campaign');
    const measured = await this.measurements.measure('campaign-live', campaignId, MAX_AGE_SECONDS, () =>
      this.moment(campaignId),
    );
    const { mails, ...moment } = measured.figures;
    return {
      campaignId,
      status: campaign.status,
      stats: campaignStats(mails, includeMachine),
      ...moment,
      timeZone: this.config.timeZone,
      measured,
    };
  }

  private async moment(campaignId: number): Promise<Moment> {
    const state = await this.insights.state(campaignId);
    const [figures = NO_FIGURES] = await this.reports.figures([campaignId], null);
    return {
      mails: { ...figures, sent: state.sent_count, bounced: mailsIn(state, 'bounced') },
      progress: progressOf(state),
      lastEvents: await this.lastEvents(campaignId),
      period: { from: figures.firstDay, to: figures.lastDay },
    };
  }

  private async lastEvents(campaignId: number): Promise<LiveEvent[]> {
    const facts = await this.queries.lastFacts(campaignId, EVENTS);
    const clicked = facts.flatMap((fact) => (fact.type === 'email.clicked' ? [fact.data.email.link_id] : []));
    const links = await this.queries.links([...new Set(clicked)]);
    return facts.map((fact) => eventOf(fact, links));
  }
}

const mailsIn = ({ stat }: CampaignState, ...statuses: readonly string[]): number =>
  stat.reduce((sum, { status, total }) => (statuses.includes(status) ? sum + total : sum), 0);

function progressOf(state: CampaignState): LiveProgress {
  return {
    percent: state.progress.percent,
    phase: state.progress.phase,
    total: state.stat.reduce((sum, { total }) => sum + total, 0),
    sent: state.sent_count,
    pending: mailsIn(state, 'pending', 'processing'),
    failed: mailsIn(state, 'failed'),
    ratePerSecond: state.progress.rate_per_second,
    etaSeconds: state.progress.eta_seconds,
    waitingReason: state.progress.waiting_reason,
  };
}

function eventOf({ type, data }: MailFact, links: ReadonlyMap<number, string>): LiveEvent {
  switch (type) {
    case 'email.failed':
      return { type: 'failed', at: data.failed_at, emailId: data.email_id, contactId: data.contact_id };
    case 'email.sent':
      return { type: 'sent', at: data.email.sent_at, ...mailOf(data) };
    case 'email.opened':
      return { type: 'opened', at: data.email.opened_at, ...mailOf(data) };
    case 'email.clicked': {
      const url = links.get(data.email.link_id);
      return { type: 'clicked', at: data.email.clicked_at, ...mailOf(data), ...(url === undefined ? {} : { url }) };
    }
    case 'email.bounced':
      return { type: 'bounced', at: data.email.bounced_at, ...mailOf(data) };
    case 'email.spam_complaint':
      return { type: 'complained', at: data.email.complained_at, ...mailOf(data) };
    case 'email.unsubscribed':
      return { type: 'unsubscribed', at: data.email.unsubscribed_at, ...mailOf(data) };
  }
}

const mailOf = ({ email }: { readonly email: { readonly id: number; readonly contact_id: number | null } }) => ({
  emailId: email.id,
  contactId: email.contact_id,
});
