import type { Redis } from 'ioredis';
import { connectRedis, redisAddress } from '../redis/address/redis-address.js';
import { DataSource, type DataSourceOptions } from 'typeorm';
import { TIMED_OUT, withTimeout } from '../values/with-timeout.js';
import { type AppConfig, ConfigurationError, parseConfig } from '../config/config.js';
import { dataSourceOptions } from '../database/data-source-options.js';
import { Database } from '../database/database.js';
import { isBehind } from '../errors/database-errors.js';
import { maskAddresses } from '../logging/logging.js';
import { type Check, type Dependency, type CheckContext, type Finding, failed, ok, skipped } from './check.js';

const CHECK_TIMEOUT_MS = 30_000;
const REDIS_ANSWERS_WITHIN_MS = 3_000;
const POOL_SIZE = 2;
const PLACEHOLDER_SECRET = 'replaces an unusable secret';

/** Why a check is skipped. */
const MISSING: Readonly<Record<Dependency, string>> = {
  config: 'the configuration is invalid',
  database: 'there is no usable database',
  redis: 'Redis is away',
};

type Environment = Readonly<Record<string, string | undefined>>;
interface Connected<Connection> {
  readonly connection: Connection | null;
  readonly findings: readonly Finding[];
}

/** Runs all checks. It depends on none of them, so it works when the database is unavailable or the product does not start. */
export class Doctor {
  constructor(
    private readonly checks: readonly Check[],
    private readonly entities: DataSourceOptions['entities'] = [],
  ) {}

  async examine(env: Environment): Promise<Finding[]> {
    const { config, faults } = configurationIn(env);
    const database = await toDatabase(config, this.entities);
    const redis = await toRedis(config);
    const connections = { database: database.connection?.db ?? null, redis: redis.connection };
    const context: CheckContext = { env, config, faults, ...connections };
    const findings = [...database.findings, ...redis.findings];
    try {
      for (const check of this.checks) findings.push(...(await resultOf(check, context)));
      return inAreas(findings);
    } finally {
      redis.connection?.disconnect();
      database.connection?.db.onApplicationShutdown();
      await database.connection?.source.destroy().catch(() => undefined);
    }
  }
}

/** Reports every invalid variable and treats it as unset. */
function configurationIn(env: Environment): Pick<CheckContext, 'config' | 'faults'> {
  try {
    return { config: parseConfig(env), faults: [] };
  } catch (error) {
    if (!(error instanceof ConfigurationError)) throw error;
    return { config: withoutTheWrong(env, error.faults), faults: error.faults };
  }
}

function withoutTheWrong(env: Environment, faults: readonly string[]): AppConfig | null {
  const wrong = new Set(faults.map((fault) => fault.split(' ', 1)[0]));
  const rest = Object.fromEntries(Object.entries(env).filter(([name]) => !wrong.has(name)));
  // Checks of secrets ask whether the value was invalid.
  const secret = wrong.has('APP_SECRET') ? { APP_SECRET: PLACEHOLDER_SECRET } : {};
  const production = env['NODE_ENV'] === 'production';
  try {
    // Rules for production must not prevent the other checks.
    return { ...parseConfig({ ...rest, ...secret, ...(production ? { NODE_ENV: 'test' } : {}) }), production };
  } catch {
    return null;
  }
}

async function toDatabase(
  config: AppConfig | null,
  entities: DataSourceOptions['entities'],
): Promise<Connected<{ readonly db: Database; readonly source: DataSource }>> {
  if (config === null) return { connection: null, findings: [] };
  const { hostname, port, pathname } = new URL(config.database.url);
  const where = `${hostname}:${port || '3306'}${pathname}`;
  const source = new DataSource(dataSourceOptions({ ...config.database, poolSize: POOL_SIZE }, entities));
  try {
    await source.initialize();
    const findings = [{ area: 'database', check: 'connection', ...ok(where) }];
    return { connection: { db: new Database(source, { ...config.database.replicas, poolSize: 1 }), source }, findings };
  } catch (error) {
    return { connection: null, findings: [connectionError('database', where, error)] };
  }
}

