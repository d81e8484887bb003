import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const NAME = /^-- name: ([\w-]+)\n/m;
const files = new Map<string, ReadonlyMap<string, string>>();

/** Returns the query under `-- name: <name>` in the `queries.sql` of a folder. Call it at module level: it throws for others. */
export function namedSql(directory: string, name: string): string {
  const file = join(directory, 'queries.sql');
  const queries = files.get(file) ?? read(file);
  files.set(file, queries);
  const query = queries.get(name);
  if (query === undefined) throw new Error(`${file} has no query named ${name}`);
  return query;
}

function read(file: string): Map<string, string> {
  const [, ...parts] = readFileSync(file, 'utf8').split(NAME);
  const queries = new Map<string, string>();
  for (let index = 0; index < parts.length; index += 2)
    queries.set(parts[index] ?? '', (parts[index + 1] ?? '').trimEnd());
  return queries;
}
