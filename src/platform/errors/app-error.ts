/** All stable error codes of the API; documented in docs/api.md. */
export type ErrorCode =
  | 'rest_invalid_param'
  | 'rest_invalid_json'
  | 'rest_post_invalid_id'
  | 'rest_no_route'
  | 'report_not_found'
  | 'invalid_date_range'
  | 'invalid_webhook_url'
  | 'invalid_webhook_event'
  | 'subscriber_already_exists'
  | 'idempotency_key_reused'
  | 'idempotency_in_progress'
  | 'rest_not_logged_in'
  | 'incorrect_password'
  | 'service_inactive'
  | 'rest_forbidden'
  | 'foreign_origin'
  | 'rest_payload_too_large'
  | 'rest_unsupported_media_type'
  | 'rest_unsupported_encoding'
  | 'rest_too_many_requests'
  | 'too_many_attempts'
  | 'internal_error'
  | 'service_unavailable';

const STATUS: Record<ErrorCode, number> = {
  rest_invalid_param: 400,
  rest_invalid_json: 400,
  rest_post_invalid_id: 404,
  rest_no_route: 404,
  report_not_found: 404,
  invalid_date_range: 400,
  invalid_webhook_url: 400,
  invalid_webhook_event: 400,
  subscriber_already_exists: 409,
  idempotency_key_reused: 409,
  idempotency_in_progress: 409,
  rest_not_logged_in: 401,
  incorrect_password: 401,
  service_inactive: 401,
  rest_forbidden: 403,
  foreign_origin: 403,
  rest_payload_too_large: 413,
  rest_unsupported_media_type: 415,
  rest_unsupported_encoding: 415,
  rest_too_many_requests: 429,
  too_many_attempts: 429,
  internal_error: 500,
  service_unavailable: 503,
};

export interface AppErrorOptions {
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
    this.status = options.status ?? (code === null ? 400 : STATUS[code]);
  }
}

/** One invalid parameter. `reason` is shown under `data.params`. */
export function invalidParam(field: string, reason: string, message = `Invalid parameter: ${field}`): AppError {
  return new AppError('rest_invalid_param', message, { data: { params: { [field]: reason } } });
}

/** Several invalid parameters; the message is that of the first. */
export function invalidParams(params: Readonly<Record<string, string>>): AppError {
  const [field = 'body', reason = ''] = Object.entries(params)[0] ?? [];
  const message = reason === 'is required' ? `Invalid parameter: ${field} is required` : `Invalid parameter: ${field}`;
  return new AppError('rest_invalid_param', message, { data: { params } });
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
