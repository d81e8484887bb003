import type { WeeklyWindow } from '../../../platform/clock/weekly-window.js';

/** At most so many mails per unit of time, by all processes together. What is left out is not limited. */
export interface Throttle {
  readonly per_second?: number;
  readonly per_minute?: number;
  readonly per_hour?: number;
  readonly per_day?: number;
}

/** How fast and when the mails of one sending may leave. */
export interface Pacing {
  readonly throttle: Throttle | null;
  /** When mails may leave. */
  readonly window: WeeklyWindow | null;
}
