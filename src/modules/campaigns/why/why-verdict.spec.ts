import { explain, type WhyFacts, type WhyMail } from './why-verdict.js';

const MOMENT = new Date('2026-01-31T09:30:00.000Z');

const mail = (changes: Partial<WhyMail>): WhyMail => ({
  state: 'pending',
  reason: null,
  attempts: 0,
  created_at: MOMENT,
  next_attempt_at: null,
  settled_at: null,
  first_human_open_at: null,
  first_human_click_at: null,
  ...changes,
});

const begun = { status: 'working', hasBegun: true, isEnrolled: true, position: 900 } as const;
const contact = { id: 7, status: 'subscribed', createdAt: MOMENT, pausedUntil: null };

const facts = (changes: Partial<WhyFacts>): WhyFacts => ({
  campaign: { status: 'draft', hasBegun: false, isEnrolled: false, position: 0 },
  asked: 'ada@example.com',
  contact,
  matched: { holds: true, detail: 'Meant by row 1: everybody.' },
  excludedBy: [],
  isSuppressed: false,
  mail: null,
  ...changes,
});

describe('why somebody got a mail', () => {
  it.each<[string, Partial<WhyFacts>, string, RegExp]>([
    ['a stranger', { contact: null }, 'unknown_contact', /no contact ada@example.com/],
    ['before it begins', {}, 'would_get_it', /if the campaign began now/],
    ['who is not meant', { matched: { holds: false, detail: 'No row.' } }, 'did_not_get_it', /No row/],
    ['who is left out', { excludedBy: ['row 1: tag 3 (VIP)'] }, 'did_not_get_it', /Left out by row 1: tag 3 \(VIP\)/],
    ['who opted out', { contact: { ...contact, status: 'unsubscribed' } }, 'did_not_get_it', /unsubscribed/],
    [
      'who wants a pause',
      { contact: { ...contact, pausedUntil: MOMENT } },
      'did_not_get_it',
      /no mails before 2026-01-31/,
    ],
    [
      'who paused before it left',
      { campaign: begun, contact: { ...contact, pausedUntil: MOMENT }, mail: mail({}) },
      'did_not_get_it',
      /will be skipped/,
    ],
    ['who is suppressed', { isSuppressed: true }, 'did_not_get_it', /suppressed/],
    [
      'who is still to be written down',
      { campaign: { ...begun, isEnrolled: false, position: 3 } },
      'will_get_it',
      /are being/,
    ],
    ['who joined later', { campaign: begun }, 'did_not_get_it', /joined, or was changed, later/],
    ['who joined behind the walk', { campaign: { ...begun, isEnrolled: false } }, 'did_not_get_it', /later/],
    [
      'a draft that was put away',
      { campaign: { status: 'archived', hasBegun: false, isEnrolled: false, position: 0 } },
      'did_not_get_it',
      /put away/,
    ],
    ['whose mail waits', { campaign: begun, mail: mail({}) }, 'will_get_it', /in the queue/],
    [
      'whose mail waits in a paused campaign',
      { campaign: { ...begun, status: 'paused' }, mail: mail({}) },
      'will_get_it',
      /until the campaign is resumed/,
    ],
    [
      'whose mail waits for the winner',
      { campaign: begun, mail: mail({ next_attempt_at: new Date('9999-01-01T00:00:00.000Z') }) },
      'will_get_it',
      /winner of the A\/B test/,
    ],
    ['whose mail was put off', { campaign: begun, mail: mail({ state: 'deferred' }) }, 'will_get_it', /tried again/],
    [
      'who opted out before it left',
      { campaign: begun, contact: { ...contact, status: 'unsubscribed' }, mail: mail({}) },
      'did_not_get_it',
      /will be skipped/,
    ],
    ['who got it', { mail: mail({ state: 'sent', settled_at: MOMENT }) }, 'got_it', /2026-01-31 09:30:00/],
    ['who complained', { mail: mail({ state: 'complained', settled_at: MOMENT }) }, 'got_it', /spam/],
    ['who was refused', { mail: mail({ state: 'bounced', reason: '550 no' }) }, 'did_not_get_it', /550 no/],
    ['whose mail was cancelled', { mail: mail({ state: 'cancelled' }) }, 'did_not_get_it', /cancelled/],
    ['of whom nobody knows', { mail: mail({ state: 'unknown' }) }, 'unknown', /line broke/],
    ['who is deleted and got it', { contact: null, mail: mail({ state: 'sent' }) }, 'got_it', /accepted/],
  ])('tells of %s', (_who, changes, verdict, explanation) => {
    const why = explain(facts(changes));
    expect(why.verdict).toBe(verdict);
    expect(why.explanation).toMatch(explanation);
  });

  it('asks in the order in which things are decided', () => {
    const why = explain(
      facts({ campaign: begun, mail: mail({ state: 'sent', attempts: 2, first_human_open_at: MOMENT }) }),
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
