import { choose } from './warm-up-order.js';

/** By engagement: the first letter is the provider. */
const ranked = (providers: string): { id: number; provider: string }[] =>
  Array.from(providers, (provider, index) => ({ id: index + 1, provider }));

describe('the emails of a warm-up day', () => {
  it('go to the best-engaged recipients of each provider, in proportion', () => {
    expect(choose(ranked('aaaabbaaaabb'), 6)).toEqual([1, 2, 3, 4, 5, 6]);
    expect(choose(ranked('aaaaaaaabbbb'), 6)).toEqual([1, 2, 3, 4, 9, 10]);
  });

  it('are as many as the day allows', () => {
    expect(choose(ranked('abcde'), 3)).toEqual([1, 2, 3]);
    expect(choose(ranked('ab'), 9)).toEqual([1, 2]);
    expect(choose(ranked('ab'), 0)).toEqual([]);
    expect(choose([], 5)).toEqual([]);
  });
});
