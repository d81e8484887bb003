import { EMAIL_MAX_LENGTH } from './email-address.js';

/** Names that end like this lead nowhere, now and for ever: RFC 2606 keeps `.invalid` for that. */
const SUFFIX = '.erased.invalid';

/**
 * What stands for the address of a person who has been erased: it says who it was to nobody, is different for each contact,
 * and keeps where the mailbox was, so that figures by mail domain stay what they are.
 * @param address the one it was; one that stands for an erased person already stays as it is.
 */
export function erasedAddress(contactId: number, address: string): string {
  if (isErasedAddress(address)) return address;
  const local = `erased-${contactId}@`;
  const domain = shortened(mailDomain(address), EMAIL_MAX_LENGTH - local.length - SUFFIX.length);
  return `${local}${domain}${SUFFIX}`;
}

export const isErasedAddress = (address: string): boolean => address.endsWith(SUFFIX);

/** The domain as it was before its person was erased; any other is what it is. */
export const domainBeforeErasure = (domain: string): string =>
  domain.endsWith(SUFFIX) ? domain.slice(0, -SUFFIX.length) : domain;

/** The same for a column that holds an address, as SQL. */
export const domainColumn = (address: string): string =>
  `TRIM(TRAILING '${SUFFIX}' FROM SUBSTRING_INDEX(${address}, '@', -1))`;

const mailDomain = (address: string): string => address.slice(address.lastIndexOf('@') + 1).toLowerCase();

/** Without its first parts, as many as are too much. */
function shortened(domain: string, most: number): string {
  const parts = domain.split('.');
  while (parts.length > 1 && Array.from(parts.join('.')).length > most) parts.shift();
  return Array.from(parts.join('.')).slice(-most).join('');
}
