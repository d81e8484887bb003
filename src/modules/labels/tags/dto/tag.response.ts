import { ApiProperty } from '@nestjs/swagger';
import { sqlTimestamp } from '../../../../platform/clock/timestamps.js';
import type { Label } from '../../labels.service.js';

const SAVED = 'Successfully saved the tag.';
const REMOVED = 'Successfully removed the tag.';

export class TagResponse {
  @ApiProperty({ type: 'integer', example: 1 }) readonly id: number;
  @ApiProperty({ example: 'VIP' }) readonly title: string;
  @ApiProperty({ example: 'vip' }) readonly slug: string;
  @ApiProperty({ type: String, nullable: true, example: 'Buys every month' }) readonly description: string | null;
  @ApiProperty({ example: '2026-01-31 09:30:00' }) readonly created_at: string;
  @ApiProperty({ example: '2026-01-31 09:30:00' }) readonly updated_at: string;

  constructor(label: Label) {
    this.id = label.id;
    this.title = label.title;
    this.slug = label.slug;
    this.description = label.description;
    this.created_at = sqlTimestamp(label.createdAt);
    this.updated_at = sqlTimestamp(label.updatedAt);
  }
}

export class CountedTagResponse extends TagResponse {
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

export class TagsResponse {
  @ApiProperty({ type: () => [CountedTagResponse] }) readonly tags: readonly CountedTagResponse[];

  constructor(labels: readonly Label[], excludeCounts = false) {
    this.tags = labels.map((label) => new CountedTagResponse(label, !excludeCounts));
  }
}

export class OneTagResponse {
  @ApiProperty({ type: () => TagResponse }) readonly tag: TagResponse;

  constructor(label: Label) {
    this.tag = new TagResponse(label);
  }
}

export class TagCreatedResponse {
  @ApiProperty({ type: () => TagResponse }) readonly tags: TagResponse;
  @ApiProperty({ type: String, example: SAVED }) readonly message = SAVED;

  constructor(label: Label) {
    this.tags = new TagResponse(label);
  }
}

export class TagUpdatedResponse {
  @ApiProperty({ description: 'The tag id as text', example: '1' }) readonly tags: string;
  @ApiProperty({ type: String, example: SAVED }) readonly message = SAVED;

  constructor(id: number) {
    this.tags = String(id);
  }
}

export class TagRemovedResponse {
  @ApiProperty({ type: String, example: REMOVED }) readonly message = REMOVED;
}
