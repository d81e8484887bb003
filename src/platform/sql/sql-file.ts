import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Loads a query that lives in a file of its own, named by the question it answers. Call it at module level, so that a
 * missing file stops the start instead of the first request: `const PAGE = sqlFile(__dirname, 'sql/page.sql')`.
 */
export function sqlFile(directory: string, name: string): string {
  return readFileSync(join(directory, name), 'utf8');
}
