import { DIGEST_TYPES, type DigestType } from '../../../reports/digests/digest-types.js';
import { applyDecorators } from '@nestjs/common';
import { Matches } from 'class-validator';
import { WEEKDAYS, type Weekday } from '../../../../platform/clock/weekly-window.js';
import {
  CurrencyCode,
  Id,
  Ids,
  Must,
  OneOf,
  Part,
  Text,
  Texts,
  WholeNumber,
} from '../../../../platform/http/dto-fields.js';
import { given, givenInput } from '../../../../platform/http/given.js';
import { OneLine } from '../../../../platform/http/one-line.js';
import { MOST_RECIPIENTS, type ScheduledReportInput, type SettingsInput } from '../scheduled-report-rules.js';
import {
  FREQUENCIES,
  type Frequency,
  LONGER_RANGES,
  type LongerRange,
  SCHEDULE_STATUSES,
  type ScheduleStatus,
} from '../scheduled-report-types.js';
import { isTimeZone, TIME_OF_DAY, TIME_ZONE_RULE } from '../../../../platform/values/time-zones.js';

/** An IANA time zone; an empty text counts as omitted. */
const Zone = (description = 'IANA time zone. Default: `APP_TIMEZONE`'): PropertyDecorator =>
  applyDecorators(
    Text({ description, example: 'Europe/Berlin' }),
    Must((zone) => zone === '' || isTimeZone(String(zone)), TIME_ZONE_RULE),
  );

class ScheduledReportSettingsDto {
  @OneOf(LONGER_RANGES, {
    nullable: true,
    description: 'A longer range that ends with the period and replaces it; null for the period itself',
    example: '30_days',
  })
  date_range?: LongerRange | null;

  @Ids({ description: 'Only contacts who are in any of these lists when the report is sent', example: [1] })
  lists?: number[];

  @Ids({ description: 'Only contacts who have any of these tags when the report is sent', example: [] })
  tags?: number[];

  @Id({ nullable: true, description: 'Required for type `campaign`', example: null })
  campaign_id?: number | null;

  @Id({ nullable: true, description: 'Required for type `funnel`', example: null })
  funnel_id?: number | null;

  @CurrencyCode({
    nullable: true,
    description: 'Currency of amounts (ISO 4217). Default: the currency of reports',
    example: null,
  })
  currency?: string | null;

  @Text({
    max: 5,
    description: 'Local time in the time zone of the report, as HH:MM. Default: `07:00`',
    example: '07:00',
  })
  @Matches(TIME_OF_DAY, { message: 'must be a time as HH:MM' })
  send_at?: string;

  @OneOf(WEEKDAYS, { ignoreCase: true, default: 'Mon', description: 'Weekday of a weekly report' }) weekday?: Weekday;

  @WholeNumber({
    min: 1,
    max: 31,
    default: 1,
    description:
      'Day of the month for monthly reports, and of the first month of the quarter for quarterly reports. In shorter months, the last day',
    example: 1,
  })
  day?: number;

  @Zone('Alternative to the top-level `timezone`, which takes precedence') timezone?: string;

  toInput(): SettingsInput {
    const { timezone: _timezone, ...settings } = givenInput<ScheduledReportSettingsDto>(this);
    return settings;
  }
}

const TITLE = { description: 'Title; the email subject starts with it', example: 'Weekly overview' };
const TYPE = { description: 'Type of report', example: 'overview' };
const FREQUENCY = { description: 'How often the report is sent; also the length of its period', example: 'weekly' };
const RECIPIENTS = {
  max: 760,
  maxItems: 1_000,
  description: `1 to ${MOST_RECIPIENTS} email addresses; recipients do not need to be managers`,
  example: ['owner@example.com'],
};
const STATUS = { default: 'active', description: 'A paused report is sent only by `run`' } as const;

class ScheduledReportFieldsDto {
  @Part(() => ScheduledReportSettingsDto, { description: 'Filters and time of sending' })
  settings?: ScheduledReportSettingsDto;
  @OneOf(SCHEDULE_STATUSES, STATUS) status?: ScheduleStatus;
  @Zone() timezone?: string;

  protected fields(): ScheduledReportInput {
    const timezone = this.timezone ?? this.settings?.timezone;
    return given({
      settings: this.settings?.toInput(),
      status: this.status,
      timezone: timezone === '' ? undefined : timezone,
    });
  }
}

export class CreateScheduledReportDto extends ScheduledReportFieldsDto {
  @Text({ required: true, ...TITLE }) @OneLine() title!: string;
  @OneOf(DIGEST_TYPES, { required: true, ...TYPE }) type!: DigestType;
  @OneOf(FREQUENCIES, { required: true, ...FREQUENCY }) frequency!: Frequency;
  @Texts({ required: true, ...RECIPIENTS }) recipients!: string[];

  toInput(): ScheduledReportInput {
    const { title, type, frequency, recipients } = this;
    return { ...this.fields(), title, type, frequency, recipients };
  }
}

export class UpdateScheduledReportDto extends ScheduledReportFieldsDto {
  @Text({ min: 1, ...TITLE }) @OneLine() title?: string;
  @OneOf(DIGEST_TYPES, TYPE) type?: DigestType;
  @OneOf(FREQUENCIES, FREQUENCY) frequency?: Frequency;
  @Texts(RECIPIENTS) recipients?: string[];

  toInput(): ScheduledReportInput {
    const { title, type, frequency, recipients } = this;
    return { ...this.fields(), ...given({ title, type, frequency, recipients }) };
  }
}
