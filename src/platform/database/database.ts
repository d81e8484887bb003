import { AsyncLocalStorage } from 'node:async_hooks';
import { setImmediate as immediate, setTimeout as sleep } from 'node:timers/promises';
import { Injectable, Logger } from '@nestjs/common';
import type { PoolConnection } from 'mysql2';
import {
  DataSource,
  type EntityManager,
  type EntityTarget,
  type ObjectLiteral,
  type QueryDeepPartialEntity,
  type QueryRunner,
} from 'typeorm';
import { endsTransaction, isRetryable } from '../errors/database-errors.js';
import { bindNamed, type SqlParams, type SqlValue } from '../sql/named-parameters.js';

declare const insideTransaction: unique symbol;

/**
 * Proof that a transaction is open. Only `Database.transaction` hands one out, so whatever asks for it (an event, a
 * counter) cannot be written outside one: it would not compile.
 */
export type Tx = TransactionHandle & { readonly [insideTransaction]: true };

export interface Written {
  /** Rows that matched, not rows that changed: the driver asks for FOUND_ROWS. */
  readonly affectedRows: number;
  /** The first generated id of the statement; consecutive ids must not be assumed. */
  readonly insertId: number;
}

/** A statement of a transaction that changes rows, as it was asked for, with what came of it. */
export interface Change {
  /** With the names of its values in it, where it had any. */
  readonly sql: string;
  readonly params: SqlParams | undefined;
  readonly written: Written;
}

/** Somebody who has to know what transactions change, whoever wrote them. */
export interface TransactionWitness {
  /** Whether the transaction that begins now is of interest; asked once for each. */
  attends(): boolean;
  /**
   * Called before the commit of a transaction that changed something, with everything that was not rolled back to a savepoint.
   * What it writes is committed together with the rest, and its failure takes all of it back.
   */
  beforeCommit(tx: Tx, changes: readonly Change[]): Promise<void>;
}

type AfterCommit = () => void | Promise<void>;

/** As in the session settings of `mysql-driver.ts`. */
const LOCK_WAIT_SECONDS = 5;
const MAX_RETRIES = 3;
const ROWS_PER_STATEMENT = 500;

/** What statements are sent to: a connection of the driver, or its pool. */
type Connection = Pick<PoolConnection, 'query'>;
type TxConnection = Pick<PoolConnection, 'query' | 'format'>;

/** Past the query runner of the library: its hooks, which nobody uses, cost more than our part of a short statement. */
function ask<Result>(
  connection: Connection,
  sql: string,
  params?: SqlParams,
  { rowsAsArray = false } = {},
): Promise<Result> {
  const [text, values] = bindNamed(sql, params);
  return new Promise((resolve, reject) => {
    const done = (error: Error | null, result: unknown): void => {
      if (error) reject(error);
      else resolve(result as Result);
    };
    if (rowsAsArray) connection.query({ sql: text, rowsAsArray }, values, done);
    else connection.query(text, values, done);
  });
}

/** Ends a dry run. */
class NotMeant extends Error {}

class TransactionHandle {
  readonly afterCommitHooks: AfterCommit[] = [];
  /** Kept only where somebody wants to know. */
  readonly changes: Change[] | null;
  /** Over when the statement before is, however it ended. */
  private last: Promise<unknown> = Promise.resolve();
  private ended: Error | null = null;
  hasOwnLockWait = false;

  constructor(
    private readonly runner: QueryRunner,
    isWitnessed: boolean,
  ) {
    this.changes = isWitnessed ? [] : null;
  }

  /** For reads and locks: what it writes by itself, no witness sees. */
  get manager(): EntityManager {
    return this.runner.manager;
  }

  /** @returns the generated id. */
  async insert<Entity extends ObjectLiteral>(
    target: EntityTarget<Entity>,
    values: QueryDeepPartialEntity<Entity>,
  ): Promise<number> {
    const query = this.manager.createQueryBuilder().insert().into(target).values(values).updateEntity(false);
    const { insertId } = (await query.execute()).raw as { readonly insertId: number };
    this.hear('INSERT INTO', target, insertId);
    return insertId;
  }

  /** Changes the row with this id. */
  async update<Entity extends ObjectLiteral & { id: number }>(
    target: EntityTarget<Entity>,
    id: number,
    values: QueryDeepPartialEntity<Entity>,
  ): Promise<void> {
    await this.manager.update(target, id, values);
    this.hear('UPDATE', target, id);
  }

  async save<Entity extends object>(entity: Entity): Promise<Entity> {
    if (this.changes === null) return this.manager.save(entity, { transaction: false });
    const metadata = this.manager.dataSource.getMetadata(entity.constructor);
    const isNew = metadata.getEntityIdMap(entity)?.['id'] === undefined;
    const saved = await this.manager.save(entity, { transaction: false });
    this.hear(isNew ? 'INSERT INTO' : 'UPDATE', entity.constructor, Number(metadata.getEntityIdMap(saved)?.['id']));
    return saved;
  }

