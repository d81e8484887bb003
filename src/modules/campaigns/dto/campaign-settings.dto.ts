import { ApiProperty } from '@nestjs/swagger';
import { Type } from 'class-transformer';
import { ArrayMaxSize, IsArray, IsObject, IsOptional, ValidateBy, ValidateNested, buildMessage } from 'class-validator';
import { Flag, Ids, OneOf, Text } from '../../../platform/http/dto-fields.js';
import { normalisedEmail } from '../../../platform/text/email-address.js';
import type { AudiencePair, CampaignSettings, MailerSettings } from '../campaign-settings.js';

// eslint-disable-next-line no-control-regex
const HEADER_BREAKS = /[\u0000-\u001f\u007f-\u009f\u2028\u2029]/;

/** Text that becomes a header: one line, or somebody could add headers of their own. */
export const OneLine = (): PropertyDecorator =>
  ValidateBy({
    name: 'oneLine',
    validator: {
      validate: (value: unknown) => typeof value !== 'string' || !HEADER_BREAKS.test(value),
      defaultMessage: buildMessage(() => 'must not hold line breaks or control characters'),
    },
  });

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

/** Members that we know of and cannot do yet: taking them silently would send something else than was asked for. */
const NotYet = (): PropertyDecorator =>
  ValidateBy({
    name: 'notYet',
    validator: {
      validate: (value: unknown) => value === undefined || value === null,
      defaultMessage: buildMessage(() => 'is not supported'),
    },
  });

class MailerSettingsDto {
  @Text({ nullable: true, example: 'Ada from Carillon' }) @OneLine() from_name?: string | null;
  @IsOptional() @IsAddress() @ApiProperty({ required: false, nullable: true, type: String }) from_email?: string | null;
  @Text({ nullable: true }) @OneLine() reply_to_name?: string | null;
  @IsOptional() @IsAddress() @ApiProperty({ required: false, nullable: true, type: String }) reply_to_email?:
    string | null;

  toSettings(): MailerSettings {
    const emptyIsNull = (text: string | null | undefined): string | null =>
      text === undefined || text === '' ? null : text;
    return {
      from_name: emptyIsNull(this.from_name),
      from_email: normalisedEmail(this.from_email ?? ''),
      reply_to_name: emptyIsNull(this.reply_to_name),
      reply_to_email: normalisedEmail(this.reply_to_email ?? ''),
    };
  }
}

class AudiencePairDto {
  @IsIdOrAll() @ApiProperty({ required: false, description: 'A list id, or "all"', example: 1 }) list?: number | string;
  @IsIdOrAll() @ApiProperty({ required: false, description: 'A tag id, or "all"', example: 'all' }) tag?:
    number | string;

  toPair(): AudiencePair {
    const side = (value: number | string | undefined): number | 'all' =>
      value === undefined || value === 'all' ? 'all' : Number(value);
    return { list: side(this.list), tag: side(this.tag) };
  }
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

export class CampaignSettingsDto {
  @IsOptional()
  @IsObject({ message: 'must be an object' })
  @ValidateNested()
  @Type(() => MailerSettingsDto)
  @ApiProperty({ required: false, type: () => MailerSettingsDto })
  mailer_settings?: MailerSettingsDto;

  @Pairs('Who gets it: inside a row AND, between rows OR') subscribers?: AudiencePairDto[];
  @Pairs('Who does not, whatever the rows above say') excludedSubscribers?: AudiencePairDto[];

  @OneOf(['list_tag'] as const) sending_filter?: 'list_tag';
  @OneOf(['instant', 'schedule'] as const) sending_type?: 'instant' | 'schedule';
  @Flag({ default: true, description: 'Follow clicks through tracked links' }) click_tracker?: boolean;
  @Flag({ default: true, description: 'Count opens with a pixel' }) open_tracker?: boolean;

  @NotYet() dynamic_segment?: unknown;
  @NotYet() advanced_filters?: unknown;
  @NotYet() exclude_campaign_ids?: unknown;
  @NotYet() throttle?: unknown;
  @NotYet() send_window?: unknown;
  @NotYet() ab_test?: unknown;

  toSettings(): Partial<CampaignSettings> {
    return {
      ...(this.mailer_settings ? { mailer_settings: this.mailer_settings.toSettings() } : {}),
      ...(this.subscribers ? { subscribers: this.subscribers.map((pair) => pair.toPair()) } : {}),
      ...(this.excludedSubscribers
        ? { excludedSubscribers: this.excludedSubscribers.map((pair) => pair.toPair()) }
        : {}),
      ...(this.sending_filter === undefined ? {} : { sending_filter: this.sending_filter }),
      ...(this.sending_type === undefined ? {} : { sending_type: this.sending_type }),
      ...(this.click_tracker === undefined ? {} : { click_tracker: this.click_tracker }),
      ...(this.open_tracker === undefined ? {} : { open_tracker: this.open_tracker }),
    };
  }
}

/** The short form of recipients: members of any of these lists, and holders of any of these tags. */
export class FlatAudienceDto {
  @Ids({ description: 'Short for rows of `settings.subscribers`' }) lists?: number[];
  @Ids() tags?: number[];
  @Ids({ description: 'Short for rows of `settings.excludedSubscribers`' }) exclude_lists?: number[];
  @Ids() exclude_tags?: number[];

  protected flatAudience(): Partial<CampaignSettings> {
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
