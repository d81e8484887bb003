import { Injectable } from '@nestjs/common';
import type { StoredEvent } from '../../../events/domain-events.js';
import { Database } from '../../../platform/database/database.js';
import { CampaignInsightsService, type CampaignState } from '../../campaigns/insights/campaign-insights.service.js';
import { ReportCache } from '../cache/report-cache.service.js';
import { CurrentNames } from '../names/current-names.queries.js';
import { figuresOf } from '../figures/figure-catalog.js';
import { CampaignReportsQueries, NOTHING } from './campaign-reports.queries.js';
import { campaignStatsShape, type LiveCampaignResponse } from './dto/campaign-reports.shapes.js';

type LiveProgress = LiveCampaignResponse['progress'];
type LiveEvent = LiveCampaignResponse['last_events'][number];

const SHOWN = [
  'email.sent',
  'email.opened',
  'email.clicked',
  'email.bounced',
  'email.spam_complaint',
  'email.unsubscribed',
  'email.failed',
] as const;
type EmailEvent = Listed<StoredEvent<(typeof SHOWN)[number]>>;
type Listed<Event> = Event extends StoredEvent ? Pick<Event, 'type' | 'data'> : never;

/** Reads the newest of each type by index, then the latest of these. Opens and clicks are stored later. */
const LAST_EVENTS = `SELECT e.type, e.data
  FROM (${SHOWN.map(
    (type) =>
      `(SELECT id FROM domain_events WHERE campaign_id = :campaignId AND type = '${type}' ORDER BY id DESC LIMIT :most)`,
  ).join(' UNION ALL ')}) newest
  JOIN domain_events e ON e.id = newest.id
 ORDER BY e.occurred_at DESC, e.id DESC LIMIT :most`;

const MAX_AGE_SECONDS = 2;
const EVENTS = 20;

/** Sent emails come from the counters of the sending workers, which do not wait for the rollups. */
@Injectable()
export class LiveCampaignsService {
  constructor(
    private readonly insights: CampaignInsightsService,
    private readonly reports: CampaignReportsQueries,
    private readonly db: Database,
    private readonly names: CurrentNames,
    private readonly cache: ReportCache,
  ) {}

  async live(campaignId: number, includeMachine: boolean): Promise<LiveCampaignResponse> {
    const { status } = await this.reports.campaign(campaignId);
    const { figures, freshness } = await this.cache.fetch('campaign-live', { campaignId }, MAX_AGE_SECONDS, () =>
      this.moment(campaignId),
    );
    const { emails, progress, lastEvents, period } = figures;
    return {
      campaign_id: campaignId,
      status,
      stats: figuresOf(campaignStatsShape, emails, { includeMachine, currency: null }),
      progress,
      last_events: lastEvents,
      as_of: freshness.as_of,
      meta: { ...period, ...freshness },
    };
  }

  private async moment(campaignId: number) {
    const state = await this.insights.state(campaignId);
    const [{ emails } = NOTHING] = await this.reports.figures([campaignId], null, null);
    return {
      emails: { ...emails, sent: state.sent_count, bounced: emailsIn(state, 'bounced') },
      progress: progressOf(state),
      lastEvents: await this.lastEvents(campaignId),
      period: { from: emails.firstDay, to: emails.lastDay },
    };
  }

  /** Newest first. */
  private async lastEvents(campaignId: number): Promise<LiveEvent[]> {
    const params = { campaignId, most: EVENTS };
    const rows = await this.db.query<{ type: EmailEvent['type']; data: string }>(LAST_EVENTS, params);
    const events = rows.map(({ type, data }) => ({ type, data: JSON.parse(data) as unknown }) as EmailEvent);
    const clicked = events.flatMap((event) => (event.type === 'email.clicked' ? [event.data.email.link_id] : []));
    const links = await this.names.links(clicked);
    return events.map((event) => liveEvent(event, links));
  }
}

const emailsIn = ({ stat }: CampaignState, ...statuses: readonly string[]): number =>
  stat.reduce((sum, { status, total }) => (statuses.includes(status) ? sum + total : sum), 0);

const progressOf = (state: CampaignState): LiveProgress => ({
  percent: state.progress.percent,
  phase: state.progress.phase,
  total: state.stat.reduce((sum, { total }) => sum + total, 0),
  sent: state.sent_count,
  pending: emailsIn(state, 'pending', 'processing'),
  failed: emailsIn(state, 'failed'),
  rate_per_second: state.progress.rate_per_second,
  eta_seconds: state.progress.eta_seconds,
  waiting_reason: state.progress.waiting_reason,
});

function liveEvent({ type, data }: EmailEvent, links: ReadonlyMap<number, string>): LiveEvent {
  switch (type) {
    case 'email.failed':
      return { type: 'failed', at: data.failed_at, email_id: data.email_id, contact_id: data.contact_id };
    case 'email.sent':
      return { type: 'sent', at: data.email.sent_at, ...emailOf(data) };
    case 'email.opened':
      return { type: 'opened', at: data.email.opened_at, ...emailOf(data) };
    case 'email.clicked': {
      const url = links.get(data.email.link_id);
      return { type: 'clicked', at: data.email.clicked_at, ...emailOf(data), ...(url === undefined ? {} : { url }) };
    }
    case 'email.bounced':
      return { type: 'bounced', at: data.email.bounced_at, ...emailOf(data) };
    case 'email.spam_complaint':
      return { type: 'complained', at: data.email.complained_at, ...emailOf(data) };
    case 'email.unsubscribed':
      return { type: 'unsubscribed', at: data.email.unsubscribed_at, ...emailOf(data) };
  }
}

const emailOf = ({ email }: { readonly email: { readonly id: number; readonly contact_id: number | null } }) => ({
  email_id: email.id,
  contact_id: email.contact_id,
});
