// Control characters and Unicode line separators: in a header they would start another one.
// eslint-disable-next-line no-control-regex
const CONTROL = /[\u0000-\u001f\u007f-\u009f\u2028\u2029]+/g;

/** One line for a header, whatever the merged values hold. */
export function headerText(text: string): string {
  return text.replace(CONTROL, ' ').trim();
}
