import { randomInt } from 'node:crypto';

/** The short form runs with every `npm test`, the long one with `npm run test:chaos`. */
export const IS_LONG = process.env['CHAOS_LONG'] === '1';

/** For tests that show something only in the long form. */
export const describeLong = IS_LONG ? describe : describe.skip;

/** Prints a figure to the log of the run. */
export function note(test: string, text: string): void {
  process.stderr.write(`${test}: ${text}\n`);
}

/** Returns reproducible random numbers: the seed is printed, and `CHAOS_SEED` sets it. */
export function seededRandom(test: string): (from: number, to: number) => number {
  const seed = Number(process.env['CHAOS_SEED'] ?? randomInt(2 ** 31));
  note(test, `CHAOS_SEED=${seed}`);
  let state = seed;
  return (from, to) => {
    // mulberry32
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return from + (((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * (to - from);
  };
}
