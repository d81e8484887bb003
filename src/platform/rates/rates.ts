/** Percentage with one decimal, rounded half away from zero; 0 for a zero denominator. */
export function percent(part: number, whole: number): number {
  if (whole === 0) return 0;
  const tenths = Math.round((Math.abs(part) * 1_000) / Math.abs(whole)) / 10;
  return tenths === 0 ? 0 : Math.sign(part) * Math.sign(whole) * tenths;
}

/** Percentage change from `previous` to `current`; 0 if `previous` is 0. */
export const growthRate = (current: number, previous: number): number => percent(current - previous, previous);
