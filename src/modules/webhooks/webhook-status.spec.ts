import { afterChoice, afterDelivery, concurrencyFor, type WebhookHealth } from './webhook-status.js';

const healthy: WebhookHealth = { status: 'active', consecutiveFailures: 0, probing: false };
const after = (health: WebhookHealth, ...ended: ('success' | 'failed')[]): WebhookHealth =>
  ended.reduce(afterDelivery, health);

describe('the health of a webhook', () => {
  it('is lost at exactly the fifth failure in a row', () => {
    expect(after(healthy, 'failed', 'failed', 'failed', 'failed').status).toBe('active');
    expect(after(healthy, 'failed', 'failed', 'failed', 'failed', 'failed').status).toBe('failed');
  });

  it('is restored by one success', () => {
    const scarred = after(healthy, 'failed', 'failed', 'failed', 'failed', 'success');
    expect(scarred).toEqual(healthy);
    expect(after(scarred, 'failed', 'failed', 'failed', 'failed').status).toBe('active');
  });

  it('does not change by failures of a webhook that is switched off', () => {
    const off: WebhookHealth = { ...healthy, status: 'inactive', consecutiveFailures: 4 };
    expect(after(off, 'failed')).toEqual(off);
  });

  it('never comes back by itself', () => {
    expect(after({ ...healthy, status: 'failed', consecutiveFailures: 5 }, 'success').status).toBe('failed');
  });

  it.each(['failed', 'inactive'] as const)(
    'starts afresh, and carefully, when somebody switches %s to active',
    (status) => {
      const off: WebhookHealth = { status, consecutiveFailures: 5, probing: false };
      expect(afterChoice(off, 'active')).toEqual({ status: 'active', consecutiveFailures: 0, probing: true });
    },
  );

  it('stays as it is when somebody chooses what it is already', () => {
    const scarred: WebhookHealth = { ...healthy, consecutiveFailures: 3 };
    expect(afterChoice(scarred, 'active')).toBe(scarred);
    expect(afterChoice(scarred, 'inactive')).toEqual({ ...scarred, status: 'inactive' });
  });

  it('decides how many requests of a process may be under way', () => {
    expect(concurrencyFor(healthy)).toBe(4);
    expect(concurrencyFor({ ...healthy, probing: true })).toBe(1);
    expect(concurrencyFor({ ...healthy, status: 'failed' })).toBe(0);
    expect(concurrencyFor({ ...healthy, status: 'inactive' })).toBe(0);
  });
});
