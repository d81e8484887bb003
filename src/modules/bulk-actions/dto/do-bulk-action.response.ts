import { ApiProperty } from '@nestjs/swagger';
import type { WatchedJob } from '../../jobs/bulk-job-columns.js';
import type { DoneAtOnce } from '../bulk-actions.service.js';
import { BulkActionResponse } from './bulk-action.response.js';

/** What became of contacts that were named. */
export class BulkActionDoneResponse {
  @ApiProperty({ example: '2 contacts have been changed' }) readonly message: string;
  @ApiProperty({
    type: 'integer',
    example: 2,
    description: 'Contacts for whom something is different now; with dry_run would be',
  })
  readonly affected: number;
  @ApiProperty({ type: 'integer', example: 0, description: 'Contacts for whom there was nothing to do' })
  readonly skipped: number;
  @ApiProperty({
    type: 'array',
    items: { type: 'integer' },
    example: [],
    description: 'Those of them who keep a stronger status than the one that was asked for',
  })
  readonly kept_status: readonly number[];
  @ApiProperty({ description: 'Whether nothing was written' }) readonly dry_run: boolean;

  constructor({ affected, skipped, keptStatus }: DoneAtOnce, dryRun: boolean) {
    const contacts = affected === 1 ? '1 contact' : `${affected} contacts`;
    const have = affected === 1 ? 'has' : 'have';
    this.message = dryRun ? `${contacts} would be changed` : `${contacts} ${have} been changed`;
    this.affected = affected;
    this.skipped = skipped;
    this.kept_status = keptStatus;
    this.dry_run = dryRun;
  }
}

/** A job that does it to whoever matches. */
export class BulkActionQueuedResponse {
  @ApiProperty({ type: String, example: 'The bulk action has been queued' })
  readonly message = 'The bulk action has been queued';
  @ApiProperty() readonly bulk_action: BulkActionResponse;

  constructor(job: WatchedJob) {
    this.bulk_action = new BulkActionResponse(job);
  }
}
