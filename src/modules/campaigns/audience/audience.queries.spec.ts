import { nextWidth } from './audience.queries.js';

describe('the window width of a contact scan', () => {
  it.each([
    ['stays when a step finds the wanted number', { width: 2_000, found: 1_500, milliseconds: 10 }, 2_000],
    ['grows when a step finds few quickly', { width: 2_000, found: 3, milliseconds: 5 }, 8_000],
    ['grows to a maximum', { width: 90_000, found: 0, milliseconds: 5 }, 100_000],
    ['does not grow when a step is slow', { width: 2_000, found: 3, milliseconds: 200 }, 2_000],
    ['shrinks when a step takes too long', { width: 8_000, found: 3, milliseconds: 900 }, 2_000],
    ['shrinks to the wanted number', { width: 8_000, found: 8_000, milliseconds: 60 }, 2_000],
    ['never becomes much narrower than the wanted number', { width: 800, found: 200, milliseconds: 9_000 }, 500],
  ])('%s', (_title, step, width) => {
    expect(nextWidth(step, 2_000)).toBe(width);
  });
});
