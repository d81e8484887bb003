import { STOP_PLACE } from '../../system-emails/notices/notices.service.js';
import type { ReportContent } from './report-content.js';

const WIDTH = 72;

/** Returns the text part with the same figures in the same order. */
export function reportText(content: ReportContent): string {
  const { title, name, period, comparedWith, about, headlines, charts, tables, notes, footer, link } = content;
  const blocks = [
    [title, `${name}, ${period}`, ...(about === null ? [] : [about])].join('\n'),
    ...notes,
    [
      ...headlines.map(
        ({ label, value, change }) => `${label}: ${value}${change === null ? '' : ` (${change.words})`}`,
      ),
      ...(comparedWith === null ? [] : [`Compared with ${comparedWith}.`]),
    ].join('\n'),
    ...(content.changes.length > 0 ? [content.changes.join('\n')] : []),
    ...charts.map(({ words }) => words),
    ...tables.map(({ title: heading, columns, rows, left }) =>
      [
        heading,
        '-'.repeat(Math.min(WIDTH, heading.length)),
        ...rows.map((row) => rowInWords(columns, row)),
        ...(left > 0 ? [`... and ${left} more in the attached file`] : []),
      ].join('\n'),
    ),
    [...footer, `To stop these emails: ${STOP_PLACE}`, ...(link === null ? [] : [`In the console: ${link}`])].join(
      '\n',
    ),
  ];
  return `${blocks.filter(Boolean).join('\n\n')}\n`;
}

/** Formats a row as one line: `June newsletter: sent 1,000, open rate 42.1%`. */
function rowInWords(columns: readonly { readonly title: string }[], row: readonly string[]): string {
  const [first = '', ...others] = row;
  const said = others.flatMap((cell, index) =>
    cell === '' ? [] : [`${(columns[index + 1]?.title ?? '').toLowerCase()} ${cell}`],
  );
  return said.length === 0 ? first : `${first}: ${said.join(', ')}`;
}
