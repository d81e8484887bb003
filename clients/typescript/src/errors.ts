import type { ErrorData, ErrorResponse } from './generated/schema.js';

/** The method that was called, and the stack of its caller; after `await`, the stack of an error ends in this package. */
export class CallSite {
  declare readonly stack?: string;

  constructor(
    readonly operationId: string,
    method: (...args: never[]) => unknown,
  ) {
    // Only some engines have it.
    const { captureStackTrace } = Error as { captureStackTrace?: (target: object, above: unknown) => void };
    captureStackTrace?.(this, method);
  }

  /** The lines of the stack, with their leading line break. */
  get frames(): string {
    return this.stack?.slice(this.stack.indexOf('\n')) ?? '';
  }
}

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
    site: CallSite,
  ) {
    const request = requestId === null ? '' : `, request ${requestId}`;
    super(`${site.operationId}: ${reasonOf(body)} (${status}${request})`);
    this.code = body.code ?? null;
    this.data = body.data ?? {};
    if (site.frames !== '') this.stack = `${this.name}: ${this.message}${site.frames}`;
  }

  /** Page with cause and remedy; null for answers of a proxy. */
  get docUrl(): string | null {
    return this.data.doc_url ?? null;
  }

  /** Invalid fields with the reason. */
  get params(): Readonly<Record<string, string>> {
    return this.data.params ?? {};
  }
}

/** The invalid fields, else the message of the API. */
function reasonOf({ data, message }: Partial<ErrorResponse>): string {
  const fields = Object.entries(data?.params ?? {}).map(([field, reason]) => `${field} ${reason}`);
  if (fields.length > 0) return fields.join('; ');
  return message?.replace(/\.$/, '') ?? 'the service answered without a reason';
}
