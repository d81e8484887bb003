import { CONTACT_STATUSES, type ContactStatus, STRICT_STATUSES, isStrict, mayMove } from './contact-status.js';

describe('the status of a contact', () => {
  const signal = (from: ContactStatus): ContactStatus[] => CONTACT_STATUSES.filter((to) => mayMove(from, to, 'bounce'));

  it('is strict when mail would be wrong', () => {
    expect(CONTACT_STATUSES.filter(isStrict)).toEqual(['unsubscribed', 'bounced', 'complained']);
  });

  it('is moved by signals along these edges and no others', () => {
    expect(Object.fromEntries(CONTACT_STATUSES.map((from) => [from, signal(from)]))).toEqual({
      pending: ['subscribed', 'unsubscribed', 'bounced', 'complained'],
      subscribed: ['unsubscribed', 'bounced', 'complained'],
      unsubscribed: ['pending', 'bounced', 'complained'],
      bounced: ['pending', 'complained'],
      complained: [],
    });
  });

  it('is never weakened by a signal from one strict status to another', () => {
    STRICT_STATUSES.forEach((strong, rank) => {
      for (const weaker of STRICT_STATUSES.slice(0, rank)) expect(mayMove(strong, weaker, 'one_click')).toBe(false);
    });
  });

  it('is never made subscribed from a strict one by anybody but a manager', () => {
    for (const from of STRICT_STATUSES)
      for (const source of ['import', 'trigger', 'funnel', 'page', 'system'] as const)
        expect(mayMove(from, 'subscribed', source)).toBe(false);
  });

  it('may be set to anything by a manager', () => {
    for (const from of CONTACT_STATUSES) for (const to of CONTACT_STATUSES) expect(mayMove(from, to, 'api')).toBe(true);
  });
});
