import { ApiProperty } from '@nestjs/swagger';
import { Transform, Type } from 'class-transformer';
import { ArrayMaxSize, IsArray, IsObject, IsOptional, ValidateBy, ValidateNested, buildMessage } from 'class-validator';
import { Flag, Ids, OneOf, Text, WholeNumber } from '../../../platform/http/dto-fields.js';
import { normalisedEmail } from '../../../platform/text/email-address.js';
import {
  FOOTER_MODES,
  type FooterMode,
  type Language,
  LANGUAGES,
} from '../../mail-content/rendering/contents.service.js';
import {
  type AudiencePair,
  SENDING_FILTERS,
  type SendingFilter,
  type MailerSettings,
  SENDING_TYPES,
  type SendingType,
} from '../campaign-settings.js';
import type { SettingsInput } from '../audience/recipients-writer.js';
import { AbTestDto } from './ab-test.dto.js';
import { OneLine } from '../../../platform/http/one-line.js';
import { SendWindowDto, ThrottleDto } from './pacing.dto.js';

const IsAddress = (): PropertyDecorator =>
  ValidateBy({
    name: 'isAddress',
    validator: {
      validate: (value: unknown) => typeof value === 'string' && normalisedEmail(value) !== null,
      defaultMessage: buildMessage(() => 'must be an e-mail address'),
    },
  });

const IsIdOrAll = (): PropertyDecorator =>
  ValidateBy({
    name: 'isIdOrAll',
    validator: {
      validate: (value: unknown) =>
        value === undefined ||
        value === 'all' ||
        ((typeof value === 'number' || typeof value === 'string') && /^[1-9]\d{0,9}$/.test(String(value))),
      defaultMessage: buildMessage(() => 'must be an id or "all"'),
    },
  });

class MailerSettingsDto {
  @WholeNumber({
    nullable: true,
    min: 1,
    max: 4_294_967_295,
    description: "Null: the sender with the From address, else the installation's own mail server",
    example: null,
  })
  sender_id?: number | null;
  @Text({ nullable: true, example: 'Ada from Carillon' }) @OneLine() from_name?: string | null;
  @IsOptional()
  @IsAddress()
  @ApiProperty({ required: false, nullable: true, type: String, format: 'email', example: 'ada@example.com' })
  from_email?: string | null;
  @Text({ nullable: true, example: 'Help desk' }) @OneLine() reply_to_name?: string | null;
  @IsOptional()
  @IsAddress()
  @ApiProperty({ required: false, nullable: true, type: String, format: 'email', example: 'help@example.com' })
  reply_to_email?: string | null;

  /** Only what was sent; nothing, or an empty text, takes a value away. */
  toSettings(): Partial<MailerSettings> {
    const { sender_id, from_name, from_email, reply_to_name, reply_to_email } = this;
    return {
      ...(sender_id === undefined ? {} : { sender_id }),
      ...(from_name === undefined ? {} : { from_name: from_name === '' ? null : from_name }),
      ...(from_email === undefined ? {} : { from_email: normalisedEmail(from_email ?? '') }),
      ...(reply_to_name === undefined ? {} : { reply_to_name: reply_to_name === '' ? null : reply_to_name }),
      ...(reply_to_email === undefined ? {} : { reply_to_email: normalisedEmail(reply_to_email ?? '') }),
    };
  }
}

const ID_OR_ALL = [
  { type: 'integer', minimum: 1 },
  { type: 'string', enum: ['all'] },
];

class AudiencePairDto {
  @IsIdOrAll()
  @ApiProperty({ required: false, oneOf: ID_OR_ALL, description: 'A list id, or `all`', example: 1 })
  list?: number | string;

  @IsIdOrAll()
  @ApiProperty({ required: false, oneOf: ID_OR_ALL, description: 'A tag id, or `all`', example: 'all' })
  tag?: number | string;

