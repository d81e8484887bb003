import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { sqlTimestamp, sqlTimestampOrNull } from '../../../platform/clock/timestamps.js';
import { type Page, PageResponse } from '../../../platform/http/page.js';
import { CAMPAIGN_PHASES, type CampaignPhase } from '../campaign/campaign-phase.js';
import { StoredSettings } from '../campaign/campaign-settings.js';
import { CAMPAIGN_STATUSES, type CampaignStatus } from '../campaign/campaign-status.js';
import { DESIGN_TEMPLATES, type DesignTemplate } from '../../mail-content/templates/template.entity.js';
import type { Campaign } from '../campaign/campaign.entity.js';

const nullableInteger = { type: 'integer', nullable: true } as const;

const nullableText = { type: String, nullable: true } as const;

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

/** Humans only; machine activity is counted separately. */
export class CampaignCountsResponse {
  @ApiProperty({ type: 'integer', example: 120, description: 'Recipients' }) readonly total!: number;
  @ApiProperty({ type: 'integer', example: 118, description: 'Includes emails that bounced' })
  readonly sent!: number;
  @ApiProperty({ type: 'integer', example: 51, description: 'Emails opened at least once' }) readonly views!: number;
  @ApiProperty({ type: 'integer', example: 12, description: 'Emails clicked at least once' }) readonly clicks!: number;
  @ApiProperty({ type: 'integer', example: 1 }) readonly unsubscribers!: number;
  @ApiProperty({ type: 'integer', example: 2 }) readonly bounced!: number;
  @ApiProperty({ type: 'integer', example: 0 }) readonly complained!: number;
  @ApiProperty({ type: 'integer', example: 1, description: 'Emails refused or given up' }) readonly failed!: number;
  @ApiProperty({ example: 1_284.5, description: 'Net of refunds, in `currency`' }) readonly revenue!: number;
  @ApiProperty({ ...nullableText, example: 'EUR', description: 'Currency of most orders; null without orders' })
  readonly currency!: string | null;
}

export class CampaignSendingResponse {
  @ApiProperty({ enum: CAMPAIGN_PHASES, nullable: true, description: 'Null unless it is `working`' })
  readonly phase!: CampaignPhase | null;
  @ApiProperty({
    ...nullableText,
    example: null,
    description: 'Why a working campaign waits, or why a paused one was paused; null if a manager paused it',
  })
  readonly waiting_reason!: string | null;
}

class CampaignSettingsResponse extends StoredSettings {
  @ApiProperty() readonly sending!: CampaignSendingResponse;
}

const nullableMoment = { type: String, nullable: true, description: 'UTC' } as const;
const utmParameter = (example: string): object => ({
  ...nullableText,
  description: 'UTM parameter; appended to links if `utm_status` is true',
  example,
});

export class CampaignResponse {
  @ApiProperty({ type: 'integer', example: 1 }) readonly id: number;
  @ApiProperty({ example: 'Spring news' }) readonly title: string;
  @ApiProperty({ example: 'spring-news' }) readonly slug: string;
  @ApiProperty({ enum: CAMPAIGN_STATUSES }) readonly status: CampaignStatus;
  @ApiProperty({ example: 'Hello {{ contact.first_name | default: "there" }}', description: 'Liquid' })
  readonly email_subject: string;
  @ApiProperty({ example: 'What is new in spring', description: 'Preview text of the inbox; Liquid' })
  readonly email_pre_header: string;
  @ApiProperty({ example: '<p>Hello.</p><p><a href="{{ unsubscribe_url }}">Unsubscribe</a></p>' })
  readonly email_body: string;
  @ApiProperty({ example: '', description: 'Generated from the HTML when empty' }) readonly email_body_text: string;
  @ApiProperty({ type: 'integer', example: 120, description: '0 before sending starts' })
  readonly recipients_count: number;
  @ApiProperty({ ...nullableMoment, example: '2027-03-01 09:00:00' }) readonly scheduled_at: string | null;
  @ApiProperty({ ...nullableMoment, example: null, description: 'End of the range over which the emails are spread' })
  readonly scheduled_until: string | null;
  @ApiProperty({ enum: DESIGN_TEMPLATES }) readonly design_template: DesignTemplate;
  @ApiProperty({ ...nullableInteger, example: null, description: 'Template from which the content was copied' })
  readonly template_id: number | null;
  @ApiProperty({ description: 'Whether the UTM parameters are appended to links' }) readonly utm_status: boolean;
  @ApiProperty(utmParameter('newsletter')) readonly utm_source: string | null;
  @ApiProperty(utmParameter('email')) readonly utm_medium: string | null;
  @ApiProperty(utmParameter('spring')) readonly utm_campaign: string | null;
  @ApiProperty(utmParameter('shoes')) readonly utm_term: string | null;
  @ApiProperty(utmParameter('header')) readonly utm_content: string | null;
  @ApiProperty({ type: () => [CampaignAttachmentResponse] })
  readonly attachments: readonly CampaignAttachmentResponse[];
  @ApiProperty({ ...nullableInteger, example: null, description: 'The campaign that this one resends' })
  readonly parent_id: number | null;
  @ApiProperty() readonly settings: CampaignSettingsResponse;
  @ApiProperty({ example: '2026-01-31 09:30:00' }) readonly created_at: string;
  @ApiProperty({ example: '2026-01-31 09:30:00' }) readonly updated_at: string;
  @ApiPropertyOptional({ type: () => CampaignCountsResponse, description: 'With `with[]=stats`' })
  readonly stats?: CampaignCountsResponse;

  constructor(campaign: Campaign, sending: CampaignSendingResponse, stats?: CampaignCountsResponse) {
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
  @ApiProperty({ type: () => CampaignResponse }) readonly campaign!: CampaignResponse;
}

export class CampaignWrittenResponse extends OneCampaignResponse {
  @ApiProperty({ example: 'Campaign has been saved.' }) readonly message!: string;
  @ApiPropertyOptional({
    type: [String],
    example: ['the sender failed a check at 2026-01-31 09:30:00 UTC (…); see GET /senders/3/readiness'],
    description: 'With `send` and `schedule`: what the sender failed at its last check; absent if there is nothing',
  })
  readonly warnings!: readonly string[] | undefined;
}

export class CampaignRemovedResponse {
  @ApiProperty({ type: String, example: 'Campaign has been deleted.' }) readonly message = 'Campaign has been deleted.';
}
