import { ApiProperty, ApiPropertyOptional, ApiSchema } from '@nestjs/swagger';
import { WEEKDAYS, type WeeklyWindow } from '../../../platform/clock/weekly-window.js';
import { type Language, LANGUAGES } from '../../../languages/languages.js';
import { FOOTER_MODES, type FooterMode } from '../../mail-content/rendering/contents.service.js';
import type { Filters } from '../../segments/segments.service.js';
import type { SendingPlan } from '../../sending/ledger/sending-runs.service.js';
import { AbTest } from './ab-test.js';

// Settings are returned as they are stored, so these classes describe both.

type Pacing = NonNullable<SendingPlan['pacing']>;

const nullableText = { type: String, nullable: true } as const;
const ids = { type: 'array', items: { type: 'integer' }, example: [] } as const;

export const ID_OR_ALL = [
  { type: 'integer', minimum: 1 },
  { type: 'string', enum: ['all'] },
];

@ApiSchema({ name: 'MailerSettingsResponse' })
export class MailerSettings {
  @ApiProperty({
    type: 'integer',
    nullable: true,
    example: null,
    description: 'Null: the sender with this From address, else the mail server of `SMTP_URL`',
  })
  readonly sender_id!: number | null;
  @ApiProperty({ ...nullableText, example: 'Ada from Carillon', description: 'Null: the default of the sender' })
  readonly from_name!: string | null;
  @ApiProperty({ ...nullableText, example: 'ada@example.com', description: 'Null: the default of the sender' })
  readonly from_email!: string | null;
  @ApiProperty({ ...nullableText, example: 'Help desk' }) readonly reply_to_name!: string | null;
  @ApiProperty({ ...nullableText, example: 'help@example.com', description: 'Null: the default of the sender' })
  readonly reply_to_email!: string | null;
}

/** One row of a recipients table: members of the list who also have the tag. */
@ApiSchema({ name: 'AudiencePairResponse' })
export class AudiencePair {
  @ApiProperty({ oneOf: ID_OR_ALL, example: 1, description: 'A list id, or `all`' }) readonly list!: number | 'all';
  @ApiProperty({ oneOf: ID_OR_ALL, example: 'all', description: 'A tag id, or `all`' }) readonly tag!: number | 'all';
}

@ApiSchema({ name: 'SegmentChoiceResponse' })
class SegmentChoice {
  @ApiProperty({ type: 'integer', example: 3 }) readonly id!: number;
}

export const SENDING_FILTERS = ['list_tag', 'dynamic_segment', 'advanced_filters', 'resend'] as const;
export type SendingFilter = (typeof SENDING_FILTERS)[number];

export const RESEND_KINDS = ['unopened', 'failed'] as const;
export type ResendKind = (typeof RESEND_KINDS)[number];

/** Resends campaign `of` to the recipients who did not open it, or whose email failed. */
@ApiSchema({ name: 'ResendResponse' })
export class Resend {
  @ApiProperty({ type: 'integer', example: 1, description: 'The campaign that is resent' })
  readonly of!: number;
  @ApiProperty({ enum: RESEND_KINDS, description: 'Recipients who did not open it, or whose email failed' })
  readonly kind!: ResendKind;
}

/** Rate limits across all processes. Unset limits are omitted. */
@ApiSchema({ name: 'ThrottleResponse' })
export class Throttle {
  @ApiPropertyOptional({ type: 'integer', example: 10, description: 'Maximum number of emails' })
  readonly per_second?: number;
  @ApiPropertyOptional({ type: 'integer', example: 500, description: 'Maximum number of emails' })
  readonly per_minute?: number;
  @ApiPropertyOptional({ type: 'integer', example: 20_000, description: 'Maximum number of emails' })
  readonly per_hour?: number;
  @ApiPropertyOptional({ type: 'integer', example: 100_000, description: 'Maximum number of emails' })
  readonly per_day?: number;
}

/** When emails may be sent, in the local time of a zone. */
@ApiSchema({ name: 'SendWindowResponse' })
export class SendWindow implements WeeklyWindow {
  @ApiProperty({ enum: WEEKDAYS, isArray: true, example: ['Mon', 'Tue', 'Wed', 'Thu', 'Fri'] })
  readonly days!: WeeklyWindow['days'];
  @ApiProperty({ example: '09:00', description: 'Inclusive' }) readonly from!: string;
  @ApiProperty({ example: '17:00', description: 'Exclusive' }) readonly to!: string;
  @ApiProperty({ example: 'Europe/Berlin', description: 'Time zone of the window' }) readonly timezone!: string;
}

