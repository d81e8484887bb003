import type { WebhookStatus } from './webhook.entity.js';

/** This many deliveries in a row that ended without success disable a webhook. */
export const FAILURES_TO_DISABLE = 5;

export interface WebhookHealth {
  readonly status: WebhookStatus;
  readonly consecutiveFailures: number;
  readonly probing: boolean;
}

/** What one more ended delivery (or attempt, where the configuration counts those) makes of a webhook. */
export function afterDelivery(health: WebhookHealth, ended: 'success' | 'failed'): WebhookHealth {
  if (ended === 'success') return { ...health, consecutiveFailures: 0, probing: false };
  // Requests that were already under way when it was switched off prove nothing about it.
  if (health.status !== 'active') return health;
  const consecutiveFailures = health.consecutiveFailures + 1;
  return { ...health, consecutiveFailures, status: consecutiveFailures >= FAILURES_TO_DISABLE ? 'failed' : 'active' };
}

/** What a person's choice of status makes of it. Switching on starts afresh, and carefully. */
export function afterChoice(health: WebhookHealth, chosen: 'active' | 'inactive'): WebhookHealth {
  if (health.status === chosen) return health;
  if (chosen === 'inactive') return { ...health, status: 'inactive' };
  return { status: 'active', consecutiveFailures: 0, probing: true };
}

const WIDEST = 4;

/** How many requests to it one process may have under way. */
export function concurrencyFor({ status, probing }: Pick<WebhookHealth, 'status' | 'probing'>): number {
  if (status !== 'active') return 0;
  return probing ? 1 : WIDEST;
}
