import { ApiProperty } from '@nestjs/swagger';
import { OneOf } from '../../../platform/http/dto-fields.js';
import { encodeCursor, type Page, pageQuery } from '../../../platform/http/page.js';
import type { DeliveryDetails, DeliveryRow, LoggedAttempt, RequestHead } from '../webhook-deliveries.queries.js';
import { DELIVERY_STATUSES, type DeliveryStatus } from '../webhook-delivery.entity.js';

export class ListDeliveriesDto extends pageQuery(25) {
  @OneOf(DELIVERY_STATUSES, { description: '`pending` waits for an attempt or a retry' }) status?: DeliveryStatus;

  toStatus(): DeliveryStatus | null {
    return this.status ?? null;
  }
}

const URL = 'https://example.com/hooks/carillon';
const SENT_HEADERS = { 'Content-Type': 'application/json', 'X-Service-Event': 'contact.created' };

const isoOrNull = (date: Date | null): string | null => date?.toISOString() ?? null;

export class DeliveryResponse {
  @ApiProperty({ type: 'integer', example: 1042 }) readonly id: number;
  @ApiProperty({ example: 'contact.created' }) readonly event: string;
  @ApiProperty({ enum: DELIVERY_STATUSES, example: 'success' }) readonly status: DeliveryStatus;
  @ApiProperty({ type: 'integer', nullable: true, description: '0 when there was no answer', example: 200 })
  readonly response_code: number | null;
  @ApiProperty({ type: 'integer', nullable: true, description: 'Milliseconds', example: 87 })
  readonly response_time: number | null;
  @ApiProperty({ type: String, nullable: true, example: '2026-01-02T03:04:05.678Z' })
  readonly attempted_at: string | null;
  @ApiProperty({ type: 'integer', description: 'Requests made so far', example: 1 }) readonly attempts: number;
  @ApiProperty({
    type: String,
    nullable: true,
    description: 'Null when there is none, or while one is under way',
    example: null,
  })
  readonly next_attempt_at: string | null;
  @ApiProperty({ type: String, nullable: true, description: 'What the latest attempt failed of', example: null })
  readonly error: string | null;

  constructor(row: DeliveryRow) {
    this.id = row.id;
    this.event = row.event;
    this.status = row.status;
    this.response_code = row.response_code;
    this.response_time = row.response_time;
    this.attempted_at = isoOrNull(row.attempted_at);
    this.attempts = row.attempts;
    this.next_attempt_at = isoOrNull(row.next_attempt_at);
    this.error = row.fail_reason;
  }
}

