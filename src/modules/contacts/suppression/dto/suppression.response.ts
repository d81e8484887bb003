import { ApiProperty } from '@nestjs/swagger';
import { sqlTimestamp } from '../../../../platform/clock/timestamps.js';
import { type Page, PageResponse } from '../../../../platform/http/page.js';
import type { AddedSuppressions, SuppressionRecord } from '../suppression-list.service.js';
import { SUPPRESSION_KINDS, type SuppressionKind } from '../suppression.entity.js';

export class SuppressionResponse {
  @ApiProperty({ type: 'integer', example: 3 }) readonly id: number;
  @ApiProperty({ enum: SUPPRESSION_KINDS, example: 'address', description: '`domain`: every address of the domain' })
  readonly kind: SuppressionKind;
  @ApiProperty({
    type: String,
    nullable: true,
    description: 'Null for an entry of a deleted contact, of which only a hash is stored',
    example: 'ada@example.com',
  })
  readonly value: string | null;
  @ApiProperty({ description: '`manual`, or the status of the deleted contact', example: 'manual' })
  readonly reason: string;
  @ApiProperty({ type: String, nullable: true, example: 'Requested by phone' }) readonly note: string | null;
  @ApiProperty({ example: '2026-01-31 09:30:00' }) readonly created_at: string;

  constructor({ id, kind, value, reason, note, createdAt }: SuppressionRecord) {
    this.id = id;
    this.kind = kind;
    this.value = value;
    this.reason = reason;
    this.note = note;
    this.created_at = sqlTimestamp(createdAt);
  }
}

class SuppressionPage extends PageResponse<SuppressionResponse> {
  @ApiProperty({ type: [SuppressionResponse] }) declare readonly data: readonly SuppressionResponse[];
}

export class SuppressionsResponse {
  @ApiProperty({ type: SuppressionPage }) readonly suppressions: PageResponse<SuppressionResponse>;

  constructor(page: Page<SuppressionRecord>, url: URL) {
    this.suppressions = new PageResponse(
      page,
      page.items.map((record) => new SuppressionResponse(record)),
      url,
    );
  }
}

export class SuppressionsAddedResponse {
  @ApiProperty({ type: String, example: 'Successfully saved the suppressions.' })
  readonly message = 'Successfully saved the suppressions.';
  @ApiProperty({ type: 'integer', description: 'Number of new entries', example: 1 }) readonly added: number;
  @ApiProperty({ type: [SuppressionResponse] }) readonly suppressions: readonly SuppressionResponse[];

  constructor({ added, suppressions }: AddedSuppressions) {
    this.added = added;
    this.suppressions = suppressions.map((record) => new SuppressionResponse(record));
  }
}

export class SuppressionRemovedResponse {
  @ApiProperty({ type: String, example: 'Successfully removed the suppression.' })
  readonly message = 'Successfully removed the suppression.';
}

export class SuppressionsRemovedResponse extends SuppressionRemovedResponse {
  @ApiProperty({ type: 'integer', description: 'Number of removed entries', example: 1 })
  readonly removed: number;

  constructor(removed: number) {
    super();
    this.removed = removed;
  }
}
