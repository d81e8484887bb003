import type { PoolConnection } from 'mysql2';

interface Waiting {
  readonly sql: string;
  readonly resolve: (result: unknown) => void;
  readonly reject: (error: Error) => void;
}

/** Runs one or more statements. Not by TypeORM's query runner, whose unused hooks cost more than a short statement. */
export function runText<Result>(
  connection: Pick<PoolConnection, 'query'>,
  text: string,
  { rowsAsArray = false } = {},
): Promise<Result> {
  return new Promise((resolve, reject) => {
    const done = (error: Error | null, result: unknown): void => {
      if (error) reject(error);
      else resolve(result as Result);
    };
    // Given a list of values, even an empty one, the driver would search the text for placeholders.
    if (rowsAsArray) connection.query({ sql: text, rowsAsArray }, null, done);
    else connection.query(text, null, done);
  });
}

/** Long statements cost more than the round trip that sending them together would save. */
const MAX_CHARACTERS_TOGETHER = 65_536;

/** Sends statements in call order, and those that are called at the same time together (ADR 0026): one that fails fails them all. */
export class StatementQueue {
  private readonly waiting: Waiting[] = [];
  private running = 0;
  private isScheduled = false;
  private holds = 0;
  private failure: Error | null = null;

  /** @param isFinal whether nothing may be sent after this error. */
  constructor(
    private readonly run: (text: string) => Promise<unknown>,
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

  /** Rejects the waiting statements. @param errorOf is called only for them, because creating an error is slow. */
  drop(errorOf: () => Error): void {
    for (const { reject } of this.waiting.splice(0)) reject(errorOf());
  }

  private schedule(): void {
    if (this.isScheduled || this.waiting.length === 0 || this.running > 0) return;
    this.isScheduled = true;
    void allContinued().then(() => {
      this.isScheduled = false;
      const isLong = this.waiting.reduce((sum, { sql }) => sum + sql.length, 0) > MAX_CHARACTERS_TOGETHER;
      if (this.running === 0 && (this.holds === 0 || isLong)) this.sendTogether();
    });
  }

  private sendTogether(): void {
    const statements = this.next();
    if (statements.length === 0) return;
    this.running += 1;
    this.run(statements.map(({ sql }) => sql).join(';'))
      .then(
        (result) => {
          for (const [index, { resolve }] of statements.entries())
            resolve(statements.length === 1 ? result : (result as unknown[])[index]);
        },
        (error: unknown) => {
          for (const { reject } of statements) reject(error as Error);
          if (!this.isFinal(error as Error)) return;
          this.failure ??= error as Error;
          this.drop(() => error as Error);
        },
      )
      .finally(() => {
        this.running -= 1;
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
