import { timeOfMigration } from '../../../migrations/baseline.js';
import type { Engine, ServerStatus } from '../../database/supported-engine.js';
import { CLUSTER_QUERY, ENGINE_QUERY, supportedEngine } from '../../database/supported-engine.js';
import { isRefusedByServer, lacksTable } from '../../errors/database-errors.js';
import { SEEN_WITHIN_SECONDS } from '../../health/process-heartbeat.js';
import { type Check, type Examined, type Finding, Findings } from '../check.js';

type Variables = ReadonlyMap<string, string>;

const MEBIBYTE = 1_048_576;
const GIBIBYTE = 1_024 * MEBIBYTE;
/** Bodies of 10 MB, and contents of campaigns with their files. */
const ENOUGH_PACKET = 16 * MEBIBYTE;
const LEAST_PACKET = 4 * MEBIBYTE;
const SMALL_DATA = GIBIBYTE;
/** Fraction of the data; the working set is smaller. */
const FAIR_SHARE = 0.25;
/** Besides the processes: administrators, backups, the doctor. */
const CONNECTIONS_FOR_OTHERS = 10;
const CLOCK_WARNS_AT_MS = 2_000;
const CLOCK_FAILS_AT_MS = 60_000;

const ASKED = [
  'max_allowed_packet',
  'innodb_flush_log_at_trx_commit',
  'log_bin',
  'sync_binlog',
  'innodb_buffer_pool_size',
  'max_connections',
  'read_only',
];

const DAILY = ['SELECT', 'INSERT', 'UPDATE', 'DELETE'];
const FOR_MIGRATIONS = ['CREATE', 'ALTER', 'DROP', 'INDEX', 'REFERENCES'];

/** The server and its settings, our sessions, and the schema version. */
export class DatabaseCheck implements Check<'config' | 'database'> {
  readonly area = 'database';
  readonly needs = ['config', 'database'] as const;

  async run(context: Examined<'config' | 'database'>): Promise<readonly Finding[]> {
    const findings = new Findings(this.area);
    const variables = await globalVariables(context);
    const [engine] = await context.database.query<Engine>(ENGINE_QUERY);
    if (engine) findings.ok('version', supportedEngine(engine, context.config.database.allowsUnsafeEngine));
    await checkRole(findings, context, variables);
    await checkReplicas(findings, context);
    await checkSession(findings, context);
    await checkCharacterSet(findings, context);
    checkPacket(findings, variables);
    checkDurability(findings, variables);
    await checkMemory(findings, context, variables);
    await checkConnections(findings, context, variables);
    await checkClock(findings, context);
    await checkMigrations(findings, context);
    await checkWrites(findings, context);
    await checkPrivileges(findings, context);
    return findings.all;
  }
}

type Asked = Examined<'config' | 'database'>;

async function globalVariables({ database }: Asked): Promise<Variables> {
  return variablesOf(await database.query('SHOW GLOBAL VARIABLES WHERE Variable_name IN (:asked)', { asked: ASKED }));
}

const variablesOf = (rows: readonly ServerStatus[]): Variables =>
  new Map(rows.map(({ Variable_name: name, Value: value }) => [name.toLowerCase(), value]));

/** What the server is within a group of servers. */
async function checkRole(findings: Findings, { database }: Asked, variables: Variables): Promise<void> {
  const cluster = variablesOf(await database.query<ServerStatus>(CLUSTER_QUERY));
  const role = variables.get('read_only') === 'ON' ? 'read-only' : 'takes writes';
  const size = Number(cluster.get('wsrep_cluster_size') ?? 0);
  const node = `Galera cluster of ${size}, this node is ${cluster.get('wsrep_local_state_comment') ?? 'unknown'}`;
  const isReady = role === 'takes writes' && (size === 0 || cluster.get('wsrep_ready') === 'ON');
  findings.judge(
    'role',
    isReady ? 'ok' : 'failed',
    size === 0 ? role : `${role}; ${node}`,
    'Set DATABASE_URL to the server that takes writes.',
  );
}

/** Replicas that are late or gone are not read. */
async function checkReplicas(findings: Findings, { database, config }: Asked): Promise<void> {
  const { maxLagMs, urls } = config.database.replicas;
  const lags = await database.lagOfReplicas();
  for (const [index, lag] of lags.entries()) {
    const { hostname, port } = new URL(urls[index] ?? '');
    const found = lag === null ? 'does not answer' : `${lag} ms behind, ${maxLagMs} ms are permitted`;
    const verdict = lag !== null && lag <= maxLagMs ? 'ok' : 'warning';
    const advice = 'Reports, exports, and counts read the primary until it has caught up.';
    findings.judge(`replica ${hostname}:${port || '3306'}`, verdict, found, advice);
  }
}

