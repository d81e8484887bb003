import type { Refusal } from '../../../platform/openapi/refusals.js';

// Documented errors of the bulk action endpoints.

export const FAULTY_ACTION: Refusal = {
  description:
    'Invalid members, all of which are listed (nothing is written); or the filter does not match `expected_count` contacts (`data.count` is the actual number)',
  data: { params: { tags: 'unknown: 99', subscriber_ids: 'unknown: 7, 8' } },
};

export const UNKNOWN_JOB: Refusal = { message: 'Invalid post ID.', description: 'No bulk action has this id' };

export const FAULTY_QUERY: Refusal = {
  description: 'Invalid parameters; all of them are listed',
  data: { params: { per_page: 'must be at most 1000' } },
};

export const NOT_CANCELLED: Refusal = {
  message: 'The bulk action cannot be cancelled: it has ended with status done.',
  description: 'The job has ended or is being undone',
  data: { params: { id: 'cannot be cancelled: it has ended with status done' } },
};

export const NOT_UNDONE: Refusal = {
  message: 'The bulk action cannot be undone: deleted contacts cannot be restored.',
  description:
    'The job is still running, was a dry run, deleted contacts, was already undone, or its undo data has expired',
  data: { params: { id: 'cannot be undone: deleted contacts cannot be restored' } },
};
