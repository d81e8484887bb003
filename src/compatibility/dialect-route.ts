import type { AppRequest } from '../platform/http/request.js';

/** What came in or goes out, as JSON. */
export type Members = Readonly<Record<string, unknown>>;

/** How one call of the other dialect becomes one of ours, and our answer one of theirs. */
export interface DialectRoute {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Behind the base path. A name with a colon stands for one part. */
  readonly path: string;
  /** Answered by a controller of this layer: the API has nothing that is the same under another name. */
  readonly own?: true;
  /** The path that the API has for it, with the same names; where it is absent, the same. */
  readonly becomes?: string;
  /** @param search with its question mark, as it came. */
  readonly search?: (search: string) => string;
  readonly body?: (body: Members) => Members;
  /** What of the body is left out, for the answer to say so. */
  readonly warnings?: (body: Members) => readonly string[];
  /** @throws AppError for what only the other dialect knows and was said wrongly. */
  readonly answer?: (answer: Members, request: AppRequest) => Members | Promise<Members>;
}

export function isMembers(value: unknown): value is Members {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
