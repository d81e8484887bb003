import { ApiProperty } from '@nestjs/swagger';
import { encodeCursor } from '../../../platform/http/page.js';
import type { JobRow, JobRowsPage } from '../bulk-job-rows.queries.js';
import { ROW_OUTCOMES, type RowOutcome, UNDO_OUTCOMES, type UndoOutcome } from '../bulk-job-status.js';

const nullableText = { type: String, nullable: true } as const;

export class JobRowResponse {
  @ApiProperty({ type: 'integer', description: 'From 1; in a file, the first row after the header', example: 17 })
  readonly row: number;
  @ApiProperty({ enum: ROW_OUTCOMES, example: 'invalid' }) readonly outcome: RowOutcome;
  @ApiProperty({ description: 'Whether the row requested a status that it may not set; the contact keeps its own' })
  readonly kept_status: boolean;
  @ApiProperty({ type: 'integer', nullable: true, description: 'Null if none, as in a dry run', example: null })
  readonly contact_id: number | null;
  @ApiProperty({
    ...nullableText,
    description: 'Why the row was refused or skipped',
    example: 'email must be one email address',
  })
  readonly reason: string | null;
  @ApiProperty({
    enum: UNDO_OUTCOMES,
    nullable: true,
    example: null,
    description: 'The outcome of undoing the row; null before an undo and if there was nothing to undo',
  })
  readonly undo: UndoOutcome | null;
  @ApiProperty({ type: [String], description: 'Values of the row that were left out, and why', example: [] })
  readonly warnings: readonly string[];
  @ApiProperty({ ...nullableText, description: 'Edits that the undo kept', example: null })
  readonly conflict: string | null;

  constructor(row: JobRow) {
    this.row = row.rowNo;
    this.outcome = row.outcome;
    this.kept_status = row.keptStatus === 1;
    this.contact_id = row.contactId;
    this.reason = row.reason;
    this.undo = row.undo;
    this.conflict = row.conflict;
    this.warnings = row.warnings === null ? [] : (JSON.parse(row.warnings) as string[]);
  }
}

export class JobRowsResponse {
  @ApiProperty({ type: [JobRowResponse] }) readonly rows: readonly JobRowResponse[];
  @ApiProperty({ ...nullableText, description: 'The next `cursor`; null on the last page', example: null })
  readonly next_cursor: string | null;

  constructor({ rows, next }: JobRowsPage) {
    this.rows = rows.map((row) => new JobRowResponse(row));
    this.next_cursor = next === null ? null : encodeCursor({ value: null, id: next });
  }
}
