const escapeRegExp = (text: string): string => text.replace(/[\\%_]/g, '\\$&');

/** Returns a LIKE pattern for a literal text: escapes `%`, `_`, and `\`. */
export function likeContains(text: string): string {
  return `%${escapeRegExp(text)}%`;
}

/** The same for a prefix. */
export function likeStartsWith(text: string): string {
  return `${escapeRegExp(text)}%`;
}
