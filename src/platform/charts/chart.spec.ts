import { writeFileSync, mkdirSync } from 'node:fs';
import { type Chart, chartInWords, chartSvg } from './chart.js';
import { ChartPictures } from './chart-pictures.js';

const days = (count: number, value: (index: number) => number): Chart['points'] =>
  Array.from({ length: count }, (_, index) => ({ label: `${index + 1} Jun`, value: value(index) }));

const chart = (changes: Partial<Chart> = {}): Chart => ({
  title: 'Emails sent',
  kind: 'line',
  points: days(30, (index) => Math.round(400 + 300 * Math.sin(index / 3) + index * 9)),
  format: (value) => new Intl.NumberFormat('en').format(value),
  whole: true,
  ...changes,
});

const BARS = chart({
  kind: 'bar',
  title: 'Opened by campaign',
  points: [
    { label: 'Summer <sale> & "more"', value: 4_210 },
    { label: 'Łódź – Größe', value: 312 },
    { label: '春のお知らせ', value: 12 },
    { label: 'A title that goes on for very much longer than there is room', value: 0 },
  ],
});

/** Width and height stand in the header of a PNG. */
const sizeOf = (png: Buffer): [number, number] => [png.readUInt32BE(16), png.readUInt32BE(20)];

describe('charts', () => {
  it.each([
    ['line', chart()],
    ['line-month-of-nothing', chart({ points: days(30, () => 0) })],
    ['line-one-day', chart({ points: days(1, () => 7) })],
    [
      'line-quarter',
      chart({ points: days(92, (index) => Math.round(900 + 300 * Math.sin(index / 9) - (index % 7 > 4 ? 400 : 0))) }),
    ],
    ['line-below-nothing', chart({ points: days(14, (index) => 5 - index) })],
    ['line-of-nothing', chart({ points: [] })],
    ['bars', BARS],
    ['bars-of-nothing', chart({ kind: 'bar', points: [] })],
  ])('%s become a sharp picture that is not large', async (name, drawn) => {
    const png = await new ChartPictures().png(drawn);
    expect(png.subarray(1, 4).toString('latin1')).toBe('PNG');
    expect(sizeOf(png)[0]).toBe(1_104);
    expect(png.length).toBeLessThan(60_000);
    mkdirSync('.artifacts', { recursive: true });
    // For a person to look at.
    writeFileSync(`.artifacts/chart-${name}.png`, png);
  });

  it('draw the letters of titles, whatever they are', async () => {
    const pictures = new ChartPictures();
    const [one, other] = await Promise.all([
      pictures.png(chart({ title: 'Emails sent' })),
      pictures.png(chart({ title: 'Emails read' })),
    ]);
    expect(one.equals(other)).toBe(false);
    expect(chartSvg(BARS)).toContain('Summer &lt;sale&gt; &amp;');
    // The font has no such signs.
    expect(chartSvg(BARS)).toContain('No. 3');
    expect(chartSvg(BARS)).not.toContain('春');
  });

  it('are drawn although a title has signs that no picture may hold', async () => {
    const points = [{ label: 'News\u0001\u001b', value: 3 }];
    const hostile = chart({ kind: 'bar', title: 'Op\u0000ened\u0007', points });
    await expect(new ChartPictures().png(hostile)).resolves.toBeInstanceOf(Buffer);
    expect(chartSvg(hostile)).toContain('News');
  });

  it('are described in words with their numbers', () => {
    expect(chartInWords(chart({ points: days(3, (index) => index * 1_000) }))).toBe(
      'Emails sent: 1 Jun: 0; 2 Jun: 1,000; 3 Jun: 2,000.',
    );
    expect(chartInWords(chart({ points: days(30, (index) => (index === 4 ? 900 : index + 1)) }))).toBe(
      'Emails sent, 1 Jun to 30 Jun: starts with 1, ends with 30; highest 900 on 5 Jun, lowest 1 on 1 Jun.',
    );
    expect(chartInWords(chart({ points: [] }))).toBe('Emails sent: no figures.');
    expect(chartInWords(BARS)).toContain('春のお知らせ: 12');
  });
});
