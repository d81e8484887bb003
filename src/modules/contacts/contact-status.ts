import type { ChangeSource } from '../../events/contact.events.js';

export const CONTACT_STATUSES = ['subscribed', 'unsubscribed', 'pending', 'bounced', 'complained'] as const;
export type ContactStatus = (typeof CONTACT_STATUSES)[number];

/** The strict statuses, the weakest first: who has one of them must not be mailed. */
export const STRICT_STATUSES = ['unsubscribed', 'bounced', 'complained'] as const satisfies readonly ContactStatus[];

export function isStrict(status: ContactStatus): boolean {
  return (STRICT_STATUSES as readonly ContactStatus[]).includes(status);
}

type Transitions = Readonly<Record<ContactStatus, readonly ContactStatus[]>>;

/**
 * Where a signal (a bounce, an opt-out, an import, a funnel) may move a contact. A weaker signal never overwrites a stronger
 * one: complained outranks bounced, bounced outranks unsubscribed; and none of them makes anybody subscribed.
 */
export const SIGNAL_TRANSITIONS: Transitions = {
  pending: ['unsubscribed', 'bounced', 'complained'],
  subscribed: ['unsubscribed', 'bounced', 'complained'],
  unsubscribed: ['bounced', 'complained'],
  bounced: ['complained'],
  complained: [],
};

/** Where asking for a confirmation by mail, and the confirmation itself, may: who complained is not even asked. */
export const OPT_IN_TRANSITIONS: Transitions = {
  pending: ['subscribed'],
  subscribed: [],
  unsubscribed: ['pending'],
  bounced: ['pending'],
  complained: [],
};

/** Whether the change may happen. A manager's explicit word through the API may do anything. */
export function mayMove(from: ContactStatus, to: ContactStatus, source: ChangeSource): boolean {
  if (source === 'api') return true;
  return (source === 'double_opt_in' ? OPT_IN_TRANSITIONS : SIGNAL_TRANSITIONS)[from].includes(to);
}

/**
 * Whether a call of the API that names many may move one of them without saying that it is meant: who must not be mailed
 * stays so, because nobody has thought of each by himself.
 */
export function mayMoveAmongMany(from: ContactStatus, to: ContactStatus): boolean {
  return !isStrict(from) || SIGNAL_TRANSITIONS[from].includes(to);
}
