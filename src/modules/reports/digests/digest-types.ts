/** Reports that have a digest for emails, by the names of their paths. */
export const DIGEST_TYPES = [
  'overview',
  'campaigns',
  'campaign',
  'funnels',
  'funnel',
  'subscriber-growth',
  'subscriber-activity',
  'top-subscribers',
  'revenue',
  'bounces',
  'spam-complaints',
  'unsubscribes',
  'lists',
  'tags',
  'segmentation-analysis',
  'ab-testing',
  'engagement-scores',
] as const;
export type DigestType = (typeof DIGEST_TYPES)[number];
