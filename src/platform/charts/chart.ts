import { html, Html } from '../html/html.js';
import { COLORS, type Colors } from '../html/look.js';

interface ChartPoint {
  readonly label: string;
  readonly value: number;
  /** What happened at this point of a line. */
  readonly mark?: string;
}

export interface Chart {
  readonly title: string;
  /** Lines for time series, bars for comparisons. */
  readonly kind: 'line' | 'bar';
  readonly points: readonly ChartPoint[];
  /** Formats a value for the axis and for bars. */
  readonly format: (value: number) => string;
  /** Whether values are counts, so that the axis has integer ticks. */
  readonly whole: boolean;
}

export const CHART_WIDTH = 552;
const FONT = 'DejaVu Sans';
const COLOR = COLORS.light;

const PADDING = 16;
const TITLE_HEIGHT = 34;
const PLOT_HEIGHT = 150;
const LABELS_HEIGHT = 26;
const BAR_ROW = 34;
/** Letters stay readable when a phone scales the image to about half. */
const SIZE = 14;
/** Approximate width of a letter. */
const LETTER = 8.4;
const MAX_BARS = 10;

/**
 * Renders the chart as SVG, 552 pixels wide. Parts have classes, so that the style sheet of a page can replace their colors.
 * @param description for screen readers; a chart without one is for images.
 */
export function chartSvg(chart: Chart, description: string | null = null): string {
  const { height, content } = chart.kind === 'line' ? lineChart(chart) : barChart(chart);
  return picture(chart.title, height, content, description);
}

/** Returns the picture in the colors for a dark ground. */
export const darkened = (svg: string): string =>
  svg.replaceAll(/="(#[0-9a-f]{6})"/g, (attribute, color: string) => {
    const [name] = Object.entries(COLOR).find(([, light]) => light === color) ?? [];
    return name === undefined ? attribute : `="${COLORS.dark[name as keyof Colors]}"`;
  });

/** Describes the chart in words, for the alt text: the title and the numbers. */
export function chartInWords({ title, kind, points, format }: Chart): string {
  if (points.length === 0) return `${title}: no figures.`;
  const said = ({ label, value, mark }: ChartPoint): string => `${label}: ${format(value)}${mark ? ` (${mark})` : ''}`;
  if (kind === 'bar') return `${title}: ${points.slice(0, MAX_BARS).map(said).join('; ')}.`;
  if (points.length <= 8) return `${title}: ${points.map(said).join('; ')}.`;
  const [first, last] = [points[0], points.at(-1)];
  const highest = points.reduce((best, point) => (point.value > best.value ? point : best));
  const lowest = points.reduce((best, point) => (point.value < best.value ? point : best));
  if (!first || !last) return `${title}: no figures.`;
  return (
    `${title}, ${first.label} to ${last.label}: starts with ${format(first.value)}, ends with ${format(last.value)}; ` +
    `highest ${format(highest.value)} on ${highest.label}, lowest ${format(lowest.value)} on ${lowest.label}.` +
    points.map(({ label, mark }) => (mark ? ` ${label}: ${mark}.` : '')).join('')
  );
}

