/** Plain decimal digits with an optional sign, at most 16: no blanks, exponents, fractions, or hexadecimal. */
export function isStrictInteger(text: string): boolean {
  return /^-?\d{1,16}$/.test(text);
}
