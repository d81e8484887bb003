import type { WeeklyWindow } from '../../../platform/clock/weekly-window.js';

/** Rate limits across all processes. Omitted limits do not apply. */
export interface Throttle {
  readonly per_second?: number | undefined;
  readonly per_minute?: number | undefined;
  readonly per_hour?: number | undefined;
  readonly per_day?: number | undefined;
}

export interface Pacing {
  readonly throttle: Throttle | null;
  readonly window: WeeklyWindow | null;
}
