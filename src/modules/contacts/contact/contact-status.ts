import type { ChangeSource } from '../../../events/contact.events.js';

export const CONTACT_STATUSES = ['subscribed', 'unsubscribed', 'pending', 'bounced', 'complained'] as const;
export type ContactStatus = (typeof CONTACT_STATUSES)[number];

/** Statuses that forbid marketing email, from weakest to strongest. */
export const STRICT_STATUSES = ['unsubscribed', 'bounced', 'complained'] as const satisfies readonly ContactStatus[];

/** States of a subscription without membership: such contacts have no row in `contact_lists`. */
export const LEFT_STATES = ['pending', 'unsubscribed'] as const;
export type LeftState = (typeof LEFT_STATES)[number];

/** Whether a contact agreed that opens and clicks are tracked; independent of the status. */
export const TRACKING_CONSENTS = ['unknown', 'granted', 'denied'] as const;
export type TrackingConsent = (typeof TRACKING_CONSENTS)[number];

export function isStrict(status: ContactStatus | TrackingConsent): boolean {
  return (STRICT_STATUSES as readonly string[]).includes(status);
}

const OWN_CHOICES: readonly ChangeSource[] = ['preferences', 'page', 'double_opt_in'];

/**
 * Returns whether a write may lift a denied tracking consent: a choice of the contact may, and a manager who decides on
 * this contact (`force`).
 */
export function liftsDenial(source: ChangeSource, force = source === 'api'): boolean {
  return force || OWN_CHOICES.includes(source);
}

type Transitions = Readonly<Record<ContactStatus, readonly ContactStatus[]>>;

/**
 * Transitions by a signal (bounce, opt-out, import, funnel). A weaker signal never overwrites a stronger one (complained
 * outranks bounced, bounced outranks unsubscribed), and no signal makes a contact subscribed.
 */
const SIGNAL_TRANSITIONS: Transitions = {
  pending: ['unsubscribed', 'bounced', 'complained'],
  subscribed: ['unsubscribed', 'bounced', 'complained'],
  unsubscribed: ['bounced', 'complained'],
  bounced: ['complained'],
  complained: [],
};

/** Transitions by double opt-in. A contact who complained is not asked. */
const OPT_IN_TRANSITIONS: Transitions = {
  pending: ['subscribed'],
  subscribed: [],
  unsubscribed: ['pending'],
  bounced: ['pending'],
  complained: [],
};

/**
 * Returns whether a write may change a status.
 * @param force allows any change by a manager, which is the default for the API. Without it, as in bulk calls, a strict
 * status stays or becomes stricter, because the manager did not decide on each contact.
 */
export function mayMove(
  from: ContactStatus,
  to: ContactStatus,
  source: ChangeSource,
  force = source === 'api',
): boolean {
  if (force) return true;
  if (source === 'api') return !isStrict(from) || SIGNAL_TRANSITIONS[from].includes(to);
  return (source === 'double_opt_in' ? OPT_IN_TRANSITIONS : SIGNAL_TRANSITIONS)[from].includes(to);
}
