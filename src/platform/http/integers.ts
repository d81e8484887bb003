/** Plain decimal digits with an optional sign: no blanks, exponents, fractions or hexadecimal. At most 16 digits. */
export function isStrictInteger(text: string): boolean {
  return /^-?\d{1,16}$/.test(text);
}
