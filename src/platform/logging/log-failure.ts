import type { Logger } from '@nestjs/common';
import { AppError } from '../errors/app-error.js';

const REFUSALS_EVERY_MS = 10_000;
/** By message, which is constant for refusals. */
const refusalsLoggedAt = new Map<string, number>();

/** Logs a failed request. Callers can cause refusals (503) at will, so only one warning in ten seconds is logged of each kind. */
export function logFailure(logger: Logger, thrown: unknown, message: string): void {
  const isRefusal = thrown instanceof AppError && thrown.status === 503 && thrown.cause === undefined;
  if (!isRefusal) logger.error({ err: thrown }, message);
  else if (performance.now() - (refusalsLoggedAt.get(thrown.message) ?? -Infinity) >= REFUSALS_EVERY_MS) {
    refusalsLoggedAt.set(thrown.message, performance.now());
    logger.warn(`Requests refused: ${thrown.message}`);
  }
}
