/** One step of a walk over the contacts: how many ids it looked at, whom it found, and how long that took. */
export interface Step {
  readonly width: number;
  readonly found: number;
  readonly milliseconds: number;
}

const WIDEST = 100_000;
const QUICK_MS = 100;
const SLOW_MS = 500;

/**
 * How many ids the next step looks at. A small segment of many contacts needs wide steps and a costly rule narrow ones;
 * neither is known beforehand. It never gets much narrower than what is wanted: on a busy machine everything is slow, and
 * many narrow steps are slower still.
 * @param wanted how many one step should find.
 */
export function nextWidth({ width, found, milliseconds }: Step, wanted: number): number {
  const narrowest = Math.ceil(wanted / 4);
  if (milliseconds > SLOW_MS) return Math.max(narrowest, Math.floor(width / 4));
  if (found > wanted) return Math.max(narrowest, Math.floor((width * wanted) / found));
  if (found < wanted / 4 && milliseconds < QUICK_MS) return Math.min(WIDEST, width * 4);
  return width;
}
