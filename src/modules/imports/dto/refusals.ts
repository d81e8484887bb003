export const UNKNOWN_IMPORT = { message: 'Invalid post ID.', description: 'There is no such import' } as const;

export const FAULTY_QUERY = {
  message: 'Invalid parameter: per_page',
  description: 'A page, a cursor or a filter that does not exist',
  data: { params: { per_page: 'must be at least 1' } },
} as const;

export const NOT_ACCEPTED = {
  message: 'Invalid parameter: file',
  description: 'Options at fault, or a file that is no table; all faults are told at once, and nothing is kept',
  data: { params: { file: 'is a ZIP archive or an Excel workbook (.xlsx); save it as CSV' } },
} as const;

export const NOT_CANCELLED = {
  message: 'The import cannot be cancelled: it is over, its status is done.',
  description: 'It has ended, or is being undone',
  data: { params: { id: 'cannot be cancelled: it is over, its status is done' } },
} as const;

export const NOT_UNDONE = {
  message: 'The import cannot be undone: it is still under way; cancel it first.',
  description: 'It is under way, has been undone, was a dry run, or is too long ago',
  data: { params: { id: 'cannot be undone: it is still under way; cancel it first' } },
} as const;
