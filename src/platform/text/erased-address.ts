import { domainOf, EMAIL_MAX_LENGTH } from './email-address.js';

/** RFC 2606 reserves `.invalid`, so the domain can never exist. */
const NOWHERE = 'erased.invalid';
/** The suffix of erased addresses that keep the mail domain. */
const SUFFIX = `.${NOWHERE}`;

/**
 * Returns the replacement for the address of an erased contact, with the mail domain for figures. An already replaced one is kept.
 * @param ownDomains mail domains used only by this contact, in lower case, which are dropped.
 */
export function erasedAddress(contactId: number, address: string, ownDomains: ReadonlySet<string>): string {
  const local = `erased-${contactId}@`;
  const domain = originalDomain(address);
  if (domain === null || ownDomains.has(domain)) return `${local}${NOWHERE}`;
  if (isErasedAddress(address)) return address;
  return `${local}${shortened(domain, EMAIL_MAX_LENGTH - local.length - SUFFIX.length)}${SUFFIX}`;
}

export const isErasedAddress = (address: string): boolean =>
  address.endsWith(SUFFIX) || address.endsWith(`@${NOWHERE}`);

/** LIKE pattern of erased addresses. It has a constant prefix, so an index can be used. */
export const ERASED_PATTERN = `erased-%@%${NOWHERE}`;

/** The same as SQL for a column of addresses; a dropped domain is `erased.invalid`. */
export const domainColumn = (address: string): string =>
  `TRIM(TRAILING '${SUFFIX}' FROM SUBSTRING_INDEX(${address}, '@', -1))`;

/** Returns the mail domain, of erased addresses the former one; null if erasure dropped it, or without an address. */
export function originalDomain(address: string): string | null {
  const domain = domainOf(address);
  if (domain === NOWHERE || domain === '') return null;
  return domain.endsWith(SUFFIX) ? domain.slice(0, -SUFFIX.length) : domain;
}

/** Removes leading labels until the domain fits. */
function shortened(domain: string, most: number): string {
  const parts = domain.split('.');
  while (parts.length > 1 && Array.from(parts.join('.')).length > most) parts.shift();
  return Array.from(parts.join('.')).slice(-most).join('');
}
