import { namedSql } from '../../../platform/sql/named-sql.js';

/** The kinds of labels; also parts of table and column names, and values of `label_daily_stats.kind`. */
export const LABEL_KINDS = ['list', 'tag'] as const;
export type LabelKind = (typeof LABEL_KINDS)[number];

/** Returns the query once for lists and once for tags; `{label}` is replaced by the kind. */
export function labelSql(directory: string, name: string): Readonly<Record<LabelKind, string>> {
  const sql = namedSql(directory, name);
  return { list: sql.replaceAll('{label}', 'list'), tag: sql.replaceAll('{label}', 'tag') };
}
