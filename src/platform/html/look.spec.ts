import { contrast } from './contrast.js';
import { COLORS, LOGO } from './look.js';

const PAIRS = [
  ...(['ink', 'quiet', 'accent', 'good', 'bad'] as const).map((ink) => [ink, 'card'] as const),
  ...(['ink', 'quiet', 'accent'] as const).map((ink) => [ink, 'ground'] as const),
  ...(['ink', 'quiet'] as const).map((ink) => [ink, 'soft'] as const),
  ['ink', 'accent-soft'],
  ['quiet', 'accent-soft'],
  ['accent', 'accent-soft'],
  ['on-accent', 'accent'],
  ['good', 'good-soft'],
  ['busy', 'busy-soft'],
  ['bad', 'bad-soft'],
] as const;

describe.each(['light', 'dark'] as const)('the colors of all pages in the %s scheme', (scheme) => {
  it.each(PAIRS)('make %s readable on %s', (ink, ground) => {
    expect(contrast(COLORS[scheme][ink], COLORS[scheme][ground])).toBeGreaterThanOrEqual(4.5);
  });

  it.each(['card', 'ground'] as const)('make borders of fields visible on %s', (ground) => {
    expect(contrast(COLORS[scheme].edge, COLORS[scheme][ground])).toBeGreaterThanOrEqual(3);
  });
});

it('has a logo for the icon of pages', () => {
  expect(LOGO).toMatch(/^data:image\/svg\+xml,%3Csvg /);
});
