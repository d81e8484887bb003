import type { Response } from 'express';
import { AppError } from '../errors/app-error.js';
import type { AppRequest } from './request.js';

/** Total size of bodies in memory. Callers without credentials have a separate limit. */
interface MemoryBudget {
  readonly most: number;
  held: number;
}
const AUTHENTICATED_BUDGET: MemoryBudget = { most: 128 * 1024 * 1024, held: 0 };
const ANONYMOUS_BUDGET: MemoryBudget = { most: 16 * 1024 * 1024, held: 0 };

export const hasBody = ({ headers }: AppRequest): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;

/** @throws AppError rest_unsupported_encoding for a compressed body: compressed bodies are not supported. */
export function refuseEncoded({ headers }: AppRequest): void {
  const encoding = headers['content-encoding']?.trim().toLowerCase() ?? '';
  if (encoding !== '' && encoding !== 'identity')
    throw new AppError('rest_unsupported_encoding', 'The request body must not be compressed.');
}

/**
 * Reads a whole body. The rest of a refused body is discarded, so that its sender can read the answer.
 * @throws AppError for a body that is compressed, larger than `limit` bytes, or incomplete, and when memory is exhausted.
 */
export async function readBody(request: AppRequest, limit: number): Promise<Buffer> {
  refuseEncoded(request);
  if (Number(request.headers['content-length'] ?? 0) > limit) throw tooLarge();
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    const hold = memoryReservation(request);
    for await (const chunk of request.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
      size += chunk.length;
      if (size > limit) throw tooLarge();
      hold(chunk.length);
      chunks.push(chunk);
    }
  } catch (error) {
    request.resume();
    throw error instanceof AppError ? error : requestAborted();
  }
  return Buffer.concat(chunks);
}

/**
 * Reserves memory for a body until its request is answered.
 * @returns a function to call with the number of bytes before storing them; throws AppError service_unavailable when memory is exhausted.
 */
export function memoryReservation(request: AppRequest): (bytes: number) => void {
  const response = request.res as Response;
  if (response.closed) throw requestAborted();
  const budget = request.principal ? AUTHENTICATED_BUDGET : ANONYMOUS_BUDGET;
  let held = 0;
  response.once('close', () => {
    budget.held -= held;
    held = Number.NaN;
  });
  return (bytes) => {
    if (Number.isNaN(held)) throw requestAborted();
    if (budget.held + bytes > budget.most)
      throw new AppError('service_unavailable', 'Too many request bodies at once.', {
        headers: { 'Retry-After': '2' },
      });
    budget.held += bytes;
    held += bytes;
  };
}

const tooLarge = (): AppError => new AppError('rest_payload_too_large', 'The request body is too large.');
const requestAborted = (): AppError => new AppError('rest_invalid_param', 'The request broke off.');