  /** What the library has written, in the words of a statement. */
  private hear(verb: 'INSERT INTO' | 'UPDATE', target: EntityTarget<ObjectLiteral>, id: number): void {
    const { tableName } = this.manager.dataSource.getMetadata(target);
    this.changes?.push({
      sql: `${verb} ${tableName} WHERE id = :id`,
      params: { id },
      written: { affectedRows: 1, insertId: verb === 'UPDATE' ? 0 : id },
    });
  }

  /** Rows of a SELECT, as plain objects. */
  async query<Row>(sql: string, params?: SqlParams): Promise<Row[]> {
    const [text, values] = bindNamed(sql, params);
    return this.send((connection) => connection.format(text, values));
  }

  /** An INSERT, UPDATE or DELETE. */
  async execute(sql: string, params?: SqlParams): Promise<Written> {
    const [text, values] = bindNamed(sql, params);
    const written = await this.send<Written>((connection) => connection.format(text, values));
    this.changes?.push({ sql, params, written });
    return written;
  }

  /**
   * The same with its values written out in the text, which is neither searched for names nor remembered: for long statements
   * of which no two are alike. Whoever writes it answers for every value in it.
   */
  async executeText(sql: string): Promise<Written> {
    const written = await this.send<Written>(() => sql);
    this.changes?.push({ sql, params: undefined, written });
    return written;
  }

  /**
   * Does independent parts of a transaction side by side: while the server has a statement of one, the next one's is composed.
   * All of them have ended when this does, with the first error there was.
   */
  async sideBySide(parts: readonly (() => Promise<unknown>)[]): Promise<void> {
    const ends: Promise<PromiseSettledResult<unknown>[]>[] = [];
    for (const part of parts) {
      ends.push(Promise.allSettled([part()]));
      // The first statement leaves only now.
      await immediate();
    }
    for (const end of (await Promise.all(ends)).flat()) if (end.status === 'rejected') throw end.reason;
  }

  /**
   * Multi-row insert in statements of at most 500 rows.
   * @param suffix e.g. an ON DUPLICATE KEY UPDATE clause; `modifier` e.g. IGNORE.
   * @returns the matched rows of all statements.
   */
  async insertRows(
    table: string,
    columns: readonly string[],
    rows: readonly (readonly SqlValue[])[],
    { modifier = '', suffix = '' } = {},
  ): Promise<number> {
    let affected = 0;
    for (let start = 0; start < rows.length; start += ROWS_PER_STATEMENT) {
      const written = await this.execute(
        `INSERT ${modifier} INTO ${table} (${columns.join(', ')}) VALUES :rows ${suffix}`,
        { rows: rows.slice(start, start + ROWS_PER_STATEMENT) },
      );
      affected += written.affectedRows;
    }
    return affected;
  }

  /** For the rest of the transaction. A statement that waits longer for a lock fails, and the transaction may go on. */
  async limitLockWait(seconds: number): Promise<void> {
    this.hasOwnLockWait = true;
    await this.query('SET SESSION innodb_lock_wait_timeout = :seconds', { seconds });
  }

  /** Runs once the data is really there; never when the transaction rolls back. Errors are logged, not thrown. */
  afterCommit(hook: AfterCommit): void {
    this.afterCommitHooks.push(hook);
  }

  /** Statements leave one by one, in the order in which they were asked for. */
  private async send<Result>(compose: (connection: TxConnection) => string): Promise<Result> {
    this.refuseIfOver();
    const connection = (await this.runner.connect()) as TxConnection;
    const sql = compose(connection);
    const sent = this.last.then(() => {
      this.refuseIfOver();
      return new Promise<Result>((resolve, reject) => {
        // Given a list of values, even an empty one, the driver would look for their places in all of the text.
        connection.query(sql, null, (error: Error | null, result: unknown) => {
          if (error === null) resolve(result as Result);
          else {
            if (endsTransaction(error)) this.ended = error;
            reject(error);
          }
        });
      });
    });
    this.last = sent.catch(() => undefined);
    return sent;
  }

  private refuseIfOver(): void {
    // The server has taken everything back already, and would commit by itself whatever it is sent now.
    if (this.ended !== null) throw this.ended;
    // A statement that was not waited for would land in the transaction of whoever has the connection next.
    if (this.runner.isReleased) throw new Error('The transaction is over');
  }

  /** Runs `work` so that its failure undoes only its own statements. Deadlocks still end the whole transaction. */
  async savepoint<T>(work: () => Promise<T>): Promise<T> {
    const hooksBefore = this.afterCommitHooks.length;
    const changesBefore = this.changes?.length ?? 0;
    await this.runner.startTransaction();
    try {
      const result = await work();
      await this.runner.commitTransaction();
      return result;
    } catch (error) {
      this.afterCommitHooks.length = hooksBefore;
      if (this.changes) this.changes.length = changesBefore;
      // After a deadlock the server has dropped the savepoint together with the transaction.
      if (!endsTransaction(error)) await this.runner.rollbackTransaction();
      throw error;
    }
  }
}

