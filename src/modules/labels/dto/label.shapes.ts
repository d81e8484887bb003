import { invalid } from '../../../platform/access/operation.js';
import * as s from '../../../shapes/shape.js';
import { written } from '../../../platform/shapes/written.js';
import type { Label } from '../labels.service.js';

export const LIST_SAVED = 'Successfully saved the list.';
export const LIST_REMOVED = 'Successfully removed the list.';
export const TAG_SAVED = 'Successfully saved the tag.';
export const TAG_REMOVED = 'Successfully removed the tag.';

/** @param noun the label in messages. */
export const labelTaken = (noun: 'List' | 'Tag') =>
  invalid(
    'The title or the given slug is taken or invalid; `params` names every error',
    { title: 'is taken' },
    `${noun} with this title already exists`,
  );

const TIMES = { created_at: s.sqlTime(), updated_at: s.sqlTime() };

const subscriptionShape = s.component('ListSubscriptionResponse', {
  enabled: s.flag('Whether contacts subscribe to the list and leave it alone'),
  public_name: s.nullable(s.text('Product news', 'Null: the title')),
  description: s.nullable(s.text('Once a month')),
  double_optin_template_id: s.nullable(s.integer(1, 'Null: the usual double opt-in email')),
  sender_id: s.nullable(s.integer(1, 'Null: the sender of the campaign or funnel')),
});

export const listShape = s.component('ListResponse', {
  id: s.integer(1),
  title: s.text('Newsletter'),
  slug: s.text('newsletter'),
  description: s.nullable(s.text('Product news, monthly')),
  is_public: s.oneOf(['0', '1'], '`1` if contacts can see and join it in the preference center', '0'),
  subscription: subscriptionShape,
  ...TIMES,
});

const tagShape = s.component('TagResponse', {
  id: s.integer(1),
  title: s.text('VIP'),
  slug: s.text('vip'),
  description: s.nullable(s.text('Buys every month')),
  ...TIMES,
});

export const listOf = (label: Label) =>
  written(listShape, label, {
    is_public: label.isPublic ? '1' : '0',
    subscription: written(subscriptionShape, label, {
      enabled: label.isSubscription === 1,
      description: label.publicDescription,
    }),
  });
export const tagOf = (label: Label) => written(tagShape, label);

const COUNTS = {
  totalCount: s.optional(s.integer(120, 'Number of contacts; omitted with `exclude_counts`')),
  subscribersCount: s.optional(s.integer(97, 'Number of subscribed contacts; omitted with `exclude_counts`')),
};

/** @param of writes a label without its counts. */
const counted = <Written>(
  labels: readonly Label[],
  excludeCounts: boolean | undefined,
  of: (label: Label) => Written,
) =>
  labels.map((label) => ({
    ...of(label),
    ...(excludeCounts !== true && { totalCount: label.totalCount, subscribersCount: label.subscribedCount }),
  }));

export const listsShape = s.component('ListsResponse', {
  lists: s.list(s.component('CountedListResponse', { ...listShape.properties, ...COUNTS })),
});
export const listsOf = (labels: readonly Label[], excludeCounts?: boolean) => ({
  lists: counted(labels, excludeCounts, listOf),
});
export const listCreatedShape = s.component('ListCreatedResponse', { lists: listShape, message: s.text(LIST_SAVED) });
export const listUpdatedShape = s.component('ListUpdatedResponse', {
  lists: s.text('1', 'The list id as text'),
  message: s.text(LIST_SAVED),
});
export const listRemovedShape = s.component('ListRemovedResponse', { message: s.text(LIST_REMOVED) });

export const tagsShape = s.component('TagsResponse', {
  tags: s.list(s.component('CountedTagResponse', { ...tagShape.properties, ...COUNTS })),
});
export const tagsOf = (labels: readonly Label[], excludeCounts?: boolean) => ({
  tags: counted(labels, excludeCounts, tagOf),
});
export const oneTagShape = s.component('OneTagResponse', { tag: tagShape });
export const tagCreatedShape = s.component('TagCreatedResponse', { tags: tagShape, message: s.text(TAG_SAVED) });
export const tagUpdatedShape = s.component('TagUpdatedResponse', {
  tags: s.text('1', 'The tag id as text'),
  message: s.text(TAG_SAVED),
});
export const tagRemovedShape = s.component('TagRemovedResponse', { message: s.text(TAG_REMOVED) });
