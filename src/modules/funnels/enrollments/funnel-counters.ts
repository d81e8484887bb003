import type { Tx } from '../../../platform/database/database.js';
import { ascending } from '../../../platform/values/collections.js';
import type { EnrollmentStatus, StepOutcome } from '../definition/funnel-status.js';

/** Totals by the id of a funnel or step. */
type Totals = Map<number, Map<string, number>>;

const FUNNEL_COUNTS = ['entered', 'completed', 'cancelled'] as const;
const STEP_COUNTS = ['entered', 'completed', 'skipped', 'failed', 'abandoned'] as const;
const OUTCOME: Readonly<Record<StepOutcome, (typeof STEP_COUNTS)[number]>> = {
  done: 'completed',
  skipped: 'skipped',
  failed: 'failed',
};

/** Collects counter changes of a transaction. They are written last and in one order, because popular funnels share few rows. */
export class Counters {
  private readonly funnels: Totals = new Map();
  private readonly exits: Totals = new Map();
  private readonly steps: Totals = new Map();

  entered(funnelId: number, by: number): void {
    add(this.funnels, funnelId, 'entered', by);
  }

  ended(funnelId: number, status: Exclude<EnrollmentStatus, 'active'>, reason: string | null): void {
    add(this.funnels, funnelId, status);
    if (reason !== null) add(this.exits, funnelId, reason);
  }

  arrived(stepId: number, by = 1): void {
    add(this.steps, stepId, 'entered', by);
  }

  ran(stepId: number, outcome: StepOutcome): void {
    add(this.steps, stepId, OUTCOME[outcome]);
  }

  abandoned(stepId: number, by = 1): void {
    add(this.steps, stepId, 'abandoned', by);
  }

  /** Call at the end of the transaction. */
  async write(tx: Tx): Promise<void> {
    await raise(tx, 'funnel_counts', 'funnel_id', FUNNEL_COUNTS, this.funnels);
    await tx.insertRows(
      'funnel_exits',
      ['funnel_id', 'reason', 'total'],
      inOrder(this.exits).flatMap(([id, totals]) => [...totals].sort(byReason).map(([reason, by]) => [id, reason, by])),
      { suffix: 'ON DUPLICATE KEY UPDATE total = total + VALUES(total)' },
    );
    await raise(tx, 'funnel_step_counts', 'step_id', STEP_COUNTS, this.steps);
  }
}

/** What the changes of a transaction share: their time, and the counters, which are written last. */
export interface Turn {
  readonly now: Date;
  readonly counters: Counters;
}

function add(totals: Totals, id: number, counter: string, by = 1): void {
  const own = totals.get(id) ?? new Map<string, number>();
  totals.set(id, own.set(counter, (own.get(counter) ?? 0) + by));
}

async function raise(tx: Tx, table: string, idColumn: string, counters: readonly string[], totals: Totals) {
  await tx.insertRows(
    table,
    [idColumn, ...counters],
    inOrder(totals).map(([id, own]) => [id, ...counters.map((name) => own.get(name) ?? 0)]),
    { suffix: `ON DUPLICATE KEY UPDATE ${counters.map((name) => `${name} = ${name} + VALUES(${name})`).join(', ')}` },
  );
}

const inOrder = (totals: Totals) => [...totals].sort(([one], [other]) => ascending(one, other));

const byReason = ([one]: readonly [string, number], [other]: readonly [string, number]): number =>
  one < other ? -1 : 1;
