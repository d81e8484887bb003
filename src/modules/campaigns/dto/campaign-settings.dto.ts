import { given } from '../../../platform/http/given.js';
import { applyDecorators } from '@nestjs/common';
import { ApiProperty } from '@nestjs/swagger';
import { Transform, Type } from 'class-transformer';
import { ArrayMaxSize, ArrayMinSize, IsArray, IsObject, IsOptional, ValidateNested } from 'class-validator';
import { Flag, Id, Ids, Must, OneOf, Part, Text, WholeNumber, Words } from '../../../platform/http/dto-fields.js';
import { emailFault, normalizedEmail } from '../../../platform/text/email-address.js';
import { type Language, LANGUAGES } from '../../../languages/languages.js';
import { FOOTER_MODES, type FooterMode } from '../../mail-content/rendering/contents.service.js';
import type { SettingsInput } from '../campaign/campaign-input.js';
import {
  type AudiencePair,
  ID_OR_ALL,
  type MailerSettings,
  SENDING_FILTERS,
  SENDING_TYPES,
  type SendingFilter,
  type SendingType,
  type SendWindow,
  type Throttle,
} from '../campaign/campaign-settings.js';
import { AbTestDto } from './ab-test.dto.js';
import { OneLine } from '../../../platform/http/one-line.js';
import { isTimeZone, TIME_OF_DAY, TIME_OF_DAY_RULE, TIME_ZONE_RULE } from '../../../platform/values/time-zones.js';
import { WEEKDAYS } from '../../../platform/clock/weekly-window.js';
import { EmailContentDto } from '../../mail-content/templates/dto/template.dto.js';

const isDigits = (value: unknown): boolean =>
  ['number', 'string'].includes(typeof value) && /^[1-9]\d{0,9}$/.test(String(value));

const IdOrAll = (description: string, example: number | 'all'): PropertyDecorator =>
  applyDecorators(
    Must((value) => value === undefined || value === 'all' || isDigits(value), 'must be an id or "all"'),
    ApiProperty({ required: false, oneOf: ID_OR_ALL, description, example }),
  );

const OF_SENDER = 'Null: the default of the sender';

const Address = (example: string): PropertyDecorator =>
  applyDecorators(
    IsOptional(),
    Must(
      (value) => typeof value === 'string' && normalizedEmail(value) !== null,
      (value) => emailFault(String(value)),
    ),
    ApiProperty({ required: false, nullable: true, type: String, format: 'email', description: OF_SENDER, example }),
  );

class MailerSettingsDto {
  @Id({
    nullable: true,
    description: 'Null: the sender with this From address, else the mail server of `SMTP_URL`',
    example: null,
  })
  sender_id?: number | null;
  @Text({ nullable: true, example: 'Ada from Carillon', description: OF_SENDER })
  @OneLine()
  from_name?: string | null;
  @Address('ada@example.com') from_email?: string | null;
  @Text({ nullable: true, example: 'Help desk' }) @OneLine() reply_to_name?: string | null;
  @Address('help@example.com') reply_to_email?: string | null;

  /** Contains only the given fields; null or an empty string removes a value. */
  toSettings(): Partial<MailerSettings> {
    const nameOf = (name: string | null | undefined): string | null | undefined => (name === '' ? null : name);
    const addressOf = (email: string | null | undefined): string | null | undefined =>
      email === undefined ? undefined : normalizedEmail(email ?? '');
    return given({
      sender_id: this.sender_id,
      from_name: nameOf(this.from_name),
      from_email: addressOf(this.from_email),
      reply_to_name: nameOf(this.reply_to_name),
      reply_to_email: addressOf(this.reply_to_email),
    });
  }
}

class AudiencePairDto {
  @IdOrAll('A list id, or `all`', 1) list?: number | string;
  @IdOrAll('A tag id, or `all`', 'all') tag?: number | string;

  toPair(): AudiencePair {
    const side = (value: number | string | undefined): number | 'all' =>
      value === undefined || value === 'all' ? 'all' : Number(value);
    return { list: side(this.list), tag: side(this.tag) };
  }
}

class SegmentChoiceDto {
  /** Clients with an empty form send an empty string. */
  @IsOptional()
  @Transform(({ value }: { value: unknown }) => (value === '' ? null : value))
  @Must(isDigits, 'must be an id')
  @ApiProperty({ nullable: true, type: 'integer', example: 3, description: 'Null: none' })
  id?: number | string | null;
}

