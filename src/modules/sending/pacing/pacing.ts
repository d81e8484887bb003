import type { WeeklyWindow } from '../../../platform/clock/weekly-window.js';

/** Rate limits across all processes. Omitted limits do not apply. */
export interface Throttle {
  readonly per_second?: number;
  readonly per_minute?: number;
  readonly per_hour?: number;
  readonly per_day?: number;
}

export interface Pacing {
  readonly throttle: Throttle | null;
  readonly window: WeeklyWindow | null;
}
