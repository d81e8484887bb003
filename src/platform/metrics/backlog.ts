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

/** The token under which all of them are injected. */
export const BACKLOG_QUERIES = Symbol('BACKLOG_QUERIES');

/** What is more than this is not counted to its end. */
export const MOST_COUNTED = 100_000;
