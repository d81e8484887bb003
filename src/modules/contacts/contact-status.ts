import type { ChangeSource } from '../../events/contact.events.js';

export const CONTACT_STATUSES = ['subscribed', 'unsubscribed', 'pending', 'bounced', 'complained'] as const;
export type ContactStatus = (typeof CONTACT_STATUSES)[number];

/** The strict statuses, the weakest first: who has one of them must not be mailed. */
export const STRICT_STATUSES = ['unsubscribed', 'bounced', 'complained'] as const satisfies readonly ContactStatus[];

export function isStrict(status: ContactStatus): boolean {
  return (STRICT_STATUSES as readonly ContactStatus[]).includes(status);
}

/**
 * Where a signal (a bounce, an opt-out, an import, a funnel) may move a contact. A weaker signal never overwrites a stronger
 * one: complained outranks bounced, bounced outranks unsubscribed; and none of them makes a strict contact subscribed.
 */
export const SIGNAL_TRANSITIONS: Readonly<Record<ContactStatus, readonly ContactStatus[]>> = {
  pending: ['subscribed', 'unsubscribed', 'bounced', 'complained'],
  subscribed: ['unsubscribed', 'bounced', 'complained'],
  unsubscribed: ['pending', 'bounced', 'complained'],
  bounced: ['pending', 'complained'],
  complained: [],
};

/** Whether the change may happen. A manager's explicit word through the API may do anything. */
export function mayMove(from: ContactStatus, to: ContactStatus, source: ChangeSource): boolean {
  return source === 'api' || SIGNAL_TRANSITIONS[from].includes(to);
}
