import { COLORS } from './page-style.js';

/** Pairs of text color and background. */
const TEXTS = [
  ['ink', 'card'],
  ['quiet', 'card'],
  ['quiet', 'ground'],
  ['accent', 'card'],
  ['on-accent', 'accent'],
  ['good', 'good-ground'],
  ['bad', 'bad-ground'],
  ['bad', 'card'],
] as const;
/** Borders of fields and focus rings, with their backgrounds. */
const LINES = [
  ['line', 'card'],
  ['accent', 'card'],
  ['bad', 'card'],
  ['ink', 'card'],
] as const;

describe.each(['light', 'dark'] as const)('the colors of pages in the %s scheme', (scheme) => {
  const colours = COLORS[scheme];

  it.each(TEXTS)('make %s readable on %s', (ink, ground) => {
    expect(contrast(colours[ink], colours[ground])).toBeGreaterThanOrEqual(4.5);
  });

  it.each(LINES)('make %s visible on %s', (line, ground) => {
    expect(contrast(colours[line], colours[ground])).toBeGreaterThanOrEqual(3);
  });
});

/** Contrast ratio of WCAG 2. */
function contrast(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

function luminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const share = parseInt(color.slice(at, at + 2), 16) / 255;
    return share <= 0.03928 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
