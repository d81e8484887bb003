import type { Tx } from '../../../platform/database/database.js';
import type { EnrollmentStatus, StepOutcome } from '../definition/funnel-status.js';

const FUNNEL_COUNTS = ['entered', 'completed', 'cancelled'] as const;
const STEP_COUNTS = ['entered', 'completed', 'skipped', 'failed', 'abandoned'] as const;
type FunnelCounter = (typeof FUNNEL_COUNTS)[number];
type StepCounter = (typeof STEP_COUNTS)[number];

const OUTCOME: Readonly<Record<StepOutcome, StepCounter>> = { done: 'completed', skipped: 'skipped', failed: 'failed' };

/** Collects counter changes of a transaction. They are written last and in one order, because popular funnels share few rows. */
export class Counters {
  private readonly funnels = new Map<number, Partial<Record<FunnelCounter, number>>>();
  private readonly exits = new Map<string, number>();
  private readonly steps = new Map<number, Partial<Record<StepCounter, number>>>();

  entered(funnelId: number, by = 1): void {
    add(this.funnels, funnelId, 'entered', by);
  }

  ended(funnelId: number, status: Exclude<EnrollmentStatus, 'active'>, reason: string | null, by = 1): void {
    add(this.funnels, funnelId, status, by);
    if (reason === null) return;
    const key = `${String(funnelId).padStart(10, '0')}:${reason}`;
    this.exits.set(key, (this.exits.get(key) ?? 0) + by);
  }

  arrived(stepId: number, by = 1): void {
    add(this.steps, stepId, 'entered', by);
  }

  ran(stepId: number, outcome: StepOutcome, by = 1): void {
    add(this.steps, stepId, OUTCOME[outcome], by);
  }

  abandoned(stepId: number, by = 1): void {
    add(this.steps, stepId, 'abandoned', by);
  }

  /** Call at the end of the transaction. */
  async write(tx: Tx): Promise<void> {
    await raise(tx, 'funnel_counts', 'funnel_id', FUNNEL_COUNTS, this.funnels);
    if (this.exits.size > 0)
      await tx.insertRows(
        'funnel_exits',
        ['funnel_id', 'reason', 'total'],
        [...this.exits].sort(byKey).map(([key, by]) => [Number(key.slice(0, 10)), key.slice(11), by]),
        { suffix: 'ON DUPLICATE KEY UPDATE total = total + VALUES(total)' },
      );
    await raise(tx, 'funnel_step_counts', 'step_id', STEP_COUNTS, this.steps);
  }
}

function add<Counter extends string>(
  counts: Map<number, Partial<Record<Counter, number>>>,
  id: number,
  counter: Counter,
  by: number,
): void {
  const known: Partial<Record<Counter, number>> = counts.get(id) ?? {};
  const before: number = known[counter] ?? 0;
  counts.set(id, { ...known, [counter]: before + by });
}

async function raise<Counter extends string>(
  tx: Tx,
  table: string,
  idColumn: string,
  counters: readonly Counter[],
  counts: ReadonlyMap<number, Partial<Record<Counter, number>>>,
): Promise<void> {
  if (counts.size === 0) return;
  await tx.insertRows(
    table,
    [idColumn, ...counters],
    [...counts].sort(([one], [other]) => one - other).map(([id, by]) => [id, ...counters.map((name) => by[name] ?? 0)]),
    { suffix: `ON DUPLICATE KEY UPDATE ${counters.map((name) => `${name} = ${name} + VALUES(${name})`).join(', ')}` },
  );
}

const byKey = ([one]: readonly [string, number], [other]: readonly [string, number]): number => (one < other ? -1 : 1);
