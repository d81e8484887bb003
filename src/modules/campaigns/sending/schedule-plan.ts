import { IANAZone } from 'luxon';
import { invalidParam } from '../../../platform/errors/app-error.js';
import type { CampaignSettings } from '../campaign-settings.js';
import { wallClockIn } from './wall-clock.js';

/** When a campaign starts, and over which time its mails are spread. */
export interface SchedulePlan {
  readonly scheduledAt: Date;
  readonly scheduledUntil: Date | null;
  readonly startLeadMinutes: number;
}

/** What stands where nothing is planned. */
export const UNSCHEDULED = { scheduledAt: null, scheduledUntil: null, startLeadMinutes: 0 } as const;

/** Nowhere on earth is a day begun earlier. */
const EARLIEST_ZONE = 'Pacific/Kiritimati';
const LONGEST_RANGE_MS = 30 * 86_400_000;

/**
 * What scheduling for `at` means for a campaign with these settings.
 * @param timeZone of the installation: `at` is what its clock shows when mails go out by the zones of their readers.
 * @throws AppError rest_invalid_param.
 */
export function planOf(
  { sending_type }: Pick<CampaignSettings, 'sending_type'>,
  at: Date,
  until: Date | null,
  timeZone: string,
): SchedulePlan {
  if (sending_type !== 'range_schedule') {
    if (until !== null) throw invalidParam('scheduled_until', 'is for campaigns with sending_type range_schedule only');
    const startLeadMinutes = sending_type === 'timezone' ? leadOf(at, timeZone) : 0;
    return { scheduledAt: at, scheduledUntil: null, startLeadMinutes };
  }
  if (until === null)
    throw invalidParam('scheduled_until', 'is required for campaigns with sending_type range_schedule');
  if (until <= at) throw invalidParam('scheduled_until', 'must be after scheduled_at');
  if (until.getTime() - at.getTime() > LONGEST_RANGE_MS)
    throw invalidParam('scheduled_until', 'must be at most 30 days after scheduled_at');
  return { scheduledAt: at, scheduledUntil: until, startLeadMinutes: 0 };
}

/** How much earlier the same hour comes where it comes first. */
function leadOf(at: Date, timeZone: string): number {
  const first = wallClockIn(at, IANAZone.create(timeZone), IANAZone.create(EARLIEST_ZONE));
  return Math.max(0, Math.ceil((at.getTime() - first.getTime()) / 60_000));
}
