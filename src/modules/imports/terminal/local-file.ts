import { type AppError, invalidParam } from '../../../platform/errors/app-error.js';

export const PIECE_BYTES = 512 * 1024;

export function unreadableFile(path: string, error: unknown): AppError {
  return invalidParam('file', `${path} cannot be read: ${(error as NodeJS.ErrnoException).code ?? 'unknown'}`);
}
