import { domainOf } from '../text/email-address.js';

/** An address that cannot receive email. */
export class AddressError extends Error {
  constructor(readonly reason: string) {
    super(reason);
    this.name = 'AddressError';
  }
}

/** RFC 5322 dot-atom and RFC 1035 names. Contacts cannot have quoted local parts. */
const LOCAL_PART = /^[a-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[a-z0-9!#$%&'*+/=?^_`{|}~-]+)*$/i;
const DOMAIN = /^[a-z0-9_](?:[a-z0-9_-]*[a-z0-9_])?(?:\.[a-z0-9_](?:[a-z0-9_-]*[a-z0-9_])?)*$/i;
/** RFC 5321 section 4.5.3.1. */
const MAX_LOCAL_PART_LENGTH = 64;
const MAX_DOMAIN_LENGTH = 255;

// oxlint-disable-next-line no-control-regex
const ASCII = /^[\x00-\x7f]*$/;

/** Converts a domain to A-labels (RFC 5891). @throws AddressError also for a local part that needs SMTPUTF8 (RFC 6531). */
export function wireAddress(address: string): string {
  const at = address.lastIndexOf('@');
  const local = address.slice(0, Math.max(at, 0));
  if (!ASCII.test(local)) throw new AddressError('address needs SMTPUTF8');
  const domain = domainOf(address);
  const isDomain = domain.length <= MAX_DOMAIN_LENGTH && DOMAIN.test(domain);
  if (at < 1 || local.length > MAX_LOCAL_PART_LENGTH || !LOCAL_PART.test(local) || !isDomain)
    throw new AddressError('address is not valid');
  return `${local}@${domain}`;
}
