import { type CallSite, CarillonError } from './errors.js';
import type { ErrorResponse } from './generated/schema.js';
import { type AnyInput, type Operation, urlOf } from './operation.js';
import type { CallOptions } from './types.js';

export interface ClientOptions {
  /** Base path of the API: `https://mail.example.com/api/v2`. */
  readonly baseUrl: string;
  /** Username of a manager. */
  readonly username: string;
  /** An application password of the manager; blanks are ignored. */
  readonly password: string;
  /** Retries after 429, 503, or a broken connection; default 3. */
  readonly retries?: number;
  /** Maximum wait before a retry in milliseconds, regardless of `Retry-After`; default one minute. */
  readonly longestWaitMs?: number;
  /** Timeout of one attempt in milliseconds, until the response starts; default 30 seconds. */
  readonly timeoutMs?: number;
  /** Refuse unknown members and query parameters instead of ignoring them. */
  readonly strict?: boolean;
  /** Replaces the global `fetch`, for tests and proxies. */
  readonly fetch?: typeof fetch;
}

const FIRST_WAIT_MS = 500;

/** Calls the API: credentials, idempotency keys, errors, and retries. */
export class Transport {
  private readonly baseUrl: string;
  private readonly authorization: string;
  private readonly retries: number;
  private readonly longestWaitMs: number;
  private readonly timeoutMs: number;
  private readonly strict: boolean;
  private readonly fetch: typeof fetch;

  constructor({ baseUrl, username, password, ...options }: ClientOptions) {
    this.baseUrl = baseUrl.replace(/\/+$/, '');
    const bytes = new TextEncoder().encode(`${username}:${password}`);
    this.authorization = `Basic ${btoa(String.fromCharCode(...bytes))}`;
    this.retries = options.retries ?? 3;
    this.longestWaitMs = options.longestWaitMs ?? 60_000;
    this.timeoutMs = options.timeoutMs ?? 30_000;
    this.strict = options.strict ?? false;
    this.fetch = options.fetch ?? fetch;
  }

  /** @throws CarillonError for every error answer. */
  async call(operation: Operation, site: CallSite, input: AnyInput = {}, options: CallOptions = {}): Promise<unknown> {
    const url = urlOf(this.baseUrl, operation, input);
    const request = this.requestOf(operation, input, options);
    for (let attempt = 0; ; attempt += 1) {
      const { response, error, wait } = await this.attempt(url, request, site, options.signal);
      if (response) return operation.raw ? response : ((await response.json()) as unknown);
      if (wait === null || attempt >= this.retries) throw error;
      const backoff = FIRST_WAIT_MS * 2 ** attempt * (0.5 + Math.random() / 2);
      await pause(Math.min(wait ?? backoff, this.longestWaitMs), options.signal);
    }
  }

  private requestOf({ method }: Operation, { body }: AnyInput, options: CallOptions): RequestInit {
    const isForm = body instanceof FormData;
    return {
      method,
      headers: {
        Authorization: this.authorization,
        // Automatic retries must not repeat an effect.
        ...(method === 'POST' ? { 'Idempotency-Key': options.idempotencyKey ?? crypto.randomUUID() } : {}),
        // A form sets its own boundary.
        ...(body === undefined || isForm ? {} : { 'Content-Type': 'application/json' }),
        ...(this.strict ? { Prefer: 'handling=strict' } : {}),
        ...options.headers,
      },
      ...(body === undefined ? {} : { body: isForm ? body : JSON.stringify(body) }),
    };
  }

  /** @returns the response; or the error and the delay before a retry, null if a retry is useless. */
  private async attempt(
    url: string,
    request: RequestInit,
    site: CallSite,
    signal: AbortSignal | undefined,
  ): Promise<{ response?: Response; error?: unknown; wait?: number | null | undefined }> {
    // Only until the response starts: a file or a stream may take long.
    const late = new AbortController();
    const timer = setTimeout(() => {
      late.abort(new DOMException(`no answer within ${this.timeoutMs} ms`, 'TimeoutError'));
    }, this.timeoutMs);
    try {
      const signals = signal ? [signal, late.signal] : [late.signal];
      const { fetch } = this;
      const response = await fetch(url, { ...request, signal: AbortSignal.any(signals) });
      if (response.ok) return { response };
      const error = await errorOf(response, site);
      return { error, wait: waitAfter(error) };
    } catch (error) {
      return signal?.aborted ? { error: signal.reason as unknown, wait: null } : { error };
    } finally {
      clearTimeout(timer);
    }
  }
}

/** Authentication errors are not retried: repeated attempts are refused. */
function waitAfter({ status, code, retryAfterSeconds }: CarillonError): number | null | undefined {
  const isPassing = status === 503 || (status === 429 && code !== 'too_many_attempts');
  const isRunning = status === 409 && code === 'idempotency_in_progress';
  if (!isPassing && !isRunning) return null;
  return retryAfterSeconds === null ? undefined : retryAfterSeconds * 1_000;
}

async function errorOf(response: Response, site: CallSite): Promise<CarillonError> {
  const { status, headers } = response;
  const text = await response.text().catch(() => '');
  const retryAfter = Number(headers.get('Retry-After') ?? Number.NaN);
  return new CarillonError(
    status,
    bodyOf(text),
    headers.get('X-Request-Id'),
    Number.isFinite(retryAfter) ? retryAfter : null,
    site,
  );
}

/** Proxies answer with their own pages. */
function bodyOf(text: string): Partial<ErrorResponse> {
  try {
    const body = JSON.parse(text) as unknown;
    return typeof body === 'object' && body !== null ? body : {};
  } catch {
    return {};
  }
}

function pause(milliseconds: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = (): void => {
      clearTimeout(timer);
      reject(signal?.reason as Error);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop);
      resolve();
    }, milliseconds);
    if (signal?.aborted) stop();
    else signal?.addEventListener('abort', stop, { once: true });
  });
}
