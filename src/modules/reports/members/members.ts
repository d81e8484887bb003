/** Whose figures: who is in any of the lists and has any of the tags; an empty array asks for nothing. */
export interface Members {
  readonly lists: readonly number[];
  readonly tags: readonly number[];
}

export const isEverybody = ({ lists, tags }: Members): boolean => lists.length === 0 && tags.length === 0;

/** The same members in one order, so that the same question is the same to the cache. */
export const orderedMembers = ({ lists, tags }: Members): Members => ({ lists: distinct(lists), tags: distinct(tags) });

const distinct = (ids: readonly number[]): number[] => [...new Set(ids)].sort((a, b) => a - b);

/**
 * The condition that a contact is one of them, with the parameters `:lists` and `:tags`; TRUE for everybody. Members are
 * those of now, because memberships have no history. EXISTS, because a join with a contact's two lists would count twice.
 * @param contactId the column that has the contact's id, with its table, such as `c.contact_id`.
 */
export function areMembers({ lists, tags }: Members, contactId: string): string {
  const inLists = `EXISTS (SELECT 1 FROM contact_lists m WHERE m.contact_id = ${contactId} AND m.list_id IN (:lists))`;
  const hasTags = `EXISTS (SELECT 1 FROM contact_tags m WHERE m.contact_id = ${contactId} AND m.tag_id IN (:tags))`;
  return [...(lists.length > 0 ? [inLists] : []), ...(tags.length > 0 ? [hasTags] : [])].join(' AND ') || 'TRUE';
}
