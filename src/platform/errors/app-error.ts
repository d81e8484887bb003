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

/** The message for an invalid parameter. */
export const invalidParamMessage = (field: string, reason: string): string => `Invalid parameter: ${field} ${reason}`;

/** One invalid parameter. `reason` is also shown under `data.params`. */
export function invalidParam(field: string, reason: string, message = invalidParamMessage(field, reason)): AppError {
  return new AppError('rest_invalid_param', message, { data: { params: { [field]: reason } } });
}

/** Several invalid parameters; the message is that of the first. */
export function invalidParams(params: Readonly<Record<string, string>>): AppError {
  const [field = 'body', reason = 'is invalid'] = Object.entries(params)[0] ?? [];
  return new AppError('rest_invalid_param', invalidParamMessage(field, reason), { data: { params } });
}

const NOT_FOUND_NOUN = {
  post: 'post',
  funnel: 'funnel',
  campaign: 'campaign',
  webhook: 'webhook',
  sender: 'sender',
  template: 'template',
} as const;

/** An unknown id. Contacts, lists, tags, notes, and companies all read as `post`, for compatibility with existing integrations. */
export function notFound(kind: keyof typeof NOT_FOUND_NOUN = 'post'): AppError {
  return new AppError('rest_post_invalid_id', `Invalid ${NOT_FOUND_NOUN[kind]} ID.`);
}
