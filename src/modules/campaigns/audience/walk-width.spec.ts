import { nextWidth } from './walk-width.js';

describe('the width of a step over the contacts', () => {
  it.each([
    ['stays where it finds what is wanted', { width: 2_000, found: 1_500, milliseconds: 10 }, 2_000],
    ['grows where few are found quickly', { width: 2_000, found: 3, milliseconds: 5 }, 8_000],
    ['grows only so far', { width: 90_000, found: 0, milliseconds: 5 }, 100_000],
    ['does not grow where looking takes its time', { width: 2_000, found: 3, milliseconds: 200 }, 2_000],
    ['shrinks where it takes too long', { width: 8_000, found: 3, milliseconds: 900 }, 2_000],
    ['shrinks to what is wanted', { width: 8_000, found: 8_000, milliseconds: 60 }, 2_000],
    ['never gets much narrower than what is wanted', { width: 800, found: 200, milliseconds: 9_000 }, 500],
  ])('%s', (_title, step, width) => {
    expect(nextWidth(step, 2_000)).toBe(width);
  });
});