/** The driver sets these on every connection; a proxy may undo them. */
async function checkSession(findings: Findings, { database }: Asked): Promise<void> {
  const session = variablesOf(
    await database.query(
      `SHOW SESSION VARIABLES WHERE Variable_name IN
         ('sql_mode', 'time_zone', 'character_set_connection', 'tx_isolation', 'transaction_isolation')`,
    ),
  );
  const isolation = session.get('transaction_isolation') ?? session.get('tx_isolation') ?? '';
  const wrong = [
    ...(isolation === 'READ-COMMITTED' ? [] : [`isolation is ${isolation}`]),
    ...((session.get('sql_mode') ?? '').includes('STRICT_TRANS_TABLES') ? [] : ['sql_mode is not strict']),
    ...(session.get('time_zone') === '+00:00' ? [] : ['the time zone is not UTC']),
    ...(session.get('character_set_connection') === 'utf8mb4' ? [] : ['the character set is not utf8mb4']),
  ];
  if (wrong.length === 0) findings.ok('session', 'READ COMMITTED, strict, UTC, utf8mb4');
  else findings.failed('session', wrong.join('; '), 'A proxy, a pooler, or init_connect changes session settings.');
}

async function checkCharacterSet(findings: Findings, { database }: Asked): Promise<void> {
  const sql = `SELECT DEFAULT_CHARACTER_SET_NAME AS name FROM information_schema.SCHEMATA WHERE SCHEMA_NAME = DATABASE()`;
  const [row] = await database.query<{ name: string }>(sql);
  const found = `the default of the database is ${row?.name ?? 'unknown'}`;
  const advice = 'ALTER DATABASE ... CHARACTER SET utf8mb4. Our own tables name theirs.';
  if (row?.name === 'utf8mb4') findings.ok('character set', 'utf8mb4');
  else findings.warning('character set', found, advice);
}

function checkPacket(findings: Findings, variables: Variables): void {
  const bytes = Number(variables.get('max_allowed_packet'));
  const verdict = bytes >= ENOUGH_PACKET ? 'ok' : bytes >= LEAST_PACKET ? 'warning' : 'failed';
  const advice = 'Set max_allowed_packet to 64M: large bodies and files are refused otherwise.';
  findings.judge('max_allowed_packet', verdict, inMebibytes(bytes), advice);
}

/** All guarantees depend on committed data surviving a power cut. */
function checkDurability(findings: Findings, variables: Variables): void {
  const flush = variables.get('innodb_flush_log_at_trx_commit');
  const toLose = 'Set it to 1, or a power cut loses up to a second of emails and events.';
  if (flush === undefined) findings.skipped('durability', 'the server does not report when it writes to disk');
  else findings.judge('innodb_flush_log_at_trx_commit', flush === '1' ? 'ok' : 'warning', flush, toLose);
  if (variables.get('log_bin') !== 'ON') return;
  const sync = variables.get('sync_binlog') ?? 'unknown';
  const toMiss = 'Set it to 1, or replicas and binary log backups may miss the last transactions.';
  findings.judge('sync_binlog', sync === '1' ? 'ok' : 'warning', sync, toMiss);
}

async function checkMemory(findings: Findings, { database }: Asked, variables: Variables): Promise<void> {
  const pool = Number(variables.get('innodb_buffer_pool_size'));
  const sql =
    'SELECT CAST(SUM(data_length + index_length) AS DOUBLE) AS size FROM information_schema.TABLES WHERE TABLE_SCHEMA = DATABASE()';
  const [row] = await database.query<{ size: number | null }>(sql);
  const size = row?.size ?? 0;
  const found = `${inMebibytes(pool)} for ${inMebibytes(size)} of data`;
  const verdict = size <= SMALL_DATA || pool >= size * FAIR_SHARE ? 'ok' : 'warning';
  const advice = 'Set it to at least a quarter of the data, up to two thirds of the memory.';
  findings.judge('innodb_buffer_pool_size', verdict, found, advice);
}

async function checkConnections(findings: Findings, { config, database }: Asked, variables: Variables): Promise<void> {
  const most = Number(variables.get('max_connections'));
  const [row] = await database
    .query<{ processes: number }>(
      `SELECT COUNT(*) AS processes FROM process_beats WHERE seen_at > NOW(3) - INTERVAL ${SEEN_WITHIN_SECONDS} SECOND`,
    )
    .catch(() => []);
  const processes = Math.max(2, row?.processes ?? 0);
  const needed = processes * config.database.poolSize + CONNECTIONS_FOR_OTHERS;
  const found = `${most}; ${processes} processes may take ${config.database.poolSize} each`;
  if (most >= needed) findings.ok('max_connections', found);
  else findings.warning('max_connections', found, `Raise it to ${needed} or more, or lower DATABASE_POOL_SIZE.`);
}

async function checkClock(findings: Findings, { database }: Asked): Promise<void> {
  const before = Date.now();
  const [row] = await database.query<{ now: Date }>('SELECT NOW(3) AS now');
  const middle = (before + Date.now()) / 2;
  const ahead = Math.round(middle - (row?.now.getTime() ?? middle));
  const found = `${Math.abs(ahead)} ms ${ahead < 0 ? 'behind' : 'ahead of'} the database's`;
  const late = Math.abs(ahead);
  const verdict = late < CLOCK_WARNS_AT_MS ? 'ok' : late < CLOCK_FAILS_AT_MS ? 'warning' : 'failed';
  findings.judge('clock of this machine', verdict, found, 'Synchronize both machines by NTP.');
}

