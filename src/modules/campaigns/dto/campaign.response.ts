import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { sqlTimestamp, sqlTimestampOrNull } from '../../../platform/clock/timestamps.js';
import { type Page, PageResponse } from '../../../platform/http/page.js';
import type { CampaignSending } from '../campaign-phases.queries.js';
import { CAMPAIGN_STATUSES, type CampaignStatus } from '../campaign-status.js';
import { DESIGN_TEMPLATES, type DesignTemplate } from '../../mail-content/templates/template.entity.js';
import type { Campaign } from '../campaign.entity.js';
import type { CampaignStats } from '../insights/campaign-stats.queries.js';
import { CampaignSettingsResponse } from './campaign-settings.response.js';

class CampaignAttachmentResponse {
  @ApiProperty({ example: 'programme.pdf' }) readonly filename: string;
  @ApiProperty({ example: 'application/pdf' }) readonly content_type: string;
  @ApiProperty({ type: 'integer', example: 48213, description: 'In bytes' }) readonly size: number;

  constructor({ filename, contentType, size }: Campaign['attachments'][number]) {
    this.filename = filename;
    this.content_type = contentType;
    this.size = size;
  }
}

/** People only; what machines did is counted elsewhere. */
class CampaignCountsResponse implements CampaignStats {
  @ApiProperty({ type: 'integer', example: 120, description: 'Recipients' }) readonly total!: number;
  @ApiProperty({ type: 'integer', example: 118, description: 'With what was refused at the recipient' })
  readonly sent!: number;
  @ApiProperty({ type: 'integer', example: 51, description: 'Mails opened at least once' }) readonly views!: number;
  @ApiProperty({ type: 'integer', example: 12, description: 'Mails clicked at least once' }) readonly clicks!: number;
  @ApiProperty({ type: 'integer', example: 1 }) readonly unsubscribers!: number;
  @ApiProperty({ type: 'integer', example: 2 }) readonly bounced!: number;
  @ApiProperty({ type: 'integer', example: 0 }) readonly complained!: number;
  @ApiProperty({ type: 'integer', example: 1 }) readonly failed!: number;
  @ApiProperty({ example: 1_284.5, description: 'Net of refunds, in `currency`' }) readonly revenue!: number;
  @ApiProperty({
    type: String,
    nullable: true,
    example: 'EUR',
    description: 'The one that most of its orders are in; null without any',
  })
  readonly currency!: string | null;
}

const nullableMoment = { type: String, nullable: true, description: 'UTC' } as const;
const utmParameter = (example: string): object => ({ type: String, nullable: true, example });

export class CampaignResponse {
  @ApiProperty({ type: 'integer', example: 1 }) readonly id: number;
  @ApiProperty({ example: 'Spring news' }) readonly title: string;
  @ApiProperty({ example: 'spring-news' }) readonly slug: string;
  @ApiProperty({ enum: CAMPAIGN_STATUSES }) readonly status: CampaignStatus;
  @ApiProperty({ example: 'Hello {{ contact.first_name | default: "there" }}' }) readonly email_subject: string;
  @ApiProperty({ example: 'What is new in spring' }) readonly email_pre_header: string;
  @ApiProperty({ example: '<p>Hello.</p><p><a href="{{ unsubscribe_url }}">Unsubscribe</a></p>' })
  readonly email_body: string;
  @ApiProperty({ example: '', description: 'Made from the HTML where it is empty' }) readonly email_body_text: string;
  @ApiProperty({ type: 'integer', example: 120, description: '0 before it begins' }) readonly recipients_count: number;
  @ApiProperty({ ...nullableMoment, example: '2027-03-01 09:00:00' }) readonly scheduled_at: string | null;
  @ApiProperty({ ...nullableMoment, example: null, description: 'The end of the range that its mails are spread over' })
  readonly scheduled_until: string | null;
  @ApiProperty({ enum: DESIGN_TEMPLATES }) readonly design_template: DesignTemplate;
  @ApiProperty({ type: 'integer', nullable: true, example: null, description: 'Where the content was copied from' })
  readonly template_id: number | null;
  @ApiProperty({ description: 'Whether the parameters below are appended to links' }) readonly utm_status: boolean;
  @ApiProperty(utmParameter('newsletter')) readonly utm_source: string | null;
  @ApiProperty(utmParameter('email')) readonly utm_medium: string | null;
  @ApiProperty(utmParameter('spring')) readonly utm_campaign: string | null;
  @ApiProperty(utmParameter('shoes')) readonly utm_term: string | null;
  @ApiProperty(utmParameter('header')) readonly utm_content: string | null;
  @ApiProperty({ type: () => [CampaignAttachmentResponse] })
  readonly attachments: readonly CampaignAttachmentResponse[];
  @ApiProperty({
    type: 'integer',
    nullable: true,
    example: null,
    description: 'The campaign whose mails this one repeats (`settings.resend`)',
  })
  readonly parent_id: number | null;
  @ApiProperty() readonly settings: CampaignSettingsResponse;
  @ApiProperty({ example: '2026-01-31 09:30:00' }) readonly created_at: string;
  @ApiProperty({ example: '2026-01-31 09:30:00' }) readonly updated_at: string;
  @ApiPropertyOptional({ type: () => CampaignCountsResponse, description: 'With `with[]=stats`' })
  readonly stats?: CampaignCountsResponse;

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
    this.attachments = campaign.attachments.map((attachment) => new CampaignAttachmentResponse(attachment));
    this.parent_id = campaign.parentId;
    this.settings = { ...campaign.settings, sending };
    this.created_at = sqlTimestamp(campaign.createdAt);
    this.updated_at = sqlTimestamp(campaign.updatedAt);
    if (stats) this.stats = stats;
  }
}

class CampaignsPage extends PageResponse<CampaignResponse> {
  @ApiProperty({ type: [CampaignResponse] }) declare readonly data: readonly CampaignResponse[];
}

export class CampaignsResponse {
  @ApiProperty({ type: CampaignsPage }) readonly campaigns: PageResponse<CampaignResponse>;

  constructor(page: Page<Campaign>, campaigns: readonly CampaignResponse[], url: URL) {
    this.campaigns = new PageResponse(page, campaigns, url);
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

export class CampaignRemovedResponse {
  @ApiProperty({ type: String, example: 'Campaign has been deleted.' }) readonly message = 'Campaign has been deleted.';
}
