import { type BacklogQuery, MAX_COUNTED } from '../../platform/metrics/backlog.js';

/** Contacts to index and to compare with segments, and memberships of deleted labels to remove. */
export const CONTACT_BACKLOG: readonly BacklogQuery[] = [
  {
    queue: 'contact_search',
    sql: `SELECT COUNT(*) AS depth, NULL AS oldest FROM (
            SELECT 1 FROM contact_search_backlog LIMIT ${MAX_COUNTED}) AS waiting`,
    task: 'Search indexing',
  },
  {
    queue: 'segment_marks',
    sql: `SELECT COUNT(*) AS depth, MIN(marked_at) AS oldest FROM (
            SELECT marked_at FROM segment_marks ORDER BY id LIMIT ${MAX_COUNTED}) AS waiting`,
    task: 'Live segments',
  },
  {
    queue: 'membership_cleanups',
    sql: 'SELECT COUNT(*) AS depth, MIN(created_at) AS oldest FROM membership_cleanups',
    task: 'Membership cleanup',
  },
];