async function toRedis(config: AppConfig | null): Promise<Connected<Redis>> {
  if (config === null) return { connection: null, findings: [] };
  const where = redisAddress(config.redis.url)?.where ?? '';
  const client = connectRedis(config.redis.url, {
    protocol: 2,
    lazyConnect: true,
    connectTimeout: REDIS_ANSWERS_WITHIN_MS,
    commandTimeout: REDIS_ANSWERS_WITHIN_MS,
    maxRetriesPerRequest: 0,
    retryStrategy: () => null,
  });
  let trouble: unknown;
  client.on('error', (error) => (trouble = error));
  try {
    await client.connect();
    await client.ping();
    return { connection: client, findings: [{ area: 'redis', check: 'connection', ...ok(where) }] };
  } catch (error) {
    client.disconnect();
    return { connection: null, findings: [connectionError('redis', where, trouble ?? error)] };
  }
}

async function resultOf(check: Check, context: CheckContext): Promise<readonly Finding[]> {
  const whole = { area: check.area, check: 'all' };
  const isBlind = context.config === null && check.needs.length > 0;
  const missing = isBlind ? 'config' : check.needs.find((need) => context[need] === null);
  if (missing !== undefined) return [{ ...whole, ...skipped(`not checked: ${MISSING[missing]}`) }];
  try {
    const findings = await withTimeout(CHECK_TIMEOUT_MS, check.run(context as Parameters<Check['run']>[0]));
    if (findings === TIMED_OUT) throw new Error(`no answer within ${CHECK_TIMEOUT_MS / 1_000} s`);
    return findings;
  } catch (error) {
    if (isBehind(error)) return [{ ...whole, ...skipped('not checked: migrations are missing') }];
    const found = `check failed: ${maskAddresses(error instanceof Error ? error.message : String(error))}`;
    return [{ ...whole, ...failed(found, 'See the other findings; otherwise report this as a bug.') }];
  }
}

/** Groups findings by area in order of appearance, configuration first. */
function inAreas(findings: readonly Finding[]): Finding[] {
  const areas = [...new Set(['configuration', ...findings.map(({ area }) => area)])];
  return areas.flatMap((area) => {
    const own = findings.filter((finding) => finding.area === area);
    // Report a skipped area once.
    return own.filter(
      (one, index) => one.verdict !== 'skipped' || own.findIndex((other) => other.found === one.found) === index,
    );
  });
}

const VARIABLE = { database: 'DATABASE_URL', redis: 'REDIS_URL' } as const;

const ADVICE: readonly (readonly [words: RegExp, advice: string])[] = [
  [/ECONNREFUSED/, 'Connection refused. Is the server running, and is the port right?'],
  [/ENOTFOUND|EAI_AGAIN/, 'The host name cannot be resolved.'],
  [/ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|timed? ?out/i, 'Timeout: a firewall, or a wrong address.'],
  [
    /ACCESS_DENIED|Access denied|WRONGPASS|NOAUTH|invalid password/i,
    'The user or password is wrong, or this host is not allowed.',
  ],
  [/BAD_DB|Unknown database/i, 'The database does not exist: CREATE DATABASE ... CHARACTER SET utf8mb4.'],
  [/HOST_NOT_PRIVILEGED|not allowed to connect/i, 'The account is not allowed from this host.'],
  [/CON_COUNT|Too many connections/i, 'Raise max_connections, or lower DATABASE_POOL_SIZE.'],
  [/certificate|TLS|SSL/i, 'The certificate is not trusted; set NODE_EXTRA_CA_CERTS for your own authority.'],
];

/** Finding for an unreachable or unsupported server. Driver errors contain neither password nor URL. */
export function connectionError(area: 'database' | 'redis', where: string, error: unknown): Finding {
  if (error instanceof ConfigurationError)
    return { area, check: 'version', verdict: 'failed', found: error.faults.join('; '), advice: null };
  const { code, message } = (error ?? {}) as { readonly code?: string; readonly message?: string };
  const words = [code, message].filter((word) => word !== undefined && word !== '').join(': ');
  const advice = ADVICE.find(([pattern]) => pattern.test(words))?.[1] ?? 'See the message of the server.';
  const found = `${where} does not answer${words === '' ? '' : ` (${maskAddresses(words)})`}`;
  return { area, check: 'connection', ...failed(found, `${advice} It is set by ${VARIABLE[area]}.`) };
}
