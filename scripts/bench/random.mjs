/** Returns a seeded generator (mulberry32), so that the same seed makes the same data on every machine. */
export function seeded(seed) {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
  return {
    /** 0 <= result < below */
    below: (below) => Math.floor(next() * below),
    pick: (list) => list[Math.floor(next() * list.length)],
    /** `count` different whole numbers from 1 to `highest`, ascending. */
    several: (count, highest) => {
      const chosen = new Set();
      while (chosen.size < count) chosen.add(1 + Math.floor(next() * highest));
      return [...chosen].sort((a, b) => a - b);
    },
  };
}
