import { domainToASCII } from 'node:url';

const MAX_LENGTH = 190;
const LABEL = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/;

/**
 * Normalizes a domain: lower case, A-labels, no trailing dot.
 * @returns null for anything but a name of at least two labels, such as an address literal.
 */
export function domainName(text: string): string | null {
  if (text.length > MAX_LENGTH) return null;
  const labels = domainToASCII(text.trim().replace(/\.$/, '')).toLowerCase().split('.');
  const name = labels.join('.');
  if (labels.length < 2 || name.length > MAX_LENGTH || /^\d+$/.test(labels.at(-1) ?? '')) return null;
  return labels.every((label) => LABEL.test(label)) ? name : null;
}
