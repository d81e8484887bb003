/** Where an axis from 0 is marked. */
export interface Ticks {
  /** From 0 upwards; the last is where the axis ends. */
  readonly values: readonly number[];
  readonly step: number;
}

const STEPS = [1, 2, 2.5, 5, 10] as const;
const MOST = 5;

/**
 * Round marks from 0 (or below it) to at least the largest value: people read 0, 200, 400, not 0, 237, 474.
 * @param whole steps are whole numbers, for things that are counted.
 */
export function niceTicks(values: readonly number[], whole: boolean): Ticks {
  const highest = Math.max(0, ...values);
  const lowest = Math.min(0, ...values);
  const range = highest - lowest || 1;
  const rough = range / (MOST - 1);
  const power = 10 ** Math.floor(Math.log10(rough));
  const candidates = [...STEPS, ...STEPS.map((step) => step * 10)].map((step) => rounded(step * power));
  const fits = (step: number): boolean =>
    (!whole || Number.isInteger(step)) && Math.ceil(highest / step) - Math.floor(lowest / step) <= MOST;
  const step = candidates.find(fits) ?? Math.max(1, Math.ceil(rough));
  const first = Math.floor(lowest / step);
  const last = Math.max(first + 1, Math.ceil(highest / step));
  return { step, values: Array.from({ length: last - first + 1 }, (_, index) => rounded((first + index) * step)) };
}

/** Without what doubles add: 0.30000000000000004. */
const rounded = (value: number): number => Number(value.toPrecision(12));
