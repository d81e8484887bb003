import type { Response, RequestHandler } from 'express';
import { AppError, unavailable } from '../errors/app-error.js';
import { networkOf } from './client-network.js';
import type { AppRequest } from './request.js';

/** Limits the total size of bodies in memory, and gives each caller at most a quarter of it. */
class MemoryBudget {
  private held = 0;
  private readonly shares = new Map<string, number>();

  constructor(private readonly most: number) {}

  /** @param bytes negative to release them. @throws AppError service_unavailable */
  add(caller: string, bytes: number): void {
    const share = (this.shares.get(caller) ?? 0) + bytes;
    if (bytes > 0 && (this.held + bytes > this.most || share > this.most / 4))
      throw unavailable('Too many request bodies at once.', 2);
    this.held += bytes;
    if (share > 0) this.shares.set(caller, share);
    else this.shares.delete(caller);
  }
}
const AUTHENTICATED_BUDGET = new MemoryBudget(128 * 1024 * 1024);
const ANONYMOUS_BUDGET = new MemoryBudget(16 * 1024 * 1024);
/** The least rate of a body is 16 KB per second, measured in windows; the first window is free. */
const WINDOW_MS = 5_000;
const LEAST_BYTES = 5 * 16 * 1024;

export const hasBody = ({ headers }: AppRequest): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;

/** @throws AppError rest_unsupported_encoding for a compressed body: compressed bodies are not supported. */
export function refuseEncoded({ headers }: AppRequest): void {
  const encoding = headers['content-encoding']?.trim().toLowerCase() ?? '';
  if (encoding !== '' && encoding !== 'identity')
    throw new AppError('rest_unsupported_encoding', 'The request body must not be compressed.');
}

/**
 * Reads a whole body. The rest of a refused one is discarded, so that its sender can read the answer; too slow connections are closed.
 * @throws AppError for a body that is compressed, larger than `limit` bytes, or incomplete, and when memory is exhausted.
 */
export async function readBody(request: AppRequest, limit: number): Promise<Buffer> {
  refuseEncoded(request);
  const announced = Number(request.headers['content-length'] ?? 0);
  if (announced > limit) throw tooLarge(limit, announced);
  const chunks: Buffer[] = [];
  let size = 0;
  const watch = closeIfSlow(request);
  try {
    const hold = memoryReservation(request);
    for await (const chunk of request.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
      size += chunk.length;
      if (size > limit) throw tooLarge(limit);
      hold(chunk.length);
      chunks.push(chunk);
    }
  } catch (error) {
    request.resume();
    throw error instanceof AppError ? error : requestAborted();
  } finally {
    clearInterval(watch);
  }
  return Buffer.concat(chunks);
}

function closeIfSlow(request: AppRequest): NodeJS.Timeout {
  const { socket } = request;
  let before = Number.NaN;
  return setInterval(() => {
    // Later, so that bytes that arrived while the process was busy count.
    setImmediate(() => {
      if (socket.bytesRead - before < LEAST_BYTES && !request.complete) request.destroy();
      before = socket.bytesRead;
    });
  }, WINDOW_MS).unref();
}

/**
 * Reserves memory for a body until its request is answered.
 * @returns a function to call before storing bytes. It throws AppError service_unavailable when the memory, or the caller's share, is used up.
 */
export function memoryReservation(request: AppRequest): (bytes: number) => void {
  const response = request.res as Response;
  if (response.closed) throw requestAborted();
  const budget = request.principal ? AUTHENTICATED_BUDGET : ANONYMOUS_BUDGET;
  const caller = String(request.principal?.credentialId ?? networkOf(request));
  let held = 0;
  response.once('close', () => {
    budget.add(caller, -held);
    held = Number.NaN;
  });
  return (bytes) => {
    if (Number.isNaN(held)) throw requestAborted();
    budget.add(caller, bytes);
    held += bytes;
  };
}

const tooLarge = (limit: number, size?: number): AppError =>
  new AppError('rest_payload_too_large', 'The request body is too large.', {
    data: { limit_bytes: limit, ...(size === undefined ? {} : { body_bytes: size }) },
  });
const requestAborted = (): AppError => new AppError('rest_invalid_param', 'The request broke off.');

/** For callers without credentials, who send no large bodies. */
const MAX_ANONYMOUS_MS = 10_000;
/** Time to read the answer before the connection closes. */
const AFTER_ANSWER_MS = 30_000;
const AFTER_ANONYMOUS_ANSWER_MS = 5_000;
const AFTER_ANSWER_BYTES = 64 * 1024 * 1024;
const LOOK_EVERY_MS = 250;

export interface SlowBodyLimits {
  readonly maxAnonymousMs?: number;
  readonly afterAnswerMs?: number;
}

/** Closes connections with slow bodies (slowloris): without credentials, and after the answer. `readBody` requires a least rate. */
export function cutSlowBodies({
  maxAnonymousMs = MAX_ANONYMOUS_MS,
  afterAnswerMs,
}: SlowBodyLimits = {}): RequestHandler {
  return (plain, response, next) => {
    const request = plain as AppRequest;
    if (hasBody(request)) {
      cutAfter(request, maxAnonymousMs, () => !request.principal);
      response.once('finish', () => {
        if (request.complete) return;
        cutAfter(request, afterAnswerMs ?? (request.principal ? AFTER_ANSWER_MS : AFTER_ANONYMOUS_ANSWER_MS));
        cutBeyond(request, AFTER_ANSWER_BYTES);
      });
    }
    next();
  };
}

function cutAfter(request: AppRequest, ms: number, applies = (): boolean => true): void {
  const timer = setTimeout(() => {
    if (!request.complete && applies()) request.destroy();
  }, ms).unref();
  const stop = (): void => {
    clearTimeout(timer);
  };
  request.once('end', stop).once('close', stop);
}

function cutBeyond(request: AppRequest, bytes: number): void {
  const { socket } = request;
  const most = socket.bytesRead + bytes;
  const timer = setInterval(() => {
    if (request.complete || socket.destroyed) clearInterval(timer);
    else if (socket.bytesRead > most) request.destroy();
  }, LOOK_EVERY_MS).unref();
}
