import { createHash } from 'node:crypto';

/** Chances that fall the same way every time, whatever else happens at the same moment. */
export class Drawing {
  private state: number;

  /** @param about what it decides about: another thing, another series. */
  constructor(seed: number, about: string) {
    this.state = createHash('sha256').update(`${seed} ${about}`).digest().readInt32BE(0);
  }

  /** From 0 to below 1. */
  next(): number {
    // mulberry32
    this.state = (this.state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(this.state ^ (this.state >>> 15), this.state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }

  /** Whether something happens that does so in this share of cases. */
  happens(share: number): boolean {
    return this.next() < share;
  }

  /** A whole number, both ends included. */
  between(from: number, to: number): number {
    return from + Math.floor(this.next() * (to - from + 1));
  }

  pick<Item>(items: readonly Item[]): Item {
    const item = items[this.between(0, items.length - 1)];
    if (item === undefined) throw new Error('nothing to pick from');
    return item;
  }
}
