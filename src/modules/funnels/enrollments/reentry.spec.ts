import type { Reentry } from '../definition/funnel-rules.js';
import { type EarlierEnrollments, MAX_ENROLLMENTS_PER_DAY, NEVER_ENROLLED, mayEnter } from './reentry.js';

const NOW = new Date('2026-01-15T10:00:00.000Z');
const daysAgo = (days: number): EarlierEnrollments => ({
  isActive: false,
  lastEnteredAt: new Date(NOW.getTime() - days * 86_400_000),
  recently: 0,
});

const NEVER: Reentry = { mode: 'never', days: null };
const ALWAYS: Reentry = { mode: 'always', days: null };
const WEEKLY: Reentry = { mode: 'after_days', days: 7 };

describe('re-entry rules', () => {
  it.each([
    ['allow the first enrollment', NEVER, NEVER_ENROLLED, true],
    ['refuse a second one with never', NEVER, daysAgo(400), false],
    ['allow a second one with always', ALWAYS, daysAgo(0), true],
    ['refuse before the days have passed', WEEKLY, daysAgo(6.99), false],
    ['allow when the days have passed', WEEKLY, daysAgo(7), true],
    ['refuse while active', ALWAYS, { ...daysAgo(1), isActive: true }, false],
    ['allow the fiftieth within a day', ALWAYS, { ...daysAgo(0), recently: MAX_ENROLLMENTS_PER_DAY - 1 }, true],
    ['refuse the fifty-first within a day', ALWAYS, { ...daysAgo(0), recently: MAX_ENROLLMENTS_PER_DAY }, false],
  ])('%s', (_who, reentry, earlier, expected) => {
    expect(mayEnter(reentry, earlier, NOW)).toBe(expected);
  });
});
