import { invalidParams } from '../../../platform/errors/app-error.js';

/** Selects contacts who are in any of the lists and have any of the tags; an empty array does not filter. */
export interface AudienceFilter {
  readonly lists: readonly number[];
  readonly tags: readonly number[];
}

export const ALL_CONTACTS: AudienceFilter = { lists: [], tags: [] };

export const isUnfiltered = ({ lists, tags }: AudienceFilter): boolean => lists.length === 0 && tags.length === 0;

/** Returns the filter with sorted ids, so that equal filters have the same cache key. */
export const ordered = ({ lists, tags }: AudienceFilter): AudienceFilter => ({
  lists: distinct(lists),
  tags: distinct(tags),
});

const distinct = (ids: readonly number[]): number[] => [...new Set(ids)].sort((a, b) => a - b);

/** Refuses a filter for figures not counted by contact. @throws AppError rest_invalid_param */
export function refuseAudience(filter: AudienceFilter, reason: string): void {
  const given = (['lists', 'tags'] as const).filter((part) => filter[part].length > 0);
  if (given.length > 0) throw invalidParams(Object.fromEntries(given.map((part) => [part, reason])));
}

/**
 * Returns the SQL condition that a contact matches, with the parameters `:lists` and `:tags`; TRUE without a filter.
 * Uses current memberships, because they have no history. EXISTS, because a join with two lists of a contact would
 * count twice.
 * @param contactId the qualified column with the id of the contact.
 */
export function audienceCondition({ lists, tags }: AudienceFilter, contactId = 'c.contact_id'): string {
  const inLists = `EXISTS (SELECT 1 FROM contact_lists m WHERE m.contact_id = ${contactId} AND m.list_id IN (:lists))`;
  const hasTags = `EXISTS (SELECT 1 FROM contact_tags m WHERE m.contact_id = ${contactId} AND m.tag_id IN (:tags))`;
  return [...(lists.length > 0 ? [inLists] : []), ...(tags.length > 0 ? [hasTags] : [])].join(' AND ') || 'TRUE';
}

/** @param rest follows the condition, which is on `c.contact_id`, such as the grouping. */
export function audienceSql(filter: AudienceFilter, forAll: string, ofAudience: string, rest = ''): string {
  return isUnfiltered(filter) ? forAll : `${ofAudience} AND ${audienceCondition(filter)} ${rest}`;
}
