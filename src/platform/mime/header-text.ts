// Control characters and Unicode line separators would start another header.
// oxlint-disable-next-line no-control-regex
const CONTROL = /[\u0000-\u001f\u007f-\u009f\u2028\u2029]+/g;

/** Returns one line for a header. */
export function headerText(text: string): string {
  return text.replace(CONTROL, ' ').trim();
}
