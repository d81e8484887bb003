import type { OverlapResponse } from './dto/segmentation.shapes.js';
import { percent } from '../../../platform/rates/rates.js';

/** The share is the Jaccard index. @param sizeOf returns the number of contacts in a group. */
export function overlapOf(one: number, other: number, size: number, sizeOf: (key: number) => number): OverlapResponse {
  return { keys: [one, other], size, share: percent(size, sizeOf(one) + sizeOf(other) - size) };
}

/** Largest share first. */
export function sortedOverlaps(overlaps: readonly OverlapResponse[]): OverlapResponse[] {
  return overlaps.toSorted(
    (a, b) => b.share - a.share || b.size - a.size || a.keys[0] - b.keys[0] || a.keys[1] - b.keys[1],
  );
}

/** Counts the contacts in each group and in each pair of groups, from bit masks of the groups that contacts are in. */
export function countsOfMasks(
  groups: number,
  sets: readonly { readonly mask: number; readonly size: number }[],
): {
  readonly sizes: readonly number[];
  readonly pairs: readonly (readonly [one: number, other: number, size: number])[];
} {
  const within = (...bits: number[]): number =>
    sets.filter(({ mask }) => bits.every((bit) => (mask >> bit) & 1)).reduce((sum, { size }) => sum + size, 0);
  const bits = Array.from({ length: groups }, (_, bit) => bit);
  return {
    sizes: bits.map((bit) => within(bit)),
    pairs: bits.flatMap((one) =>
      bits
        .slice(one + 1)
        .map((other) => [one, other, within(one, other)] as const)
        .filter(([, , size]) => size > 0),
    ),
  };
}