  toPair(): AudiencePair {
    const side = (value: number | string | undefined): number | 'all' =>
      value === undefined || value === 'all' ? 'all' : Number(value);
    return { list: side(this.list), tag: side(this.tag) };
  }
}

class SegmentChoiceDto {
  /** Clients with an empty form send an empty text. */
  @IsOptional()
  @Transform(({ value }: { value: unknown }) => (value === '' ? null : value))
  @ValidateBy({
    name: 'isId',
    validator: {
      validate: (value: unknown) => /^[1-9]\d{0,9}$/.test(String(value)) && ['number', 'string'].includes(typeof value),
      defaultMessage: () => 'must be an id',
    },
  })
  @ApiProperty({ nullable: true, type: 'integer', example: 3, description: 'Null: none' })
  id?: number | string | null;
}

function segmentOf(choice: SegmentChoiceDto | null): { readonly id: number } | null {
  return choice?.id === undefined || choice.id === null ? null : { id: Number(choice.id) };
}

function Pairs(description: string): PropertyDecorator {
  return (target, property) => {
    ValidateNested({ each: true })(target, property);
    // Without it an array passes for an object.
    IsObject({ each: true, message: 'must hold objects with list and tag' })(target, property);
    Type(() => AudiencePairDto)(target, property);
    ArrayMaxSize(1_000, { message: 'must hold at most 1000 rows' })(target, property);
    IsArray({ message: 'must be an array' })(target, property);
    IsOptional()(target, property);
    ApiProperty({ required: false, type: () => [AudiencePairDto], description })(target, property);
  };
}

/** An object of the settings as a whole; null takes it away. */
function Part(dto: () => new () => object, description: string): PropertyDecorator {
  return (target, property) => {
    ValidateNested()(target, property);
    IsObject({ message: 'must be an object' })(target, property);
    Type(dto)(target, property);
    IsOptional()(target, property);
    // By the name `type` of this very function the generator knows that it is to be asked later.
    ApiProperty({ required: false, nullable: true, type: () => dto(), description })(target, property);
  };
}

export class CampaignSettingsDto {
  @IsOptional()
  @IsObject({ message: 'must be an object' })
  @ValidateNested()
  @Type(() => MailerSettingsDto)
  @ApiProperty({ required: false, type: () => MailerSettingsDto, description: 'By whom its mails leave' })
  mailer_settings?: MailerSettingsDto;

  @Pairs('Who gets it: inside a row AND, between rows OR') subscribers?: AudiencePairDto[];
  @Pairs('Who does not, whatever the rows above say') excludedSubscribers?: AudiencePairDto[];

  @OneOf(SENDING_FILTERS, { default: 'list_tag', description: 'How the recipients are said' })
  sending_filter?: SendingFilter;
  @OneOf(SENDING_TYPES, { default: 'instant', description: 'What `POST /campaigns/{id}/schedule` means' })
  sending_type?: SendingType;
  @OneOf(FOOTER_MODES, {
    default: 'auto',
    description:
      '`auto`: a part without a link to unsubscribe_url or preferences_url gets the standard footer; `none`: it must have such a link',
  })
  footer?: FooterMode;
  @OneOf(LANGUAGES, {
    nullable: true,
    description: 'Of the standard footer, for contacts whose field `language` or `locale` names none; null for English',
    example: null,
  })
  language?: Language | null;
  @Flag({ default: true, description: 'Follow clicks through tracked links' }) click_tracker?: boolean;
  @Flag({ default: true, description: 'Count opens with a pixel' }) open_tracker?: boolean;

  @Part(() => SegmentChoiceDto, 'The segment, for the filter `dynamic_segment`')
  dynamic_segment?: SegmentChoiceDto | null;

