import { domainToASCII } from 'node:url';

const MAX_LENGTH = 190;
const LABEL = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/;

/**
 * Normalizes a domain: lower case, A-labels, no trailing dot.
 * @returns null for anything but a name of at least two labels, such as an address literal.
 */
export function domainName(text: string): string | null {
  if (text.length > MAX_LENGTH || text.includes('@')) return null;
  const labels = domainOf(text.trim().replace(/\.$/, '')).split('.');
  const name = labels.join('.');
  if (labels.length < 2 || name.length > MAX_LENGTH || /^\d+$/.test(labels.at(-1) ?? '')) return null;
  return labels.every((label) => LABEL.test(label)) ? name : null;
}

/** Returns the domain of an address, or a domain itself, in the form that mail servers use: lower case and A-labels (RFC 5890). */
export function domainOf(address: string): string {
  const domain = address.slice(address.lastIndexOf('@') + 1).toLowerCase();
  // The conversion reads URLs: it decodes percent signs and cuts at these characters.
  return /[^\u0020-\u007e]/.test(domain) && !/[\s%/?#\\]/.test(domain) ? domainToASCII(domain) || domain : domain;
}
