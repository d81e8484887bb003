import type { RequestHandler } from 'express';
import { hasBody } from './read-body.js';
import type { AppRequest } from './request.js';

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

/**
 * Closes connections with slow bodies, which would occupy the server (slowloris): without credentials, and after the answer. `readBody`
 * requires a least rate; forms with files have until their answer.
 */
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
