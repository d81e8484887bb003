/** An enhanced status code (RFC 3463) or an SMTP code, anywhere in the text. */
const CODE = /(?<![\d.])(?:[245]\.\d{1,3}\.\d{1,3}|[245]\d{2})(?![\d.])/;
const LOOKED_AT = 200;

/** @returns the first status code in a text; null if there is none. */
export function statusCode(text: string | null): string | null {
  return text === null ? null : (CODE.exec(text.slice(0, LOOKED_AT))?.[0] ?? null);
}

/** Returns text from outside as one line of limited length. */
export function oneLine(text: string, longest: number): string {
  const line = text
    .slice(0, 4 * longest)
    .replace(/[\p{Cc}\p{Cf}\p{Cs}\u2028\u2029\s]+/gu, ' ')
    .trim();
  return Array.from(line).slice(0, longest).join('').trim();
}
