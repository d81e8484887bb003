import { namedSql } from '../../../platform/sql/named-sql.js';

/** What contacts are sorted by. The words stand in the names of tables and columns, and in `label_daily_stats.kind`. */
export const LABEL_KINDS = ['list', 'tag'] as const;
export type LabelKind = (typeof LABEL_KINDS)[number];

/** A query about lists and tags, for each of them: `{label}` in it is the one or the other. */
export function labelSql(directory: string, name: string): Readonly<Record<LabelKind, string>> {
  const sql = namedSql(directory, name);
  return { list: sql.replaceAll('{label}', 'list'), tag: sql.replaceAll('{label}', 'tag') };
}
