import { WEBHOOKS, type WebhookStatus } from './webhook.entity.js';

/** This many consecutive failed deliveries disable a webhook. */
export const FAILURES_TO_DISABLE = 5;

export interface WebhookHealth {
  readonly status: WebhookStatus;
  readonly consecutiveFailures: number;
  readonly probing: boolean;
}

export interface HealthRow {
  readonly status: WebhookStatus;
  readonly consecutive_failures: number;
  readonly probing: number;
}

export const healthOf = ({ status, consecutive_failures, probing }: HealthRow): WebhookHealth => ({
  status,
  consecutiveFailures: consecutive_failures,
  probing: probing === 1,
});

/** Returns the health after one more ended delivery (or attempt, depending on the configuration). */
export function afterDelivery(health: WebhookHealth, ended: 'success' | 'failed'): WebhookHealth {
  if (ended === 'success') return { ...health, consecutiveFailures: 0, probing: false };
  // Requests that were in progress when it was disabled do not count.
  if (health.status !== 'active') return health;
  const consecutiveFailures = health.consecutiveFailures + 1;
  if (consecutiveFailures < FAILURES_TO_DISABLE) return { ...health, consecutiveFailures };
  return { ...health, consecutiveFailures, status: WEBHOOKS.next(health.status, 'fail') };
}

/** Returns the health after a manager sets the status. Activating resets failures and starts with probing. */
export function afterChoice(health: WebhookHealth, chosen: 'active' | 'inactive'): WebhookHealth {
  if (health.status === chosen) return health;
  const status = WEBHOOKS.next(health.status, chosen === 'active' ? 'activate' : 'deactivate');
  return chosen === 'active' ? { status, consecutiveFailures: 0, probing: true } : { ...health, status };
}

const WIDEST = 4;

export function concurrencyFor({ status, probing }: Pick<WebhookHealth, 'status' | 'probing'>): number {
  if (status !== 'active') return 0;
  return probing ? 1 : WIDEST;
}
