import { pipeline } from 'node:stream/promises';
import type { Response } from 'express';
import { type ExportFormat, WRITERS } from './export-formats.js';
import type { Row, Table } from './table.js';
import { ReadsReplica } from '../http/replica-reads.interceptor.js';
import { applyDecorators, SetMetadata } from '@nestjs/common';
import { ApiOkResponse } from '@nestjs/swagger';

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

/** Streams a file. Errors before the first row become error answers; later ones break the connection, so that no part looks whole. */
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

const hasHungUp = (error: unknown): boolean => HUNG_UP.has((error as NodeJS.ErrnoException).code);

const TEXT = { type: 'string' } as const;
const BINARY = { type: 'string', format: 'binary' } as const;

export const EXPORTED_RECORD = 'carillon:exported-record';

/** Documents a handler that answers a file; the audit log records each call. @param record kind of the exported records. */
export function AnswersFile(
  record: string,
  description: string,
  examples: Readonly<Partial<Record<ExportFormat, string | object | null>>>,
): MethodDecorator {
  const content: Record<string, object> = {};
  for (const [format, example] of Object.entries(examples)) {
    const [type = ''] = WRITERS[format as ExportFormat].contentType.split(';');
    const schema =
      typeof example === 'object' && example !== null ? { type: 'object', additionalProperties: true } : TEXT;
    content[type] = example === null ? { schema: BINARY } : { schema, example };
  }
  const name = { description: 'File name', schema: { type: 'string' } } as const;
  return applyDecorators(
    ReadsReplica(),
    SetMetadata(EXPORTED_RECORD, record),
    ApiOkResponse({ description, content, headers: { 'Content-Disposition': name } }),
  );
}
