import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { WEEKDAYS } from '../../../platform/clock/weekly-window.js';
import type { Filters } from '../../segments/segments.service.js';
import {
  FOOTER_MODES,
  type FooterMode,
  type Language,
  LANGUAGES,
} from '../../mail-content/rendering/contents.service.js';
import { AB_FALLBACKS, AB_METRICS, type AbTest, type AbVariant } from '../ab-test/ab-test.js';
import { CAMPAIGN_PHASES, type CampaignPhase } from '../campaign-phase.js';
import type { CampaignSending } from '../campaign-phases.queries.js';
import {
  type AudiencePair,
  type CampaignSettings,
  type MailerSettings,
  RESEND_KINDS,
  type Resend,
  SENDING_FILTERS,
  SENDING_TYPES,
} from '../campaign-settings.js';
import type { SendWindow, Throttle } from '../sending/campaign-pacing.js';

// Settings are shown as they are stored; these classes say what that is.

const nullableText = { type: String, nullable: true } as const;

const ID_OR_ALL = [
  { type: 'integer', minimum: 1 },
  { type: 'string', enum: ['all'] },
];

class MailerSettingsResponse implements MailerSettings {
  @ApiProperty({
    type: 'integer',
    nullable: true,
    example: null,
    description: "Null: the sender with the From address, else the installation's own mail server",
  })
  readonly sender_id!: number | null;
  @ApiProperty({ ...nullableText, example: 'Ada from Carillon' }) readonly from_name!: string | null;
  @ApiProperty({ ...nullableText, example: 'ada@example.com' }) readonly from_email!: string | null;
  @ApiProperty({ ...nullableText, example: 'Help desk' }) readonly reply_to_name!: string | null;
  @ApiProperty({ ...nullableText, example: 'help@example.com' }) readonly reply_to_email!: string | null;
}

class AudiencePairResponse implements AudiencePair {
  @ApiProperty({ oneOf: ID_OR_ALL, example: 1, description: 'A list id, or `all`' }) readonly list!: number | 'all';
  @ApiProperty({ oneOf: ID_OR_ALL, example: 'all', description: 'A tag id, or `all`' }) readonly tag!: number | 'all';
}

class SegmentChoiceResponse {
  @ApiProperty({ type: 'integer', example: 3 }) readonly id!: number;
}

class ResendResponse implements Resend {
  @ApiProperty({ type: 'integer', example: 1, description: 'The campaign whose mails are repeated' })
  readonly of!: number;
  @ApiProperty({ enum: RESEND_KINDS }) readonly kind!: Resend['kind'];
}

/** Limits that are not set are left out. */
class ThrottleResponse implements Throttle {
  @ApiPropertyOptional({ type: 'integer', example: 10 }) readonly per_second?: number;
  @ApiPropertyOptional({ type: 'integer', example: 500 }) readonly per_minute?: number;
  @ApiPropertyOptional({ type: 'integer', example: 20_000 }) readonly per_hour?: number;
  @ApiPropertyOptional({ type: 'integer', example: 100_000 }) readonly per_day?: number;
}

class SendWindowResponse implements SendWindow {
  @ApiProperty({ enum: WEEKDAYS, isArray: true, example: ['Mon', 'Tue', 'Wed', 'Thu', 'Fri'] })
  readonly days!: SendWindow['days'];
  @ApiProperty({ example: '09:00', description: 'Included' }) readonly from!: string;
  @ApiProperty({ example: '17:00', description: 'Not included' }) readonly to!: string;
  @ApiProperty({ example: 'Europe/Berlin' }) readonly timezone!: string;
}

/** Null where the variant is as the campaign. */
class AbVariantResponse implements AbVariant {
  @ApiProperty({ example: 'b' }) readonly key!: string;
  @ApiProperty({ ...nullableText, example: 'Last day!' }) readonly subject!: string | null;
  @ApiProperty({ ...nullableText, example: 'Until midnight' }) readonly pre_header!: string | null;
  @ApiProperty({ ...nullableText, example: null }) readonly body!: string | null;
  @ApiProperty({ type: 'integer', example: 1, description: 'Its share of the sample' }) readonly weight!: number;
}

class AbTestResponse implements AbTest {
  @ApiProperty({ type: () => [AbVariantResponse] }) readonly variants!: readonly AbVariantResponse[];
  @ApiProperty({ type: 'integer', example: 20 }) readonly sample_percent!: number;
  @ApiProperty({ enum: AB_METRICS }) readonly metric!: AbTest['metric'];
  @ApiProperty({ type: 'integer', example: 240 }) readonly wait_minutes!: number;
  @ApiProperty({ enum: AB_FALLBACKS }) readonly fallback!: AbTest['fallback'];
}

/** What the campaign is doing at present. */
class CampaignSendingResponse implements CampaignSending {
  @ApiProperty({ enum: CAMPAIGN_PHASES, nullable: true, description: 'Null unless it is `working`' })
  readonly phase!: CampaignPhase | null;
  @ApiProperty({
    ...nullableText,
    example: null,
    description: 'What a working campaign waits for, or why a paused one was paused unless a person did it',
  })
  readonly waiting_reason!: string | null;
}

export class CampaignSettingsResponse implements CampaignSettings {
  @ApiProperty() readonly mailer_settings!: MailerSettingsResponse;
  @ApiProperty({ type: () => [AudiencePairResponse], description: 'Inside a row AND, between rows OR' })
  readonly subscribers!: readonly AudiencePairResponse[];
  @ApiProperty({ type: () => [AudiencePairResponse], example: [] })
  readonly excludedSubscribers!: readonly AudiencePairResponse[];
  @ApiProperty({ type: 'array', items: { type: 'integer' }, example: [] })
  readonly exclude_campaign_ids!: readonly number[];
  @ApiProperty({ type: 'array', items: { type: 'integer' }, example: [] })
  readonly excluded_segment_ids!: readonly number[];
  @ApiProperty({ enum: SENDING_FILTERS, description: 'Which of the members beside it says who the recipients are' })
  readonly sending_filter!: CampaignSettings['sending_filter'];
  @ApiProperty({ type: () => SegmentChoiceResponse, nullable: true })
  readonly dynamic_segment!: SegmentChoiceResponse | null;
  @ApiProperty({
    type: 'array',
    items: { type: 'array', items: { type: 'object', additionalProperties: true } },
    nullable: true,
    example: null,
    description: 'A rule of the filter language: groups joined by OR, of rows joined by AND',
  })
  readonly advanced_filters!: Filters | null;
  @ApiProperty({ type: () => ResendResponse, nullable: true, description: 'Only of a campaign that repeats another' })
  readonly resend!: ResendResponse | null;
  @ApiProperty({ enum: SENDING_TYPES }) readonly sending_type!: CampaignSettings['sending_type'];
  @ApiProperty({ type: () => ThrottleResponse, nullable: true }) readonly throttle!: ThrottleResponse | null;
  @ApiProperty({ type: () => SendWindowResponse, nullable: true }) readonly send_window!: SendWindowResponse | null;
  @ApiProperty({ type: () => AbTestResponse, nullable: true }) readonly ab_test!: AbTestResponse | null;
  @ApiProperty({ enum: FOOTER_MODES, description: 'What a part without an opt-out link of its own gets' })
  readonly footer!: FooterMode;
  @ApiProperty({ enum: LANGUAGES, nullable: true, example: null, description: 'Of the standard footer' })
  readonly language!: Language | null;
  @ApiProperty() readonly click_tracker!: boolean;
  @ApiProperty() readonly open_tracker!: boolean;
  @ApiProperty() readonly sending!: CampaignSendingResponse;
}