async function checkMigrations(findings: Findings, { database }: Asked): Promise<void> {
  const known = new Set(database.manager.dataSource.migrations.map((migration) => migration.constructor.name));
  const rows = await database.query<{ name: string }>('SELECT name FROM schema_migrations').catch(() => null);
  if (rows === null) {
    findings.failed('migrations', 'the database is empty', 'Run: npm run cli -- migrate');
    return;
  }
  const applied = new Set(rows.map(({ name }) => name));
  const pending = [...known].filter((name) => !applied.has(name)).length;
  const newest = Math.max(...[...known].map(timeOfMigration));
  const newer = [...applied].filter((name) => timeOfMigration(name) > newest).length;
  const found = `the database has ${newer} unknown to this build`;
  if (pending > 0)
    findings.failed('migrations', `${pending} of ${known.size} are missing`, 'Run: npm run cli -- migrate');
  else if (newer === 0) findings.ok('migrations', `all ${known.size} are applied`);
  else findings.warning('migrations', found, 'They belong to a newer version; normal during a rolling update.');
}

/** Updates a row to its own value: it counts as matched only with FOUND_ROWS, which locks rely on. */
async function checkWrites(findings: Findings, { database }: Asked): Promise<void> {
  const sql = 'UPDATE health_checks SET id = id WHERE id = 1';
  const wrong = 'changed rows are counted, not matched ones (FOUND_ROWS)';
  const advice = 'Is this a replica, or is the disk full? Set DATABASE_URL to the primary.';
  try {
    const { affectedRows } = await database.execute(sql);
    if (affectedRows === 1) findings.ok('writes', 'are accepted, and matched rows are counted');
    else findings.failed('writes', wrong, 'A proxy may remove the client flag.');
  } catch (error) {
    if (isRefusedByServer(error)) findings.failed('writes', 'the server accepts no writes', advice);
    else if (lacksTable(error)) findings.skipped('writes', 'not tried before the migrations');
    else throw error;
  }
}

async function checkPrivileges(findings: Findings, { database, config }: Asked): Promise<void> {
  const name = decodeURIComponent(new URL(config.database.url).pathname.slice(1));
  const grants = await database.query<Record<string, string>>('SHOW GRANTS FOR CURRENT_USER()');
  const granted = privilegesIn(
    grants.map((row) => Object.values(row)[0] ?? ''),
    name,
  );
  if (granted === null) {
    findings.skipped('privileges', 'they are granted by a role');
    return;
  }
  const missingPermissions = (wanted: readonly string[]): string[] =>
    wanted.filter((one) => !granted.has('ALL') && !granted.has(one));
  const [daily, migrating] = [missingPermissions(DAILY), missingPermissions(FOR_MIGRATIONS)];
  const advice = 'Required for migrations, which another account may run.';
  if (daily.length > 0)
    findings.failed('privileges', `${daily.join(', ')} are missing`, `GRANT them ON ${name}.* to the account.`);
  else if (migrating.length > 0) findings.warning('privileges', `${migrating.join(', ')} are missing`, advice);
  else findings.ok('privileges', 'sufficient');
}

/** Reads lines of SHOW GRANTS, but not their password hashes. @returns null if privileges come from roles. */
export function privilegesIn(grants: readonly string[], database: string): ReadonlySet<string> | null {
  const granted = new Set<string>();
  let byRole = false;
  for (const line of grants) {
    const [, names, pattern] = /^GRANT (.+?) ON (\S+)\.\* TO /i.exec(line) ?? [];
    if (names === undefined || pattern === undefined) {
      byRole ||= /^GRANT [`'"]\w/i.test(line);
      continue;
    }
    if (!covers(pattern.replace(/^`|`$/g, ''), database)) continue;
    for (const one of names.split(',')) granted.add(/^ALL\b/i.test(one.trim()) ? 'ALL' : one.trim().toUpperCase());
  }
  return byRole && !granted.has('ALL') ? null : granted;
}

/** `%` and `_` are wildcards in grants unless escaped by a backslash. */
function covers(pattern: string, database: string): boolean {
  if (pattern === '*') return true;
  const parts = pattern.match(/\\[%_]|[\s\S]/g) ?? [];
  const expression = parts
    .map((part) => (part === '%' ? '.*' : part === '_' ? '.' : RegExp.escape(part.replace(/^\\/, ''))))
    .join('');
  return new RegExp(`^${expression}$`, 's').test(database);
}

const inMebibytes = (bytes: number): string =>
  bytes >= GIBIBYTE ? `${(bytes / GIBIBYTE).toFixed(1)} GiB` : `${Math.round(bytes / MEBIBYTE)} MiB`;
