import { EMAIL_MAX_LENGTH } from './email-address.js';

/** A domain that can never exist: RFC 2606 reserves `.invalid`. */
const NOWHERE = 'erased.invalid';
/** How an address ends that keeps the mail domain. */
const SUFFIX = `.${NOWHERE}`;

/**
 * The address that replaces that of an erased person. It is unique per contact and keeps the mail domain, so that figures by
 * domain stay as they are; a domain of the person alone is dropped, because it identifies the person.
 * @param address one that has been replaced already stays as it is, unless its domain is to be dropped by now.
 * @param ownDomains the mail domains of this person alone, in lower case.
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

/** What an erased address looks like to LIKE. It begins alike, so an index of addresses finds it. */
export const ERASED_PATTERN = `erased-%@%${NOWHERE}`;

/** The domain as it was before its person was erased, any other as it is; null where erasure dropped it. */
export const domainBeforeErasure = (domain: string): string | null => {
  if (domain === NOWHERE) return null;
  return domain.endsWith(SUFFIX) ? domain.slice(0, -SUFFIX.length) : domain;
};

/** The same for a column that holds an address, as SQL; a dropped domain reads `erased.invalid`. */
export const domainColumn = (address: string): string =>
  `TRIM(TRAILING '${SUFFIX}' FROM SUBSTRING_INDEX(${address}, '@', -1))`;

/** The mail domain of an address in lower case, of an erased one as it was; null where erasure dropped it. */
export const originalDomain = (address: string): string | null =>
  domainBeforeErasure(address.slice(address.lastIndexOf('@') + 1).toLowerCase());

/** Without its first parts, as many as are too much. */
function shortened(domain: string, most: number): string {
  const parts = domain.split('.');
  while (parts.length > 1 && Array.from(parts.join('.')).length > most) parts.shift();
  return Array.from(parts.join('.')).slice(-most).join('');
}
