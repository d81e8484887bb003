import { Logger } from '@nestjs/common';
import { isDatabaseUnavailable } from '../errors/database-errors.js';
import { SingleRun } from './single-run.js';

/** How a task runs. Any number of workers may run a task at once unless it says `onOneWorker`. */
interface PeriodicTask {
  /** For logs and metrics, a noun phrase: `Webhook delivery sweep`. */
  readonly name: string;
  readonly everyMs: number;
  /** Whether one worker runs it per interval. If that worker crashes, another one runs it an interval later. */
  readonly onOneWorker?: boolean;
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

/**
 * Runs the method periodically in every process whose modules provide its class (`PeriodicTasks` starts it): without overlap,
 * with one log format and one metric, and waited for at shutdown. A call of the method joins the run under way and never
 * rejects.
 */
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
