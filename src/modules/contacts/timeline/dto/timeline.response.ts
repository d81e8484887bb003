import { ApiProperty } from '@nestjs/swagger';
import { sqlTimestamp } from '../../../../platform/clock/timestamps.js';
import { encodeCursor } from '../../../../platform/http/page.js';
import type { Timeline, TimelineItem } from '../timeline.queries.js';
import { TIMELINE_TYPES, type TimelineType } from '../timeline-sources.js';

export class TimelineItemResponse {
  @ApiProperty({ enum: TIMELINE_TYPES, example: 'status_changed' }) readonly type: TimelineType;
  @ApiProperty({ example: '2026-01-31 09:30:00' }) readonly occurred_at: string;
  @ApiProperty({ example: 'Status changed from pending to subscribed', description: 'Text for display' })
  readonly title: string;
  @ApiProperty({
    type: 'object',
    additionalProperties: true,
    description: 'Details; the members depend on `type`',
    example: { old_status: 'pending', new_status: 'subscribed', reason: null, source: 'double_opt_in' },
  })
  readonly data: Readonly<Record<string, unknown>>;

  constructor(item: TimelineItem) {
    this.type = item.type;
    this.occurred_at = sqlTimestamp(item.occurredAt);
    this.title = item.title;
    this.data = item.data;
  }
}

export class TimelinePageResponse {
  @ApiProperty({ type: () => [TimelineItemResponse] }) readonly data: readonly TimelineItemResponse[];
  @ApiProperty({ type: 'integer', example: 10 }) readonly per_page: number;
  @ApiProperty({ type: String, nullable: true, description: 'Null on the last page', example: null })
  readonly next_cursor: string | null;

  constructor({ items, perPage, next }: Timeline) {
    this.data = items.map((item) => new TimelineItemResponse(item));
    this.per_page = perPage;
    this.next_cursor = next === null ? null : encodeCursor(next);
  }
}

export class TimelineResponse {
  @ApiProperty({ type: () => TimelinePageResponse }) readonly timeline: TimelinePageResponse;

  constructor(timeline: Timeline) {
    this.timeline = new TimelinePageResponse(timeline);
  }
}
