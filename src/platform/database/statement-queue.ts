/** A statement that is not sent yet. */
interface Waiting {
  readonly sql: string;
  readonly resolve: (result: unknown) => void;
  readonly reject: (error: Error) => void;
}

/** Runs a text of one or more statements. */
export type TextQuery = (text: string, done: (error: Error | null, result?: unknown) => void) => void;

/** Long statements cost more than the round trip that sending them together would save. */
const MAX_CHARACTERS_TOGETHER = 65_536;

/**
 * Sends statements in call order. Statements that are called before any of them could be answered travel together, because a round trip
 * costs more than a short statement (ADR 0026); the first that fails fails them all.
 */
export class StatementQueue {
  private readonly waiting: Waiting[] = [];
  private running = 0;
  private holds = 0;
  private failure: Error | null = null;

  /** @param isFinal whether nothing may be sent after this error. */
  constructor(
    private readonly query: TextQuery,
    private readonly isFinal: (error: Error) => boolean,
  ) {}

  /** The error after which nothing is sent. */
  get ended(): Error | null {
    return this.failure;
  }

  /** @throws the error that ended the queue. */
  send<Result>(sql: string): Promise<Result> {
    if (this.failure !== null) return Promise.reject(this.failure);
    return new Promise<Result>((resolve, reject) => {
      this.waiting.push({ sql, resolve: resolve as (result: unknown) => void, reject });
      this.schedule();
    });
  }

  /** Collects statements until `release`, unless they are long. */
  hold(): void {
    this.holds += 1;
  }

  release(): void {
    this.holds -= 1;
    this.schedule();
  }

  /** Sends all waiting statements now. */
  flush(): void {
    while (this.waiting.length > 0) this.sendTogether();
  }

  /** Rejects what waits, and everything later. */
  end(error: Error): void {
    this.failure ??= error;
    for (const { reject } of this.waiting.splice(0)) reject(error);
  }

  private schedule(): void {
    if (this.waiting.length === 0 || this.running > 0) return;
    void allContinued().then(() => {
      const isLong = this.waiting.reduce((sum, { sql }) => sum + sql.length, 0) > MAX_CHARACTERS_TOGETHER;
      if (this.running === 0 && (this.holds === 0 || isLong)) this.sendTogether();
    });
  }

  private sendTogether(): void {
    const statements = this.next();
    if (statements.length === 0) return;
    this.running += 1;
    this.query(statements.map(({ sql }) => sql).join(';'), (error, result) => {
      this.running -= 1;
      for (const [index, { resolve, reject }] of statements.entries())
        if (error !== null) reject(error);
        else resolve(statements.length === 1 ? result : (result as unknown[])[index]);
      if (error !== null && this.isFinal(error)) this.end(error);
      this.schedule();
    });
  }

  private next(): Waiting[] {
    let [count, characters] = [0, 0];
    for (const { sql } of this.waiting) {
      characters += sql.length;
      if (count > 0 && characters > MAX_CHARACTERS_TOGETHER) break;
      count += 1;
    }
    return this.waiting.splice(0, count);
  }
}

/** Resolves when all code that can continue without input or output has done so. */
export async function allContinued(): Promise<void> {
  await Promise.resolve();
  await new Promise<void>((resolve) => {
    process.nextTick(resolve);
  });
}
