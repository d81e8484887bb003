import { createHash } from 'node:crypto';

/** Returns a number from 0 (inclusive) to 1 (exclusive), always the same for the same name. Chances of other names are independent. */
export function chance(name: string): number {
  return createHash('sha256').update(`demo:${name}`).digest().readUIntBE(0, 6) / 2 ** 48;
}

export function happens(name: string, probability: number): boolean {
  return chance(name) < probability;
}

export function pick<Items extends readonly unknown[]>(name: string, items: Items): Items[number] {
  return items[Math.floor(chance(name) * items.length)];
}
