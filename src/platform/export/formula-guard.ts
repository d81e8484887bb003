/**
 * What a spreadsheet may take for the beginning of a formula, also in full width, and behind blanks and signs that nobody
 * sees; a tab or a carriage return at the very beginning moves the rest into a cell of its own in some of them.
 */
// eslint-disable-next-line no-control-regex
const MAY_BE_A_FORMULA = /^(?:[\t\r]|[\s\u0000-\u001f\u200b-\u200f\u2060\ufeff]*[=+\-@\uff1d\uff0b\uff0d\uff20])/;

/** Text as it may stand in a cell of a spreadsheet: one that might be a formula gets an apostrophe in front. */
export function guarded(text: string): string {
  return MAY_BE_A_FORMULA.test(text) ? `'${text}` : text;
}

/** A text that came out of a spreadsheet, without the apostrophe that `guarded` has put in front of it. */
export function unguarded(text: string): string {
  return text.startsWith("'") && MAY_BE_A_FORMULA.test(text.slice(1)) ? text.slice(1) : text;
}