  @IsOptional()
  @IsArray({ message: 'must be an array of groups' })
  @ApiProperty({
    required: false,
    nullable: true,
    type: 'array',
    items: { type: 'array', items: { type: 'object', additionalProperties: true } },
    description: 'A rule of the filter language, for the filter `advanced_filters`',
    example: [[{ source: ['subscriber', 'country'], operator: '=', value: 'FR' }]],
  })
  advanced_filters?: unknown[] | null;

  @Ids({ description: 'Not to whoever has a mail of these campaigns', example: [] }) exclude_campaign_ids?: number[];
  @Ids({ description: 'Contacts in one of these segments get nothing', example: [] }) excluded_segment_ids?: number[];
  @Part(() => ThrottleDto, 'Limits for all processes together; null for none') throttle?: ThrottleDto | null;
  @Part(() => SendWindowDto, 'When its mails may leave; null for any time') send_window?: SendWindowDto | null;
  @Part(() => AbTestDto, 'Several contents, tried on a sample; null for none') ab_test?: AbTestDto | null;

  toSettings(): SettingsInput {
    return {
      ...(this.mailer_settings ? { mailer_settings: this.mailer_settings.toSettings() } : {}),
      ...(this.subscribers ? { subscribers: this.subscribers.map((pair) => pair.toPair()) } : {}),
      ...(this.excludedSubscribers
        ? { excludedSubscribers: this.excludedSubscribers.map((pair) => pair.toPair()) }
        : {}),
      ...(this.sending_filter === undefined ? {} : { sending_filter: this.sending_filter }),
      ...(this.dynamic_segment === undefined ? {} : { dynamic_segment: segmentOf(this.dynamic_segment) }),
      ...(this.advanced_filters === undefined ? {} : { advanced_filters: this.advanced_filters }),
      ...(this.exclude_campaign_ids === undefined
        ? {}
        : { exclude_campaign_ids: [...new Set(this.exclude_campaign_ids)] }),
      ...(this.excluded_segment_ids === undefined
        ? {}
        : { excluded_segment_ids: [...new Set(this.excluded_segment_ids)] }),
      ...(this.sending_type === undefined ? {} : { sending_type: this.sending_type }),
      ...(this.throttle === undefined ? {} : { throttle: this.throttle?.toThrottle() ?? null }),
      ...(this.send_window === undefined ? {} : { send_window: this.send_window?.toWindow() ?? null }),
      ...(this.ab_test === undefined ? {} : { ab_test: this.ab_test?.toAbTest() ?? null }),
      ...(this.footer === undefined ? {} : { footer: this.footer }),
      ...(this.language === undefined ? {} : { language: this.language }),
      ...(this.click_tracker === undefined ? {} : { click_tracker: this.click_tracker }),
      ...(this.open_tracker === undefined ? {} : { open_tracker: this.open_tracker }),
    };
  }
}

/** The short form of recipients: members of any of these lists, and holders of any of these tags. */
export class FlatAudienceDto {
  @Ids({ description: 'Short for rows of `settings.subscribers`: members of any of these lists', example: [1] })
  lists?: number[];
  @Ids({ description: 'Short for rows of `settings.subscribers`: whoever has any of these tags', example: [] })
  tags?: number[];
  @Ids({ description: 'Short for rows of `settings.excludedSubscribers`, by lists', example: [] })
  exclude_lists?: number[];
  @Ids({ description: 'Short for rows of `settings.excludedSubscribers`, by tags', example: [] })
  exclude_tags?: number[];

  protected flatAudience(): SettingsInput {
    const rows = (lists: number[] = [], tags: number[] = []): AudiencePair[] => [
      ...lists.map((list) => ({ list, tag: 'all' as const })),
      ...tags.map((tag) => ({ list: 'all' as const, tag })),
    ];
    return {
      ...(this.lists || this.tags ? { subscribers: rows(this.lists, this.tags) } : {}),
      ...(this.exclude_lists || this.exclude_tags
        ? { excludedSubscribers: rows(this.exclude_lists, this.exclude_tags) }
        : {}),
    };
  }
}
