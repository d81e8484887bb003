/** Formulas may start with full-width signs, or after invisible characters. A tab moves the rest into its own cell in some programs. */
// oxlint-disable-next-line no-control-regex
const MAY_BE_A_FORMULA = /^(?:[\t\r]|[\s\u0000-\u001f\u200b-\u200f\u2060\ufeff]*[=+\-@\uff1d\uff0b\uff0d\uff20])/;

/** Whether a text starts with an ASCII letter or digit, as nearly all do; this takes less time than the pattern. */
function startsHarmless(text: string): boolean {
  const code = text.charCodeAt(0);
  return (code >= 0x61 && code <= 0x7a) || (code >= 0x41 && code <= 0x5a) || (code >= 0x30 && code <= 0x39);
}

/** Prefixes a text that may be read as a formula with an apostrophe. */
export function escapeFormula(text: string): string {
  return !startsHarmless(text) && MAY_BE_A_FORMULA.test(text) ? `'${text}` : text;
}

/** Removes the apostrophe that `escapeFormula` added. */
export function unescapeFormula(text: string): string {
  return text.startsWith("'") && MAY_BE_A_FORMULA.test(text.slice(1)) ? text.slice(1) : text;
}
