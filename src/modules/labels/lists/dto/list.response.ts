import { ApiProperty } from '@nestjs/swagger';
import { sqlTimestamp } from '../../../../platform/clock/timestamps.js';
import type { Label } from '../../labels.service.js';

const SAVED = 'Successfully saved the list.';
const REMOVED = 'Successfully removed the list.';

export class ListResponse {
  @ApiProperty({ type: 'integer', example: 1 }) readonly id: number;
  @ApiProperty({ example: 'Newsletter' }) readonly title: string;
  @ApiProperty({ example: 'newsletter' }) readonly slug: string;
  @ApiProperty({ type: String, nullable: true, example: 'Product news, monthly' })
  readonly description: string | null;
  @ApiProperty({
    enum: ['0', '1'],
    example: '0',
    description: '`1` if contacts can see and join it in the preference center',
  })
  readonly is_public: '0' | '1';
  @ApiProperty({ example: '2026-01-31 09:30:00' }) readonly created_at: string;
  @ApiProperty({ example: '2026-01-31 09:30:00' }) readonly updated_at: string;

  constructor(label: Label) {
    this.id = label.id;
    this.title = label.title;
    this.slug = label.slug;
    this.description = label.description;
    this.is_public = label.isPublic ? '1' : '0';
    this.created_at = sqlTimestamp(label.createdAt);
    this.updated_at = sqlTimestamp(label.updatedAt);
  }
}

export class CountedListResponse extends ListResponse {
  @ApiProperty({
    type: 'integer',
    required: false,
    example: 120,
    description: 'Number of contacts; omitted with `exclude_counts`',
  })
  readonly totalCount?: number;
  @ApiProperty({
    type: 'integer',
    required: false,
    example: 97,
    description: 'Number of subscribed contacts; omitted with `exclude_counts`',
  })
  readonly subscribersCount?: number;

  constructor(label: Label, withCounts: boolean) {
    super(label);
    if (!withCounts) return;
    this.totalCount = label.totalCount;
    this.subscribersCount = label.subscribedCount;
  }
}

export class ListsResponse {
  @ApiProperty({ type: () => [CountedListResponse] }) readonly lists: readonly CountedListResponse[];

  constructor(labels: readonly Label[], excludeCounts = false) {
    this.lists = labels.map((label) => new CountedListResponse(label, !excludeCounts));
  }
}

export class ListCreatedResponse {
  @ApiProperty({ type: () => ListResponse }) readonly lists: ListResponse;
  @ApiProperty({ type: String, example: SAVED }) readonly message = SAVED;

  constructor(label: Label) {
    this.lists = new ListResponse(label);
  }
}

export class ListUpdatedResponse {
  @ApiProperty({ description: 'The list id as text', example: '1' }) readonly lists: string;
  @ApiProperty({ type: String, example: SAVED }) readonly message = SAVED;

  constructor(id: number) {
    this.lists = String(id);
  }
}

export class ListRemovedResponse {
  @ApiProperty({ type: String, example: REMOVED }) readonly message = REMOVED;
}
