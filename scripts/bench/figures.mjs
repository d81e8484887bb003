/** The figures of one question, from the times of its runs in milliseconds. */
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

/** The medians of the figures of several rounds. */
export const medians = (rounds) =>
  Object.fromEntries(['p50', 'p95', 'p99'].map((name) => [name, median(rounds.map((figures) => figures[name]))]));

const milliseconds = (value) => (value < 10 ? value.toFixed(2) : value.toFixed(1));

/**
 * One row of the table. `floor` is the same question asked of the database directly, in turn with the product.
 * @typedef {{name: string, figures: ReturnType<typeof figuresOf>, floor?: ReturnType<typeof figuresOf>, rows?: number,
 *   perSecond?: number, target?: string, met?: boolean}} Row
 */

/** Prints rows as one table of aligned columns. */
export function printTable(title, rows) {
  const head = [
    'figure',
    'p50 ms',
    'p95 ms',
    'p99 ms',
    'per s',
    'rows read',
    'floor p50',
    'ratio',
    'target',
    'verdict',
  ];
  const body = rows.map(({ name, figures, floor, rows: read, perSecond, target, met }) => [
    name,
    milliseconds(figures.p50),
    milliseconds(figures.p95),
    milliseconds(figures.p99),
    perSecond === undefined ? '' : String(Math.round(perSecond)),
    read === undefined ? '' : String(read),
    floor ? milliseconds(floor.p50) : '',
    floor && floor.p50 > 0 ? (figures.p50 / floor.p50).toFixed(2) : '',
    target ?? '',
    verdictOf(met),
  ]);
  printColumns(title, head, body);
}

/**
 * One line of the table that everything is summed up in: what was reached, whatever it was measured in.
 * @typedef {{name: string, value: string, floor?: string, ratio?: number, target?: string, met?: boolean}} Line
 */

/** @param {Row} row of `printTable`; its p50 stands beside that of the floor. @returns {Line} */
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

/** Prints the lines of all parts as one table. @param {(Line & {part: string})[]} lines */
export function printSummary(title, lines) {
  const head = ['part', 'figure', 'value', 'target', 'floor', 'ratio', 'verdict'];
  const body = lines.map(({ part, name, value, target, floor, ratio, met }) => [
    part,
    name,
    value,
    target ?? '',
    floor ?? '',
    ratio === undefined ? '' : ratio.toFixed(2),
    verdictOf(met),
  ]);
  printColumns(title, head, body);
}

/** Nothing where nothing was judged. */
export const verdictOf = (met) => (met === undefined ? '' : met ? 'met' : 'MISSED');

/** Prints rows of text under a head, each column as wide as its widest cell. */
export function printColumns(title, head, body) {
  const widths = head.map((_, column) => Math.max(...[head, ...body].map((row) => row[column].length)));
  const line = (row) => row.map((cell, column) => cell.padEnd(widths[column])).join('  ');
  console.log(`\n${title}\n\n${line(head)}\n${widths.map((width) => '-'.repeat(width)).join('  ')}`);
  for (const row of body) console.log(line(row));
}

/** The speed of the machine itself: a fixed loop, best of three. Machines are compared by it, never by bare times. */
export function machineSpeed() {
  const times = Array.from({ length: 3 }, () => {
    const started = performance.now();
    let sum = 0;
    for (let index = 0; index < 50_000_000; index += 1) sum = (sum + index * 7) % 1_000_003;
    return [performance.now() - started, sum][0];
  });
  return Math.min(...times);
}
