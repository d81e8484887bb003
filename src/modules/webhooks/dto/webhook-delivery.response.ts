import { ApiProperty } from '@nestjs/swagger';
import { encodeCursor, type Page } from '../../../platform/http/page.js';
import { DELIVERY_STATUSES, type DeliveryStatus } from '../webhook-delivery.entity.js';

const nullableInteger = { type: 'integer', nullable: true } as const;

const nullableText = { type: String, nullable: true } as const;

const URL = 'https://example.com/hooks/carillon';
const SENT_HEADERS = { 'Content-Type': 'application/json', 'X-Service-Event': 'contact.created' };

export class DeliveryResponse {
  @ApiProperty({ type: 'integer', example: 1042 }) readonly id!: number;
  @ApiProperty({ example: 'contact.created', description: 'Event type, or `webhook.test`' }) readonly event!: string;
  @ApiProperty({ enum: DELIVERY_STATUSES, example: 'success' }) readonly status!: DeliveryStatus;
  @ApiProperty({
    ...nullableInteger,
    description: 'HTTP status of the latest attempt; 0 without a response, null before the first attempt',
    example: 200,
  })
  readonly response_code!: number | null;
  @ApiProperty({ ...nullableInteger, description: 'Duration of the latest attempt in milliseconds', example: 87 })
  readonly response_time!: number | null;
  @ApiProperty({ ...nullableText, example: '2026-01-02T03:04:05.678Z', description: 'Null before the first attempt' })
  readonly attempted_at!: string | null;
  @ApiProperty({ type: 'integer', description: 'Requests made so far', example: 1 }) readonly attempts!: number;
  @ApiProperty({
    ...nullableText,
    description: 'When the next attempt is due; null if there is none or an attempt is in progress',
    example: null,
  })
  readonly next_attempt_at!: string | null;
  @ApiProperty({ ...nullableText, description: 'Why the latest attempt failed', example: null })
  readonly error!: string | null;
}

export class DeliveryPagination {
  @ApiProperty({ type: 'integer', example: 1, description: 'Number of deliveries on all pages' })
  readonly total: number;
  @ApiProperty({ type: 'integer', example: 25 }) readonly per_page: number;
  @ApiProperty({ type: 'integer', example: 1 }) readonly current_page: number;
  @ApiProperty({ type: 'integer', example: 1, description: 'Number of the last page; 1 if there are no deliveries' })
  readonly last_page: number;
  @ApiProperty({
    type: String,
    required: false,
    nullable: true,
    description: 'With cursor pagination only: the cursor of the next page; null on the last page',
    example: 'W251bGwsNDJd',
  })
  readonly next_cursor?: string | null;

  constructor(page: Page<unknown>) {
    this.total = page.total;
    this.per_page = page.request.perPage;
    this.current_page = page.request.page;
    this.last_page = Math.max(1, Math.ceil(page.total / page.request.perPage));
    if (page.request.cursor !== undefined) this.next_cursor = page.next ? encodeCursor(page.next) : null;
  }
}

export class DeliveryListResponse {
  @ApiProperty({ type: [DeliveryResponse] }) readonly deliveries: readonly DeliveryResponse[];
  @ApiProperty() readonly pagination: DeliveryPagination;

  constructor(page: Page<DeliveryResponse>) {
    this.deliveries = page.items;
    this.pagination = new DeliveryPagination(page);
  }
}

export class DeliveryRequestResponse {
  @ApiProperty({ ...nullableText, description: 'Null for attempts made before URLs were recorded', example: URL })
  readonly url!: string | null;
  @ApiProperty({
    type: 'object',
    additionalProperties: { type: 'string' },
    description: 'Headers without the signatures',
    example: SENT_HEADERS,
  })
  readonly headers!: Readonly<Record<string, string>>;
}

export class AttemptResponse {
  @ApiProperty({ type: 'integer', example: 1, description: 'From 1' }) readonly number!: number;
  @ApiProperty({ example: '2026-01-02T03:04:05.678Z' }) readonly started_at!: string;
  @ApiProperty({ ...nullableText, example: '2026-01-02T03:04:05.765Z', description: 'Null while in progress' })
  readonly finished_at!: string | null;
  @ApiProperty({
    ...nullableText,
    example: 'http_status',
    description: '`success`, `http_status`, or why there was no response; null while the attempt is in progress',
  })
  readonly outcome!: string | null;
  @ApiProperty({ ...nullableInteger, example: 503, description: 'HTTP status of the response' })
  readonly response_code!: number | null;
  @ApiProperty({ ...nullableInteger, example: 87, description: 'Duration in milliseconds' })
  readonly response_time!: number | null;
  @ApiProperty({ ...nullableText, example: '93.184.215.14', description: 'Address that was called' })
  readonly remote_ip!: string | null;
  @ApiProperty({ description: 'The request, without the body, which is the same for all attempts' })
  readonly request!: DeliveryRequestResponse;
  @ApiProperty({
    type: 'object',
    nullable: true,
    additionalProperties: { type: 'string' },
    description: 'Null without a response',
    example: { 'content-type': 'text/plain' },
  })
  readonly response_headers!: Readonly<Record<string, string>> | null;
  @ApiProperty({ ...nullableText, description: 'The first 4 KiB of the response body', example: 'busy' })
  readonly response_body!: string | null;
}

export class NextRequestResponse {
  @ApiProperty({ description: 'The URL of the next attempt', example: URL }) readonly url!: string;
  @ApiProperty({
    type: 'object',
    additionalProperties: { type: 'string' },
    description: 'Headers without the signatures',
    example: SENT_HEADERS,
  })
  readonly headers!: Readonly<Record<string, string>>;
  @ApiProperty({
    type: 'object',
    nullable: true,
    additionalProperties: true,
    description: 'The body without the signature; null once retention has removed the event',
    example: {
      event: 'contact.created',
      timestamp: '2026-01-02T03:04:05.678Z',
      webhook_id: 7,
      data: { contact: { id: 42, email: 'ada@example.com' }, source: 'api' },
    },
  })
  readonly payload!: unknown;
}

export class DeliveryDetailsResponse extends DeliveryResponse {
  @ApiProperty({
    ...nullableText,
    description:
      'The `X-Request-Id` of the API request that caused the event; null if none did, for example for a scheduled campaign',
    example: '01JGM5Z8Q0V7C4TR9M2B6X3D1E',
  })
  readonly request_id!: string | null;
  @ApiProperty({ description: 'What the next attempt would send' }) readonly request!: NextRequestResponse;
  @ApiProperty({ type: [AttemptResponse], description: 'Oldest attempt first' })
  readonly attempt_log!: readonly AttemptResponse[];
}

export class OneDeliveryResponse {
  @ApiProperty() readonly delivery!: DeliveryDetailsResponse;
}

export class RedeliveryResponse extends OneDeliveryResponse {
  @ApiProperty({ type: String, example: 'The delivery will be sent again.' }) readonly message!: string;
}

export class TestCallResponse extends OneDeliveryResponse {
  @ApiProperty({ example: 'The test call was delivered.' }) readonly message!: string;
  @ApiProperty() readonly success!: boolean;
}
