import { AsyncLocalStorage } from 'node:async_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { Inject, Injectable, Logger, type OnApplicationShutdown, Optional } from '@nestjs/common';
import type { Pool } from 'mysql2';
import { DataSource, type EntityManager } from 'typeorm';
import { isBehind, isDatabaseUnavailable, isRetryable, isStatementTimeout } from '../errors/database-errors.js';
import { bindNamed, type SqlParams } from '../sql/named-parameters.js';
import { acquired, queryPool } from './mysql-driver.js';
import { type Replica, Replicas, type ReplicaSettings, REPLICA_SETTINGS } from './replicas.js';
import { runText, StatementQueue } from './statement-queue.js';
import { type ChangeRecorder, TransactionHandle, type Tx } from './transaction.js';

export type { Tx } from './transaction.js';

const MAX_RETRIES = 3;

/** Whether another server may execute the statement: migrations are replicated late as well. */
const isOfThisServer = (error: unknown): boolean =>
  (isDatabaseUnavailable(error) && !isStatementTimeout(error)) || isBehind(error);

/** Rolls back a dry run. */
class NotMeant extends Error {}

/** Access to the database: reads, and transactions that are retried as a whole. */
@Injectable()
export class Database implements OnApplicationShutdown {
  private readonly logger = new Logger(Database.name);
  private readonly ambient = new AsyncLocalStorage<Tx>();
  private readonly reading = new AsyncLocalStorage<Replica | null>();
  private readonly replicas: Replicas | null;
  private recorder: ChangeRecorder | null = null;
  private turn: StatementQueue | null = null;

  constructor(
    private readonly dataSource: DataSource,
    @Optional() @Inject(REPLICA_SETTINGS) settings: ReplicaSettings | null = null,
  ) {
    this.replicas = settings?.urls.length ? new Replicas(settings, () => this.pool) : null;
  }

  onApplicationShutdown(): void {
    this.replicas?.end();
  }

  /**
   * Runs `work` with its reads on a replica, if one is usable, except for entities and transactions. What fails there is read from the
   * primary. For reports, exports, and counts; never for what decides a write.
   */
  async onReplica<T>(work: () => Promise<T>): Promise<T> {
    const replica = (await this.replicas?.choose()) ?? null;
    return replica === null ? work() : this.reading.run(replica, work);
  }

  /** The lag of each replica in milliseconds, in the order of the configuration; null for those that do not answer. */
  async lagOfReplicas(): Promise<(number | null)[]> {
    return Promise.all((this.replicas?.all ?? []).map((replica) => replica.currentLag()));
  }

  /** Inside `onReplica`, the time up to which its reads are complete. Null: they read the primary. */
  get completeUntil(): Date | null {
    return this.reading.getStore()?.completeUntil ?? null;
  }

  /** For reads only. Inside `ambientTransaction` it reads that transaction's own writes. */
  get manager(): EntityManager {
    return this.ambient.getStore()?.manager ?? this.dataSource.manager;
  }

  /** Whether calls join an ambient transaction, so that reads see its uncommitted rows. */
  get isInTransaction(): boolean {
    return this.ambient.getStore() !== undefined;
  }

  async query<Row>(sql: string, params?: SqlParams): Promise<Row[]> {
    const tx = this.ambient.getStore();
    if (tx) return tx.query<Row>(sql, params);
    return this.onConnection(this.bound(sql, params));
  }

  /** Returns a reader of short statements, which travel together if they are called at the same time. */
  together(): Pick<Database, 'query'> {
    const tx = this.ambient.getStore();
    if (tx) return tx;
    const queue = this.queueOfReads();
    return { query: (sql, params) => queue.send(this.bound(sql, params)) };
  }

  /** As `together`, with statements of other requests. Only for reads by primary key: all requests of a turn wait for the slowest. */
  joined(): Pick<Database, 'query'> {
    const tx = this.ambient.getStore();
    if (tx) return tx;
    // Statements of other requests read the primary.
    if (this.reading.getStore()) return this;
    const queue = (this.turn ??= this.queueOfTurn());
    return {
      query: async <Row>(sql: string, params?: SqlParams): Promise<Row[]> => {
        const text = this.bound(sql, params);
        try {
          return await queue.send<Row[]>(text);
        } catch (error) {
          // The statement of another request may have failed.
          if (isDatabaseUnavailable(error) && !isStatementTimeout(error)) throw error;
          return this.onConnection<Row[]>(text);
        }
      },
    };
  }

  /** Collects the statements of all requests that arrive in one turn of the event loop. */
  private queueOfTurn(): StatementQueue {
    const queue = this.queueOfReads();
    queue.hold();
    setImmediate(() => {
      this.turn = null;
      queue.release();
    });
    return queue;
  }

  private queueOfReads(): StatementQueue {
    return new StatementQueue(
      (text) => this.onConnection(text),
      () => false,
    );
  }

