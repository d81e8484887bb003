import type { SqlValue } from '../../../platform/sql/named-parameters.js';
import { type CountedEvent, countEvent } from './count-event.js';
import { type Count, type Rollup, ROLLUPS, type RollupValue } from './counters.js';

interface Line {
  readonly key: readonly (string | number)[];
  readonly values: RollupValue[];
}

/** Counts of many events, gathered in memory so that each row of a rollup is written once per batch. */
export class Tally {
  /** Contacts that are there no more: what they did stays counted for everything but themselves. */
  readonly gone = new Set<number>();
  private readonly lines = new Map<Rollup, Map<string, Line>>(ROLLUPS.map((rollup) => [rollup, new Map()]));

  /** @param aliases who the contacts of the events are now, as far as they were merged. */
  constructor(private readonly aliases: ReadonlyMap<number, number> = new Map()) {}

  /** @param isWanted which counts of the event are to be added; all of them when it is left out. */
  addEvent(event: CountedEvent, timeZone: string, isWanted: (count: Count) => boolean = () => true): void {
    for (const count of countEvent(event, timeZone)) if (isWanted(count)) this.add(count);
    // Not who was merged: what he did is that of another one.
    if (event.type === 'contact.deleted' && !this.aliases.has(event.data.contact.id))
      this.gone.add(event.data.contact.id);
  }

  add(told: Count): void {
    const count = this.underPresentId(told);
    for (const [rollup, lines] of this.lines) {
      const moves: Readonly<Partial<Record<string, RollupValue>>> = { ...count.moves, ...rollup.derived?.(count) };
      if (!rollup.counters.some((counter) => moves[counter] !== undefined)) continue;
      const key = rollup.keyOf(count);
      if (key === null) continue;
      const place = key.join('\n');
      const line = lines.get(place) ?? { key, values: rollup.counters.map(() => 0) };
      for (const [column, counter] of rollup.counters.entries())
        line.values[column] = plus(line.values[column] ?? 0, moves[counter] ?? 0);
      lines.set(place, line);
    }
  }

  private underPresentId(count: Count): Count {
    const contactId = this.aliases.get(count.contactId ?? 0);
    return contactId === undefined ? count : { ...count, contactId };
  }

  /** The rows of one rollup, in the order of its key. */
  rowsOf(rollup: Rollup): readonly (readonly SqlValue[])[] {
    return [...(this.lines.get(rollup)?.values() ?? [])]
      .sort((one, other) => compareKeys(one.key, other.key))
      .map(({ key, values }) => [
        ...key,
        ...values.map((value) => (typeof value === 'bigint' ? String(value) : value)),
      ]);
  }
}

/** A counter is of one kind in all counts, but for the 0 that it begins with. */
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
