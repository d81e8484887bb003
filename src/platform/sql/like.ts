const escapeRegExp = (text: string): string => text.replace(/[\\%_]/g, '\\$&');

/** Returns a LIKE pattern for a literal text: escapes `%`, `_`, and `\`. */
export const likeContains = (text: string): string => `%${escapeRegExp(text)}%`;

/** The same for a prefix. */
export const likeStartsWith = (text: string): string => `${escapeRegExp(text)}%`;