  /** Returns rows as arrays, at half the cost, for reads of whole tables. Never use it in a transaction. */
  async cells<Row extends readonly unknown[]>(sql: string, params?: SqlParams): Promise<Row[]> {
    return this.onConnection(this.bound(sql, params), { rowsAsArray: true });
  }

  private async onConnection<Result>(text: string, options?: { readonly rowsAsArray: boolean }): Promise<Result> {
    return this.onServer((pool) => queryPool<Result>(pool, text, options));
  }

  /** Reads from the replica of the caller, and from the primary if that fails or there is none. */
  private async onServer<Result>(read: (pool: Pool) => Promise<Result>): Promise<Result> {
    const replica = this.reading.getStore();
    if (!replica || !(await replica.isUsable())) return read(this.pool);
    try {
      return await read(replica.pool);
    } catch (error) {
      if (!isOfThisServer(error)) throw error;
      replica.leaveOut();
      return read(this.pool);
    }
  }

  private bound(sql: string, params?: SqlParams): string {
    return this.pool.format(...bindNamed(sql, params));
  }

  private get pool(): Pool {
    return (this.dataSource.driver as unknown as { readonly pool: Pool }).pool;
  }

  /**
   * Runs `work` in one READ COMMITTED transaction, and up to three times again after a deadlock or lock wait timeout. So `work` may only
   * write rows; other effects belong in `tx.afterCommit`.
   */
  async transaction<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
    const ambient = this.ambient.getStore();
    if (ambient) return ambient.savepoint(() => work(ambient));
    for (let attempt = 0; ; attempt += 1) {
      try {
        return await this.runOnce(work);
      } catch (error) {
        if (!isRetryable(error) || attempt >= MAX_RETRIES) throw error;
        await sleep(2 ** attempt * 10 + Math.random() * 30);
      }
    }
  }

  /** Runs one INSERT, UPDATE, or DELETE in a transaction of its own. */
  async execute(...statement: Parameters<Tx['execute']>): ReturnType<Tx['execute']> {
    return this.transaction((tx) => tx.execute(...statement));
  }

  /** Retries a transaction that can lose a race, such as check-then-insert. @param isRace identifies lost races. */
  async racingTransaction<T>(
    tries: number,
    isRace: (error: unknown) => boolean,
    work: (tx: Tx) => Promise<T>,
  ): Promise<T> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await this.transaction(work);
      } catch (error) {
        if (!isRace(error) || attempt === tries) throw error;
      }
    }
  }

  /** Runs a transaction that all calls inside `work` join: the stored answer of a request commits with its changes. */
  async ambientTransaction<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
    return this.transaction((tx) => this.ambient.run(tx, () => work(tx)));
  }

  /** Runs `work` for its result and rolls back: no rows and no after-commit steps remain. It holds locks, so keep it short. */
  async dryRun<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
    const outcome: { result?: T } = {};
    try {
      await this.transaction(async (tx) => {
        outcome.result = await work(tx);
        await tx.allDone();
        throw new NotMeant();
      });
    } catch (error) {
      if (!(error instanceof NotMeant)) throw error;
    }
    return outcome.result as T;
  }

  /** The same for all calls inside `work`, as in `ambientTransaction`. */
  async ambientDryRun<T>(work: () => Promise<T>): Promise<T> {
    return this.dryRun((tx) => this.ambient.run(tx, work));
  }

  /** Runs several reads on one consistent snapshot. `work` runs again if a replica is lost. */
  async snapshot<T>(work: (reader: Pick<Database, 'query'>) => Promise<T>): Promise<T> {
    return this.onServer(async (pool) => {
      const connection = await acquired(pool);
      const run = <Result>(text: string): Promise<Result> => runText<Result>(connection, text);
      try {
        await run('SET TRANSACTION ISOLATION LEVEL REPEATABLE READ; START TRANSACTION');
        return await work({ query: (sql, params) => run(this.bound(sql, params)) });
      } finally {
        await run('ROLLBACK').catch(() => undefined);
        connection.release();
      }
    });
  }

  /** Registers the recorder of changes; at most one. */
  recordChangesBy(recorder: ChangeRecorder): void {
    this.recorder = recorder;
  }

  private async runOnce<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
    const tx = await TransactionHandle.begin(this.dataSource.createQueryRunner(), this.recorder?.begin() ?? null);
    let result: T;
    try {
      result = await (this.reading.getStore() ? this.reading.run(null, () => work(tx)) : work(tx));
      await tx.commit();
    } finally {
      await tx.end();
    }
    for (const hook of tx.afterCommitHooks) {
      try {
        await this.ambient.exit(hook);
      } catch (error) {
        this.logger.error({ err: error }, 'After-commit step failed; periodic tasks will retry');
      }
    }
    return result;
  }
}

/** The database, or a transaction that must read its own writes. */
export type Reader = Pick<Database, 'query'>;

/** The same, with entities. */
export type EntityReader = Pick<Database, 'query' | 'manager'>;
