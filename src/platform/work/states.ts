import type { Tx } from '../database/database.js';
import type { SqlParams } from '../sql/named-parameters.js';

interface Transition<State> {
  readonly from: readonly State[];
  /** A list if the row decides. */
  readonly to: State | readonly State[];
}

interface StateTable<State, Event extends string> {
  readonly initial: readonly State[];
  /** The states without a way out. */
  readonly terminal?: readonly State[];
  readonly events: Readonly<Record<Event, Transition<State>>>;
}

interface Change {
  /** Further assignments, which follow that of the state. */
  readonly set?: string;
  readonly params?: SqlParams;
}

interface ConditionalChange extends Change {
  readonly where?: string;
  /** The changed records, which the audit log lists. Without, it counts them. */
  readonly ids?: number | readonly number[];
}

/**
 * The states of the rows of a table, and what may become of them. A statement on rows whose state the transaction knows has no condition on
 * it, which could change the index that the statement uses.
 */
export class StateMachine<State extends string, Event extends string> {
  readonly table: string;
  readonly column: string;

  /** @param record the noun in errors. @throws Error for an unknown or unreachable state, or wrong terminal states. */
  constructor(
    private readonly record: string,
    place: `${string}.${'state' | 'status'}`,
    readonly states: readonly State[],
    private readonly declared: StateTable<NoInfer<State>, Event>,
  ) {
    [this.table = '', this.column = ''] = place.split('.');
    const faults = faultsOf<State>(states, declared);
    if (faults.length > 0) throw new Error(`${place}: ${faults.join(', ')}`);
  }

  from(event: Event): readonly State[] {
    return this.declared.events[event].from;
  }

  allows(state: State, event: Event): boolean {
    return this.from(event).includes(state);
  }

  /** Returns the state after the event. @throws Error for an event with several, which needs `next`. */
  to(event: Event): State {
    const { to } = this.declared.events[event];
    if (typeof to !== 'string') throw new Error(`${this.record}: ${event} has several target states`);
    return to;
  }

  /** @param chosen the target of an event with several. @throws Error for a transition that the table does not have. */
  next(state: State, event: Event, chosen: State | null = this.to(event)): State {
    if (chosen === null || !this.allows(state, event) || !listOf(this.declared.events[event].to).includes(chosen))
      throw new Error(`${this.record} with ${this.column} ${state} has no transition ${event}`);
    return chosen;
  }

  /** Returns the assignment of the state after the event. */
  becomes(event: Event): string {
    return `${this.column} = '${this.to(event)}'`;
  }

  /** Returns the condition for rows to which the event may happen. */
  may(event: Event, alias?: string): string {
    const column = alias === undefined ? this.column : `${alias}.${this.column}`;
    const states = this.from(event).map((state) => `'${state}'`);
    return states.length === 1 ? `${column} = ${states.join('')}` : `${column} IN (${states.join(', ')})`;
  }

  /** Changes the rows that match `where` and to which the event may happen. @returns how many they are. */
  async move(tx: Tx, event: Event, { where = 'TRUE', set, params, ids }: ConditionalChange): Promise<number> {
    const sql = this.update(event, `(${where}) AND ${this.may(event)}`, set);
    return (await tx.execute(sql, params, { ids })).affectedRows;
  }

  /** Changes rows that the transaction has locked in a state in which the event may happen, by their primary key alone. */
  async moveLocked(tx: Tx, event: Event, ids: readonly number[], { set, params }: Change = {}): Promise<void> {
    if (ids.length === 0) return;
    const sql = this.update(event, 'id IN (:ids)', set);
    await tx.execute(sql, { ...params, ids }, { ids });
  }

  private update(event: Event, where: string, set?: string): string {
    return `UPDATE ${this.table} SET ${this.becomes(event)}${set === undefined ? '' : `, ${set}`} WHERE ${where}`;
  }
}

const listOf = <State>(to: State | readonly State[]): readonly State[] => [to].flat() as readonly State[];

function faultsOf<State extends string>(
  states: readonly State[],
  { initial, terminal = [], events }: StateTable<State, string>,
) {
  const steps = Object.values(events).flatMap(({ from, to }) =>
    from.flatMap((source) => listOf(to).map((target) => ({ source, target }))),
  );
  const reached = new Set(initial);
  // The set grows during the loop.
  for (const state of reached) for (const { source, target } of steps) if (source === state) reached.add(target);
  const left = new Set(steps.filter(({ source, target }) => source !== target).map(({ source }) => source));
  const named = new Set([...terminal, ...reached, ...steps.map(({ source }) => source)]);
  return [
    ...[...named].filter((state) => !states.includes(state)).map((state) => `${state} is unknown`),
    ...states.filter((state) => !reached.has(state)).map((state) => `${state} is unreachable`),
    ...terminal.filter((state) => left.has(state)).map((state) => `${state} is terminal, but left`),
    ...states
      .filter((state) => !left.has(state) && !terminal.includes(state))
      .map((state) => `${state} is neither left nor terminal`),
  ];
}
