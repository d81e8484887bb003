const literally = (text: string): string => text.replace(/[\\%_]/g, '\\$&');

/** A LIKE pattern that finds the text as it is: `%`, `_` and `\` are letters, not wildcards. */
export function likeContains(text: string): string {
  return `%${literally(text)}%`;
}

/** The same for what begins with the text. */
export function likeStartsWith(text: string): string {
  return `${literally(text)}%`;
}
