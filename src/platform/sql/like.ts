/** A LIKE pattern that finds the text as it is: `%`, `_` and `\` are letters, not wildcards. */
export function likeContains(text: string): string {
  return `%${text.replace(/[\\%_]/g, '\\$&')}%`;
}
