/**
 * Returns the SQL of a table of the objects in the parameter `rows`, a JSON array; a member that is null or absent is NULL. The text stays the
 * same for any number of rows.
 * @param columns the SQL types by member
 */
export function jsonRows(columns: Readonly<Record<string, string>>): string {
  const listed = Object.entries(columns).map(([name, type]) => `${name} ${type} PATH '$.${name}'`);
  return `JSON_TABLE(:rows, '$[*]' COLUMNS (${listed.join(', ')}))`;
}
