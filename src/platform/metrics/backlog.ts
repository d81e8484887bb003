import type { Database } from '../database/database.js';

/** How much of one kind of work is due and not done. */
export interface BacklogQuery {
  /** A word of ours: the label `queue`. */
  readonly queue: string;
  /**
   * Answers one row: `depth`, and `oldest` as a moment, or null where there is nothing. It is asked every few seconds, so it has
   * to be cheap however much there is.
   */
  readonly sql: string;
}

export interface Backlog {
  readonly depth: number;
  /** How long the oldest of it has been due; 0 where there is nothing, below 0 where it is due in a moment. */
  readonly seconds: number;
}

export async function readBacklog(db: Database, { sql }: BacklogQuery): Promise<Backlog> {
  const [row] = await db.query<{ depth: number; seconds: number | null }>(
    `SELECT depth, TIMESTAMPDIFF(SECOND, oldest, NOW(3)) AS seconds FROM (${sql}) AS backlog`,
  );
  return { depth: row?.depth ?? 0, seconds: row?.seconds ?? 0 };
}

/** The token under which all of them are injected. */
export const BACKLOG_QUERIES = Symbol('BACKLOG_QUERIES');

/** What is more than this is not counted to its end. */
export const MOST_COUNTED = 100_000;
