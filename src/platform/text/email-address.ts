import { domainToUnicode, domainToASCII } from 'node:url';
import validator from 'validator';

export const EMAIL_MAX_LENGTH = 190;
const LABEL = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/;

/** Normalizes a domain: lower case, A-labels, no trailing dot. @returns null for anything but at least two labels. */
export function domainName(text: string): string | null {
  if (text.length > EMAIL_MAX_LENGTH || text.includes('@')) return null;
  const labels = domainOf(text.trim().replace(/\.$/, '')).split('.');
  const name = labels.join('.');
  if (labels.length < 2 || name.length > EMAIL_MAX_LENGTH || /^\d+$/.test(labels.at(-1) ?? '')) return null;
  return labels.every((label) => LABEL.test(label)) ? name : null;
}

/** Returns the domain of an address, or a domain itself, in the form that mail servers use: lower case and A-labels (RFC 5890). */
export function domainOf(address: string): string {
  const domain = address.slice(address.lastIndexOf('@') + 1).toLowerCase();
  // The conversion reads URLs: it decodes percent signs and cuts at these characters.
  return /[^\u0020-\u007e]/.test(domain) && !/[\s%/?#\\]/.test(domain) ? domainToASCII(domain) || domain : domain;
}

/** Characters that no usable address contains and that are dangerous in headers: blanks, controls, quotes, brackets. */
const FORBIDDEN = /[\s\p{Cc}\p{Cf}\p{Cs}\ufffd"<>(),;:[\]\\]/u;

/**
 * Normalizes an address: trimmed, lower case, the local part composed (NFC), the domain as A-labels (RFC 5890). Everything uses this form.
 * @returns null for anything but a single addr-spec, and for a local part that compatibility decomposition would change.
 */
export function normalizedEmail(text: string): string | null {
  // Length first, so that no pattern runs over a megabyte.
  if (text.length > 4 * EMAIL_MAX_LENGTH) return null;
  const entered = text.trim().normalize('NFC').toLowerCase();
  if (FORBIDDEN.test(entered) || !validator.isEmail(entered)) return null;
  const local = entered.slice(0, entered.lastIndexOf('@'));
  const email = `${local}@${domainOf(entered)}`;
  if (local !== local.normalize('NFKC') || Array.from(email).length > EMAIL_MAX_LENGTH) return null;
  return email === entered || validator.isEmail(email) ? email : null;
}

export function emailFault(text: string): string {
  const entered = text.trim().slice(0, EMAIL_MAX_LENGTH).normalize('NFC');
  const hint = entered === entered.normalize('NFKC') ? '' : ' without full-width letters, ligatures, and the like';
  return `must be one email address${hint}`;
}

/** Returns an address or a domain as it is stored, and with Unicode letters if that differs: earlier versions stored what was entered. */
export function formsOf(address: string): string[] {
  const domain = domainOf(address);
  const shown = domain.includes('xn--') ? domainToUnicode(domain) || domain : domain;
  const local = address.slice(0, address.lastIndexOf('@') + 1);
  return shown === domain ? [address] : [local + domain, local + shown];
}