function segmentOf({ id }: SegmentChoiceDto): { readonly id: number } | null {
  return id === undefined || id === null ? null : { id: Number(id) };
}

function Pairs(description: string): PropertyDecorator {
  return applyDecorators(
    ValidateNested({ each: true }),
    // Without it an array is accepted as an object.
    IsObject({ each: true, message: 'must hold objects with list and tag' }),
    Type(() => AudiencePairDto),
    ArrayMaxSize(1_000, { message: 'must hold at most 1000 rows' }),
    IsArray({ message: 'must be an array' }),
    IsOptional(),
    ApiProperty({ required: false, type: () => [AudiencePairDto], description }),
  );
}

const FASTEST = 100_000;
const MOST = FASTEST * 86_400;
const SPANS = ['per_second', 'per_minute', 'per_hour', 'per_day'] as const;

const EmailLimit = (span: string, max: number, example: number | null = null): PropertyDecorator =>
  WholeNumber({ nullable: true, min: 1, max, description: `Maximum number of emails ${span}`, example });

/** Null and omitted both mean no limit. */
class ThrottleDto {
  @EmailLimit('per second', FASTEST) per_second?: number | null;
  @EmailLimit('per minute', MOST) per_minute?: number | null;
  @EmailLimit('per hour', MOST, 5000) per_hour?: number | null;
  @EmailLimit('in any 24 hours', MOST) per_day?: number | null;

  toThrottle(): Throttle | null {
    const limits = SPANS.flatMap((span) => {
      const limit = this[span];
      return limit === undefined || limit === null ? [] : [[span, limit] as const];
    });
    return limits.length === 0 ? null : Object.fromEntries(limits);
  }
}

const TimeOfDay = (options: { readonly example: string; readonly description: string }): PropertyDecorator =>
  applyDecorators(
    Text({ required: true, max: 5, ...options }),
    Must((value) => typeof value === 'string' && TIME_OF_DAY.test(value), TIME_OF_DAY_RULE),
  );

const IsTimeZone = (): PropertyDecorator =>
  Must((value) => typeof value === 'string' && isTimeZone(value), TIME_ZONE_RULE);

class SendWindowDto {
  @Words(WEEKDAYS, {
    description: 'Days on which the window opens; every day if omitted',
    example: ['Mon', 'Tue', 'Wed', 'Thu', 'Fri'],
  })
  @ArrayMinSize(1, { message: 'must hold at least one day' })
  days?: SendWindow['days'][number][];

  @TimeOfDay({ example: '09:00', description: 'Inclusive' }) from!: string;
  @TimeOfDay({ example: '17:00', description: 'Exclusive. Before `from`: on the next day; equal to `from`: 24 hours' })
  to!: string;

  @Text({ required: true, example: 'Europe/Berlin', description: 'Time zone of the window' })
  @IsTimeZone()
  timezone!: string;

  toWindow(): SendWindow {
    const days = WEEKDAYS.filter((day) => this.days?.includes(day) ?? true);
    return { days, from: this.from, to: this.to, timezone: this.timezone };
  }
}

export class CampaignSettingsDto {
  @IsOptional()
  @Part(() => MailerSettingsDto, { description: 'Sender and reply address' })
  mailer_settings?: MailerSettingsDto;

  @Pairs('Recipients: a row requires both its list and its tag; rows are joined by OR') subscribers?: AudiencePairDto[];
  @Pairs('Excluded contacts, in the same form; exclusions always win') excludedSubscribers?: AudiencePairDto[];

