export const UNKNOWN_IMPORT = { message: 'Invalid post ID.', description: 'No import has this id' } as const;

export const FAULTY_QUERY = {
  description: 'An invalid page, cursor, or filter',
  data: { params: { per_page: 'must be at least 1' } },
} as const;

export const NOT_ACCEPTED = {
  description: 'Invalid options, or a file that is not a table. All errors are listed; nothing is stored',
  data: { params: { file: 'is a ZIP archive or an Excel workbook (.xlsx); save it as CSV' } },
} as const;

export const NOT_CANCELLED = {
  message: 'The import cannot be cancelled: it has ended with status done.',
  description: 'The import has ended or is being undone',
  data: { params: { id: 'cannot be cancelled: it has ended with status done' } },
} as const;

export const NOT_UNDONE = {
  message: 'The import cannot be undone: it is still running; cancel it first.',
  description: 'The import is still running, was already undone, was a dry run, or its undo data has expired',
  data: { params: { id: 'cannot be undone: it is still running; cancel it first' } },
} as const;
