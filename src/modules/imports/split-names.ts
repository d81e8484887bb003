/** A text between delimiters, with the delimiter before it. */
interface Part {
  readonly before: string;
  readonly text: string;
}

/** A cell with more names is misplaced text: the rest counts as one name. */
const MAX_PARTS = 1_000;
/** The maximum number of parts of a known name that contains delimiters; all lengths are tried. */
const MAX_PARTS_OF_NAME = 20;

/** Splits a cell at commas and semicolons. A known name may contain them: known names are matched first, the longest first. */
export function splitNames(cell: string, isKnown: (name: string) => boolean): string[] {
  const parts = partsOf(cell);
  const names: string[] = [];
  for (let at = 0; at < parts.length;) {
    const length = Math.max(1, longestKnown(parts, at, isKnown));
    const name = joined(parts, at, length);
    if (name !== '') names.push(name);
    at += length;
  }
  return names;
}

function partsOf(cell: string): Part[] {
  const parts: Part[] = [];
  let [from, before] = [0, ''];
  for (const { 0: separator, index } of cell.matchAll(/[,;]/g)) {
    if (parts.length === MAX_PARTS) break;
    parts.push({ before, text: cell.slice(from, index) });
    [from, before] = [index + 1, separator];
  }
  parts.push({ before, text: cell.slice(from) });
  return parts;
}

function longestKnown(parts: readonly Part[], at: number, isKnown: (name: string) => boolean): number {
  for (let length = Math.min(parts.length - at, MAX_PARTS_OF_NAME); length > 1; length -= 1)
    if (isKnown(joined(parts, at, length))) return length;
  return 0;
}

function joined(parts: readonly Part[], at: number, length: number): string {
  let name = '';
  for (let index = at; index < at + length; index += 1) {
    const part = parts[index];
    if (part) name += (index === at ? '' : part.before) + part.text;
  }
  return name.trim();
}
