import type { SendingPlan } from '../../sending/sending-runs.service.js';

type Pacing = NonNullable<SendingPlan['pacing']>;
/** At most so many mails per unit of time, by all processes together. */
export type Throttle = NonNullable<Pacing['throttle']>;
/** When mails may leave, by the clock on the wall of a zone. */
export type SendWindow = NonNullable<Pacing['window']>;

/** How fast and when the mails of a campaign may leave; null when nothing limits them. */
export function pacingOf(settings: {
  readonly throttle: Throttle | null;
  readonly send_window: SendWindow | null;
}): Pacing | null {
  const { throttle, send_window: window } = settings;
  return throttle === null && window === null ? null : { throttle, window };
}
