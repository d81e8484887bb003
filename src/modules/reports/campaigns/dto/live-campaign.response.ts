import { ApiProperty } from '@nestjs/swagger';
import { CAMPAIGN_STATUSES, type CampaignStatus } from '../../../campaigns/campaign-status.js';
import { ReportMetaResponse } from '../../dto/report-meta.response.js';
import { LIVE_EVENTS, type LiveCampaign, type LiveEvent, type LiveProgress } from '../live-campaigns.service.js';
import { CampaignStatsResponse } from './email-stats.response.js';

class LiveProgressResponse {
  @ApiProperty({ example: 40, description: 'Of the mails, how many have come to an end' }) readonly percent: number;
  @ApiProperty({ type: String, nullable: true, example: 'sending', description: 'Null unless it is being sent' })
  readonly phase: string | null;
  @ApiProperty({ type: 'integer', example: 1000, description: 'Everybody who is to get it, or was' })
  readonly total: number;
  @ApiProperty({ type: 'integer', example: 390 }) readonly sent: number;
  @ApiProperty({ type: 'integer', example: 600, description: 'Waiting, on their way, or to be tried again' })
  readonly pending: number;
  @ApiProperty({ type: 'integer', example: 10 }) readonly failed: number;
  @ApiProperty({ example: 25.5, description: 'Over the last minute' }) readonly rate_per_second: number;
  @ApiProperty({ type: 'integer', nullable: true, example: 24, description: 'Null where nobody can say' })
  readonly eta_seconds: number | null;
  @ApiProperty({ type: String, nullable: true, example: null, description: 'What keeps mails from leaving' })
  readonly waiting_reason: string | null;

  constructor(progress: LiveProgress) {
    this.percent = progress.percent;
    this.phase = progress.phase;
    this.total = progress.total;
    this.sent = progress.sent;
    this.pending = progress.pending;
    this.failed = progress.failed;
    this.rate_per_second = progress.ratePerSecond;
    this.eta_seconds = progress.etaSeconds;
    this.waiting_reason = progress.waitingReason;
  }
}

class LiveEventResponse {
  @ApiProperty({ enum: LIVE_EVENTS }) readonly type: LiveEvent['type'];
  @ApiProperty({ example: '2026-06-30T12:00:00.000Z' }) readonly at: string;
  @ApiProperty({ type: 'integer', example: 1042 }) readonly email_id: number;
  @ApiProperty({ type: 'integer', nullable: true, example: 42 }) readonly contact_id: number | null;
  @ApiProperty({ required: false, example: 'https://shop.example.com/june', description: 'Of a click: the link' })
  readonly url?: string;

  constructor({ type, at, emailId, contactId, url }: LiveEvent) {
    this.type = type;
    this.at = at;
    this.email_id = emailId;
    this.contact_id = contactId;
    if (url !== undefined) this.url = url;
  }
}

export class LiveCampaignResponse {
  @ApiProperty({ type: 'integer', example: 12 }) readonly campaign_id: number;
  @ApiProperty({ enum: CAMPAIGN_STATUSES }) readonly status: CampaignStatus;
  @ApiProperty() readonly stats: CampaignStatsResponse;
  @ApiProperty() readonly progress: LiveProgressResponse;
  @ApiProperty({ type: [LiveEventResponse], description: 'What people and mail servers did last, the newest first' })
  readonly last_events: readonly LiveEventResponse[];
  @ApiProperty({ example: '2026-06-30T12:00:00.000Z' }) readonly as_of: string;
  @ApiProperty() readonly meta: ReportMetaResponse;

  constructor(live: LiveCampaign) {
    this.campaign_id = live.campaignId;
    this.status = live.status;
    this.stats = new CampaignStatsResponse(live.stats);
    this.progress = new LiveProgressResponse(live.progress);
    this.last_events = live.lastEvents.map((event) => new LiveEventResponse(event));
    this.as_of = live.measured.asOf;
    this.meta = new ReportMetaResponse(live.period, live.timeZone, live.measured);
  }
}
