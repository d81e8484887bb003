import { BOUNCED, exceededLimit, NOT_BOUNCED, withLateBounces, withOutcomes } from './outcomes.js';

const recent = (bounces: number, others: number): string => BOUNCED.repeat(bounces) + NOT_BOUNCED.repeat(others);

describe('the guardrails of a campaign', () => {
  it.each([
    // [bounces, others, sent, complaints, danger]
    [5, 44, 49, 0, null],
    [5, 45, 50, 0, null],
    [6, 44, 50, 0, 'bounce_rate'],
    [50, 450, 10_000, 0, null],
    [51, 449, 10_000, 0, 'bounce_rate'],
    [0, 50, 50, 1, null],
    [0, 50, 50, 2, 'complaint_rate'],
    [0, 49, 49, 2, null],
    [0, 500, 1_000, 3, null],
    [0, 500, 1_000, 4, 'complaint_rate'],
    [51, 449, 1_000, 4, 'bounce_rate'],
  ] as const)(
    '%i bounces and %i others of the last, %i sent, %i complaints: %s',
    (bounces, others, sent, complaints, exceeded) => {
      expect(exceededLimit({ recent: recent(bounces, others), sent, complaints })).toBe(exceeded);
    },
  );

  it('use the last 500 outcomes only', () => {
    const grown = withOutcomes(
      recent(100, 400),
      Array.from({ length: 100 }, () => NOT_BOUNCED),
    );
    expect(grown).toBe(NOT_BOUNCED.repeat(500));
    expect(withOutcomes('', [BOUNCED, NOT_BOUNCED])).toBe('b.');
  });

  it('count a late bounce once, in place of its delivery', () => {
    expect(withLateBounces('..b.', 2)).toBe('.bbb');
    expect(withLateBounces('bb', 3)).toBe('bb');
    expect(withLateBounces('..', 0)).toBe('..');
  });
});