/** When emails are sent. Only scheduling distinguishes the last three; `POST .../send` always sends now. */
export const SENDING_TYPES = ['instant', 'schedule', 'range_schedule', 'timezone'] as const;
export type SendingType = (typeof SENDING_TYPES)[number];

/** The settings of a campaign, as they are stored and shown. */
export class StoredSettings {
  @ApiProperty() readonly mailer_settings!: MailerSettings;
  @ApiProperty({ type: () => [AudiencePair], description: 'A row requires its list and its tag; any row suffices' })
  readonly subscribers!: readonly AudiencePair[];
  @ApiProperty({ type: () => [AudiencePair], example: [], description: 'Contacts of these rows are excluded' })
  readonly excludedSubscribers!: readonly AudiencePair[];
  @ApiProperty({ ...ids, description: 'Recipients of these campaigns are excluded' })
  readonly exclude_campaign_ids!: readonly number[];
  @ApiProperty({ ...ids, description: 'Contacts in these segments are excluded' })
  readonly excluded_segment_ids!: readonly number[];
  @ApiProperty({ enum: SENDING_FILTERS, description: 'Which field of the settings defines the recipients' })
  readonly sending_filter!: SendingFilter;
  @ApiProperty({ type: () => SegmentChoice, nullable: true, description: 'The segment of the recipients' })
  readonly dynamic_segment!: SegmentChoice | null;
  @ApiProperty({
    type: 'array',
    items: { type: 'array', items: { type: 'object', additionalProperties: true } },
    nullable: true,
    example: null,
    description: 'Rule of the filter language: groups joined by OR; the rows of a group are joined by AND',
  })
  readonly advanced_filters!: Filters | null;
  /** Set by `CampaignCopies` only. */
  @ApiProperty({ type: () => Resend, nullable: true, description: 'Set only for a campaign that resends another one' })
  readonly resend!: Resend | null;
  @ApiProperty({ enum: SENDING_TYPES, description: 'How a schedule uses its time' })
  readonly sending_type!: SendingType;
  @ApiProperty({ type: () => Throttle, nullable: true, description: 'Rate limits; null without' })
  readonly throttle!: Throttle | null;
  @ApiProperty({ type: () => SendWindow, nullable: true, description: 'Null: at any time' })
  readonly send_window!: SendWindow | null;
  @ApiProperty({ type: () => AbTest, nullable: true }) readonly ab_test!: AbTest | null;
  @ApiProperty({
    enum: FOOTER_MODES,
    description: 'Footer of a part without an opt-out link: `auto` adds the standard footer',
  })
  readonly footer!: FooterMode;
  /** For contacts without a language; null for English. */
  @ApiProperty({
    enum: LANGUAGES,
    nullable: true,
    example: null,
    description: 'Language of the email, and of the standard footer for contacts without a language',
  })
  readonly language!: Language | null;
  @ApiProperty({ ...nullableText, example: null, description: 'Time zone of dates in the email; null: `APP_TIMEZONE`' })
  readonly timezone!: string | null;
  @ApiProperty({ description: 'Whether clicks are tracked' }) readonly click_tracker!: boolean;
  @ApiProperty({ description: 'Whether opens are tracked' }) readonly open_tracker!: boolean;
}

export type CampaignSettings = Pick<StoredSettings, keyof StoredSettings>;

export const DEFAULT_SETTINGS: CampaignSettings = {
  mailer_settings: { sender_id: null, from_name: null, from_email: null, reply_to_name: null, reply_to_email: null },
  subscribers: [],
  excludedSubscribers: [],
  exclude_campaign_ids: [],
  excluded_segment_ids: [],
  sending_filter: 'list_tag',
  dynamic_segment: null,
  advanced_filters: null,
  resend: null,
  sending_type: 'instant',
  throttle: null,
  send_window: null,
  ab_test: null,
  footer: 'auto',
  language: null,
  timezone: null,
  click_tracker: true,
  open_tracker: true,
};

/** Returns the rate limits and the send window of a campaign; null without any. */
export function pacingOf({ throttle, send_window: window }: CampaignSettings): Pacing | null {
  return throttle === null && window === null ? null : { throttle, window };
}
