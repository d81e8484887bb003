import fs from 'node:fs';
import path from 'node:path';

/** Returns percentiles of durations in milliseconds. */
export function figuresOf(times) {
  const sorted = [...times].sort((a, b) => a - b);
  const at = (share) => sorted[Math.min(sorted.length - 1, Math.ceil(share * sorted.length) - 1)] ?? 0;
  return { p50: at(0.5), p95: at(0.95), p99: at(0.99), count: sorted.length };
}

export function median(values) {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}

/** Returns the medians of the percentiles of several rounds. */
export const medians = (rounds) =>
  Object.fromEntries(['p50', 'p95', 'p99'].map((name) => [name, median(rounds.map((figures) => figures[name]))]));

const milliseconds = (value) => (value < 10 ? value.toFixed(2) : value.toFixed(1));

/**
 * One row of `printTable`. `floor` is the same query sent directly to the database, alternating with the product.
 * @typedef {{name: string, figures: ReturnType<typeof figuresOf>, floor?: ReturnType<typeof figuresOf>, rows?: number,
 *   perSecond?: number, target?: string, met?: boolean}} Row
 */

/** @param {Row[]} rows */
export function printTable(title, rows) {
  const columns = {
    figure: 'name',
    'p50 ms': ({ figures }) => milliseconds(figures.p50),
    'p95 ms': ({ figures }) => milliseconds(figures.p95),
    'p99 ms': ({ figures }) => milliseconds(figures.p99),
    'per s': ({ perSecond }) => perSecond && String(Math.round(perSecond)),
    'rows read': ({ rows: read }) => read !== undefined && String(read),
    'floor p50': ({ floor }) => floor && milliseconds(floor.p50),
    ratio: ({ figures, floor }) => floor?.p50 > 0 && (figures.p50 / floor.p50).toFixed(2),
    target: 'target',
    verdict: ({ met }) => verdictOf(met),
  };
  printColumns(title, columns, rows);
}

/**
 * A figure of any kind as text. All areas return such lines for the last table.
 * @typedef {{name: string, value: string, floor?: string, ratio?: number, target?: string, met?: boolean}} Line
 */
const LINE = {
  figure: 'name',
  value: 'value',
  floor: 'floor',
  ratio: ({ ratio }) => ratio?.toFixed(2),
  target: 'target',
  verdict: ({ met }) => verdictOf(met),
};

/** @param {Row} row @returns {Line} */
export function lineOf({ name, figures, floor, perSecond, target, met }) {
  const times = `p50 ${milliseconds(figures.p50)}, p95 ${milliseconds(figures.p95)} ms`;
  return {
    name,
    value: perSecond === undefined ? times : `${Math.round(perSecond)}/s, ${times}`,
    ...(floor?.p50 > 0 && { floor: `p50 ${milliseconds(floor.p50)} ms`, ratio: figures.p50 / floor.p50 }),
    target,
    met,
  };
}

/** @param {Line[]} lines @param {Record<string, string>} [more] further columns: title and property */
export const printLines = (title, lines, more = {}) => printColumns(title, { ...LINE, ...more }, lines);

/** @param {(Line & {part: string})[]} lines */
export const printSummary = (title, lines) => printColumns(title, { part: 'part', ...LINE }, lines);

/** Returns an empty text if there was nothing to judge. */
const verdictOf = (met) => (met === undefined ? '' : met ? 'met' : 'MISSED');

/**
 * Prints a table and leaves out empty columns.
 * @param {Record<string, string | ((row: object) => string | undefined | false)>} columns title, and property or function
 */
export function printColumns(title, columns, rows) {
  const cells = Object.entries(columns)
    .map(([head, cell]) => [head, ...rows.map((row) => (typeof cell === 'string' ? row[cell] : cell(row)) || '')])
    .filter(([, ...texts]) => texts.some((text) => text !== ''));
  const widths = cells.map((texts) => Math.max(...texts.map((text) => text.length)));
  const line = (index) =>
    cells
      .map((texts, column) => texts[index].padEnd(widths[column]))
      .join('  ')
      .trimEnd();
  console.log(`\n${title}\n\n${line(0)}\n${widths.map((width) => '-'.repeat(width)).join('  ')}`);
  for (const index of rows.keys()) console.log(line(index + 1));
}

/** Measures the processor: milliseconds of a fixed loop, best of three. */
export function machineSpeed() {
  const times = Array.from({ length: 3 }, () => {
    const started = performance.now();
    let sum = 0;
    for (let index = 0; index < 50_000_000; index += 1) sum = (sum + index * 7) % 1_000_003;
    return [performance.now() - started, sum][0];
  });
  return Math.min(...times);
}

/** Measures the disk: median milliseconds to write 4 KB and flush them. */
export function diskSpeed(folder) {
  const name = path.join(folder, `disk-${process.pid}`);
  const file = fs.openSync(name, 'w');
  const block = Buffer.alloc(4_096, 1);
  const times = Array.from({ length: 100 }, () => {
    const started = performance.now();
    fs.writeSync(file, block);
    fs.fsyncSync(file);
    return performance.now() - started;
  });
  fs.closeSync(file);
  fs.rmSync(name);
  return median(times);
}

/** Returns a function that describes the machine, measured now and when it is called. */
export function machineLoop() {
  const before = machineSpeed();
  return () => `machine loop ${before.toFixed(0)} ms before and ${machineSpeed().toFixed(0)} ms after`;
}
