import { pipeline } from 'node:stream/promises';
import type { Response } from 'express';
import { type ExportFormat, WRITERS } from './export-formats.js';
import type { Row, Table } from './table.js';

/** A file that is generated while it is sent. */
export interface ExportFile {
  /** Without extension; letters, digits, and `-` only, because it is part of a header. */
  readonly name: string;
  readonly format: ExportFormat;
  readonly tables: readonly Table[];
}

/** A promise in `response.locals` under this name is awaited once the file can no longer be refused. */
export const BEFORE_FILE = 'beforeFile';

/** A client that reads nothing for this time is disconnected. */
const MAX_IDLE_MS = 120_000;

/**
 * Streams a file of any size with constant memory. Errors before the first row become error answers; later errors break the connection, so
 * that a partial file is not taken for a complete one.
 */
export async function sendFile(response: Response, { name, format, tables }: ExportFile): Promise<void> {
  const { contentType, write } = WRITERS[format];
  // Express answers HEAD with the handler of GET, which would read all rows for nothing.
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
  response.setTimeout(MAX_IDLE_MS, () => response.destroy());
  try {
    await pipeline(write(wanted), response);
  } catch (error) {
    if (!hasHungUp(error)) throw error;
  }
}

/** Returns the tables with their first rows read, while errors can still be answered. */
async function begun(tables: readonly Table[]): Promise<readonly Table[]> {
  const [first, ...others] = tables;
  if (first === undefined) return [];
  const batches = first.batches[Symbol.asyncIterator]();
  return [{ ...first, batches: continued(batches, await batches.next()) }, ...others];
}

async function* continued(
  batches: AsyncIterator<readonly Row[]>,
  first: IteratorResult<readonly Row[]>,
): AsyncGenerator<readonly Row[]> {
  try {
    for (let next = first; next.done !== true; next = await batches.next()) yield next.value;
  } finally {
    await batches.return?.();
  }
}

/** The error code of a stream closed by the client. */
const HUNG_UP: ReadonlySet<unknown> = new Set([
  'ERR_STREAM_PREMATURE_CLOSE',
  'ERR_STREAM_DESTROYED',
  'ERR_STREAM_UNABLE_TO_PIPE',
]);

function hasHungUp(error: unknown): boolean {
  return HUNG_UP.has((error as NodeJS.ErrnoException).code);
}