function lineChart({ points, format, whole }: Chart): Drawing {
  const ticks = niceTicks(
    points.map(({ value }) => value),
    whole,
  );
  const [bottom = 0, top = 1] = [ticks.values[0], ticks.values.at(-1)];
  const marks = ticks.values.map(format);
  const left = PADDING + Math.ceil(Math.max(...marks.map((mark) => mark.length)) * LETTER) + 8;
  const right = CHART_WIDTH - PADDING - 6;
  const ceiling = PADDING + TITLE_HEIGHT;
  const floor = ceiling + PLOT_HEIGHT;
  const x = (index: number): number =>
    points.length === 1 ? (left + right) / 2 : left + ((right - left) * index) / (points.length - 1);
  const y = (value: number): number => floor - ((floor - ceiling) * (value - bottom)) / (top - bottom);
  const line = points.map(({ value }, index) => `${px(x(index))},${px(y(value))}`);
  const base = px(y(0));
  const dots = points.length <= 31 ? points : [];
  return {
    height: floor + LABELS_HEIGHT + PADDING,
    content: html`${ticks.values.map(
        (value, index) =>
          html`<line
              x1="${left}"
              x2="${right}"
              y1="${px(y(value))}"
              y2="${px(y(value))}"
              stroke="${value === 0 ? COLOR.line : COLOR.soft}"
              stroke-width="1"
            />
            ${text(marks[index] ?? '', { x: left - 8, y: y(value) + 5, anchor: 'end', color: 'quiet' })}`,
      )}
      ${
        points.length > 1
          ? html`<polygon
              points="${px(x(0))},${base} ${line.join(' ')} ${px(x(points.length - 1))},${base}"
              fill="${COLOR['accent-soft']}"
              fill-opacity="0.7"
            />`
          : null
      }
      ${points.map(({ mark }, index) => (mark ? html`<path d="M${px(x(index))} ${ceiling}V${floor}" stroke="${COLOR.quiet}" stroke-dasharray="3 3" />` : null))}
      <polyline
        points="${line.join(' ')}"
        fill="none"
        stroke="${COLOR.accent}"
        stroke-width="2.5"
        stroke-linejoin="round"
        stroke-linecap="round"
      />
      ${dots.map(
        ({ value }, index) =>
          html`<circle
            cx="${px(x(index))}"
            cy="${px(y(value))}"
            r="3"
            fill="${COLOR.accent}"
            stroke="${COLOR.card}"
            stroke-width="1"
          />`,
      )}
      ${labelled(points, x).map(({ label, at, anchor }) =>
        text(label, { x: at, y: floor + 21, anchor, color: 'quiet' }),
      )}`,
  };
}

interface PlacedLabel {
  readonly label: string;
  readonly at: number;
  readonly anchor: 'start' | 'middle' | 'end';
}

/** As many labels as there is room for, at equal distances, counted back from the last. */
function labelled(points: readonly ChartPoint[], x: (index: number) => number): PlacedLabel[] {
  const longest = Math.max(1, ...points.map(({ label }) => label.length)) * LETTER + 14;
  const most = Math.max(2, Math.floor((x(points.length - 1) - x(0)) / longest) + 1);
  const last = points.length - 1;
  const every = last <= 0 ? 1 : Math.max(1, Math.ceil(last / (most - 1)));
  return points.flatMap(({ label }, index) => {
    if ((last - index) % every !== 0) return [];
    const anchor = last === 0 ? 'middle' : index === last ? 'end' : index === 0 ? 'start' : 'middle';
    return [{ label, at: x(index) + (anchor === 'end' ? 6 : anchor === 'start' ? -6 : 0), anchor } as const];
  });
}

function barChart({ points: all, format }: Chart): Drawing {
  const points = all.slice(0, MAX_BARS);
  const numbers = points.map(({ value }) => format(value));
  const labels = points.map(({ label }, index) => short(printable(label, index), 22));
  const left = PADDING + Math.ceil(Math.max(4, ...labels.map((label) => label.length)) * LETTER) + 10;
  const right = CHART_WIDTH - PADDING - Math.ceil(Math.max(2, ...numbers.map((number) => number.length)) * LETTER) - 10;
  const highest = Math.max(0, ...points.map(({ value }) => value)) || 1;
  const ceiling = PADDING + TITLE_HEIGHT;
  return {
    height: ceiling + Math.max(1, points.length) * BAR_ROW + PADDING - 6,
    content: html`${points.map(({ value }, index) => {
      const y = ceiling + index * BAR_ROW;
      const width = value > 0 ? Math.max(2, ((right - left) * value) / highest) : 0;
      return html`${text(labels[index] ?? '', { x: left - 10, y: y + 17, anchor: 'end', color: 'ink' })}
        <rect x="${left}" y="${y}" width="${right - left}" height="24" rx="3" fill="${COLOR.soft}" />
        <rect x="${left}" y="${y}" width="${px(width)}" height="24" rx="3" fill="${COLOR.accent}" />
        ${text(numbers[index] ?? '', { x: right + 8, y: y + 17, anchor: 'start', color: 'ink' })}`;
    })}`,
  };
}

