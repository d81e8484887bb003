/** Percent with one decimal, halves away from zero; 0 when there is nothing to divide by. */
export function percent(part: number, whole: number): number {
  if (whole === 0) return 0;
  const tenths = Math.round((Math.abs(part) * 1_000) / Math.abs(whole)) / 10;
  return tenths === 0 ? 0 : Math.sign(part) * Math.sign(whole) * tenths;
}

/** By how much percent `current` is more than `previous`; negative when it is less, 0 when there was nothing before. */
export function growthRate(current: number, previous: number): number {
  return percent(current - previous, previous);
}