/** The one door to the database: plain reads, and transactions that are retried as a whole. */
@Injectable()
export class Database {
  private readonly logger = new Logger(Database.name);
  private readonly ambient = new AsyncLocalStorage<Tx>();
  private witness: TransactionWitness | null = null;

  constructor(private readonly dataSource: DataSource) {}

  /** For reads only. Inside `ambientTransaction` it sees that transaction's own writes. */
  get manager(): EntityManager {
    return this.ambient.getStore()?.manager ?? this.dataSource.manager;
  }

  /** Rows of a SELECT, as plain objects. */
  async query<Row>(sql: string, params?: SqlParams): Promise<Row[]> {
    const tx = this.ambient.getStore();
    if (tx) return tx.query<Row>(sql, params);
    return ask<Row[]>(this.pool, sql, params);
  }

  /** The same as arrays of values, which cost half of it: for whoever reads everybody there is. Never in a transaction. */
  async cells<Row extends readonly unknown[]>(sql: string, params?: SqlParams): Promise<Row[]> {
    return ask<Row[]>(this.pool, sql, params, { rowsAsArray: true });
  }

  private get pool(): Connection {
    return (this.dataSource.driver as unknown as { readonly pool: Connection }).pool;
  }

  /**
   * Runs `work` in one READ COMMITTED transaction. A deadlock or lock wait timeout rolls back and runs it again, three
   * times at most with jitter; so `work` must have no side effects but rows. Those go into `tx.afterCommit`.
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

  /**
   * A transaction that may lose a race: it looks for what is free and writes it, and whoever comes second looks again.
   * @param isRace tells a lost race from every other error; those, and a race lost in the last try, are thrown.
   */
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

  /**
   * A transaction that everything called inside `work` joins without being handed it: how a request's stored answer
   * commits together with what the request did.
   */
  async ambientTransaction<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
    return this.transaction((tx) => this.ambient.run(tx, () => work(tx)));
  }

  /**
   * Does `work` for what it returns: every row that it writes is taken back, and what it wanted done after the commit is
   * not done. Its locks are held meanwhile, so it has to be short.
   */
  async dryRun<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
    const outcome: { result?: T } = {};
    try {
      await this.transaction(async (tx) => {
        outcome.result = await work(tx);
        throw new NotMeant();
      });
    } catch (error) {
      if (!(error instanceof NotMeant)) throw error;
    }
    return outcome.result as T;
  }

  /** The same for everything that is called inside `work`, as in `ambientTransaction`. */
  async ambientDryRun<T>(work: () => Promise<T>): Promise<T> {
    return this.dryRun((tx) => this.ambient.run(tx, work));
  }

  /** Several reads that all see the database as it was at the first of them, however long they take. */
  async snapshot<T>(work: (reader: Pick<Database, 'query'>) => Promise<T>): Promise<T> {
    const runner = this.dataSource.createQueryRunner();
    try {
      await runner.startTransaction('REPEATABLE READ');
      return await work({
        query: async <Row>(sql: string, params?: SqlParams) =>
          ask<Row[]>((await runner.connect()) as Connection, sql, params),
      });
    } finally {
      if (runner.isTransactionActive) await runner.query('ROLLBACK').catch(() => undefined);
      await runner.release();
    }
  }

  /** From now on `witness` is shown what transactions change, before they commit. There is one at most. */
  witnessedBy(witness: TransactionWitness): void {
    this.witness = witness;
  }

  private async runOnce<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
    const runner = this.dataSource.createQueryRunner();
    const witness = this.witness?.attends() === true ? this.witness : null;
    const tx = new TransactionHandle(runner, witness !== null) as Tx;
    let result: T;
    try {
      await runner.startTransaction();
      result = await work(tx);
      if (witness && tx.changes && tx.changes.length > 0) await witness.beforeCommit(tx, [...tx.changes]);
      await runner.commitTransaction();
    } catch (error) {
      // Not `rollbackTransaction`: inside a savepoint that would end the savepoint alone, and the rest would be committed
      // by the next user of the connection. The connection may be what failed; its transaction then ended with it.
      if (runner.isTransactionActive) await runner.query('ROLLBACK').catch(() => undefined);
      throw error;
    } finally {
      if (tx.hasOwnLockWait)
        await runner.query(`SET SESSION innodb_lock_wait_timeout = ${LOCK_WAIT_SECONDS}`).catch(() => undefined);
      await runner.release();
    }
    for (const hook of tx.afterCommitHooks) {
      try {
        await this.ambient.exit(hook);
      } catch (error) {
        this.logger.error({ err: error }, 'A step after a commit failed; the sweepers will catch up');
      }
    }
    return result;
  }
}
