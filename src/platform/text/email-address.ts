import validator from 'validator';

export const EMAIL_MAX_LENGTH = 190;

/** Characters that no usable address contains and that are dangerous in headers: blanks, controls, quotes, brackets. */
const FORBIDDEN = /[\s\p{Cc}\p{Cf}\p{Cs}\ufffd"<>(),;:[\]\\]/u;

/**
 * Normalizes an address: trimmed (no-break spaces too), lower case, composed (NFC).
 * @returns null for anything but a single addr-spec. Internationalized domains are accepted.
 */
export function normalizedEmail(text: string): string | null {
  // Length first, so that no pattern runs over a megabyte.
  if (text.length > 4 * EMAIL_MAX_LENGTH) return null;
  const email = text.trim().normalize('NFC').toLowerCase();
  if (Array.from(email).length > EMAIL_MAX_LENGTH || FORBIDDEN.test(email)) return null;
  return validator.isEmail(email) ? email : null;
}
