import { pipeline } from 'node:stream/promises';
import type { Response } from 'express';
import { type ExportFormat, WRITERS } from './export-formats.js';
import type { Row, Table } from './table.js';

/** A file that is made while it is being sent. */
export interface ExportFile {
  /** Without its ending; letters, digits and `-` only, because it stands in a header. */
  readonly name: string;
  readonly format: ExportFormat;
  readonly tables: readonly Table[];
}

/** What `response.locals` has under this name is awaited once nothing can refuse the file any more. */
export const BEFORE_FILE = 'beforeFile';

/** Whoever takes nothing for so long is not there any more. */
const LONGEST_STANDSTILL_MS = 120_000;

/**
 * Sends a file of any size with the memory of a few batches: rows are asked for as fast as the client takes them, and no
 * more once it is gone. What fails before the first row is an error like any other. What fails later breaks the connection,
 * so that nobody takes half a file for a whole one.
 */
export async function sendFile(response: Response, { name, format, tables }: ExportFile): Promise<void> {
  const { contentType, write } = WRITERS[format];
  // Express answers HEAD by the handler of GET, which would read every row for nothing.
  const wanted = response.req.method === 'HEAD' ? null : await begun(tables);
  await (response.locals[BEFORE_FILE] as (() => Promise<void>) | undefined)?.();
  response.writeHead(200, {
    'Content-Type': contentType,
    'Content-Disposition': `attachment; filename="${name}.${format}"`,
    'Cache-Control': 'no-store',
    'X-Content-Type-Options': 'nosniff',
  });
  if (wanted === null) {
    response.end();
    return;
  }
  response.setTimeout(LONGEST_STANDSTILL_MS, () => response.destroy());
  try {
    await pipeline(write(wanted), response);
  } catch (error) {
    if (!hasHungUp(error)) throw error;
  }
}

/** The tables with the first rows read, so that a database that is away is told of while it can be. */
async function begun(tables: readonly Table[]): Promise<readonly Table[]> {
  const [first, ...others] = tables;
  if (first === undefined) return [];
  const batches = first.batches[Symbol.asyncIterator]();
  return [{ ...first, batches: goneOn(batches, await batches.next()) }, ...others];
}

async function* goneOn(
  batches: AsyncIterator<readonly Row[]>,
  first: IteratorResult<readonly Row[]>,
): AsyncGenerator<readonly Row[]> {
  try {
    for (let next = first; next.done !== true; next = await batches.next()) yield next.value;
  } finally {
    await batches.return?.();
  }
}

/** What a stream says whose other end is gone. */
const HUNG_UP: ReadonlySet<unknown> = new Set([
  'ERR_STREAM_PREMATURE_CLOSE',
  'ERR_STREAM_DESTROYED',
  'ERR_STREAM_UNABLE_TO_PIPE',
]);

function hasHungUp(error: unknown): boolean {
  return HUNG_UP.has((error as NodeJS.ErrnoException).code);
}
