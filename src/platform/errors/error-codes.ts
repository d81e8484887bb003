const error = (status: number, meaning: string, action: string) => ({ status, meaning, action });

/**
 * All error codes of the API. The compiler refuses other codes; the API document, the table in docs/api.md, and the page `/docs/errors` are
 * generated from here.
 */
export const ERRORS = {
  rest_invalid_param: error(
    400,
    'A value is missing, not allowed, or taken, or the state of the resource does not allow the operation.',
    'Correct the fields in `data.params`, or check the state of the resource.',
  ),
  rest_invalid_json: error(
    400,
    'The body is not JSON, is nested too deeply, or is not an object.',
    'Correct the body; `data.params.body` has the reason and the position.',
  ),
  invalid_date_range: error(400, 'The period ends before it starts.', 'Correct the dates.'),
  invalid_webhook_url: error(
    400,
    'The webhook URL is not allowed.',
    'Use a public HTTPS URL; `data.params.url` has the reason.',
  ),
  invalid_webhook_event: error(400, 'An event type does not exist.', 'Use a type that `data.params.events` lists.'),
  recipient_suppressed: error(
    400,
    'The address has bounced or complained, or is on the suppression list.',
    'Do not send to it, or remove its suppression; `data.reason` has the reason.',
  ),
  rest_not_logged_in: error(
    401,
    'The request has no usable `Authorization` header.',
    'Send the username and an application password.',
  ),
  incorrect_password: error(
    401,
    'The username is unknown, the password is wrong, revoked, or expired, or the manager is disabled.',
    'Stop, and correct the credentials; further wrong attempts are limited.',
  ),
  service_inactive: error(401, 'The API is disabled (`SERVICE_ENABLED=false`).', 'Contact the operator.'),
  rest_forbidden: error(
    403,
    'The manager lacks a permission or is an administrator, or the signature of a provider is not valid.',
    'Grant the permission in `data.required_permission`, or use another manager.',
  ),
  foreign_origin: error(
    403,
    'A browser sent the write for a page of another site (`Origin`, `Sec-Fetch-Site`).',
    'Call the API from a server.',
  ),
  rest_post_invalid_id: error(
    404,
    'An object does not exist, or an id in the path is not a positive integer.',
    'Correct the id; the object may have been deleted.',
  ),
  rest_no_route: error(
    404,
    'The URL does not exist.',
    'Correct the URL; `data.did_you_mean` has the most similar path.',
  ),
  rest_method_not_allowed: error(
    405,
    'The URL does not have the method of the request.',
    'Use a method in the header `Allow`.',
  ),
  precondition_failed: error(
    412,
    'The resource is no longer as `If-Match` or `If-Unmodified-Since` requires, or another such request changes it.',
    'Read the resource, and repeat the change with the new `ETag`.',
  ),
  report_not_found: error(404, 'The report does not exist.', 'Correct the name of the report.'),
  subscriber_already_exists: error(
    409,
    'A contact is already active in the funnel.',
    'Leave out the contacts in `data.subscriber_ids`.',
  ),
  idempotency_key_reused: error(
    409,
    'The `Idempotency-Key` belongs to another request.',
    'Use a new key for each request.',
  ),
  idempotency_in_progress: error(
    409,
    'A request with this `Idempotency-Key` is still running.',
    'Wait, and repeat the request with the same key.',
  ),
  rest_payload_too_large: error(413, 'The body or the file is too large.', 'Split the request.'),
  rest_unsupported_media_type: error(
    415,
    'The operation does not accept this `Content-Type`.',
    'Send a type that `message` names, usually `application/json`.',
  ),
  rest_unsupported_encoding: error(415, 'The body is compressed.', 'Send it uncompressed.'),
  rest_too_many_requests: error(429, 'A rate limit is reached.', 'Wait `Retry-After` seconds.'),
  too_many_attempts: error(
    429,
    'Too many wrong passwords from this address.',
    'Correct the credentials, and wait `Retry-After` seconds.',
  ),
  internal_error: error(
    500,
    'An internal error occurred.',
    'Report it with `data.request_id`; repeat a `POST` only with its `Idempotency-Key`.',
  ),
  outcome_unknown: error(
    503,
    'The connection to the database was lost while the change was saved. It has its full effect or none.',
    'Repeat a request that has an `Idempotency-Key`; before you repeat another one, read what it changes.',
  ),
  service_unavailable: error(
    503,
    'The database is unavailable, or a limit of the server is reached. The request had its full effect or none.',
    'Wait `Retry-After` seconds, and repeat the request, a `POST` with its `Idempotency-Key`.',
  ),
};

export type ErrorCode = keyof typeof ERRORS;

/** The page that describes all error codes. */
export const ERROR_PAGE_PATH = '/docs/errors';

/** The anchor of the only error without a code. */
export const NO_CODE = 'no_code';

export const docUrlOf = (publicUrl: string, code: ErrorCode | null): string =>
  `${publicUrl}${ERROR_PAGE_PATH}#${code ?? NO_CODE}`;
