import type { Label } from '../../labels.service.js';
import { written } from '../../../../platform/shapes/written.js';
import * as s from '../../../../shapes/shape.js';

export const SAVED = 'Successfully saved the list.';
export const REMOVED = 'Successfully removed the list.';

export const listShape = s.component('ListResponse', {
  id: s.integer(1),
  title: s.text('Newsletter'),
  slug: s.text('newsletter'),
  description: s.nullable(s.text('Product news, monthly')),
  is_public: s.oneOf(['0', '1'], '`1` if contacts can see and join it in the preference center', '0'),
  created_at: s.sqlTime(),
  updated_at: s.sqlTime(),
});

export const listOf = (label: Label) => written(listShape, label, { is_public: label.isPublic ? '1' : '0' });

const countedListShape = s.component('CountedListResponse', {
  ...listShape.properties,
  totalCount: s.optional(s.integer(120, 'Number of contacts; omitted with `exclude_counts`')),
  subscribersCount: s.optional(s.integer(97, 'Number of subscribed contacts; omitted with `exclude_counts`')),
});

const countedListOf = (label: Label, withCounts: boolean) => ({
  ...listOf(label),
  ...(withCounts && { totalCount: label.totalCount, subscribersCount: label.subscribedCount }),
});

export const listsShape = s.component('ListsResponse', { lists: s.list(countedListShape) });

export const listsOf = (labels: readonly Label[], excludeCounts = false) => ({
  lists: labels.map((label) => countedListOf(label, !excludeCounts)),
});

export const listCreatedShape = s.component('ListCreatedResponse', {
  lists: listShape,
  message: s.text(SAVED),
});

export const listUpdatedShape = s.component('ListUpdatedResponse', {
  lists: s.text('1', 'The list id as text'),
  message: s.text(SAVED),
});

export const listUpdatedOf = (id: number) => ({ message: SAVED, lists: String(id) });

export const listRemovedShape = s.component('ListRemovedResponse', { message: s.text(REMOVED) });
