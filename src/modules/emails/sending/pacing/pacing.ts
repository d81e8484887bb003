/** At most so many mails per unit of time, by all processes together. What is left out is not limited. */
export interface Throttle {
  readonly per_second?: number;
  readonly per_minute?: number;
  readonly per_hour?: number;
  readonly per_day?: number;
}

export const WEEKDAYS = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'] as const;
export type Weekday = (typeof WEEKDAYS)[number];

/** When mails may leave, by the clock on the wall of that zone. `to` before `from` spans midnight. */
export interface SendWindow {
  readonly days: readonly Weekday[];
  /** `HH:MM`, included. */
  readonly from: string;
  /** `HH:MM`, not included. */
  readonly to: string;
  /** An IANA name. */
  readonly timezone: string;
}

/** How fast and when the mails of one sending may leave. */
export interface Pacing {
  readonly throttle: Throttle | null;
  readonly window: SendWindow | null;
}
