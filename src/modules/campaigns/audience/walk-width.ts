/** A step of a contact scan: window width in ids, matches, and duration. */
interface Step {
  readonly width: number;
  readonly found: number;
  readonly milliseconds: number;
}

const WIDEST = 100_000;
const FAST_MS = 100;
const SLOW_MS = 500;

/**
 * Returns the window width in ids of the next step. A small segment needs wide windows and a costly rule narrow ones. The
 * width never becomes much narrower than `wanted`: on a busy machine many narrow steps are slower still.
 * @param wanted matches that one step should find.
 */
export function nextWidth({ width, found, milliseconds }: Step, wanted: number): number {
  const narrowest = Math.ceil(wanted / 4);
  if (milliseconds > SLOW_MS) return Math.max(narrowest, Math.floor(width / 4));
  if (found > wanted) return Math.max(narrowest, Math.floor((width * wanted) / found));
  if (found < wanted / 4 && milliseconds < FAST_MS) return Math.min(WIDEST, width * 4);
  return width;
}
