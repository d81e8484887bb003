import { ApiProperty } from '@nestjs/swagger';
import { sqlTimestamp } from '../../../../platform/clock/timestamps.js';
import { type Page, PageResponse } from '../../../../platform/http/page.js';
import type { TrackedEventRow } from '../tracked-events.service.js';

export class TrackedEventResponse {
  @ApiProperty({ type: 'integer', example: 1 }) readonly id: number;
  @ApiProperty({ example: '1', description: 'Contact id' }) readonly subscriber_id: string;
  @ApiProperty({ type: 'integer', description: 'Number of occurrences', example: 3 }) readonly counter: number;
  @ApiProperty({ type: 'integer', nullable: true, example: 1, description: 'Reporting manager; null for automations' })
  readonly created_by: number | null;
  @ApiProperty({ example: 'custom', description: 'Reporting system' }) readonly provider: string;
  @ApiProperty({ example: 'pricing_viewed', description: 'Your name of the event' }) readonly event_key: string;
  @ApiProperty({ example: 'Viewed the prices' }) readonly title: string;
  @ApiProperty({ type: String, nullable: true, description: 'The latest value', example: 'yearly' })
  readonly value: string | null;
  @ApiProperty({ description: 'First occurrence', example: '2026-01-02 03:04:05' })
  readonly created_at: string;
  @ApiProperty({ description: 'Last occurrence', example: '2026-01-31 09:30:00' })
  readonly updated_at: string;

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

class TrackedEventsPage extends PageResponse<TrackedEventResponse> {
  @ApiProperty({ type: [TrackedEventResponse] }) declare readonly data: readonly TrackedEventResponse[];
}

export class TrackedEventsResponse {
  @ApiProperty({ type: TrackedEventsPage }) readonly events: TrackedEventsPage;

  constructor(page: Page<TrackedEventRow>, url: URL) {
    this.events = new TrackedEventsPage(
      page,
      page.items.map((row) => new TrackedEventResponse(row)),
      url,
    );
  }
}

export class EventTrackedResponse {
  @ApiProperty({ type: String, example: 'Event has been tracked' }) readonly message = 'Event has been tracked';
  @ApiProperty({ type: 'integer', example: 81, description: 'Id of the tracked event' }) readonly id: number;

  constructor({ id }: TrackedEventRow) {
    this.id = id;
  }
}
