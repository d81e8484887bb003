import type { Database } from '../database/database.js';

/** Due work of one kind. */
export interface BacklogQuery {
  /** Value of the label `queue`. */
  readonly queue: string;
  /** Returns one row: `depth`, and `oldest` as a moment or null. Queried every few seconds, so its cost must not grow with the backlog. */
  readonly sql: string;
  /** Selects a row while work is due or in progress, for those that wait until none is; by default, while `depth` of `sql` is above 0. */
  readonly unfinished?: string;
  /** The periodic task that does the work. */
  readonly task?: string;
}

/** Returns the condition that work of this kind is due or in progress. */
export const isUnfinished = ({ sql, unfinished }: BacklogQuery): string =>
  `EXISTS (${unfinished ?? `SELECT 1 FROM (${sql}) AS backlog WHERE depth > 0`})`;

export interface Backlog {
  readonly depth: number;
  /** Age of the oldest due work; 0 without any, negative if due soon. */
  readonly seconds: number;
}

export async function readBacklog(db: Database, { sql }: BacklogQuery): Promise<Backlog> {
  const [row] = await db.query<{ depth: number; seconds: number | null }>(
    `SELECT depth, TIMESTAMPDIFF(SECOND, oldest, NOW(3)) AS seconds FROM (${sql}) AS backlog`,
  );
  return { depth: row?.depth ?? 0, seconds: row?.seconds ?? 0 };
}

/** Injection token of all backlog queries. */
export const BACKLOG_QUERIES = Symbol('BACKLOG_QUERIES');

/** Counting stops here. */
export const MAX_COUNTED = 100_000;
