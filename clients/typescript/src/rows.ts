import type { AnyInput, Operation } from './operation.js';

type Call = (input: AnyInput) => Promise<unknown>;

/** Default page size: few requests, and moderate answers. */
const ROWS_A_PAGE = 100;

/**
 * Iterates over the rows of a list, page by page on demand. Lists with cursors return every existing row exactly once; in other lists rows
 * may shift while others are added or deleted.
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
