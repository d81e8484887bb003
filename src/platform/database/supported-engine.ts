import type { Connection } from 'mysql2';
import { ConfigurationError } from '../config/config.js';
import { type Server, SERVER_COLUMNS, SERVER_QUERY } from './server-watch.js';
import { runText } from './statement-queue.js';

/** The comment names the product, even if a server has the version of MySQL that it imitates. */
export const ENGINE_QUERY = `SELECT VERSION() AS version, @@version_comment AS comment, ${SERVER_COLUMNS}`;

export type Engine = Readonly<Record<'version' | 'comment', string>>;

/** They speak MySQL's protocol but lock rows in another way: TiDB accepts SKIP LOCKED and locks nothing, so an email would leave twice. */
const IMITATIONS = /TiDB|Vitess|PlanetScale|OceanBase|SingleStore|MemSQL|StarRocks|Doris|Dolt|MatrixOne|ClickHouse/i;
const LEAST: Readonly<Record<string, number>> = { MariaDB: 10_006, MySQL: 8_000 };
const AT_OWN_RISK = 'DATABASE_UNSAFE_ENGINE=true uses it all the same: emails may be sent twice.';

/** Returns product and version of a server. @throws ConfigurationError if Carillon cannot use it. */
export function supportedEngine({ version, comment }: Engine, allowsUnsafe = false): string {
  const words = `${version} ${comment}`;
  const product = IMITATIONS.exec(words)?.[0] ?? (/mariadb/i.test(words) ? 'MariaDB' : 'MySQL');
  // A proxy may put 5.5.5 before the version of MariaDB.
  const [, major, minor] = /^(?:5\.5\.5-)?(\d+)\.(\d+)/.exec(version) ?? [];
  const isImitation = !(product in LEAST);
  if (isImitation ? allowsUnsafe : Number(major) * 1_000 + Number(minor) >= (LEAST[product] ?? 0))
    return `${product} ${version}`;
  const why = isImitation ? `does not lock rows as MariaDB and MySQL do. ${AT_OWN_RISK}` : 'is too old.';
  throw new ConfigurationError([
    `DATABASE_URL: ${product} ${version} ${why} Use MariaDB 10.6 or later, or MySQL 8.0 or later.`,
  ]);
}

/** The state of a node of a Galera cluster. Other servers have none of these, or a size of 0. */
export const CLUSTER_QUERY =
  "SHOW GLOBAL STATUS WHERE Variable_name IN ('wsrep_cluster_size', 'wsrep_ready', 'wsrep_local_state_comment')";

export interface ServerStatus {
  readonly Variable_name: string;
  readonly Value: string;
}

const CONNECTIONS_TRIED = 4;

/**
 * Galera locks rows on one node only: with several writers, two workers could claim the same email.
 * @param connect opens another connection to the same address.
 * @throws ConfigurationError
 */
export async function refuseSeveralWriters(first: Pick<Connection, 'query'>, connect: () => Connection): Promise<void> {
  const status = await runText<ServerStatus[]>(first, CLUSTER_QUERY);
  const size = status.find(({ Variable_name: name }) => name === 'wsrep_cluster_size')?.Value;
  if (Number(size ?? 0) < 2) return;
  const writers = new Set<string>();
  for (let tries = 0; tries < CONNECTIONS_TRIED; tries += 1) {
    const connection = connect();
    connection.on('error', () => undefined);
    try {
      const [{ server, isReadOnly }] = await runText<[Server]>(connection, SERVER_QUERY);
      if (isReadOnly === 0) writers.add(server);
    } finally {
      connection.destroy();
    }
  }
  if (writers.size > 1)
    throw new ConfigurationError([
      `DATABASE_URL: leads to ${writers.size} nodes of a Galera cluster that take writes. Put a proxy before them that uses one at a time. ${AT_OWN_RISK}`,
    ]);
}
