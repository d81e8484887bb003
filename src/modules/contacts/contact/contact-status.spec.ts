import type { ChangeSource } from '../../../events/contact.events.js';
import { CONTACT_STATUSES, type ContactStatus, STRICT_STATUSES, isStrict, mayMove } from './contact-status.js';

/** All sources of status changes except managers and double opt-in. */
const SIGNALS = [
  'import',
  'trigger',
  'funnel',
  'one_click',
  'page',
  'preferences',
  'mailto',
  'provider',
  'bounce',
  'complaint',
  'system',
] as const satisfies readonly ChangeSource[];

describe('the contact status', () => {
  const transitionsOf = (source: ChangeSource): Record<string, ContactStatus[]> =>
    Object.fromEntries(
      CONTACT_STATUSES.map((from) => [from, CONTACT_STATUSES.filter((to) => mayMove(from, to, source))]),
    );

  it('is strict when email is not allowed', () => {
    expect(CONTACT_STATUSES.filter(isStrict)).toEqual(['unsubscribed', 'bounced', 'complained']);
  });

  it.each(SIGNALS)('changes only along these transitions for the signal %s', (source) => {
    expect(transitionsOf(source)).toEqual({
      pending: ['unsubscribed', 'bounced', 'complained'],
      subscribed: ['unsubscribed', 'bounced', 'complained'],
      unsubscribed: ['bounced', 'complained'],
      bounced: ['complained'],
      complained: [],
    });
  });

  it('changes freely in bulk calls, except that strict statuses only become stricter', () => {
    const edges = CONTACT_STATUSES.map((from) => [
      from,
      CONTACT_STATUSES.filter((to) => mayMove(from, to, 'api', false)),
    ]);
    expect(Object.fromEntries(edges)).toEqual({
      subscribed: CONTACT_STATUSES,
      pending: CONTACT_STATUSES,
      unsubscribed: ['bounced', 'complained'],
      bounced: ['complained'],
      complained: [],
    });
  });

  it('changes by double opt-in to pending and then subscribed, but never after a complaint', () => {
    expect(transitionsOf('double_opt_in')).toEqual({
      pending: ['subscribed'],
      subscribed: [],
      unsubscribed: ['pending'],
      bounced: ['pending'],
      complained: [],
    });
  });

  it('is never weakened by a signal from one strict status to another', () => {
    STRICT_STATUSES.forEach((strong, rank) => {
      for (const weaker of STRICT_STATUSES.slice(0, rank))
        for (const source of SIGNALS) expect(mayMove(strong, weaker, source)).toBe(false);
    });
  });

  it('may be set to anything by a manager', () => {
    for (const from of CONTACT_STATUSES) for (const to of CONTACT_STATUSES) expect(mayMove(from, to, 'api')).toBe(true);
  });
});
