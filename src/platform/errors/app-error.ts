import { type ErrorCode, ERRORS } from './error-codes.js';

interface AppErrorOptions {
  /** Extra members of the body's `data`. */
  readonly data?: Readonly<Record<string, unknown>>;
  readonly headers?: Readonly<Record<string, string>>;
  readonly cause?: unknown;
}

/**
 * The only error that services throw on purpose. It has a code; one filter renders it. `code` is null where the specification omits it
 * (duplicate contact), and then a status is required.
 */
export class AppError extends Error {
  readonly status: number;

  constructor(
    readonly code: ErrorCode | null,
    message: string,
    readonly options: AppErrorOptions & { readonly status?: number } = {},
  ) {
    super(message, { cause: options.cause });
    this.name = 'AppError';
    this.status = options.status ?? (code === null ? 400 : ERRORS[code].status);
  }
}

/** Of a name or reason: both quote what was sent, which may be a megabyte. */
const MAX_QUOTE_LENGTH = 2_000;
/** Of all names and reasons of an error: a small request can break a rule thousands of times. */
const MAX_PARAMS_LENGTH = 20_000;

const capped = (text: string): string =>
  text.length > MAX_QUOTE_LENGTH ? `${text.slice(0, MAX_QUOTE_LENGTH)}…` : text;

export const invalidParamMessage = (field: string, reason: string): string => `Invalid parameter: ${field} ${reason}`;

/** One invalid parameter. `reason` is also shown under `data.params`. */
export function invalidParam(field: string, reason: string, message = invalidParamMessage(field, reason)): AppError {
  return invalidParams({ [field]: reason }, message);
}

/** Several invalid parameters, of which the first are named; by default, the message is that of the first. */
export function invalidParams(reasons: Readonly<Record<string, string>>, message?: string): AppError {
  const [field = 'body', reason = 'is invalid'] = Object.entries(reasons)[0] ?? [];
  let length = 0;
  const shown = Object.entries(reasons)
    .map((entry) => entry.map(capped))
    .filter((entry) => (length += entry.join('').length) <= MAX_PARAMS_LENGTH);
  const data = { params: Object.fromEntries(shown) as unknown };
  return new AppError('rest_invalid_param', capped(message ?? invalidParamMessage(field, reason)), { data });
}

export const RECORD_KINDS = ['funnel', 'campaign', 'webhook', 'sender', 'template'] as const;
export type RecordKind = (typeof RECORD_KINDS)[number];

/** An unknown id. Contacts, lists, tags, notes, and companies all read as `post`, for compatibility with existing integrations. */
export function notFound(kind: RecordKind | 'post' = 'post'): AppError {
  return new AppError('rest_post_invalid_id', `Invalid ${kind} ID.`);
}

/** A refusal for the moment. */
export const unavailable = (
  message: string,
  retryAfterSeconds = 5,
  code: 'service_unavailable' | 'outcome_unknown' = 'service_unavailable',
): AppError => new AppError(code, message, { headers: { 'Retry-After': String(retryAfterSeconds) } });

/** Collects all errors of a request, so that the caller gets them in one answer. */
export class ValidationErrors {
  private readonly reasons = new Map<string, string>();
  private message: string | null = null;
  /** What is accepted with a change, as texts for the caller. */
  readonly warnings: string[] = [];

  /**
   * Adds an error; the first reason of a field wins.
   * @param message message of the answer if this is the first error.
   */
  add(field: string, reason: string, message?: string): void {
    if (this.reasons.has(field)) return;
    this.reasons.set(field, capped(reason));
    this.message ??= message ?? invalidParamMessage(field, reason);
  }

  /** Adds an error. @returns null, in place of the value that is refused. */
  refuse(...error: Parameters<ValidationErrors['add']>): null {
    this.add(...error);
    return null;
  }

  /** Adds an error with the beginnings of the names if records that the field names do not exist. */
  addUnknown(field: string, unknown: readonly (number | string)[]): void {
    if (unknown.length > 0) this.add(field, `unknown: ${unknown.map((name) => String(name).slice(0, 64)).join(', ')}`);
  }

  has(field: string): boolean {
    return this.reasons.has(field);
  }

  get isEmpty(): boolean {
    return this.message === null;
  }

  /** Merges the errors of several validators. */
  reasonsByField(): Record<string, string> {
    return Object.fromEntries(this.reasons);
  }

  /** @returns rest_invalid_param naming all invalid fields; null if there are none. */
  toError(): AppError | null {
    return this.message === null ? null : invalidParams(this.reasonsByField(), this.message);
  }

  throwIfAny(): void {
    const error = this.toError();
    if (error) throw error;
  }
}
