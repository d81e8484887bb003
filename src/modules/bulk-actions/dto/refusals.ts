import type { Refusal } from '../../../platform/openapi/refusals.js';

// How calls about bulk actions are refused, for the documentation.

export const FAULTY_ACTION: Refusal = {
  message: 'Invalid parameter: tags',
  description:
    'Members are at fault, all of which are named, and nothing was written; or the filter does not choose as many as were expected, and their number is in `data.count`',
  data: { params: { tags: 'unknown: 99', subscriber_ids: 'unknown: 7, 8' } },
};

export const UNKNOWN_JOB: Refusal = { message: 'Invalid post ID.', description: 'There is no such bulk action' };

export const FAULTY_QUERY: Refusal = {
  message: 'Invalid parameter: per_page',
  description: 'Parameters are at fault; all of them are named',
  data: { params: { per_page: 'must be at most 1000' } },
};

export const NOT_CANCELLED: Refusal = {
  message: 'The bulk action cannot be cancelled: it is over, its status is done.',
  description: 'It has ended, or is being undone',
  data: { params: { id: 'cannot be cancelled: it is over, its status is done' } },
};

export const NOT_UNDONE: Refusal = {
  message: 'The bulk action cannot be undone: contacts that were deleted are gone for good.',
  description: 'It is still under way, was a dry run, has deleted contacts, was undone already, or is too long ago',
  data: { params: { id: 'cannot be undone: contacts that were deleted are gone for good' } },
};
