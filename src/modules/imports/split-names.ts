/** A cell with more names is misplaced text: the rest counts as one name. */
const MAX_PARTS = 1_000;
/** The maximum number of parts of a known name that contains delimiters; all lengths are tried. */
const MAX_PARTS_OF_NAME = 20;

/** Splits a cell at commas and semicolons. A known name may contain them: known names are matched first, the longest first. */
export function splitNames(cell: string, isKnown: (name: string) => boolean): string[] {
  // Delimiters at odd places, the texts between them at even ones.
  const parts = cell.split(/([,;])/);
  if (parts.length > 2 * MAX_PARTS) parts.push(parts.splice(2 * MAX_PARTS).join(''));
  const joined = (at: number, length: number): string =>
    parts
      .slice(2 * at, 2 * (at + length) - 1)
      .join('')
      .trim();
  const names: string[] = [];
  const count = (parts.length + 1) / 2;
  for (let at = 0; at < count;) {
    let length = Math.min(count - at, MAX_PARTS_OF_NAME);
    while (length > 1 && !isKnown(joined(at, length))) length -= 1;
    const name = joined(at, length);
    if (name !== '') names.push(name);
    at += length;
  }
  return names;
}
