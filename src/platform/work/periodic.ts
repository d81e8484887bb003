import { Logger, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { isDatabaseUnavailable } from '../errors/database-errors.js';
import { DiscoveryService } from '@nestjs/core';
import { createMarker, providersWith } from '../discovery/marker.js';

/** Work that never overlaps itself: callers join a run. `startAgain` runs it once more, because it may have read too early. */
export class SingleRun {
  private current: Promise<void> | null = null;
  private isAgainWanted = false;
  private stopped = false;

  /** @param work must not reject, and looks at `isStopping` between its steps. */
  constructor(private readonly work: (run: SingleRun) => Promise<void>) {}

  get isStopping(): boolean {
    return this.stopped;
  }

  /** @returns when the run has ended, or at once after `stop`. */
  start(): Promise<void> {
    if (this.stopped) return this.current ?? Promise.resolve();
    this.current ??= this.repeat().finally(() => {
      this.current = null;
    });
    return this.current;
  }

  /** @returns when a run that began after this call has ended. */
  startAgain(): Promise<void> {
    this.isAgainWanted = this.current !== null;
    return this.start();
  }

  /** Waits for the run under way. Nothing starts afterwards. */
  async stop(): Promise<void> {
    this.stopped = true;
    await this.current;
  }

  private shouldRepeat(): boolean {
    return this.isAgainWanted && !this.stopped;
  }

  private async repeat(): Promise<void> {
    do {
      this.isAgainWanted = false;
      await this.work(this);
    } while (this.shouldRepeat());
  }
}

/** How a task runs. Any number of workers may run a task at once unless it says `onOneWorker`. */
interface PeriodicTask {
  /** For logs and metrics, a noun phrase: `Webhook delivery sweep`. */
  readonly name: string;
  readonly everyMs: number;
  /** Whether one worker runs it per interval. If that worker crashes, another one runs it an interval later. */
  readonly onOneWorker?: boolean;
  /** Whether the workers take turns, so that together they run it about once per interval. A killed one misses its turns for a minute. */
  readonly isShared?: boolean;
  /** Whether the first run starts with the process instead of after an interval. */
  readonly atStart?: boolean;
}

/** What a task sees of its own run. */
export type PeriodicRun = Pick<SingleRun, 'isStopping'>;

/** A run without shutdown, for calls outside periodic tasks. */
export const UNTIL_DONE: PeriodicRun = { isStopping: false };

type Outcome = 'done' | 'failed' | 'database_unavailable';
type Method = (run?: PeriodicRun) => Promise<void> | void;

/** A task of one object. */
export class TaskRun extends SingleRun {
  /** Receives the result of each run. */
  observer: ((outcome: Outcome, seconds: number) => void) | null = null;
  /** The latest turn among the workers in which it ran. */
  turn = -1;

  constructor(
    readonly task: PeriodicTask,
    private readonly logger: Logger,
    private readonly method: Method,
  ) {
    super(() => this.runOnce());
  }

  private async runOnce(): Promise<void> {
    const started = performance.now();
    let outcome: Outcome = 'done';
    try {
      await this.method(this);
    } catch (error) {
      outcome = isDatabaseUnavailable(error) ? 'database_unavailable' : 'failed';
      if (outcome === 'failed') this.logger.error({ err: error }, `${this.task.name} failed; retrying`);
      else this.logger.warn(`${this.task.name} is waiting for the database`);
    }
    this.observer?.(outcome, (performance.now() - started) / 1_000);
  }
}

const tasksOfClasses = new WeakMap<object, Map<string, { readonly task: PeriodicTask; readonly method: Method }>>();
const runsOfObjects = new WeakMap<object, ReadonlyMap<string, TaskRun>>();

/** Runs the method periodically in every process that provides its class. A call of the method joins a run and never rejects. */
export function Periodic(task: PeriodicTask) {
  return <Marked extends Method>(prototype: object, key: string, descriptor: TypedPropertyDescriptor<Marked>): void => {
    const method = descriptor.value;
    if (!method) throw new Error(`${key} is no method`);
    const tasks = tasksOfClasses.get(prototype) ?? new Map<string, { task: PeriodicTask; method: Method }>();
    tasksOfClasses.set(prototype, tasks.set(key, { task, method }));
    const start = function (this: object): Promise<void> {
      return taskRunsOf(this).get(key)?.start() ?? Promise.resolve();
    };
    descriptor.value = start as Marked;
  };
}

/** The periodic tasks of an object, by the names of their methods. */
export function taskRunsOf(object: object): ReadonlyMap<string, TaskRun> {
  const known = runsOfObjects.get(object);
  if (known) return known;
  const logger = new Logger(object.constructor.name);
  const tasks = tasksOfClasses.get(Object.getPrototypeOf(object) as object) ?? new Map<string, never>();
  const runs = new Map(
    [...tasks].map(([key, { task, method }]) => [key, new TaskRun(task, logger, method.bind(object))]),
  );
  runsOfObjects.set(object, runs);
  return runs;
}

/** Runs a periodic task at once; a run under way is followed by another, because it may have read before the newest commit. */
export async function runAgain<Key extends string>(object: Record<Key, Method>, key: Key): Promise<void> {
  await taskRunsOf(object).get(key)?.startAgain();
}

export interface RetentionPolicy {
  /** What is removed, in the plural: `audit log entries`. */
  readonly subject: string;
  /** Removes what is old in small transactions, until none is left or the process stops. @returns how many rows. */
  remove(run: PeriodicRun): Promise<number>;
}

/** Marks a provider as a `RetentionPolicy`; the worker applies it. */
export const RegistersRetention = createMarker<RetentionPolicy>();

/** @param step removes at most `size` rows, in a transaction of its own. @returns how many rows all steps have removed. */
export async function inBatches(run: PeriodicRun, size: number, step: () => Promise<number>): Promise<number> {
  let total = 0;
  for (let rows = size; rows === size && !run.isStopping; total += rows) rows = await step();
  return total;
}

/** Applies all retention policies. A worker that crashes midway has removed some batches; the next run removes the rest. */
@Injectable()
export class Retention implements OnApplicationBootstrap {
  private readonly logger = new Logger(Retention.name);
  private policies: readonly RetentionPolicy[] = [];

  constructor(private readonly discovery: DiscoveryService) {}

  onApplicationBootstrap(): void {
    this.policies = providersWith(RegistersRetention, this.discovery);
  }

  @Periodic({ name: 'Retention', everyMs: 600_000, onOneWorker: true })
  async run(run: PeriodicRun = UNTIL_DONE): Promise<void> {
    for (const policy of this.policies) {
      if (run.isStopping) return;
      try {
        const removed = await policy.remove(run);
        if (removed > 0) this.logger.log({ removed }, `Retention removed ${policy.subject}`);
      } catch (error) {
        // One policy that fails must not keep the others from running. Without the database none can.
        if (isDatabaseUnavailable(error)) throw error;
        this.logger.error({ err: error }, `Retention of ${policy.subject} failed; retrying`);
      }
    }
  }
}
