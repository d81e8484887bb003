import type { SqlValue } from '../../platform/sql/named-parameters.js';
import { type CountedEvent, countEvent } from './count-event.js';
import { type Count, type Rollup, ROLLUPS, type RollupValue } from './counters.js';

interface Line {
  readonly key: readonly (string | number)[];
  readonly values: RollupValue[];
}

/** Collects the counts of many events in memory, so that each rollup row is written once per batch. */
export class CounterSums {
  /** Deleted contacts, whose activity still counts except in rollups by contact. */
  readonly gone = new Set<number>();
  private readonly lines = new Map<Rollup, Map<string, Line>>(ROLLUPS.map((rollup) => [rollup, new Map()]));

  /** @param aliases current ids of merged contacts. */
  constructor(private readonly aliases: ReadonlyMap<number, number> = new Map()) {}

  /** @param isWanted selects the counts to add; all by default. */
  addEvent(event: CountedEvent, timeZone: string, isWanted: (count: Count) => boolean = () => true): void {
    for (const count of countEvent(event, timeZone)) if (isWanted(count)) this.add(count);
    // Not for a merged contact, whose activity belongs to another contact.
    if (event.type === 'contact.deleted' && !this.aliases.has(event.data.contact.id))
      this.gone.add(event.data.contact.id);
  }

  add(original: Count): void {
    const count = this.underCurrentId(original);
    for (const [rollup, lines] of this.lines) {
      // Before the counters are compared: the key is null in most rollups.
      const key = rollup.keyOf(count);
      if (key === null) continue;
      const derived = rollup.derived?.(count);
      const deltas: Readonly<Partial<Record<string, RollupValue>>> =
        derived === undefined ? count.deltas : { ...count.deltas, ...derived };
      if (!rollup.counters.some((counter) => deltas[counter] !== undefined)) continue;
      const place = key.join('\n');
      const line = lines.get(place) ?? { key, values: rollup.counters.map(() => 0) };
      for (const [column, counter] of rollup.counters.entries())
        line.values[column] = plus(line.values[column] ?? 0, deltas[counter] ?? 0);
      lines.set(place, line);
    }
  }

  private underCurrentId(count: Count): Count {
    const contactId = this.aliases.get(count.contactId ?? 0);
    return contactId === undefined ? count : { ...count, contactId };
  }

  /** Returns the rows of one rollup in key order. */
  rowsOf(rollup: Rollup): readonly (readonly SqlValue[])[] {
    return [...(this.lines.get(rollup)?.values() ?? [])]
      .sort((one, other) => compareKeys(one.key, other.key))
      .map(({ key, values }) => [
        ...key,
        ...values.map((value) => (typeof value === 'bigint' ? String(value) : value)),
      ]);
  }
}

/** A counter has the same type in all counts, except for the initial 0. */
function plus(sum: RollupValue, by: RollupValue): RollupValue {
  return typeof sum === 'number' && typeof by === 'number' ? sum + by : BigInt(sum) + BigInt(by);
}

function compareKeys(one: Line['key'], other: Line['key']): number {
  for (const [place, part] of one.entries()) {
    const counterpart = other[place] ?? part;
    if (part !== counterpart) return part < counterpart ? -1 : 1;
  }
  return 0;
}
