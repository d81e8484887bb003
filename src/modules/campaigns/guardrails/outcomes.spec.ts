import {
  BOUNCED,
  isBounceRateExceeded,
  isComplaintRateExceeded,
  NOT_BOUNCED,
  REFUSED,
  withLateBounces,
  withOutcomes,
} from './outcomes.js';

const recent = (bounces: number, others: number): string => BOUNCED.repeat(bounces) + NOT_BOUNCED.repeat(others);

describe('the guardrails of a campaign', () => {
  it.each([
    // [bounces, others, exceeded]
    [5, 44, false],
    [5, 45, false],
    [6, 44, true],
    [50, 450, false],
    [51, 449, true],
  ])('%i bounces and %i others of the last: %s', (bounces, others, exceeded) => {
    expect(isBounceRateExceeded(recent(bounces, others))).toBe(exceeded);
  });

  it.each([
    // [sent, complaints, exceeded]
    [50, 1, false],
    [50, 2, true],
    [49, 2, false],
    [1_000, 3, false],
    [1_000, 4, true],
  ])('%i sent and %i complaints: %s', (sent, complaints, exceeded) => {
    expect(isComplaintRateExceeded({ sent, complaints })).toBe(exceeded);
  });

  it('count refusals by policy as far as several providers refuse', () => {
    const refused = REFUSED.repeat(12) + recent(4, 84);
    expect(isBounceRateExceeded(refused)).toBe(true);
    expect(isBounceRateExceeded(refused, 0)).toBe(false);
    expect(isBounceRateExceeded(refused, 6)).toBe(false);
    expect(isBounceRateExceeded(refused, 7)).toBe(true);
    expect(withLateBounces('..b.', 2, REFUSED)).toBe('.pbp');
  });

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
