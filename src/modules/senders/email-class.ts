/** A class never waits for a lower one. `urgent`: someone waits, as for confirmations, links, or single emails. */
export const EMAIL_CLASSES = ['urgent', 'funnel', 'campaign'] as const;
export type EmailClass = (typeof EMAIL_CLASSES)[number];
