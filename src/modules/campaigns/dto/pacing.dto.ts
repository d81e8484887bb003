import { applyDecorators } from '@nestjs/common';
import { ArrayMinSize } from 'class-validator';
import { Must, Text, WholeNumber, Words } from '../../../platform/http/dto-fields.js';
import { WEEKDAYS } from '../../../platform/clock/weekly-window.js';
import type { SendWindow, Throttle } from '../campaign/campaign-settings.js';
import { isTimeZone, TIME_OF_DAY, TIME_OF_DAY_RULE, TIME_ZONE_RULE } from '../../../platform/values/time-zones.js';

const FASTEST = 100_000;
const MOST = FASTEST * 86_400;
const SPANS = ['per_second', 'per_minute', 'per_hour', 'per_day'] as const;

const EmailLimit = (span: string, max: number, example: number | null = null): PropertyDecorator =>
  WholeNumber({ nullable: true, min: 1, max, description: `Maximum number of emails ${span}`, example });

/** Null and omitted both mean no limit. */
export class ThrottleDto {
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

export const IsTimeZone = (): PropertyDecorator =>
  Must((value) => typeof value === 'string' && isTimeZone(value), TIME_ZONE_RULE);

export class SendWindowDto {
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
