import { createHash } from 'node:crypto';

/** Reproducible random choices, independent of concurrent choices. */
export class SeededSequence {
  private state: number;

  /** @param about the subject of the choices; each subject has its own sequence. */
  constructor(seed: number, about: string) {
    this.state = createHash('sha256').update(`${seed} ${about}`).digest().readInt32BE(0);
  }

  /** From 0 (inclusive) to 1 (exclusive). */
  next(): number {
    // mulberry32
    this.state = (this.state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(this.state ^ (this.state >>> 15), this.state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }

  /** Returns true with this probability. */
  happens(share: number): boolean {
    return this.next() < share;
  }

  /** An integer, both ends included. */
  between(from: number, to: number): number {
    return from + Math.floor(this.next() * (to - from + 1));
  }

  pick<Item>(items: readonly Item[]): Item {
    const item = items[this.between(0, items.length - 1)];
    if (item === undefined) throw new Error('nothing to pick from');
    return item;
  }
}
