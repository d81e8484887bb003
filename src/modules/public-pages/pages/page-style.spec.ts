import { contrast } from '../../../platform/html/contrast.js';
import { colorsOf } from './page-style.js';

/** Pairs of text color and background. */
const TEXTS = [
  ['ink', 'card'],
  ['quiet', 'card'],
  ['quiet', 'ground'],
  ['accent', 'card'],
  ['on-accent', 'accent'],
  ['good', 'good-soft'],
  ['bad', 'bad-soft'],
  ['bad', 'card'],
] as const;
/** Borders of fields and focus rings, with their backgrounds. */
const LINES = [
  ['edge', 'card'],
  ['accent', 'card'],
  ['bad', 'card'],
  ['ink', 'card'],
] as const;

const ACCENTS = [null, '#000000', '#ffffff', '#ffcc00', '#e3000f', '#00a86b', '#7f7f7f', '#0000ff', '#ff69b4'];

describe.each(ACCENTS.flatMap((accent) => [['light', accent] as const, ['dark', accent] as const]))(
  'the colors of pages in the %s scheme with the accent %s',
  (scheme, accent) => {
    const colors = colorsOf(scheme, accent);

    it.each(TEXTS)('make %s readable on %s', (ink, ground) => {
      expect(contrast(colors[ink], colors[ground])).toBeGreaterThanOrEqual(4.5);
    });

    it.each(LINES)('make %s visible on %s', (line, ground) => {
      expect(contrast(colors[line], colors[ground])).toBeGreaterThanOrEqual(3);
    });
  },
);