  @OneOf(SENDING_FILTERS, { default: 'list_tag', description: 'Which field of the settings defines the recipients' })
  sending_filter?: SendingFilter;
  @OneOf(SENDING_TYPES, {
    default: 'instant',
    description:
      'How `POST /campaigns/{id}/schedule` uses the time: exactly, as the start of a range, or in the time zone of each contact',
  })
  sending_type?: SendingType;
  @OneOf(FOOTER_MODES, {
    default: 'auto',
    description:
      '`auto`: a part without a link to unsubscribe_url or preferences_url gets the standard footer; `none`: the part must contain such a link',
  })
  footer?: FooterMode;
  @OneOf(LANGUAGES, {
    nullable: true,
    description:
      'Language of the email, and of the standard footer for contacts without a field `language` or `locale`; null for English',
    example: null,
  })
  language?: Language | null;
  @Text({
    nullable: true,
    example: 'Europe/Berlin',
    description: 'Time zone of dates in the email; null: `APP_TIMEZONE`',
  })
  @IsTimeZone()
  timezone?: string | null;
  @Flag({
    default: false,
    description: 'Send regardless of `FREQUENCY_CAP`; the emails count for the cap of others',
  })
  ignore_frequency_cap?: boolean;
  @Flag({ default: true, description: 'Track clicks with rewritten links' }) click_tracker?: boolean;
  @Flag({ default: true, description: 'Track opens with a pixel' }) open_tracker?: boolean;

  @Part(() => SegmentChoiceDto, { nullable: true, description: 'The segment, for `sending_filter` `dynamic_segment`' })
  dynamic_segment?: SegmentChoiceDto | null;

  @IsOptional()
  @IsArray({ message: 'must be an array of groups' })
  @ApiProperty({
    required: false,
    nullable: true,
    type: 'array',
    items: { type: 'array', items: { type: 'object', additionalProperties: true } },
    description: 'A rule of the filter language, for `sending_filter` `advanced_filters`',
    example: [[{ source: ['subscriber', 'country'], operator: '=', value: 'FR' }]],
  })
  advanced_filters?: unknown[] | null;

  @Ids({ description: 'Excludes recipients of these campaigns', example: [] }) exclude_campaign_ids?: number[];
  @Ids({ description: 'Excludes contacts in any of these segments', example: [] }) excluded_segment_ids?: number[];
  @Part(() => ThrottleDto, { nullable: true, description: 'Rate limits across all workers; null for none' })
  throttle?: ThrottleDto | null;
  @Part(() => SendWindowDto, { nullable: true, description: 'When emails may be sent; null for any time' })
  send_window?: SendWindowDto | null;
  @Part(() => AbTestDto, { nullable: true, description: 'A/B test of several contents on a sample; null for none' })
  ab_test?: AbTestDto | null;

  toSettings(): SettingsInput {
    return given({
      ...given<CampaignSettingsDto>(this),
      mailer_settings: this.mailer_settings?.toSettings(),
      subscribers: this.subscribers?.map((pair) => pair.toPair()),
      excludedSubscribers: this.excludedSubscribers?.map((pair) => pair.toPair()),
      exclude_campaign_ids: this.exclude_campaign_ids && [...new Set(this.exclude_campaign_ids)],
      excluded_segment_ids: this.excluded_segment_ids && [...new Set(this.excluded_segment_ids)],
      dynamic_segment: this.dynamic_segment && segmentOf(this.dynamic_segment),
      throttle: this.throttle && this.throttle.toThrottle(),
      send_window: this.send_window && this.send_window.toWindow(),
      ab_test: this.ab_test && this.ab_test.toAbTest(),
    });
  }
}

/** The short form of recipients: members of any of these lists, and contacts with any of these tags. */
export class FlatAudienceDto extends EmailContentDto {
  @Ids({ description: 'Short form of `settings.subscribers`: members of any of these lists', example: [1] })
  lists?: number[];
  @Ids({ description: 'Short form of `settings.subscribers`: contacts with any of these tags', example: [] })
  tags?: number[];
  @Ids({ description: 'Short form of `settings.excludedSubscribers`, by list', example: [] })
  exclude_lists?: number[];
  @Ids({ description: 'Short form of `settings.excludedSubscribers`, by tag', example: [] })
  exclude_tags?: number[];

  protected flatAudience(): SettingsInput {
    const rows = (lists: number[] = [], tags: number[] = []): AudiencePair[] => [
      ...lists.map((list) => ({ list, tag: 'all' as const })),
      ...tags.map((tag) => ({ list: 'all' as const, tag })),
    ];
    const { lists, tags, exclude_lists, exclude_tags } = this;
    return given({
      subscribers: lists || tags ? rows(lists, tags) : undefined,
      excludedSubscribers: exclude_lists || exclude_tags ? rows(exclude_lists, exclude_tags) : undefined,
    });
  }
}
