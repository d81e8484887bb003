import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Functions and options that MySQL 8.0 to 9.6 have removed. MariaDB still has them, so other tests do not notice. */
const REMOVED =
  /\b(?:(?:MD5|SHA1?|(?:OLD_)?PASSWORD|(?:EN|DE)CODE|ENCRYPT|DES_(?:EN|DE)CRYPT|JSON_APPEND) *\(|SQL_CACHE|SQL_CALC_FOUND_ROWS)/g;
/** Not in MySQL, or not in MariaDB. */
const ONE_SIDED =
  /\b(?:RETURNING|NEXTVAL|LASTVAL|JSON_(?:EXISTS|QUERY|DETAILED|COMPACT|LOOSE|EQUALS|NORMALIZE)|JSON_SCHEMA_VALID|MEMBER OF|UUID_TO_BIN|BIN_TO_UUID|ANY_VALUE|REGEXP_LIKE|LATERAL)\b/g;
/** Reserved in MySQL 8.0 to 9.7 and not in MariaDB. */
const RESERVED =
  /\bAS (?:cume_dist|dense_rank|empty|first_value|function|groups|grouping|lag|last_value|lateral|lead|generated|library|manual|nth_value|ntile|of|parallel|percent_rank|qualify|rank|row_number|stored|system|tablesample|virtual|window)\b/g;

const files = readdirSync(join(__dirname, '..', 'src'), { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile() && /\.(ts|sql)$/.test(entry.name) && !entry.name.endsWith('.spec.ts'))
  .map((entry) => join(entry.parentPath, entry.name));

/** Without comments, which may name what is not used. */
const textOf = (file: string): string => readFileSync(file, 'utf8').replace(/^\s*(?:\/\*\*|\*|\/\/|--).*$/gm, '');

describe('the SQL statements', () => {
  it.each([
    ['that a supported version has removed', REMOVED, 'SELECT MD5(DATABASE())'],
    ['that only one of MariaDB and MySQL has', ONE_SIDED, 'INSERT INTO t VALUES (1) RETURNING id'],
    ['with a name that MySQL reserves', RESERVED, 'SELECT 1 AS rank'],
  ])('use nothing %s', (_, pattern, example) => {
    expect(example).toMatch(pattern);
    expect(files.flatMap((file) => (textOf(file).match(pattern) ?? []).map((found) => `${file}: ${found}`))).toEqual(
      [],
    );
  });
});