export class DeliveryPagination {
  @ApiProperty({ type: 'integer', example: 1, description: 'Deliveries on all pages' }) readonly total: number;
  @ApiProperty({ type: 'integer', example: 25 }) readonly per_page: number;
  @ApiProperty({ type: 'integer', example: 1 }) readonly current_page: number;
  @ApiProperty({ type: 'integer', example: 1, description: '1 also when there is nothing' }) readonly last_page: number;
  @ApiProperty({
    type: String,
    required: false,
    nullable: true,
    description: 'Only on a walk by cursor; null at its end',
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

  constructor(page: Page<DeliveryRow>) {
    this.deliveries = page.items.map((row) => new DeliveryResponse(row));
    this.pagination = new DeliveryPagination(page);
  }
}

export class DeliveryRequestResponse {
  @ApiProperty({
    type: String,
    nullable: true,
    description: 'Null for an attempt from before it was recorded',
    example: URL,
  })
  readonly url: string | null;
  @ApiProperty({
    type: 'object',
    additionalProperties: { type: 'string' },
    description: 'Without the signatures',
    example: SENT_HEADERS,
  })
  readonly headers: Readonly<Record<string, string>>;

  constructor({ url, headers }: RequestHead) {
    this.url = url;
    this.headers = headers;
  }
}

export class AttemptResponse {
  @ApiProperty({ type: 'integer', example: 1 }) readonly number: number;
  @ApiProperty({ example: '2026-01-02T03:04:05.678Z' }) readonly started_at: string;
  @ApiProperty({ type: String, nullable: true, example: '2026-01-02T03:04:05.765Z' })
  readonly finished_at: string | null;
  @ApiProperty({ type: String, nullable: true, example: 'http_status', description: 'Null while it is under way' })
  readonly outcome: string | null;
  @ApiProperty({ type: 'integer', nullable: true, example: 503 }) readonly response_code: number | null;
  @ApiProperty({ type: 'integer', nullable: true, example: 87, description: 'Milliseconds' })
  readonly response_time: number | null;
  @ApiProperty({ type: String, nullable: true, example: '93.184.215.14' }) readonly remote_ip: string | null;
  @ApiProperty({ description: 'What was sent, save the body, which is that of every attempt' })
  readonly request: DeliveryRequestResponse;
  @ApiProperty({
    type: 'object',
    nullable: true,
    additionalProperties: { type: 'string' },
    description: 'Null without an answer',
    example: { 'content-type': 'text/plain' },
  })
  readonly response_headers: Readonly<Record<string, string>> | null;
  @ApiProperty({ type: String, nullable: true, description: 'The first 4 KiB', example: 'busy' })
  readonly response_body: string | null;

  constructor({ row, request }: LoggedAttempt) {
    this.number = row.attempt_no;
    this.started_at = row.started_at.toISOString();
    this.finished_at = isoOrNull(row.finished_at);
    this.outcome = row.outcome;
    this.response_code = row.code;
    this.response_time = row.ms;
    this.remote_ip = row.remote_ip;
    this.request = new DeliveryRequestResponse(request);
    this.response_headers =
      row.response_head === null ? null : (JSON.parse(row.response_head) as Record<string, string>);
    this.response_body = row.excerpt;
  }
}

export class NextRequestResponse {
  @ApiProperty({ description: 'Where an attempt would go now', example: URL }) readonly url: string;
  @ApiProperty({
    type: 'object',
    additionalProperties: { type: 'string' },
    description: 'Without the signatures',
    example: SENT_HEADERS,
  })
  readonly headers: Readonly<Record<string, string>>;
  @ApiProperty({
    type: 'object',
    nullable: true,
    additionalProperties: true,
    description: 'Without the signature; null once the event has left the log',
    example: {
      event: 'contact.created',
      timestamp: '2026-01-02T03:04:05.678Z',
      webhook_id: 7,
      data: { contact: { id: 42, email: 'ada@example.com' }, source: 'api' },
    },
  })
  readonly payload: unknown;

  constructor({ url, headers, payload }: DeliveryDetails['request']) {
    this.url = url;
    this.headers = headers;
    this.payload = payload;
  }
}

export class DeliveryDetailsResponse extends DeliveryResponse {
  @ApiProperty({
    type: String,
    nullable: true,
    description:
      'The `X-Request-Id` of the request that this comes from; null where no request does, as of a campaign at its hour',
    example: '01JGM5Z8Q0V7C4TR9M2B6X3D1E',
  })
  readonly request_id: string | null;
  @ApiProperty() readonly request: NextRequestResponse;
  @ApiProperty({ type: [AttemptResponse] }) readonly attempt_log: readonly AttemptResponse[];

  constructor({ delivery, attempts, requestId, request }: DeliveryDetails) {
    super(delivery);
    this.request_id = requestId;
    this.request = new NextRequestResponse(request);
    this.attempt_log = attempts.map((attempt) => new AttemptResponse(attempt));
  }
}

export class OneDeliveryResponse {
  @ApiProperty() readonly delivery: DeliveryDetailsResponse;

  constructor(details: DeliveryDetails) {
    this.delivery = new DeliveryDetailsResponse(details);
  }
}

export class RedeliveryResponse extends OneDeliveryResponse {
  @ApiProperty({ type: String, example: 'The delivery will be sent again.' }) readonly message =
    'The delivery will be sent again.';
}

export class TestCallResponse extends OneDeliveryResponse {
  @ApiProperty({ example: 'The test call was delivered.' }) readonly message: string;
  @ApiProperty() readonly success: boolean;

  constructor(details: DeliveryDetails) {
    super(details);
    this.success = details.delivery.status === 'success';
    this.message = this.success ? 'The test call was delivered.' : 'The test call failed.';
  }
}
