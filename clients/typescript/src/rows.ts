import type { AnyInput, Operation } from './operation.js';

type Call = (input: AnyInput) => Promise<unknown>;

/** Unless the caller says how many: few requests, and no answer that is large. */
const ROWS_A_PAGE = 100;

/**
 * Every row of a list, page by page, asked for when they are wanted. A list that can be walked is walked by cursor, so that
 * rows which are there all the time come exactly once; others by numbers, and may shift while rows come and go.
 */
export async function* rowsOf(call: Call, { pages }: Operation, input: AnyInput = {}): AsyncGenerator {
  if (!pages) throw new TypeError('this operation has no pages');
  const { rows, place, by } = pages;
  const query = { per_page: ROWS_A_PAGE, ...input.query };
  let next: string | number | null = by === 'cursor' ? '*' : 1;
  while (next !== null) {
    const answer = await call({ ...input, query: { ...query, [by]: next } });
    yield* valueAt(answer, rows) as unknown[];
    next = following(valueAt(answer, place), by, next);
  }
}

function following(page: unknown, by: 'cursor' | 'page', present: string | number): string | number | null {
  const { next_cursor, last_page } = page as { next_cursor?: string | null; last_page?: number };
  if (by === 'cursor') return next_cursor ?? null;
  return Number(present) < (last_page ?? 0) ? Number(present) + 1 : null;
}

function valueAt(value: unknown, path: readonly string[]): unknown {
  return path.reduce<unknown>((part, name) => (part as Record<string, unknown>)[name], value);
}
