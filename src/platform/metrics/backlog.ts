import type { Database } from '../database/database.js';

/** Due work of one kind. In its statements, `:now` stands for the current time, and `:soon` for a time until which retries are waited for. */
export interface BacklogQuery {
  /** Value of the label `queue`. */
  readonly queue: string;
  /** Returns one row: `depth`, and `oldest` as a moment or null. Queried every few seconds, so its cost must not grow with the backlog. */
  readonly sql: string;
  /** Selects a row while work is due or in progress, for those that wait until none is; by default, while `depth` of `sql` is above 0. */
  readonly unfinished?: string;
  /** The periodic task that does the work. */
  readonly task?: string;
  /** Whether `DatabaseClock` decides what is due, which tests move; otherwise the database does. */
  readonly byDatabaseClock?: boolean;
}

/** The times in the statements of a backlog, as SQL expressions. */
type BacklogTimes = Readonly<Record<'now' | 'soon', string>>;

const TIMES: BacklogTimes = { now: 'NOW(3)', soon: 'NOW(3)' };

const withTimes = (sql: string, { now, soon }: BacklogTimes): string =>
  sql.replaceAll(':now', now).replaceAll(':soon', soon);

/** Returns a statement with a column for each queue: 1 while work is due or in progress. One statement misses no work that moves. */
export function unfinishedQueues(
  queries: readonly BacklogQuery[],
  timesOf: (query: BacklogQuery) => BacklogTimes = () => TIMES,
): string {
  const columns = queries.map((query) => {
    const rows = query.unfinished ?? `SELECT 1 FROM (${query.sql}) AS backlog WHERE depth > 0`;
    return `EXISTS (${withTimes(rows, timesOf(query))}) AS ${query.queue}`;
  });
  return `SELECT ${columns.join(', ')}`;
}

interface Backlog {
  readonly depth: number;
  /** Age of the oldest due work; 0 without any, negative if due soon. */
  readonly seconds: number;
}

export async function readBacklog(db: Database, { sql }: BacklogQuery): Promise<Backlog> {
  const [row] = await db.query<{ depth: number; seconds: number | null }>(
    `SELECT depth, TIMESTAMPDIFF(SECOND, oldest, NOW(3)) AS seconds FROM (${withTimes(sql, TIMES)}) AS backlog`,
  );
  return { depth: row?.depth ?? 0, seconds: row?.seconds ?? 0 };
}

/** Injection token of all backlog queries. */
export const BACKLOG_QUERIES = Symbol('BACKLOG_QUERIES');

/** Counting stops here. */
export const MAX_COUNTED = 100_000;
