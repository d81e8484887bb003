import { createReadStream } from 'node:fs';
import { type AppError, invalidParam } from '../../../platform/errors/app-error.js';

const PIECE_BYTES = 512 * 1024;

export const bytesOf = (path: string): AsyncIterable<Buffer> => createReadStream(path, { highWaterMark: PIECE_BYTES });

export function unreadableFile(path: string, error: unknown): AppError {
  return invalidParam('file', `${path} cannot be read: ${(error as NodeJS.ErrnoException).code ?? 'unknown'}`);
}
