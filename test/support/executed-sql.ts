import { Connection } from 'mysql2';
import { ENGINE_QUERY } from '../../src/platform/database/supported-engine.js';
import { SERVER_QUERY } from '../../src/platform/database/server-watch.js';
import { stopAtEnd } from './stop-at-end.js';

/** Comments, quoted values, and quoted names. */
const TOKEN = /--\s.*|#.*|\/\*[^]*?\*\/|'(?:[^'\\]|\\[^]|'')*'|"(?:[^"\\]|\\[^]|"")*"|`(?:[^`]|``)*`/g;
/** What injected texts make a statement do, and no statement of the product does. */
const FOREIGN =
  /\b(?:sleep|benchmark|extractvalue|updatexml|load_file|outfile|analyse|drop|truncate|xor)\b|version\(|@@|--\s|#|\/\*!|(''|\b\d+)\s*=\s*\1(?!\d)/i;

/** Returns a statement without its quoted values and names: what a text does that became part of it remains. */
export const executedSql = (sql: string): string =>
  sql.replace(TOKEN, (token) => (/^['"`]/.test(token) ? "''" : token));

/** Whether a statement executes a part of a hostile text. */
export const isInjected = (sql: string): boolean =>
  ![ENGINE_QUERY, SERVER_QUERY].includes(sql) && FOREIGN.test(executedSql(sql));

/** Calls `each` with every text of statements that this process sends, including values, until the end of the spec or test. */
export function watchStatements(each: (sql: string) => void): void {
  type Query = (this: Connection, sql: string | { readonly sql: string }, ...rest: unknown[]) => unknown;
  const prototype = Connection.prototype as unknown as { query: Query };
  const { query } = prototype;
  prototype.query = function (sql, ...rest) {
    each(typeof sql === 'string' ? sql : sql.sql);
    return query.call(this, sql, ...rest);
  };
  stopAtEnd({
    stop: () => {
      prototype.query = query;
    },
  });
}
