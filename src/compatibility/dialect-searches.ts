const NAME = 'get_by_email';
/** A blank, and the plus sign that stands for one. */
const BLANK = /\+|%20/gi;

/** No address holds blanks: one in `get_by_email` is a plus sign that a program did not encode. */
export function blanksArePlusSigns(search: string): string {
  return search
    .split(/(?<=[?&])|(?=&)/)
    .map((part) => (nameOf(part) === NAME ? `${NAME}=${withPlusSigns(part.slice(part.indexOf('=') + 1))}` : part))
    .join('');
}

function nameOf(part: string): string {
  return part.slice(0, Math.max(0, part.indexOf('=')));
}

/** Blanks around an address are blanks. */
function withPlusSigns(value: string): string {
  const words = value.split(BLANK);
  while (words[0] === '' && words.length > 1) words.shift();
  while (words.at(-1) === '' && words.length > 1) words.pop();
  return words.join('%2B');
}
