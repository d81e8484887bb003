import { engagementUnit, leastEngagement, scoreOf } from './engagement.js';

const TODAY = '2026-06-10';
const points = (many: number, day = TODAY): bigint => BigInt(many) * engagementUnit(day);

describe('engagement', () => {
  it('is 0 for nothing, 50 for ten points, 75 for twenty and at most 100', () => {
    expect([0, 10, 20, 1_000].map((many) => scoreOf(points(many), TODAY))).toEqual([0, 50, 75, 100]);
  });

  it('halves the points of 30 days ago', () => {
    expect(scoreOf(points(20, '2026-05-11'), TODAY)).toBe(50);
    expect(scoreOf(points(10), '2026-07-10')).toBe(29);
  });

  it.each(['2026-06-10', '2031-01-01', '2040-12-31'])('gives the smallest sum of each score, on %s', (today) => {
    for (let score = 1; score <= 100; score += 1) {
      const least = leastEngagement(score, today);
      expect(scoreOf(least, today)).toBe(score);
      // A double has 53 bits, so a billionth less is smaller for sure.
      expect(scoreOf(least - least / 1_000_000_000n - 1n, today)).toBe(score - 1);
    }
  });

  it('fits the column for fifteen years', () => {
    expect(String(points(1_000_000, '2041-03-01')).length).toBeLessThanOrEqual(65);
  });
});
