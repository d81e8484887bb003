import type { SqlValue } from '../../../platform/sql/named-parameters.js';
import { type Count, ROLLUPS, type Rollup } from './counters.js';

interface Line {
  readonly owner: number;
  readonly day: string;
  readonly values: number[];
}

/** Counts of many events, gathered in memory so that each row of a rollup is written once per batch. */
export class Tally {
  private readonly lines = new Map<Rollup, Map<string, Line>>(ROLLUPS.map((rollup) => [rollup, new Map()]));

  add(count: Count): void {
    for (const [rollup, lines] of this.lines) {
      const owner = rollup.ownerOf(count);
      if (owner === null) continue;
      for (const counter of count.counters) {
        const column = rollup.counters.indexOf(counter);
        if (column === -1) continue;
        const key = `${owner} ${count.day}`;
        const line = lines.get(key) ?? { owner, day: count.day, values: rollup.counters.map(() => 0) };
        line.values[column] = (line.values[column] ?? 0) + (count.by ?? 1);
        lines.set(key, line);
      }
    }
  }

  /** The rows of one rollup, in the order of its key. */
  rowsOf(rollup: Rollup): readonly (readonly SqlValue[])[] {
    return [...(this.lines.get(rollup)?.values() ?? [])]
      .sort((a, b) => a.owner - b.owner || (a.day < b.day ? -1 : 1))
      .map(({ owner, day, values }) => [...(rollup.ownerColumn === null ? [] : [owner]), day, ...values]);
  }
}
