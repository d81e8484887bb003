import type { Label } from '../../labels.service.js';
import { written } from '../../../../platform/shapes/written.js';
import * as s from '../../../../shapes/shape.js';

export const SAVED = 'Successfully saved the tag.';
export const REMOVED = 'Successfully removed the tag.';

const tagShape = s.component('TagResponse', {
  id: s.integer(1),
  title: s.text('VIP'),
  slug: s.text('vip'),
  description: s.nullable(s.text('Buys every month')),
  created_at: s.sqlTime(),
  updated_at: s.sqlTime(),
});

export const tagOf = (label: Label) => written(tagShape, label);

const countedTagShape = s.component('CountedTagResponse', {
  ...tagShape.properties,
  totalCount: s.optional(s.integer(120, 'Number of contacts; omitted with `exclude_counts`')),
  subscribersCount: s.optional(s.integer(97, 'Number of subscribed contacts; omitted with `exclude_counts`')),
});

const countedTagOf = (label: Label, withCounts: boolean) => ({
  ...tagOf(label),
  ...(withCounts && { totalCount: label.totalCount, subscribersCount: label.subscribedCount }),
});

export const tagsShape = s.component('TagsResponse', { tags: s.list(countedTagShape) });

export const tagsOf = (labels: readonly Label[], excludeCounts = false) => ({
  tags: labels.map((label) => countedTagOf(label, !excludeCounts)),
});

export const oneTagShape = s.component('OneTagResponse', { tag: tagShape });

export const tagCreatedShape = s.component('TagCreatedResponse', {
  tags: tagShape,
  message: s.text(SAVED),
});

export const tagUpdatedShape = s.component('TagUpdatedResponse', {
  tags: s.text('1', 'The tag id as text'),
  message: s.text(SAVED),
});

export const tagUpdatedOf = (id: number) => ({ message: SAVED, tags: String(id) });

export const tagRemovedShape = s.component('TagRemovedResponse', { message: s.text(REMOVED) });
