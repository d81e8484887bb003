import { ApiProperty } from '@nestjs/swagger';
import { sqlTimestamp, sqlTimestampOrNull } from '../../../platform/clock/timestamps.js';
import type { CampaignSettings } from '../campaign-settings.js';
import { CAMPAIGN_STATUSES, type CampaignStatus } from '../campaign-status.js';
import { DESIGN_TEMPLATES, type Campaign, type DesignTemplate } from '../campaign.entity.js';
import type { CampaignStats } from '../insights/campaign-stats.queries.js';

export class CampaignResponse {
  @ApiProperty({ example: 7 }) readonly id: number;
  @ApiProperty({ example: 'Spring news' }) readonly title: string;
  @ApiProperty({ example: 'spring-news' }) readonly slug: string;
  @ApiProperty({ enum: CAMPAIGN_STATUSES }) readonly status: CampaignStatus;
  @ApiProperty() readonly email_subject: string;
  @ApiProperty() readonly email_pre_header: string;
  @ApiProperty() readonly email_body: string;
  @ApiProperty() readonly email_body_text: string;
  @ApiProperty({ example: 120 }) readonly recipients_count: number;
  @ApiProperty({ type: String, nullable: true }) readonly scheduled_at: string | null;
  @ApiProperty({ enum: DESIGN_TEMPLATES }) readonly design_template: DesignTemplate;
  @ApiProperty({ type: 'object', additionalProperties: true })
  readonly settings: CampaignSettings & { readonly sending: { readonly waiting_reason: string | null } };
  @ApiProperty({ example: '2026-01-31 09:30:00' }) readonly created_at: string;
  @ApiProperty({ example: '2026-01-31 09:30:00' }) readonly updated_at: string;
  @ApiProperty({ required: false, type: Object, description: 'With `with[]=stats`' })
  readonly stats?: CampaignStats;

  constructor(campaign: Campaign, stats?: CampaignStats) {
    this.id = campaign.id;
    this.title = campaign.title;
    this.slug = campaign.slug;
    this.status = campaign.status;
    this.email_subject = campaign.emailSubject;
    this.email_pre_header = campaign.emailPreHeader;
    this.email_body = campaign.emailBody;
    this.email_body_text = campaign.emailBodyText;
    this.recipients_count = campaign.recipientsCount;
    this.scheduled_at = sqlTimestampOrNull(campaign.scheduledAt);
    this.design_template = campaign.designTemplate;
    this.settings = { ...campaign.settings, sending: { waiting_reason: campaign.waitingReason } };
    this.created_at = sqlTimestamp(campaign.createdAt);
    this.updated_at = sqlTimestamp(campaign.updatedAt);
    if (stats) this.stats = stats;
  }
}

export class OneCampaignResponse {
  @ApiProperty({ type: () => CampaignResponse }) readonly campaign: CampaignResponse;

  constructor(campaign: Campaign) {
    this.campaign = new CampaignResponse(campaign);
  }
}

export class CampaignWrittenResponse extends OneCampaignResponse {
  @ApiProperty({ example: 'Campaign has been saved.' }) readonly message: string;

  constructor(campaign: Campaign, message: string) {
    super(campaign);
    this.message = message;
  }
}
