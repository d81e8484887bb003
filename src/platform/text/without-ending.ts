/** Strips characters from the end of a text. A pattern such as `/[.,]+$/` is quadratic: a minute for a few hundred thousand characters. */
export function withoutEnding(text: string, characters: string): string {
  let end = text.length;
  while (end > 0 && characters.includes(text.charAt(end - 1))) end -= 1;
  return text.slice(0, end);
}
