import { invalid, unknownRecord } from '../../../platform/access/operation.js';

// Documented errors of the bulk action endpoints.

export const FAULTY_ACTION = invalid(
  'Invalid members, all of which are listed (nothing is written); or the filter does not match `expected_count` contacts (`data.count` is the actual number)',
  { tags: 'unknown: 99', subscriber_ids: 'unknown: 7, 8' },
);

export const UNKNOWN_JOB = unknownRecord('No bulk action has this id');

export const FAULTY_QUERY = invalid('Invalid parameters; all of them are listed', { per_page: 'must be at most 1000' });

export const NOT_CANCELLED = invalid(
  'The job has ended or is being undone',
  { id: 'cannot be cancelled: it has ended with status done' },
  'The bulk action cannot be cancelled: it has ended with status done.',
);

export const NOT_UNDONE = invalid(
  'The job is still running, was a dry run, deleted contacts, was already undone, or its undo data has expired',
  { id: 'cannot be undone: deleted contacts cannot be restored' },
  'The bulk action cannot be undone: deleted contacts cannot be restored.',
);
