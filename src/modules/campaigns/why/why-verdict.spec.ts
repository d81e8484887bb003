import { explain, type WhyFacts, type WhyEmail } from './why-verdict.js';

const MOMENT = new Date('2026-01-31T09:30:00.000Z');

const mail = (changes: Partial<WhyEmail>): WhyEmail => ({
  state: 'pending',
  reason: null,
  attempts: 0,
  created_at: MOMENT,
  next_attempt_at: null,
  settled_at: null,
  first_human_open_at: null,
  first_human_click_at: null,
  opened: 0,
  clicked: 0,
  ...changes,
});

const started = { status: 'working', hasBegun: true, isEnrolled: true, position: 900 } as const;
const contact = { id: 7, status: 'subscribed', createdAt: MOMENT, pausedUntil: null };

const facts = (changes: Partial<WhyFacts>): WhyFacts => ({
  campaign: { status: 'draft', hasBegun: false, isEnrolled: false, position: 0 },
  asked: 'ada@example.com',
  contact,
  matched: { holds: true, detail: 'Matched by row 1: all contacts.' },
  excludedBy: [],
  isSuppressed: false,
  mail: null,
  ...changes,
});

describe('the explanation for one contact', () => {
  it.each<[string, Partial<WhyFacts>, string, RegExp]>([
    ['an unknown address', { contact: null }, 'unknown_contact', /Contact ada@example.com does not exist/],
    ['a campaign that has not started', {}, 'would_get_it', /if the campaign started now/],
    ['a contact that matches no row', { matched: { holds: false, detail: 'No row.' } }, 'did_not_get_it', /No row/],
    [
      'an excluded contact',
      { excludedBy: ['row 1: tag 3 (VIP)'] },
      'did_not_get_it',
      /Excluded by row 1: tag 3 \(VIP\)/,
    ],
    ['an unsubscribed contact', { contact: { ...contact, status: 'unsubscribed' } }, 'did_not_get_it', /unsubscribed/],
    [
      'a paused contact',
      { contact: { ...contact, pausedUntil: MOMENT } },
      'did_not_get_it',
      /paused emails until 2026-01-31/,
    ],
    [
      'a contact that paused before sending',
      { campaign: started, contact: { ...contact, pausedUntil: MOMENT }, mail: mail({}) },
      'did_not_get_it',
      /will be skipped/,
    ],
    ['a suppressed contact', { isSuppressed: true }, 'did_not_get_it', /suppressed/],
    [
      'a contact that will be enrolled',
      { campaign: { ...started, isEnrolled: false, position: 3 } },
      'will_get_it',
      /are being/,
    ],
    ['a contact added later', { campaign: started }, 'did_not_get_it', /added or changed later/],
    [
      'a contact added behind the enrollment position',
      { campaign: { ...started, isEnrolled: false } },
      'did_not_get_it',
      /later/,
    ],
    [
      'an archived draft',
      { campaign: { status: 'archived', hasBegun: false, isEnrolled: false, position: 0 } },
      'did_not_get_it',
      /archived before/,
    ],
    ['a queued email', { campaign: started, mail: mail({}) }, 'will_get_it', /in the queue/],
    [
      'a queued email of a paused campaign',
      { campaign: { ...started, status: 'paused' }, mail: mail({}) },
      'will_get_it',
      /until the campaign is resumed/,
    ],
    [
      'an email that waits for the winner',
      { campaign: started, mail: mail({ next_attempt_at: new Date('9999-01-01T00:00:00.000Z') }) },
      'will_get_it',
      /winner of the A\/B test/,
    ],
    ['a deferred email', { campaign: started, mail: mail({ state: 'deferred' }) }, 'will_get_it', /retried/],
    [
      'a contact that opted out before sending',
      { campaign: started, contact: { ...contact, status: 'unsubscribed' }, mail: mail({}) },
      'did_not_get_it',
      /will be skipped/,
    ],
    ['a sent email', { mail: mail({ state: 'sent', settled_at: MOMENT }) }, 'got_it', /2026-01-31 09:30:00/],
    ['a complaint', { mail: mail({ state: 'complained', settled_at: MOMENT }) }, 'got_it', /spam/],
    ['a bounce', { mail: mail({ state: 'bounced', reason: '550 no' }) }, 'did_not_get_it', /550 no/],
    ['a cancelled email', { mail: mail({ state: 'cancelled' }) }, 'did_not_get_it', /cancelled/],
    ['an email in doubt', { mail: mail({ state: 'unknown' }) }, 'unknown', /connection broke/],
    ['a deleted recipient', { contact: null, mail: mail({ state: 'sent' }) }, 'got_it', /accepted/],
  ])('gives verdict and reason for %s', (_who, changes, verdict, explanation) => {
    const why = explain(facts(changes));
    expect(why.verdict).toBe(verdict);
    expect(why.explanation).toMatch(explanation);
  });

  it('tells what is known of a past email', () => {
    const past = { state: 'sent', attempts: null, created_at: null, settled_at: MOMENT, opened: 1 } as const;
    const why = explain(facts({ campaign: started, mail: mail(past) }));
    expect(why).toMatchObject({ verdict: 'got_it', explanation: 'The email was accepted at 2026-01-31 09:30:00 UTC.' });
    expect(why.checks.slice(-4)).toEqual([
      { check: 'enrolled', passed: true, detail: 'Enrolled as a recipient at an unknown time.' },
      {
        check: 'sent',
        passed: true,
        detail: 'Accepted by the mail server at 2026-01-31 09:30:00 UTC after an unknown number of attempts.',
      },
      { check: 'opened', passed: true, detail: 'First opened by a person at an unknown time.' },
      { check: 'clicked', passed: false, detail: 'Not clicked by a person.' },
    ]);
  });

  it('lists the checks in the order of evaluation', () => {
    const why = explain(
      facts({ campaign: started, mail: mail({ state: 'sent', attempts: 2, opened: 1, first_human_open_at: MOMENT }) }),
    );
    expect(why.checks.map(({ check, passed }) => [check, passed])).toEqual([
      ['known', true],
      ['matched', true],
      ['not_excluded', true],
      ['subscribed', true],
      ['not_paused', true],
      ['not_suppressed', true],
      ['enrolled', true],
      ['sent', true],
      ['opened', true],
      ['clicked', false],
    ]);
  });
});
