import { ApiExtraModels, ApiProperty, getSchemaPath } from '@nestjs/swagger';
import { sqlTimestamp } from '../../../../platform/clock/timestamps.js';
import { type Page, PageResponse } from '../../../../platform/http/page.js';
import type { TrackedEventRow } from '../tracked-events.service.js';

export class TrackedEventResponse {
  @ApiProperty({ type: 'integer', example: 81 }) readonly id: number;
  @ApiProperty({ example: '42' }) readonly subscriber_id: string;
  @ApiProperty({ type: 'integer', description: 'How often it happened', example: 3 }) readonly counter: number;
  @ApiProperty({ type: 'integer', nullable: true, example: 3 }) readonly created_by: number | null;
  @ApiProperty({ example: 'custom' }) readonly provider: string;
  @ApiProperty({ example: 'pricing_viewed' }) readonly event_key: string;
  @ApiProperty({ example: 'Viewed the prices' }) readonly title: string;
  @ApiProperty({ type: String, nullable: true, description: 'The latest one', example: 'yearly' })
  readonly value: string | null;
  @ApiProperty({ example: '2026-01-31 09:30:00' }) readonly created_at: string;
  @ApiProperty({ description: 'When it last happened', example: '2026-01-31 09:30:00' }) readonly updated_at: string;

  constructor(row: TrackedEventRow) {
    this.id = row.id;
    this.subscriber_id = String(row.contactId);
    this.counter = row.counter;
    this.created_by = row.createdBy;
    this.provider = row.provider;
    this.event_key = row.eventKey;
    this.title = row.title;
    this.value = row.value;
    this.created_at = sqlTimestamp(row.createdAt);
    this.updated_at = sqlTimestamp(row.updatedAt);
  }
}

@ApiExtraModels(PageResponse, TrackedEventResponse)
export class TrackedEventsResponse {
  @ApiProperty({
    allOf: [
      { $ref: getSchemaPath(PageResponse) },
      { properties: { data: { type: 'array', items: { $ref: getSchemaPath(TrackedEventResponse) } } } },
    ],
  })
  readonly events: PageResponse<TrackedEventResponse>;

  constructor(page: Page<TrackedEventRow>, url: URL) {
    this.events = new PageResponse(
      page,
      page.items.map((row) => new TrackedEventResponse(row)),
      url,
    );
  }
}

export class EventTrackedResponse {
  @ApiProperty({ type: String }) readonly message = 'Event has been tracked';
  @ApiProperty({ type: 'integer', example: 81 }) readonly id: number;

  constructor({ id }: TrackedEventRow) {
    this.id = id;
  }
}
