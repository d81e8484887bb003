import { ApiProperty } from '@nestjs/swagger';
import { BulkActionResponse } from './bulk-action.response.js';

class SkipReasonResponse {
  @ApiProperty({ example: 'is already active in the funnel' }) readonly reason!: string;
  @ApiProperty({ type: 'integer', example: 1, description: 'Skipped contacts with this reason' })
  readonly count!: number;
}

/** The result of an action on listed contacts. */
export class BulkActionDoneResponse {
  @ApiProperty({ example: '2 contacts have been changed' }) readonly message!: string;
  @ApiProperty({
    type: 'integer',
    example: 2,
    description: 'Contacts that were changed; with `dry_run`, that would be',
  })
  readonly affected!: number;
  @ApiProperty({ type: 'integer', example: 0, description: 'Contacts that needed no change' })
  readonly skipped!: number;
  @ApiProperty({ type: [SkipReasonResponse], description: 'Why contacts were skipped' })
  readonly reasons!: readonly SkipReasonResponse[];
  @ApiProperty({
    type: 'array',
    items: { type: 'integer' },
    example: [],
    description: 'Skipped contacts that keep a stricter status than the requested one',
  })
  readonly kept_status!: readonly number[];
  @ApiProperty({ description: 'Whether this was a dry run, which writes nothing' }) readonly dry_run!: boolean;
}

export class BulkActionQueuedResponse {
  @ApiProperty({ type: String, example: 'The bulk action has been queued' })
  readonly message!: string;
  @ApiProperty() readonly bulk_action!: BulkActionResponse;
}
