import { encodeCursor } from '../../../platform/http/page.js';
import type { JobRow, JobRowsPage } from '../bulk-job-rows.queries.js';
import { ROW_OUTCOMES, UNDO_OUTCOMES } from '../bulk-job-status.js';
import { written } from '../../../platform/shapes/written.js';
import * as s from '../../../shapes/shape.js';

const jobRowShape = s.component('JobRowResponse', {
  row: s.integer(17, 'From 1; in a file, the first row after the header'),
  outcome: s.oneOf(ROW_OUTCOMES, undefined, 'invalid'),
  kept_status: s.flag('Whether the row requested a status that it may not set; the contact keeps its own'),
  contact_id: s.nullable(s.integer(null, 'Null if none, as in a dry run')),
  reason: s.nullable(s.text('email must be one email address', 'Why the row was refused or skipped')),
  undo: s.nullable(
    s.oneOf(
      UNDO_OUTCOMES,
      'The outcome of undoing the row; null before an undo and if there was nothing to undo',
      null,
    ),
  ),
  warnings: s.list(s.text(), 'Values of the row that were left out, and why', { example: [] }),
  conflict: s.nullable(s.text(null, 'Edits that the undo kept')),
});

const jobRowOf = (row: JobRow) =>
  written(jobRowShape, row, {
    row: row.rowNo,
    kept_status: row.keptStatus === 1,
    warnings: row.warnings === null ? [] : (JSON.parse(row.warnings) as string[]),
  });

export const jobRowsShape = s.component('JobRowsResponse', {
  rows: s.list(jobRowShape),
  next_cursor: s.nullable(s.text(null, 'The next `cursor`; null on the last page')),
});

export const jobRowsOf = ({ rows, next }: JobRowsPage) => ({
  rows: rows.map(jobRowOf),
  next_cursor: next === null ? null : encodeCursor({ value: null, id: next }),
});
