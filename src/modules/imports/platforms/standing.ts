import type { ContactStatus } from '../../contacts/contact-status.js';

/** How far from being mailed a status is. */
const STANDING: Readonly<Record<ContactStatus, number>> = {
  subscribed: 0,
  pending: 1,
  unsubscribed: 2,
  bounced: 3,
  complained: 4,
};

/** The one of two statuses that lets less mail through. */
export function worse(one: ContactStatus, other: ContactStatus | null): ContactStatus {
  return other !== null && STANDING[other] > STANDING[one] ? other : one;
}

/** For sorting, the best first. */
export function byStanding(one: ContactStatus, other: ContactStatus): number {
  return STANDING[one] - STANDING[other];
}
