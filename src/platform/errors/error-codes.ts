/**
 * All error codes of the API. The compiler refuses other codes; the API document, the table in docs/api.md, and the page `/docs/errors` are
 * generated from here.
 */
export const ERRORS = {
  rest_invalid_param: {
    status: 400,
    meaning: 'A value is missing, not allowed, or taken, or the state of the resource does not allow the operation.',
    action: 'Correct the fields in `data.params`, or check the state of the resource.',
  },
  rest_invalid_json: {
    status: 400,
    meaning: 'The body is not JSON, is nested too deeply, or is not an object.',
    action: 'Correct the body; `data.params.body` has the reason and the position.',
  },
  invalid_date_range: { status: 400, meaning: 'The period ends before it starts.', action: 'Correct the dates.' },
  invalid_webhook_url: {
    status: 400,
    meaning: 'The webhook URL is not allowed.',
    action: 'Use a public HTTPS URL; `data.params.url` has the reason.',
  },
  invalid_webhook_event: {
    status: 400,
    meaning: 'An event type does not exist.',
    action: 'Use a type that `data.params.events` lists.',
  },
  rest_not_logged_in: {
    status: 401,
    meaning: 'The request has no usable `Authorization` header.',
    action: 'Send the username and an application password.',
  },
  incorrect_password: {
    status: 401,
    meaning: 'The username is unknown, the password is wrong, revoked, or expired, or the manager is disabled.',
    action: 'Stop, and correct the credentials; further wrong attempts are limited.',
  },
  service_inactive: {
    status: 401,
    meaning: 'The API is disabled (`SERVICE_ENABLED=false`).',
    action: 'Contact the operator.',
  },
  rest_forbidden: {
    status: 403,
    meaning: 'The manager lacks a permission or is an administrator, or the signature of a provider is not valid.',
    action: 'Grant the permission in `data.required_permission`, or use another manager.',
  },
  foreign_origin: {
    status: 403,
    meaning: 'A browser sent the write for a page of another site (`Origin`, `Sec-Fetch-Site`).',
    action: 'Call the API from a server.',
  },
  rest_post_invalid_id: {
    status: 404,
    meaning: 'An object does not exist, or an id in the path is not a positive integer.',
    action: 'Correct the id; the object may have been deleted.',
  },
  rest_no_route: {
    status: 404,
    meaning: 'The URL does not exist.',
    action: 'Correct the URL; `data.did_you_mean` has the most similar path.',
  },
  rest_method_not_allowed: {
    status: 405,
    meaning: 'The URL does not have the method of the request.',
    action: 'Use a method in the header `Allow`.',
  },
  precondition_failed: {
    status: 412,
    meaning:
      'The resource is no longer as `If-Match` or `If-Unmodified-Since` requires, or another such request changes it.',
    action: 'Read the resource, and repeat the change with the new `ETag`.',
  },
  report_not_found: { status: 404, meaning: 'The report does not exist.', action: 'Correct the name of the report.' },
  subscriber_already_exists: {
    status: 409,
    meaning: 'A contact is already active in the funnel.',
    action: 'Leave out the contacts in `data.subscriber_ids`.',
  },
  idempotency_key_reused: {
    status: 409,
    meaning: 'The `Idempotency-Key` belongs to another request.',
    action: 'Use a new key for each request.',
  },
  idempotency_in_progress: {
    status: 409,
    meaning: 'A request with this `Idempotency-Key` is still running.',
    action: 'Wait, and repeat the request with the same key.',
  },
  rest_payload_too_large: { status: 413, meaning: 'The body or the file is too large.', action: 'Split the request.' },
  rest_unsupported_media_type: {
    status: 415,
    meaning: 'The operation does not accept this `Content-Type`.',
    action: 'Send a type that `message` names, usually `application/json`.',
  },
  rest_unsupported_encoding: { status: 415, meaning: 'The body is compressed.', action: 'Send it uncompressed.' },
  rest_too_many_requests: { status: 429, meaning: 'A rate limit is reached.', action: 'Wait `Retry-After` seconds.' },
  too_many_attempts: {
    status: 429,
    meaning: 'Too many wrong passwords from this address.',
    action: 'Correct the credentials, and wait `Retry-After` seconds.',
  },
  internal_error: {
    status: 500,
    meaning: 'An internal error occurred.',
    action: 'Report it with `data.request_id`; repeat a `POST` only with its `Idempotency-Key`.',
  },
  service_unavailable: {
    status: 503,
    meaning:
      'The database is unavailable, or a limit of the server is reached. The request had its full effect or none.',
    action: 'Wait `Retry-After` seconds, and repeat the request, a `POST` with its `Idempotency-Key`.',
  },
} as const;

export type ErrorCode = keyof typeof ERRORS;
