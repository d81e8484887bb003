import { createHash, randomInt } from 'node:crypto';
import { THOROUGH } from '../hostile-client.js';

/** The short run is always the same, so a failure is caused by a change. */
const SHORT_SEED = 1;

/** Determines every choice of a run; a run with the printed seed repeats it. */
export const FUZZ_SEED = Number(process.env['FUZZ_SEED'] ?? (THOROUGH ? randomInt(2 ** 31) : SHORT_SEED));

/** Reproducible choices. Each subject has its own sequence, so a new one does not change the others. */
export class SeededChoices {
  private state: number;

  constructor(name: string, seed = FUZZ_SEED) {
    this.state = createHash('sha256').update(`${seed} ${name}`).digest().readInt32LE(0);
  }

  /** Returns an integer from 0 to `limit` - 1. */
  below(limit: number): number {
    // mulberry32
    this.state = (this.state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(this.state ^ (this.state >>> 15), this.state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * limit);
  }

  oneOf<Item>(items: readonly Item[]): Item {
    const item = items[this.below(items.length)];
    if (item === undefined) throw new Error('nothing to draw from');
    return item;
  }

  shuffled<Item>(items: readonly Item[]): Item[] {
    const drawn = [...items];
    for (let last = drawn.length - 1; last > 0; last -= 1) {
      const other = this.below(last + 1);
      [drawn[last], drawn[other]] = [drawn[other]!, drawn[last]!];
    }
    return drawn;
  }

  /** Returns at most `most` of the items in random order. */
  some<Item>(items: readonly Item[], most: number): Item[] {
    return most >= items.length ? this.shuffled(items) : this.shuffled(items).slice(0, most);
  }
}
