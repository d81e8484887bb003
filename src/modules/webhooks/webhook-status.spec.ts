import { afterChoice, afterDelivery, concurrencyFor, type WebhookHealth } from './webhook-status.js';

const healthy: WebhookHealth = { status: 'active', consecutiveFailures: 0, probing: false };
const after = (health: WebhookHealth, ...ended: ('success' | 'failed')[]): WebhookHealth =>
  ended.reduce(afterDelivery, health);

describe('the health of a webhook', () => {
  it('fails at exactly the fifth consecutive failure', () => {
    expect(after(healthy, 'failed', 'failed', 'failed', 'failed').status).toBe('active');
    expect(after(healthy, 'failed', 'failed', 'failed', 'failed', 'failed').status).toBe('failed');
  });

  it('is restored by one success', () => {
    const scarred = after(healthy, 'failed', 'failed', 'failed', 'failed', 'success');
    expect(scarred).toEqual(healthy);
    expect(after(scarred, 'failed', 'failed', 'failed', 'failed').status).toBe('active');
  });

  it('does not change by failures of an inactive webhook', () => {
    const off: WebhookHealth = { ...healthy, status: 'inactive', consecutiveFailures: 4 };
    expect(after(off, 'failed')).toEqual(off);
  });

  it('never recovers by itself', () => {
    expect(after({ ...healthy, status: 'failed', consecutiveFailures: 5 }, 'success').status).toBe('failed');
  });

  it.each(['failed', 'inactive'] as const)('resets and starts probing when %s is changed to active', (status) => {
    const off: WebhookHealth = { status, consecutiveFailures: 5, probing: false };
    expect(afterChoice(off, 'active')).toEqual({ status: 'active', consecutiveFailures: 0, probing: true });
  });

  it('does not change if the chosen status is the current one', () => {
    const scarred: WebhookHealth = { ...healthy, consecutiveFailures: 3 };
    expect(afterChoice(scarred, 'active')).toBe(scarred);
    expect(afterChoice(scarred, 'inactive')).toEqual({ ...scarred, status: 'inactive' });
  });

  it('limits the concurrent requests of a process', () => {
    expect(concurrencyFor(healthy)).toBe(4);
    expect(concurrencyFor({ ...healthy, probing: true })).toBe(1);
    expect(concurrencyFor({ ...healthy, status: 'failed' })).toBe(0);
    expect(concurrencyFor({ ...healthy, status: 'inactive' })).toBe(0);
  });
});
