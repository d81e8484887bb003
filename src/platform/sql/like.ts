const escapeLike = (text: string): string => text.replace(/[\\%_]/g, '\\$&');

/** Returns a LIKE pattern for a literal text: escapes `%`, `_`, and `\`. */
export const likeContains = (text: string): string => `%${escapeLike(text)}%`;

/** The same for a prefix. */
export const likeStartsWith = (text: string): string => `${escapeLike(text)}%`;
