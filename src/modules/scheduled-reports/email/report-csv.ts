import { csv } from '../../../platform/export/csv.js';
import { inOneBatch, type Row, type Table } from '../../../platform/export/table.js';
import type { DigestFigures } from '../../reports/digests/digest.js';

/** Writes a CSV file with plain numbers: headlines, charts, and tables, each in a section. @param only the title of one section. */
export async function reportCsv(figures: DigestFigures, before: ReadonlyMap<string, number>, only?: string) {
  const { headlines, charts, tables } = figures;
  const sections: Table[] = [
    section(
      'figures',
      ['figure', 'value', 'previous', 'unit'],
      headlines.map(({ label, value, unit, uncompared }) => [
        label,
        value,
        uncompared === true ? null : (before.get(label) ?? null),
        unit === 'money' ? (figures.currency ?? '') : unit,
      ]),
    ),
    ...charts.map(({ title, kind, points }) =>
      section(
        title.toLowerCase(),
        [kind === 'line' ? 'day' : 'name', 'value'],
        points.map(({ label, value }) => [label, value]),
      ),
    ),
    ...tables.map(({ title, columns, rows }) =>
      section(
        title.toLowerCase(),
        columns.map((column) => column.title.toLowerCase()),
        rows,
      ),
    ),
  ];
  let text = '';
  const written = sections.filter(({ name }) => name === (only?.toLowerCase() ?? name));
  for await (const lines of csv(written)) text += lines.join('');
  return Buffer.from(text);
}

function section(name: string, columns: readonly string[], rows: readonly Row[]): Table {
  return { name, columns, batches: inOneBatch(rows) };
}
