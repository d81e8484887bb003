/** Ticks of an axis that starts at 0. */
interface Ticks {
  /** From 0 upward; the last one is the end of the axis. */
  readonly values: readonly number[];
  readonly step: number;
}

const STEPS = [1, 2, 2.5, 5, 10] as const;
const MAX_COUNT = 5;

/**
 * Returns round ticks from 0 (or below) to at least the largest value: 0, 200, 400 instead of 0, 237, 474.
 * @param whole uses integer steps, for counts.
 */
export function niceTicks(values: readonly number[], whole: boolean): Ticks {
  const highest = Math.max(0, ...values);
  const lowest = Math.min(0, ...values);
  const range = highest - lowest || 1;
  const rough = range / (MAX_COUNT - 1);
  const power = 10 ** Math.floor(Math.log10(rough));
  const candidates = [...STEPS, ...STEPS.map((step) => step * 10)].map((step) => rounded(step * power));
  const fits = (step: number): boolean =>
    (!whole || Number.isInteger(step)) && Math.ceil(highest / step) - Math.floor(lowest / step) <= MAX_COUNT;
  const step = candidates.find(fits) ?? Math.max(1, Math.ceil(rough));
  const first = Math.floor(lowest / step);
  const last = Math.max(first + 1, Math.ceil(highest / step));
  return { step, values: Array.from({ length: last - first + 1 }, (_, index) => rounded((first + index) * step)) };
}

/** Removes floating-point noise: 0.30000000000000004. */
const rounded = (value: number): number => Number(value.toPrecision(12));
