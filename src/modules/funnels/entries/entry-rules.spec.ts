import type { Reentry } from '../definition/funnel-rules.js';
import { type EarlierEntries, MOST_ENTRIES_A_DAY, NEVER_ENTERED, mayEnter } from './entry-rules.js';

const NOW = new Date('2026-01-15T10:00:00.000Z');
const daysAgo = (days: number): EarlierEntries => ({
  isActive: false,
  lastEnteredAt: new Date(NOW.getTime() - days * 86_400_000),
  recently: 0,
});

const NEVER: Reentry = { mode: 'never', days: null };
const ALWAYS: Reentry = { mode: 'always', days: null };
const WEEKLY: Reentry = { mode: 'after_days', days: 7 };

describe('who may come into a funnel', () => {
  it.each([
    ['for the first time', NEVER, NEVER_ENTERED, true],
    ['a second time where once is enough', NEVER, daysAgo(400), false],
    ['a second time where it may be often', ALWAYS, daysAgo(0), true],
    ['before the days have passed', WEEKLY, daysAgo(6.99), false],
    ['when the days have passed', WEEKLY, daysAgo(7), true],
    ['while still inside', ALWAYS, { ...daysAgo(1), isActive: true }, false],
    ['for the fiftieth time on a day', ALWAYS, { ...daysAgo(0), recently: MOST_ENTRIES_A_DAY - 1 }, true],
    ['more often than that', ALWAYS, { ...daysAgo(0), recently: MOST_ENTRIES_A_DAY }, false],
  ])('%s', (_who, reentry, earlier, expected) => {
    expect(mayEnter(reentry, earlier, NOW)).toBe(expected);
  });
});
