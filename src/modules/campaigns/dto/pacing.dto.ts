import { ArrayMinSize, Matches, ValidateBy } from 'class-validator';
import { IANAZone } from 'luxon';
import { Text, WholeNumber, Words } from '../../../platform/http/dto-fields.js';
import { WEEKDAYS } from '../../../platform/clock/weekly-window.js';
import type { SendWindow, Throttle } from '../sending/campaign-pacing.js';

const FASTEST = 100_000;
const SPANS = ['per_second', 'per_minute', 'per_hour', 'per_day'] as const;

const Mails = (span: string, example: number | null = null): PropertyDecorator =>
  WholeNumber({ nullable: true, min: 1, max: FASTEST * 86_400, description: `At most so many mails ${span}`, example });

/** Null and absent are the same: no limit. */
export class ThrottleDto {
  @WholeNumber({ nullable: true, min: 1, max: FASTEST, description: 'At most so many mails a second', example: null })
  per_second?: number | null;
  @Mails('a minute') per_minute?: number | null;
  @Mails('an hour', 5000) per_hour?: number | null;
  @Mails('a day, of any 24 hours') per_day?: number | null;

  toThrottle(): Throttle | null {
    const limits = SPANS.flatMap((span) => {
      const mails = this[span];
      return mails === undefined || mails === null ? [] : [[span, mails] as const];
    });
    return limits.length === 0 ? null : Object.fromEntries(limits);
  }
}

const TIME_OF_DAY = /^([01]\d|2[0-3]):[0-5]\d$/;

const TimeOfDay = (options: { readonly example: string; readonly description: string }): PropertyDecorator => {
  const text = Text({ required: true, max: 5, ...options });
  const matches = Matches(TIME_OF_DAY, { message: 'must be a time of day such as 09:00' });
  return (target, property) => {
    text(target, property);
    matches(target, property);
  };
};

/** A name of the time zone database; offsets such as `+02:00` do not know about summer. */
const IsTimeZone = (): PropertyDecorator =>
  ValidateBy({
    name: 'timeZone',
    validator: {
      validate: (value: unknown) => typeof value === 'string' && isTimeZone(value),
      defaultMessage: () => 'must be an IANA time zone such as Europe/Berlin',
    },
  });

function isTimeZone(name: string): boolean {
  return !/^[+-]|^\d/.test(name) && IANAZone.isValidZone(name);
}

export class SendWindowDto {
  @Words(WEEKDAYS, {
    description: 'Days that it begins on; every day when absent',
    example: ['Mon', 'Tue', 'Wed', 'Thu', 'Fri'],
  })
  @ArrayMinSize(1, { message: 'must hold at least one day' })
  days?: SendWindow['days'][number][];

  @TimeOfDay({ example: '09:00', description: 'Included' }) from!: string;
  @TimeOfDay({ example: '17:00', description: 'Not included. Before `from`: on the next day; equal: a whole day' })
  to!: string;

  @Text({ required: true, example: 'Europe/Berlin', description: 'Whose clock it goes by' })
  @IsTimeZone()
  timezone!: string;

  toWindow(): SendWindow {
    const days = WEEKDAYS.filter((day) => this.days?.includes(day) ?? true);
    return { days, from: this.from, to: this.to, timezone: this.timezone };
  }
}
