/**
 * The text without those characters at its end. An expression like `/[.,]+$/` tries anew at each of them that is not at the
 * end, which takes a minute for a few hundred thousand.
 */
export function withoutEnding(text: string, characters: string): string {
  let end = text.length;
  while (end > 0 && characters.includes(text.charAt(end - 1))) end -= 1;
  return text.slice(0, end);
}
