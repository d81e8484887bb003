import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const STYLE = readFileSync(join(__dirname, 'style.css'), 'utf8');
/** The variables of the light and the dark scheme; dark ones replace light ones. */
const [light, dark] = [...STYLE.matchAll(/:root \{([^}]*)\}/g)].map(([, block]) =>
  Object.fromEntries([...block!.matchAll(/--([\w-]+): (#\w+);/g)].map(([, name, color]) => [name!, color!])),
);
const SCHEMES = { light: { ...light }, dark: { ...light, ...dark } };

const PAIRS = [
  ...['ink', 'quiet', 'accent', 'good', 'bad'].map((ink) => [ink, 'card'] as const),
  ...['ink', 'quiet', 'accent'].map((ink) => [ink, 'ground'] as const),
  ['quiet', 'soft'],
  ['ink', 'accent-soft'],
  ['quiet', 'accent-soft'],
  ['accent', 'accent-soft'],
  ['good', 'good-soft'],
  ['busy', 'busy-soft'],
  ['bad', 'bad-soft'],
] as const;

describe.each(['light', 'dark'] as const)('the colors of the console in the %s scheme', (scheme) => {
  it.each(PAIRS)('make %s readable on %s', (ink, ground) => {
    expect(contrast(SCHEMES[scheme][ink]!, SCHEMES[scheme][ground]!)).toBeGreaterThanOrEqual(4.5);
  });
});

/** Contrast ratio of WCAG 2. */
function contrast(one: string, other: string): number {
  const [low = 0, high = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (high + 0.05) / (low + 0.05);
}

function luminance(color: string): number {
  const digits = color.length === 4 ? color.replaceAll(/\w/g, '$&$&') : color;
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = parseInt(digits.slice(at, at + 2), 16) / 255;
    return part <= 0.03928 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
