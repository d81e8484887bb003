import type { ChangeSource } from '../../events/contact.events.js';
import {
  CONTACT_STATUSES,
  type ContactStatus,
  STRICT_STATUSES,
  isStrict,
  mayMove,
  mayMoveAmongMany,
} from './contact-status.js';

/** Everybody who changes a status without being a manager, but for the double opt-in. */
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

describe('the status of a contact', () => {
  const edgesOf = (source: ChangeSource): Record<string, ContactStatus[]> =>
    Object.fromEntries(
      CONTACT_STATUSES.map((from) => [from, CONTACT_STATUSES.filter((to) => mayMove(from, to, source))]),
    );

  it('is strict when mail would be wrong', () => {
    expect(CONTACT_STATUSES.filter(isStrict)).toEqual(['unsubscribed', 'bounced', 'complained']);
  });

  it.each(SIGNALS)('is moved by the signal %s along these edges and no others', (source) => {
    expect(edgesOf(source)).toEqual({
      pending: ['unsubscribed', 'bounced', 'complained'],
      subscribed: ['unsubscribed', 'bounced', 'complained'],
      unsubscribed: ['bounced', 'complained'],
      bounced: ['complained'],
      complained: [],
    });
  });

  it('is moved freely by a call that names many, but for the strict ones, which only become stricter', () => {
    const edges = CONTACT_STATUSES.map((from) => [from, CONTACT_STATUSES.filter((to) => mayMoveAmongMany(from, to))]);
    expect(Object.fromEntries(edges)).toEqual({
      subscribed: CONTACT_STATUSES,
      pending: CONTACT_STATUSES,
      unsubscribed: ['bounced', 'complained'],
      bounced: ['complained'],
      complained: [],
    });
  });

  it('is moved by a double opt-in to asking and from asking to subscribed, and never after a complaint', () => {
    expect(edgesOf('double_opt_in')).toEqual({
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
