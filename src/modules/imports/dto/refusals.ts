import { invalid, unknownRecord } from '../../../platform/access/operation.js';
export const UNKNOWN_IMPORT = unknownRecord('No import has this id');

export const FAULTY_QUERY = invalid('An invalid page, cursor, or filter', { per_page: 'must be at least 1' });

export const NOT_ACCEPTED = invalid(
  'Invalid options, or a file that is not a table. All errors are listed; nothing is stored',
  { file: 'is a ZIP archive or an Excel workbook (.xlsx); save it as CSV' },
);

export const NOT_CANCELLED = invalid(
  'The import has ended or is being undone',
  { id: 'cannot be cancelled: it has ended with status done' },
  'The import cannot be cancelled: it has ended with status done.',
);

export const NOT_UNDONE = invalid(
  'The import is still running, was already undone, was a dry run, or its undo data has expired',
  { id: 'cannot be undone: it is still running; cancel it first' },
  'The import cannot be undone: it is still running; cancel it first.',
);
