const GAP = '  ';
const NARROWEST = 8;
const USUAL_WIDTH = 80;

/** Aligned columns with all values: cells that do not fit into the width of the terminal continue on the next line. */
export function tableOf(
  heads: readonly string[],
  rows: readonly (readonly string[])[],
  width = process.stdout.isTTY ? process.stdout.columns : USUAL_WIDTH,
): string[] {
  const cells = [heads.map((head) => head.toUpperCase()), ...rows];
  const widths = heads.map((_, column) => Math.max(...cells.map((row) => row[column]?.length ?? 0)));
  const room = width - GAP.length * (heads.length - 1);
  while (sum(widths) > room && Math.max(...widths) > NARROWEST)
    widths[widths.indexOf(Math.max(...widths))] = Math.max(...widths) - 1;
  return cells.flatMap((row) => {
    const wrapped = row.map((cell, column) => wrap(cell, widths[column] ?? NARROWEST));
    const lines = Array.from({ length: Math.max(...wrapped.map((parts) => parts.length)) }, (_, line) => line);
    return lines.map((line) =>
      wrapped
        .map((parts, column) => (parts[line] ?? '').padEnd(widths[column] ?? 0))
        .join(GAP)
        .trimEnd(),
    );
  });
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, each) => total + each, 0);

/** Breaks at blanks, and words that are too long anywhere. */
function wrap(text: string, width: number): string[] {
  const lines = [''];
  for (const word of text.split(' ').flatMap((each) => each.match(new RegExp(`.{1,${width}}`, 'gs')) ?? [''])) {
    const last = lines.at(-1) ?? '';
    if (last === '') lines[lines.length - 1] = word;
    else if (last.length + 1 + word.length <= width) lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  return lines;
}
