import { encodeCursor, type Page } from '../../../platform/http/page.js';
import { DELIVERY_STATUSES } from '../webhook-delivery.entity.js';
import * as s from '../../../shapes/shape.js';
import { written } from '../../../platform/shapes/written.js';
import type { InCamelCase } from '../../../platform/text/camel-case.js';

const URL = 'https://example.com/hooks/carillon';
const SENT_HEADERS = { 'Content-Type': 'application/json', 'X-Service-Event': 'contact.created' };

const deliveryShape = s.component('DeliveryResponse', {
  id: s.integer(1042),
  event: s.text('contact.created', 'Event type, or `webhook.test`'),
  status: s.oneOf(DELIVERY_STATUSES, undefined, 'success'),
  response_code: s.nullable(
    s.integer(200, 'HTTP status of the latest attempt; 0 without a response, null before the first attempt'),
  ),
  response_time: s.nullable(s.integer(87, 'Duration of the latest attempt in milliseconds')),
  attempted_at: s.nullable(s.isoTime('Null before the first attempt', '2026-01-02T03:04:05.678Z')),
  attempts: s.integer(1, 'Requests made so far'),
  next_attempt_at: s.nullable(
    s.isoTime('When the next attempt is due; null if there is none or an attempt is in progress', null),
  ),
  error: s.nullable(s.text(null, 'Why the latest attempt failed')),
});
export type DeliveryResponse = s.TypeOf<typeof deliveryShape>;
export type DeliveryRow = InCamelCase<s.StoredOf<typeof deliveryShape>>;

export const deliveryOf = (row: DeliveryRow) => written(deliveryShape, row);

const deliveryPaginationShape = s.component('DeliveryPagination', {
  total: s.integer(1, 'Number of deliveries on all pages'),
  per_page: s.integer(25),
  current_page: s.integer(1),
  last_page: s.integer(1, 'Number of the last page; 1 if there are no deliveries'),
  next_cursor: s.optional(
    s.nullable(
      s.text('W251bGwsNDJd', 'With cursor pagination only: the cursor of the next page; null on the last page'),
    ),
  ),
});

export const deliveryListShape = s.component('DeliveryListResponse', {
  deliveries: s.list(deliveryShape),
  pagination: deliveryPaginationShape,
});

export const deliveryListOf = ({ items, total, request, next }: Page<DeliveryResponse>) => ({
  deliveries: items,
  pagination: {
    total,
    per_page: request.perPage,
    current_page: request.page,
    last_page: Math.max(1, Math.ceil(total / request.perPage)),
    next_cursor: request.cursor !== undefined ? (next ? encodeCursor(next) : null) : undefined,
  },
});

const deliveryRequestShape = s.component('DeliveryRequestResponse', {
  url: s.nullable(s.text(URL, 'Null for attempts made before URLs were recorded')),
  headers: s.record(s.text(), SENT_HEADERS, 'Headers without the signatures'),
});

const attemptShape = s.component('AttemptResponse', {
  number: s.integer(1, 'From 1'),
  started_at: s.isoTime(undefined, '2026-01-02T03:04:05.678Z'),
  finished_at: s.nullable(s.isoTime('Null while in progress', '2026-01-02T03:04:05.765Z')),
  outcome: s.nullable(
    s.text(
      'http_status',
      '`success`, `http_status`, or why there was no response; null while the attempt is in progress',
    ),
  ),
  response_code: s.nullable(s.integer(503, 'HTTP status of the response')),
  response_time: s.nullable(s.integer(87, 'Duration in milliseconds')),
  remote_ip: s.nullable(s.text('93.184.215.14', 'Address that was called')),
  request: s.described(deliveryRequestShape, 'The request, without the body, which is the same for all attempts'),
  response_headers: s.nullable(s.record(s.text(), { 'content-type': 'text/plain' }, 'Null without a response')),
  response_body: s.nullable(s.text('busy', 'The first 4 KiB of the response body')),
});
export type AttemptRow = Omit<InCamelCase<s.StoredOf<typeof attemptShape>>, 'request' | 'responseHeaders'>;

export const attemptOf = (
  row: AttemptRow,
  given: Pick<s.TypeOf<typeof attemptShape>, 'request' | 'response_headers'>,
) => written(attemptShape, row, given);

const nextRequestShape = s.component('NextRequestResponse', {
  url: s.text(URL, 'The URL of the next attempt'),
  headers: s.record(s.text(), SENT_HEADERS, 'Headers without the signatures'),
  payload: s.nullable(
    s.json<unknown>({
      type: 'object',
      additionalProperties: true,
      description: 'The body without the signature; null once retention has removed the event',
      examples: [
        {
          event: 'contact.created',
          timestamp: '2026-01-02T03:04:05.678Z',
          webhook_id: 7,
          data: { contact: { id: 42, email: 'ada@example.com' }, source: 'api' },
        },
      ],
    }),
  ),
});

const deliveryDetailsShape = s.component('DeliveryDetailsResponse', {
  ...deliveryShape.properties,
  request_id: s.nullable(
    s.text(
      '01JGM5Z8Q0V7C4TR9M2B6X3D1E',
      'The `X-Request-Id` of the API request that caused the event; null if none did, for example for a scheduled campaign',
    ),
  ),
  request: s.described(nextRequestShape, 'What the next attempt would send'),
  attempt_log: s.list(attemptShape, 'Oldest attempt first'),
});
export type DeliveryDetailsResponse = s.TypeOf<typeof deliveryDetailsShape>;

export const oneDeliveryShape = s.component('OneDeliveryResponse', { delivery: deliveryDetailsShape });

export const redeliveryShape = s.component('RedeliveryResponse', {
  ...oneDeliveryShape.properties,
  message: s.text('The delivery will be sent again.'),
});

export const testCallShape = s.component('TestCallResponse', {
  ...oneDeliveryShape.properties,
  message: s.text('The test call was delivered.'),
  success: s.flag(),
});
