import type { ErrorData, ErrorResponse } from './generated/schema.js';

/** An error answer of the API. */
export class CarillonError extends Error {
  override readonly name = 'CarillonError';
  /** Stable error code; null if the API sends none (a contact with the same address, an answer of a proxy). */
  readonly code: string | null;
  readonly data: Partial<ErrorData>;

  constructor(
    /** The HTTP status. */
    readonly status: number,
    body: Partial<ErrorResponse>,
    /** From `X-Request-Id`: identifies the request in the logs of the service. */
    readonly requestId: string | null,
    /** Seconds to wait, from `Retry-After`. */
    readonly retryAfterSeconds: number | null,
  ) {
    super(body.message ?? `The service answered ${status}.`);
    this.code = body.code ?? null;
    this.data = body.data ?? {};
  }

  /** Invalid fields with the reason. */
  get params(): Readonly<Record<string, string>> {
    return this.data.params ?? {};
  }
}
