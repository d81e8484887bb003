import type { Request, RequestHandler } from 'express';

/** What Node gives a request by itself. */
const LONGEST_MS = 300_000;
/** So long may somebody who was answered already go on sending: enough to read the answer, and no more. */
const AFTER_ANSWER_MS = 30_000;

const FORM = /^multipart\/form-data\b/i;

export interface SlowBodyLimits {
  readonly longestMs?: number;
  readonly afterAnswerMs?: number;
}

/**
 * Hangs up on who sends a body so slowly that it only keeps a connection busy: save forms, by somebody who names himself, on
 * routes that take large files, and those too once they are answered.
 */
export function cutSlowBodies(
  except: RegExp,
  { longestMs = LONGEST_MS, afterAnswerMs = AFTER_ANSWER_MS }: SlowBodyLimits = {},
): RequestHandler {
  return (request, response, next) => {
    if (!request.complete) {
      const takesFile =
        except.test(request.path) &&
        FORM.test(request.headers['content-type'] ?? '') &&
        request.headers.authorization !== undefined;
      if (!takesFile) cutAfter(request, longestMs);
      response.once('finish', () => {
        if (!request.complete) cutAfter(request, afterAnswerMs);
      });
    }
    next();
  };
}

function cutAfter(request: Request, ms: number): void {
  const timer = setTimeout(() => {
    if (!request.complete) request.destroy();
  }, ms).unref();
  const stop = (): void => {
    clearTimeout(timer);
  };
  request.once('end', stop).once('close', stop);
}
