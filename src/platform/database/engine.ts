import { ConfigurationError } from '../config/config.js';

/** The comment names the product, even if a server has the version of MySQL that it imitates. */
export const ENGINE_QUERY = 'SELECT VERSION() AS version, @@version_comment AS comment';

export type Engine = Readonly<Record<'version' | 'comment', string>>;

/** They speak MySQL's protocol but lock rows in another way: TiDB accepts SKIP LOCKED and locks nothing, so an email would leave twice. */
const IMITATIONS = /TiDB|Vitess|PlanetScale|OceanBase|SingleStore|MemSQL|StarRocks|Doris|Dolt|MatrixOne|ClickHouse/i;
const LEAST: Readonly<Record<string, number>> = { MariaDB: 10_006, MySQL: 8_000 };

/** Returns product and version of a server. @throws ConfigurationError if Carillon cannot use it. */
export function supportedEngine({ version, comment }: Engine): string {
  const words = `${version} ${comment}`;
  const product = IMITATIONS.exec(words)?.[0] ?? (/mariadb/i.test(words) ? 'MariaDB' : 'MySQL');
  // A proxy may put 5.5.5 before the version of MariaDB.
  const [, major, minor] = /^(?:5\.5\.5-)?(\d+)\.(\d+)/.exec(version) ?? [];
  if (Number(major) * 1_000 + Number(minor) >= (LEAST[product] ?? Number.POSITIVE_INFINITY))
    return `${product} ${version}`;
  const why = product in LEAST ? 'is too old' : 'does not lock rows as MariaDB and MySQL do';
  throw new ConfigurationError([
    `DATABASE_URL: ${product} ${version} ${why}. Use MariaDB 10.6 or later, or MySQL 8.0 or later.`,
  ]);
}
