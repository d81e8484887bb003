import type { ErrorData, ErrorResponse } from './generated/schema.js';

/** What the API answered instead of what was asked for. */
export class CarillonError extends Error {
  override readonly name = 'CarillonError';
  /** Stable, to be matched on; null where the API sends none (a contact with the same address, a proxy's answer). */
  readonly code: string | null;
  readonly data: Partial<ErrorData>;

  constructor(
    /** The HTTP status. */
    readonly status: number,
    body: Partial<ErrorResponse>,
    /** From `X-Request-Id`: what to look for in the logs of the service. */
    readonly requestId: string | null,
    /** As `Retry-After` says. */
    readonly retryAfterSeconds: number | null,
  ) {
    super(body.message ?? `The service answered ${status}.`);
    this.code = body.code ?? null;
    this.data = body.data ?? {};
  }

  /** Every field at fault with the reason. */
  get params(): Readonly<Record<string, string>> {
    return this.data.params ?? {};
  }
}
