import type { ContactStatus } from '../../contacts/contact/contact-status.js';

/** Statuses by strictness. */
const STRICTNESS: Readonly<Record<ContactStatus, number>> = {
  subscribed: 0,
  pending: 1,
  unsubscribed: 2,
  bounced: 3,
  complained: 4,
};

/** Returns the stricter of two statuses. */
export function stricter(one: ContactStatus, other: ContactStatus | null): ContactStatus {
  return other !== null && STRICTNESS[other] > STRICTNESS[one] ? other : one;
}

/** Compares for sorting, the least strict first. */
export function byStrictness(one: ContactStatus, other: ContactStatus): number {
  return STRICTNESS[one] - STRICTNESS[other];
}
