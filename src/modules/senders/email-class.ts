/**
 * The priority of an email: a class never waits for a lower one. `urgent`: someone waits for it (single emails,
 * confirmations, preference links, emails to managers).
 */
export const EMAIL_CLASSES = ['urgent', 'funnel', 'campaign'] as const;
export type EmailClass = (typeof EMAIL_CLASSES)[number];
