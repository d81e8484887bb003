import { setTimeout as sleep } from 'node:timers/promises';
import { isDatabaseUnavailable, isRetryable } from '../errors/database-errors.js';

export interface ResultBatchOptions<Result, Answer> {
  /** Stores results in one transaction. @returns the answers to the callers; those of skipped rows are missing. */
  readonly store: (results: readonly Result[], ifLocked: 'SKIP LOCKED' | '') => Promise<ReadonlyMap<Result, Answer>>;
  /** The answer for a result that is not stored. */
  readonly lost: Answer;
  /** Whether results that are locked or refused are tried again later. Otherwise a locked one waits, and a refused one is lost. */
  readonly isRepeated: boolean;
  /** How long results are gathered, unless there are enough; by default, only while others are stored. */
  readonly gatherMs?: number;
  readonly enough?: number;
  readonly onFault: (error: unknown, consequence: 'unavailable' | 'repeated' | 'lost') => void;
}

interface Waiting<Result, Answer> {
  readonly result: Result;
  readonly resolve: (answer: Answer) => void;
}

/** Delay after an attempt that failed. */
const AGAIN_MS = 500;
const LOCKED_AGAIN_MS = 100;
/** With more refused results than this, the cause is not single rows. */
const MAX_REFUSED = 8;

/**
 * Stores results of requests to other systems, all waiting ones in a transaction. An unavailable database is waited for, because a request
 * whose result is lost is repeated. A row that is locked or cannot be written delays no other result.
 */
export class ResultBatch<Result, Answer> {
  private waiting: Waiting<Result, Answer>[] = [];
  private timer: NodeJS.Timeout | undefined;
  private isStoring = false;
  private isUnavailable = false;
  /** Results that are tried again alone. */
  private refused = 0;
  /** Monotonic. */
  private keepUntil = Infinity;

  constructor(private readonly options: ResultBatchOptions<Result, Answer>) {}

  /** True while results cannot be stored: requests sent now might have to be repeated. */
  get stalled(): boolean {
    return this.isUnavailable || this.refused > MAX_REFUSED;
  }

  /** Resolves when the result is stored or lost. Never rejects. */
  async add(result: Result): Promise<Answer> {
    return new Promise((resolve) => {
      this.waiting.push({ result, resolve });
      this.schedule();
    });
  }

  /** For a shutdown, which must end: a result that cannot be stored then is lost. */
  stop(keepMs = 0): void {
    this.keepUntil = performance.now() + keepMs;
  }

  private get isOver(): boolean {
    return performance.now() >= this.keepUntil;
  }

  private schedule(): void {
    const { gatherMs = 0, enough = Infinity } = this.options;
    const delayMs = this.isUnavailable ? AGAIN_MS : this.waiting.length >= enough ? 0 : gatherMs;
    if (this.isStoring || this.waiting.length === 0 || (this.timer && delayMs > 0)) return;
    clearTimeout(this.timer);
    if (delayMs === 0) void this.flush();
    else this.timer = setTimeout(() => void this.flush(), delayMs);
  }

  private async flush(): Promise<void> {
    this.timer = undefined;
    this.isStoring = true;
    await this.store(this.waiting.splice(0));
    this.isStoring = false;
    this.schedule();
  }

  /** Halves a batch that fails, down to the result that cannot be written. */
  private async store(batch: readonly Waiting<Result, Answer>[]): Promise<void> {
    const results = batch.map(({ result }) => result);
    try {
      const answers = await this.options.store(results, 'SKIP LOCKED');
      this.isUnavailable = false;
      for (const one of batch) {
        const answer = answers.get(one.result);
        if (answer === undefined) this.setAside(one);
        else one.resolve(answer);
      }
    } catch (error) {
      if (isDatabaseUnavailable(error)) {
        this.isUnavailable = true;
        this.options.onFault(error, 'unavailable');
        this.putBack(batch, error);
      } else if (batch.length > 1) {
        const half = Math.ceil(batch.length / 2);
        await this.store(batch.slice(0, half));
        await this.store(batch.slice(half));
      } else for (const one of batch) this.refuse(one, error);
    }
  }

  private setAside(one: Waiting<Result, Answer>): void {
    if (this.options.isRepeated)
      setTimeout(() => {
        this.putBack([one], new Error('The row is locked'));
      }, LOCKED_AGAIN_MS);
    else void this.storeAlone(one);
  }

  private putBack(batch: readonly Waiting<Result, Answer>[], error: unknown): void {
    if (this.isOver) for (const one of batch) this.lose(one, error);
    else {
      this.waiting.unshift(...batch);
      this.schedule();
    }
  }

  private refuse(one: Waiting<Result, Answer>, error: unknown): void {
    if (!this.options.isRepeated && isRetryable(error)) void this.storeAlone(one);
    else if (!this.options.isRepeated || this.isOver) this.lose(one, error);
    else {
      this.options.onFault(error, 'repeated');
      this.refused += 1;
      setTimeout(() => {
        // Alone, so that no other result is delayed or halved because of it.
        void this.store([one]).finally(() => (this.refused -= 1));
      }, AGAIN_MS);
    }
  }

  /** Waits for locks. */
  private async storeAlone(one: Waiting<Result, Answer>): Promise<void> {
    for (;;) {
      try {
        const answers = await this.options.store([one.result], '');
        one.resolve(answers.get(one.result) ?? this.options.lost);
        return;
      } catch (error) {
        const isUnavailable = isDatabaseUnavailable(error);
        if (this.isOver || !(isUnavailable || isRetryable(error))) {
          this.lose(one, error);
          return;
        }
        if (isUnavailable) await sleep(AGAIN_MS);
      }
    }
  }

  private lose({ resolve }: Waiting<Result, Answer>, error: unknown): void {
    this.options.onFault(error, 'lost');
    resolve(this.options.lost);
  }
}
