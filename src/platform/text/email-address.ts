import validator from 'validator';

export const EMAIL_MAX_LENGTH = 190;

/** Never part of an address that somebody reads mail at, and dangerous in headers: blanks, controls, quotes, brackets. */
const FORBIDDEN = /[\s\p{Cc}\p{Cf}\p{Cs}\ufffd"<>(),;:[\]\\]/u;

/**
 * The one spelling of an address that we store and compare: trimmed (no-break spaces too), lower-cased, composed.
 * @returns null for anything but a single addr-spec. Internationalised domains are welcome.
 */
export function normalisedEmail(text: string): string | null {
  // Length first: no pattern should run over a megabyte.
  if (text.length > 4 * EMAIL_MAX_LENGTH) return null;
  const email = text.trim().normalize('NFC').toLowerCase();
  if (Array.from(email).length > EMAIL_MAX_LENGTH || FORBIDDEN.test(email)) return null;
  return validator.isEmail(email) ? email : null;
}
