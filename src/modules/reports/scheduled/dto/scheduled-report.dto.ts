import { applyDecorators } from '@nestjs/common';
import { ApiProperty } from '@nestjs/swagger';
import { Type } from 'class-transformer';
import { IsObject, ValidateIf, ValidateNested } from 'class-validator';
import { WEEKDAYS, type Weekday } from '../../../../platform/clock/weekly-window.js';
import { CurrencyCode, Ids, OneOf, Text, Texts, WholeNumber } from '../../../../platform/http/dto-fields.js';
import { OneLine } from '../../../../platform/http/one-line.js';
import { MOST_RECIPIENTS, type ScheduledReportInput, type SettingsInput } from '../scheduled-report-rules.js';
import {
  FREQUENCIES,
  type Frequency,
  LONGER_RANGES,
  type LongerRange,
  SCHEDULE_STATUSES,
  SCHEDULED_REPORT_TYPES,
  type ScheduledReportType,
  type ScheduleStatus,
} from '../scheduled-report-types.js';

const MAX_ID = 4_294_967_295;
const ZONE = { description: 'An IANA name; `APP_TIMEZONE` when left out', example: 'Europe/Berlin' };

class ScheduledReportSettingsDto {
  @OneOf(LONGER_RANGES, {
    nullable: true,
    description: 'So many days up to the end of the period, in place of the period itself',
    example: '30_days',
  })
  date_range?: LongerRange | null;

  @Ids({ description: 'Only contacts that are in any of these lists when it is mailed', example: [1] })
  lists?: number[];

  @Ids({ description: 'Only contacts that have any of these tags when it is mailed', example: [] }) tags?: number[];

  @WholeNumber({ nullable: true, min: 1, max: MAX_ID, description: 'Required for `campaign`', example: null })
  campaign_id?: number | null;

  @WholeNumber({ nullable: true, min: 1, max: MAX_ID, description: 'Required for `funnel`', example: null })
  funnel_id?: number | null;

  @CurrencyCode({ nullable: true, description: 'Of figures of money; the usual one when left out', example: null })
  currency?: string | null;

  @Text({ max: 5, description: 'On the wall of its time zone; `07:00` when left out', example: '07:00' })
  send_at?: string;

  @OneOf(WEEKDAYS, { ignoreCase: true, default: 'Mon', description: 'Of a weekly report' }) weekday?: Weekday;

  @WholeNumber({
    min: 1,
    max: 31,
    default: 1,
    description: 'Of a monthly report, and of a quarterly one in the first month; a shorter month has its last day',
    example: 1,
  })
  day?: number;

  @Text({ ...ZONE, description: 'The same as `timezone` beside the settings, which goes before it' }) timezone?: string;

  toInput(): SettingsInput {
    return {
      ...(this.date_range === undefined ? {} : { dateRange: this.date_range }),
      ...(this.lists === undefined ? {} : { lists: this.lists }),
      ...(this.tags === undefined ? {} : { tags: this.tags }),
      ...(this.campaign_id === undefined ? {} : { campaignId: this.campaign_id }),
      ...(this.funnel_id === undefined ? {} : { funnelId: this.funnel_id }),
      ...(this.currency === undefined ? {} : { currency: this.currency }),
      ...(this.send_at === undefined ? {} : { sendAt: this.send_at }),
      ...(this.weekday === undefined ? {} : { weekday: this.weekday }),
      ...(this.day === undefined ? {} : { day: this.day }),
    };
  }
}

/** The settings, each fault of which is named by its path. */
const Settings = (): PropertyDecorator =>
  applyDecorators(
    ValidateIf((_object, value) => value !== undefined),
    IsObject({ message: 'must be an object' }),
    ValidateNested(),
    Type(() => ScheduledReportSettingsDto),
    ApiProperty({ required: false, type: () => ScheduledReportSettingsDto, description: 'What it is about, and when' }),
  );

const TITLE = { description: 'The subject begins with it', example: 'Weekly overview' };
const TYPE = { description: 'Which report', example: 'overview' };
const FREQUENCY = { description: 'How often, and of how long a period', example: 'weekly' };
const RECIPIENTS = {
  max: 760,
  maxItems: 1_000,
  description: `1 to ${MOST_RECIPIENTS} addresses; they need not be managers`,
  example: ['owner@example.com'],
};
const STATUS = { default: 'active', description: 'A paused one is mailed only by `run`' } as const;

class ScheduledReportFieldsDto {
  @Settings() settings?: ScheduledReportSettingsDto;
  @OneOf(SCHEDULE_STATUSES, STATUS) status?: ScheduleStatus;
  @Text(ZONE) timezone?: string;

  protected fields(): ScheduledReportInput {
    const timezone = this.timezone ?? this.settings?.timezone;
    return {
      ...(this.settings === undefined ? {} : { settings: this.settings.toInput() }),
      ...(this.status === undefined ? {} : { status: this.status }),
      ...(timezone === undefined || timezone === '' ? {} : { timezone }),
    };
  }
}

export class CreateScheduledReportDto extends ScheduledReportFieldsDto {
  @Text({ required: true, ...TITLE }) @OneLine() title!: string;
  @OneOf(SCHEDULED_REPORT_TYPES, { required: true, ...TYPE }) type!: ScheduledReportType;
  @OneOf(FREQUENCIES, { required: true, ...FREQUENCY }) frequency!: Frequency;
  @Texts({ required: true, ...RECIPIENTS }) recipients!: string[];

  toInput(): ScheduledReportInput {
    const { title, type, frequency, recipients } = this;
    return { ...this.fields(), title, type, frequency, recipients };
  }
}

export class UpdateScheduledReportDto extends ScheduledReportFieldsDto {
  @Text({ min: 1, ...TITLE }) @OneLine() title?: string;
  @OneOf(SCHEDULED_REPORT_TYPES, TYPE) type?: ScheduledReportType;
  @OneOf(FREQUENCIES, FREQUENCY) frequency?: Frequency;
  @Texts(RECIPIENTS) recipients?: string[];

  toInput(): ScheduledReportInput {
    const { title, type, frequency, recipients } = this;
    return {
      ...this.fields(),
      ...(title === undefined ? {} : { title }),
      ...(type === undefined ? {} : { type }),
      ...(frequency === undefined ? {} : { frequency }),
      ...(recipients === undefined ? {} : { recipients }),
    };
  }
}
