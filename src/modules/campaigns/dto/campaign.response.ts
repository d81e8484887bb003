import { ApiProperty } from '@nestjs/swagger';
import { sqlTimestamp, sqlTimestampOrNull } from '../../../platform/clock/timestamps.js';
import { CAMPAIGN_PHASES } from '../campaign-phase.js';
import type { CampaignSending } from '../campaign-phases.queries.js';
import type { CampaignSettings } from '../campaign-settings.js';
import { CAMPAIGN_STATUSES, type CampaignStatus } from '../campaign-status.js';
import { DESIGN_TEMPLATES, type DesignTemplate } from '../../emails/templates/template.entity.js';
import type { Campaign } from '../campaign.entity.js';
import type { CampaignStats } from '../insights/campaign-stats.queries.js';

class AttachmentResponse {
  @ApiProperty({ example: 'programme.pdf' }) readonly filename: string;
  @ApiProperty({ example: 'application/pdf' }) readonly content_type: string;
  @ApiProperty({ example: 48213, description: 'In bytes' }) readonly size: number;

  constructor({ filename, contentType, size }: Campaign['attachments'][number]) {
    this.filename = filename;
    this.content_type = contentType;
    this.size = size;
  }
}

const utmParameter = { type: String, nullable: true } as const;

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
  @ApiProperty({ type: String, nullable: true }) readonly scheduled_until: string | null;
  @ApiProperty({ enum: DESIGN_TEMPLATES }) readonly design_template: DesignTemplate;
  @ApiProperty({ type: 'integer', nullable: true, description: 'Where the content was copied from' })
  readonly template_id: number | null;
  @ApiProperty() readonly utm_status: boolean;
  @ApiProperty(utmParameter) readonly utm_source: string | null;
  @ApiProperty(utmParameter) readonly utm_medium: string | null;
  @ApiProperty(utmParameter) readonly utm_campaign: string | null;
  @ApiProperty(utmParameter) readonly utm_term: string | null;
  @ApiProperty(utmParameter) readonly utm_content: string | null;
  @ApiProperty({ type: () => [AttachmentResponse] }) readonly attachments: readonly AttachmentResponse[];
  @ApiProperty({
    type: Number,
    nullable: true,
    example: null,
    description: 'The campaign whose mails this one repeats (`settings.resend`)',
  })
  readonly parent_id: number | null;
  @ApiProperty({
    type: 'object',
    additionalProperties: true,
    description: `With \`sending\`, what it is doing: \`phase\` (${CAMPAIGN_PHASES.join(', ')}) and \`waiting_reason\``,
  })
  readonly settings: CampaignSettings & { readonly sending: CampaignSending };
  @ApiProperty({ example: '2026-01-31 09:30:00' }) readonly created_at: string;
  @ApiProperty({ example: '2026-01-31 09:30:00' }) readonly updated_at: string;
  @ApiProperty({ required: false, type: Object, description: 'With `with[]=stats`' })
  readonly stats?: CampaignStats;

  constructor(campaign: Campaign, sending: CampaignSending, stats?: CampaignStats) {
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
    this.scheduled_until = sqlTimestampOrNull(campaign.scheduledUntil);
    this.design_template = campaign.designTemplate;
    this.template_id = campaign.templateId;
    const { status, parameters } = campaign.utm;
    this.utm_status = status;
    this.utm_source = parameters.utm_source ?? null;
    this.utm_medium = parameters.utm_medium ?? null;
    this.utm_campaign = parameters.utm_campaign ?? null;
    this.utm_term = parameters.utm_term ?? null;
    this.utm_content = parameters.utm_content ?? null;
    this.attachments = campaign.attachments.map((attachment) => new AttachmentResponse(attachment));
    this.parent_id = campaign.parentId;
    this.settings = { ...campaign.settings, sending };
    this.created_at = sqlTimestamp(campaign.createdAt);
    this.updated_at = sqlTimestamp(campaign.updatedAt);
    if (stats) this.stats = stats;
  }
}

export class OneCampaignResponse {
  @ApiProperty({ type: () => CampaignResponse }) readonly campaign: CampaignResponse;

  constructor(campaign: CampaignResponse) {
    this.campaign = campaign;
  }
}

export class CampaignWrittenResponse extends OneCampaignResponse {
  @ApiProperty({ example: 'Campaign has been saved.' }) readonly message: string;

  constructor(campaign: CampaignResponse, message: string) {
    super(campaign);
    this.message = message;
  }
}