interface Drawing {
  readonly height: number;
  readonly content: Html;
}

function picture(title: string, height: number, content: Html, description: string | null): string {
  return html`<svg
    xmlns="http://www.w3.org/2000/svg"
    width="${CHART_WIDTH}"
    height="${height}"
    viewBox="0 0 ${CHART_WIDTH} ${height}"
    font-family="${FONT}"
    role="img"
  >
    ${description === null ? null : html`<title>${title}</title><desc>${description}</desc>`}
    <rect
      x="0.5"
      y="0.5"
      width="${CHART_WIDTH - 1}"
      height="${height - 1}"
      rx="8"
      class="ground"
      fill="${COLOR.card}"
      stroke="${COLOR.line}"
    />
    ${text(printable(title, null), { x: PADDING, y: PADDING + 12, anchor: 'start', color: 'ink', size: 16, bold: true })}
    ${content}
  </svg>`.text;
}

interface TextPlace {
  readonly x: number;
  readonly y: number;
  readonly anchor: 'start' | 'middle' | 'end';
  readonly color: 'ink' | 'quiet';
  readonly size?: number;
  readonly bold?: boolean;
}

function text(words: string, { x, y, anchor, color, size = SIZE, bold = false }: TextPlace): Html {
  return html`<text
    x="${px(x)}"
    y="${px(y)}"
    font-size="${size}"
    font-weight="${bold ? 'bold' : 'normal'}"
    text-anchor="${anchor}"
    class="${color}"
    fill="${COLOR[color]}"
  >
    ${words}
  </text>`;
}

const px = (value: number): string => String(Math.round(value * 10) / 10);

/** Cuts long texts, because SVG does not wrap. */
export const short = (label: string, most: number): string => {
  const letters = Array.from(label);
  return letters.length <= most ? label : `${letters.slice(0, most - 1).join('')}…`;
};

/** Characters of the bundled font. */
const HAS_SIGNS = /^[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Armenian}\p{Script=Common}\p{M}]*$/u;
/** Control characters make the SVG invalid. */
const UNDRAWN = /[\p{Extended_Pictographic}\p{Cc}]/gu;

/** A label that the font can draw; otherwise the row number, which is also in the table of the email. */
function printable(label: string, index: number | null): string {
  const drawn = label.replace(/\s+/g, ' ').replace(UNDRAWN, '').trim();
  if (HAS_SIGNS.test(drawn) && drawn !== '') return drawn;
  return index === null ? '' : `No. ${index + 1}`;
}

/** Ticks of an axis that starts at 0. */
interface Ticks {
  /** From 0 upward; the last one is the end of the axis. */
  readonly values: readonly number[];
  readonly step: number;
}

const STEPS = [1, 2, 2.5, 5, 10] as const;
const MAX_COUNT = 5;

/**
 * Returns round ticks from 0 (or below) to at least the largest value: 0, 200, 400 instead of 0, 237, 474.
 * @param whole uses integer steps, for counts.
 */
export function niceTicks(values: readonly number[], whole: boolean): Ticks {
  const highest = Math.max(0, ...values);
  const lowest = Math.min(0, ...values);
  const range = highest - lowest || 1;
  const rough = range / (MAX_COUNT - 1);
  const power = 10 ** Math.floor(Math.log10(rough));
  const candidates = [...STEPS, ...STEPS.map((step) => step * 10)].map((step) => rounded(step * power));
  const fits = (step: number): boolean =>
    (!whole || Number.isInteger(step)) && Math.ceil(highest / step) - Math.floor(lowest / step) <= MAX_COUNT;
  const step = candidates.find(fits) ?? Math.max(1, Math.ceil(rough));
  const first = Math.floor(lowest / step);
  const last = Math.max(first + 1, Math.ceil(highest / step));
  return { step, values: Array.from({ length: last - first + 1 }, (_, index) => rounded((first + index) * step)) };
}

/** Removes floating-point noise: 0.30000000000000004. */
const rounded = (value: number): number => Number(value.toPrecision(12));
