import { Inject, Injectable } from '@nestjs/common';
import { DateTime, IANAZone, type Zone } from 'luxon';
import { Clock } from '../../../platform/clock/clock.js';
import { APP_CONFIG, type AppConfig } from '../../../platform/config/config.js';
import { invalidParam } from '../../../platform/errors/app-error.js';
import type { CampaignSettings } from '../campaign/campaign-settings.js';

export const UNSCHEDULED = { scheduledAt: null, scheduledUntil: null, startLeadMinutes: 0 } as const;

const EARLIEST_ZONE = 'Pacific/Kiritimati';
const MAX_RANGE_MS = 30 * 86_400_000;

/**
 * Returns when a campaign with these settings starts, and the range over which its emails are spread, if it is scheduled for `at`.
 * @param timeZone of the installation: with `sending_type` `timezone`, `at` is the local time in this zone.
 */
export function planOf(
  { sending_type }: Pick<CampaignSettings, 'sending_type'>,
  at: Date,
  until: Date | null,
  timeZone: string,
) {
  if (sending_type !== 'range_schedule') {
    if (until !== null) throw invalidParam('scheduled_until', 'requires sending_type range_schedule');
    const startLeadMinutes = sending_type === 'timezone' ? leadOf(at, timeZone) : 0;
    return { scheduledAt: at, scheduledUntil: null, startLeadMinutes };
  }
  if (until === null) throw invalidParam('scheduled_until', 'is required with sending_type range_schedule');
  if (until <= at) throw invalidParam('scheduled_until', 'must be after scheduled_at');
  if (until.getTime() - at.getTime() > MAX_RANGE_MS)
    throw invalidParam('scheduled_until', 'must be at most 30 days after scheduled_at');
  return { scheduledAt: at, scheduledUntil: until, startLeadMinutes: 0 };
}

/** Returns the minutes by which the same local time comes earlier in the earliest zone. */
function leadOf(at: Date, timeZone: string): number {
  const first = wallClockIn(at, IANAZone.create(timeZone), IANAZone.create(EARLIEST_ZONE));
  return Math.max(0, Math.ceil((at.getTime() - first.getTime()) / 60_000));
}

/** A local time skipped in `there` becomes one hour later; of a repeated one the first is used. */
export function wallClockIn(moment: Date, here: Zone, there: Zone): Date {
  const shifted = DateTime.fromJSDate(moment, { zone: here }).setZone(there, { keepLocalTime: true });
  const [first] = shifted.getPossibleOffsets();
  return (first ?? shifted).toJSDate();
}

@Injectable()
export class SchedulePlans {
  constructor(
    private readonly clock: Clock,
    @Inject(APP_CONFIG) private readonly config: AppConfig,
  ) {}

  /** @throws AppError rest_invalid_param for a time in the past, and as `planOf`. */
  planOf(settings: Pick<CampaignSettings, 'sending_type'>, at: Date, until: Date | null) {
    if (at <= this.clock.now()) throw invalidParam('scheduled_at', 'must be in the future');
    return planOf(settings, at, until, this.config.timeZone);
  }
}
