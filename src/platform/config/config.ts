import { ACCESS_CONTRADICTIONS, bootstrapOf, groupPermissions, isIssuer, oidcOf } from './access-settings.js';
import { redisAddress } from '../redis/address/redis-address.js';
import { isCurrency } from '../money/money.js';
import { withoutEnding } from '../text/without-ending.js';
import { OAUTH2_CONTRADICTIONS, oauth2Of } from './oauth2-settings.js';
import {
  isColor,
  isLogo,
  isMailServer,
  isMailbox,
  isPublicKey,
  isTimeZone,
  isTokenUrl,
  type Setting,
  basePaths,
  byDefault,
  bytes,
  domain,
  duration,
  durations,
  flag,
  integer,
  isOn,
  list,
  must,
  nameServers,
  optional,
  optionalText,
  parseDuration,
  portFrom,
  required,
  text,
  word,
} from './setting-values.js';
import { TIME_ZONE_RULE } from '../values/time-zones.js';

const MAILBOX_EXAMPLE = 'must be a URL such as imaps://user:password@mail.example.com:993/INBOX';

const databaseUrl = must((url) => /^(mysql|mariadb):\/\//.test(url), 'must start with mysql:// or mariadb://');

const SETTINGS = {
  NODE_ENV: word(['development', 'test', 'production'], 'development'),
  PORT: integer(3000, 0, 65535),
  API_PROCESSES: integer(1, 1, 64),
  HOST: text('127.0.0.1'),
  PUBLIC_URL: optionalText,
  API_BASE_PATH: basePaths,
  APP_SECRET: required(must((secret) => secret.length >= 32, 'must have at least 32 characters')),
  APP_SECRET_PREVIOUS: list(''),
  APP_TIMEZONE: byDefault('UTC', must(isTimeZone, TIME_ZONE_RULE)),
  DATABASE_URL: required(databaseUrl),
  DATABASE_POOL_SIZE: integer(20, 2, 200),
  DATABASE_REPLICA_URL: list('', (urls) => urls.map(databaseUrl)),
  REPLICA_MAX_LAG: duration('5s'),
  DATABASE_UNSAFE_ENGINE: flag(false),
  REDIS_URL: required(
    must(
      (url) => redisAddress(url) !== null,
      'must start with redis://, rediss://, redis+sentinel://, or redis+cluster://',
    ),
  ),
  REDIS_PREFIX: byDefault(
    'carillon',
    must((prefix) => /^[a-z0-9_-]{1,40}$/i.test(prefix), 'must be 1 to 40 letters, digits, _ or -'),
  ),
  SMTP_URL: optional(must(isMailServer, 'must be a URL such as smtp://user:password@mail.example.com:587')),
  SMTP_OAUTH2_TOKEN_URL: optional(must(isTokenUrl, 'must be an https URL')),
  SMTP_OAUTH2_CLIENT_ID: optionalText,
  SMTP_OAUTH2_CLIENT_SECRET: optionalText,
  SMTP_OAUTH2_REFRESH_TOKEN: optionalText,
  SMTP_OAUTH2_SCOPE: optionalText,
  SMTP_ALLOW_PRIVATE_NETWORKS: optional(isOn),
  SMTP_ALLOW_PLAIN_AUTH: flag(false),
  MAIL_FROM: text('Carillon <carillon@localhost.localdomain>'),
  DNS_SERVERS: nameServers,
  RETURN_PATH_DOMAIN: optional(domain),
  BUSINESS_NAME: text('Carillon'),
  BUSINESS_ADDRESS: text(''),
  BUSINESS_LOGO_URL: optional(must(isLogo, 'must be an https URL or a data:image URL in base64')),
  BUSINESS_COLOR: optional(must(isColor, 'must be a color such as #0b57a4')),
  BOOTSTRAP_MANAGER_USERNAME: optionalText,
  BOOTSTRAP_MANAGER_PASSWORD: optionalText,
  ALLOW_QUERY_CREDENTIALS: flag(false),
  SHUTDOWN_GRACE: optional(parseDuration),
  SERVICE_ENABLED: flag(true),
  AUTH_FAILURES_PER_MINUTE: integer(10, 1, 100_000),
  AUTH_FAILURES_PER_ADDRESS: integer(20, 1, 100_000),
  RATE_LIMIT_PER_MINUTE: integer(3500, 0, 10_000_000),
  RATE_LIMIT_REPORTS_PER_MINUTE: integer(150, 0, 10_000_000),
  RATE_LIMIT_EXPORTS_PER_MINUTE: integer(15, 0, 10_000_000),
  RATE_LIMIT_LIVE_PER_MINUTE: integer(600, 0, 10_000_000),
  WEBHOOK_ALLOW_PRIVATE_NETWORKS: flag(false),
  WEBHOOK_ALLOWED_PORTS: list('', (ports) => ports.map(portFrom(1, 'must hold port numbers'))),
  WEBHOOK_RETRY_SCHEDULE: durations('1m,5m,30m,2h,24h'),
  WEBHOOK_FAILURE_UNIT: word(['delivery', 'attempt'], 'delivery'),
  WEBHOOK_MAX_RATE_PER_HOST: integer(0, 0, 100_000),
  WEBHOOK_LOG_RETENTION_DAYS: integer(30, 1, 3_650),
  NODE_EXTRA_CA_CERTS: optionalText,
  SEND_CONCURRENCY: integer(20, 1, 500),
  SEND_CONCURRENCY_PER_DOMAIN: integer(10, 1, 500),
  SEND_LEASE_SECONDS: integer(60, 5, 3_600),
  DESTINATION_PROBE_SCHEDULE: durations('1m,2m,4m,8m,16m,32m,1h'),
  SEND_RETRY_SCHEDULE: durations('5m,15m,1h,4h,12h,24h'),
  HIT_HOLD: duration('2s', 0),
  SES_TOPIC_ARNS: list(''),
  MAILGUN_SIGNING_KEY: optionalText,
  SENDGRID_PUBLIC_KEY: optional(must(isPublicKey, 'must be a public key as SendGrid shows it: DER in base64')),
  IMAP_URL: optional(must(isMailbox, MAILBOX_EXAMPLE)),
  IMAP_OAUTH2_TOKEN_URL: optional(must(isTokenUrl, 'must be an https URL')),
  IMAP_OAUTH2_CLIENT_ID: optionalText,
  IMAP_OAUTH2_CLIENT_SECRET: optionalText,
  IMAP_OAUTH2_REFRESH_TOKEN: optionalText,
  IMAP_OAUTH2_SCOPE: optionalText,
  IMAP_DONE_FOLDER: optionalText,
  DOUBLE_OPTIN_TEMPLATE_ID: optional((id) => {
    if (!/^[1-9]\d{0,9}$/.test(id)) throw new Error('must be the id of a template');
    return Number(id);
  }),
  ON_UNKNOWN: word(['resend', 'hold'], 'resend'),
  FUNNEL_DATA_RETENTION: duration('90d'),
  EVENT_RETENTION_DAYS: integer(365, 0, 36_500),
  EVENT_STREAMS: integer(100, 0, 10_000),
  EVENT_STREAM_HEARTBEAT: duration('15s'),
  BULK_JOB_RETENTION_DAYS: integer(90, 0, 36_500),
  EMAIL_CONTENT_RETENTION: duration('30d'),
  AUDIT_RETENTION_DAYS: integer(365, 0, 36_500),
  CONTACT_TYPES: list('lead,customer'),
  ATTRIBUTION_WINDOW_DAYS: integer(5, 0, 365),
  REPORT_SLOW_THRESHOLD: duration('500ms', 0),
  REPORT_CURRENCY: optional(must(isCurrency, 'must be an ISO 4217 code such as EUR')),
  METRICS_TOKEN: optionalText,
  DOCS_ENABLED: flag(true),
  DOCS_PUBLIC: flag(false),
  CONSOLE_ENABLED: flag(true),
  OIDC_ISSUER: optional(must(isIssuer, 'must be an https URL')),
  OIDC_CLIENT_ID: optionalText,
  OIDC_CLIENT_SECRET: optionalText,
  OIDC_SCOPE: text('openid profile email'),
  OIDC_GROUPS_CLAIM: text('groups'),
  OIDC_GROUP_PERMISSIONS: groupPermissions,
  OIDC_SESSION_MINUTES: integer(60, 1, 1_440),
  WORKER_METRICS_PORT: optional(portFrom(0, 'must be a port number')),
  QUEUE_DASHBOARD_PASSWORD: optionalText,
  LOG_LEVEL: word(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'], 'info'),
  TRUST_PROXY: text(''),
  BODY_LIMIT: bytes('1mb'),
  KEEP_ALIVE_TIMEOUT: duration('75s'),
  AVATAR_DEFAULT_URL: text('https://www.gravatar.com/avatar/?d=mp'),
  IMPORT_LIMIT: bytes('1gb'),
  DATA_DIR: text('.data'),
  DEV_MAILBOX_SMTP_PORT: integer(2525, 0, 65535),
  DEV_WEBHOOK_RECEIVER_PORT: integer(3443, 0, 65535),
  DEV_ALLOW_REMOTE: flag(false),
};

type Environment = { readonly [Name in keyof typeof SETTINGS]: ReturnType<(typeof SETTINGS)[Name]> };

/** Injection token of the configuration: `@Inject(APP_CONFIG) config: AppConfig`. */
export const APP_CONFIG = Symbol('APP_CONFIG');

/** Thrown once at startup, with all errors in its message. */
export class ConfigurationError extends Error {
  constructor(readonly faults: readonly string[]) {
    super(`The configuration is invalid:\n${faults.map((fault) => `  - ${fault}`).join('\n')}`);
    this.name = 'ConfigurationError';
  }
}

const DEPRECATED_NAMES: Readonly<Record<string, string>> = { REPORT_SLOW_THRESHOLD: 'REPORT_DEAR_AFTER' };

/**
 * Parses the environment to the typed configuration.
 * @throws ConfigurationError naming every invalid variable but never its value, which may be a secret.
 */
export function parseConfig(env: Record<string, string | undefined>): AppConfig {
  const faults: string[] = [];
  const values: Record<string, unknown> = {};
  for (const [name, read] of Object.entries<Setting<unknown>>(SETTINGS)) {
    // An empty value (`PORT=` in an env file or a compose file) counts as not set.
    const given = [env[name], env[DEPRECATED_NAMES[name] ?? '']].find((value) => value !== undefined && value !== '');
    try {
      values[name] = read(given);
    } catch (error) {
      faults.push(`${name} ${(error as Error).message}`);
    }
  }
  faults.push(...CONTRADICTIONS.filter(([, isBrokenBy]) => isBrokenBy(values)).map(([fault]) => fault));
  if (faults.length > 0) throw new ConfigurationError(faults);
  return toConfig(values as Environment);
}

const isProduction = ({ NODE_ENV }: Partial<Environment>): boolean => NODE_ENV === 'production';

/** Rules across variables: development defaults must not reach production. Invalid variables are missing here. */
const CONTRADICTIONS: readonly (readonly [fault: string, isBrokenBy: (env: Partial<Environment>) => boolean])[] = [
  [
    'ALLOW_QUERY_CREDENTIALS must not be on in production',
    (env) => isProduction(env) && env.ALLOW_QUERY_CREDENTIALS === true,
  ],
  [
    'WEBHOOK_ALLOW_PRIVATE_NETWORKS must not be on in production',
    (env) => isProduction(env) && env.WEBHOOK_ALLOW_PRIVATE_NETWORKS === true,
  ],
  ['PUBLIC_URL is required in production', (env) => isProduction(env) && env.PUBLIC_URL === null],
  ...ACCESS_CONTRADICTIONS,
  [
    'BOOTSTRAP_MANAGER_PASSWORD must have at least 20 characters',
    ({ BOOTSTRAP_MANAGER_PASSWORD: password }) => isShorter(password, 20),
  ],
  [
    'QUEUE_DASHBOARD_PASSWORD must have at least 16 characters',
    ({ QUEUE_DASHBOARD_PASSWORD: password }) => isShorter(password, 16),
  ],
  [
    'PUBLIC_URL must be an http(s) URL',
    ({ PUBLIC_URL: url }) => Boolean(url) && !(/^https?:\/\//.test(url ?? '') && URL.canParse(url ?? '')),
  ],
  [
    `IMAP_URL ${MAILBOX_EXAMPLE}`,
    ({ IMAP_URL: url, IMAP_OAUTH2_REFRESH_TOKEN: token }) =>
      Boolean(url) && !token && new URL(url ?? '').password === '',
  ],
  ...OAUTH2_CONTRADICTIONS,
];

const isShorter = (password: string | null | undefined, length: number): boolean =>
  Boolean(password) && (password ?? '').length < length;

/** Whether a host is this machine, and its traffic stays on it. */
export const isLoopback = (host: string): boolean => /^(localhost|127\.\d+\.\d+\.\d+|::1)$/i.test(host);

/** Load balancers check every second or two. */
const PRODUCTION_GRACE_MS = 3_000;

function publicUrlOf({ HOST: host, PORT: port, PUBLIC_URL: url }: Environment): string {
  const publicHost = host === '0.0.0.0' || host === '127.0.0.1' ? 'localhost' : host;
  return withoutEnding(url ?? `http://${publicHost}:${port}`, '/');
}

function apiDocsOf(env: Environment): 'off' | 'manager' | 'public' {
  if (!env.DOCS_ENABLED) return 'off';
  return isProduction(env) && !env.DOCS_PUBLIC ? 'manager' : 'public';
}

function toConfig(env: Environment) {
  const production = isProduction(env);
  return {
    production,
    development: env.NODE_ENV === 'development',
    dataDir: env.DATA_DIR,
    timeZone: env.APP_TIMEZONE,
    http: {
      host: env.HOST,
      port: env.PORT,
      /** One in development: the mailbox server and its store belong to one process. */
      processes: production ? env.API_PROCESSES : 1,
      /** Public base URL, without a trailing slash. */
      publicUrl: publicUrlOf(env),
      basePaths: env.API_BASE_PATH,
      /** Under the compatibility path, for contacts without a photo; null for none. */
      avatarUrl: env.AVATAR_DEFAULT_URL || null,
      bodyLimit: env.BODY_LIMIT,
      importLimit: env.IMPORT_LIMIT,
      trustProxy: env.TRUST_PROXY,
      keepAliveMs: env.KEEP_ALIVE_TIMEOUT,
      serviceEnabled: env.SERVICE_ENABLED,
      /** How long requests are still accepted after readiness fails. */
      shutdownGraceMs: env.SHUTDOWN_GRACE ?? (production ? PRODUCTION_GRACE_MS : 0),
    },
    /** Name servers for MX and TXT lookups; empty: those of the system. */
    dnsServers: env.DNS_SERVERS,
    secrets: { current: env.APP_SECRET, previous: env.APP_SECRET_PREVIOUS },
    database: {
      url: env.DATABASE_URL,
      poolSize: env.DATABASE_POOL_SIZE,
      /** Replicas that lag more are not read, and managers read the primary for this time after their own writes. */
      replicas: { urls: env.DATABASE_REPLICA_URL, poolSize: env.DATABASE_POOL_SIZE, maxLagMs: env.REPLICA_MAX_LAG },
      /** Whether databases are used that do not lock rows as MariaDB and MySQL do. */
      allowsUnsafeEngine: env.DATABASE_UNSAFE_ENGINE,
    },
    redis: { url: env.REDIS_URL, prefix: env.REDIS_PREFIX },
    auth: {
      allowQueryCredentials: env.ALLOW_QUERY_CREDENTIALS,
      /** Wrong passwords per username and address. */
      failuresPerMinute: env.AUTH_FAILURES_PER_MINUTE,
      /** Wrong passwords per address, for all usernames. */
      failuresPerAddress: env.AUTH_FAILURES_PER_ADDRESS,
      bootstrap: bootstrapOf(env),
      oidc: oidcOf(env),
    },
    rateLimits: {
      default: env.RATE_LIMIT_PER_MINUTE,
      reports: env.RATE_LIMIT_REPORTS_PER_MINUTE,
      exports: env.RATE_LIMIT_EXPORTS_PER_MINUTE,
      live: env.RATE_LIMIT_LIVE_PER_MINUTE,
    },
    mail: {
      smtpUrl: env.SMTP_URL,
      oauth2: oauth2Of(env, 'SMTP'),
      /** Whether `smtpUrl` may log in without TLS, as relays in private networks need. */
      allowPlainAuth: env.SMTP_ALLOW_PLAIN_AUTH,
      /** Whether senders may use mail servers on this machine or in private networks; `smtpUrl` always may. */
      allowPrivateNetworks: env.SMTP_ALLOW_PRIVATE_NETWORKS ?? !production,
      from: env.MAIL_FROM,
      /** Return path of `smtpUrl`; null: the From address. */
      returnPathDomain: env.RETURN_PATH_DOMAIN,
      businessName: env.BUSINESS_NAME,
      businessAddress: env.BUSINESS_ADDRESS,
      /** An https or data URL for the pages of recipients; null for none. */
      logoUrl: env.BUSINESS_LOGO_URL,
      /** `#rrggbb`: the accent color of the pages of recipients; null for ours. */
      color: env.BUSINESS_COLOR,
      concurrency: env.SEND_CONCURRENCY,
      /** Connections per sender and recipient domain, unless the domain limits them. */
      concurrencyPerDomain: env.SEND_CONCURRENCY_PER_DOMAIN,
      /** Lease of a message being sent; after a crash it is in doubt for this time. */
      leaseSeconds: env.SEND_LEASE_SECONDS,
      retryScheduleMs: env.SEND_RETRY_SCHEDULE,
      /** Waits before the probes of a provider that refuses emails; the last one repeats. */
      probeScheduleMs: env.DESTINATION_PROBE_SCHEDULE,
      onUnknown: env.ON_UNKNOWN,
      /** Template of double opt-in emails; null for the built-in one. */
      doubleOptInTemplateId: env.DOUBLE_OPTIN_TEMPLATE_ID,
      /** How long opens and clicks are buffered for batching. */
      trackingHoldMs: env.HIT_HOLD,
    },
    feedback: {
      /** Accepted Amazon SNS topics; empty: all topics signed by Amazon. */
      sesTopicArns: env.SES_TOPIC_ARNS,
      mailgunSigningKey: env.MAILGUN_SIGNING_KEY,
      sendgridPublicKey: env.SENDGRID_PUBLIC_KEY,
      /** IMAP mailbox of bounces, with its password; null: none is read. */
      imapUrl: env.IMAP_URL,
      oauth2: oauth2Of(env, 'IMAP'),
      /** Folder for processed messages; null: they stay and are marked as read. */
      imapDoneFolder: env.IMAP_DONE_FOLDER,
    },
    webhooks: {
      allowPrivateNetworks: env.WEBHOOK_ALLOW_PRIVATE_NETWORKS,
      allowedPorts: env.WEBHOOK_ALLOWED_PORTS,
      retryScheduleMs: env.WEBHOOK_RETRY_SCHEDULE,
      failureUnit: env.WEBHOOK_FAILURE_UNIT,
      /** Requests per second of one worker to one host; 0 for no limit. */
      maxRatePerHost: env.WEBHOOK_MAX_RATE_PER_HOST,
      logRetentionDays: env.WEBHOOK_LOG_RETENTION_DAYS,
      /** File of additional certificate authorities; null for none. */
      extraCaFile: env.NODE_EXTRA_CA_CERTS,
    },
    /** Of the data of enrollments, after their end. */
    funnels: { dataRetentionMs: env.FUNNEL_DATA_RETENTION },
    eventLog: {
      /** 0 disables deletion. */
      retentionDays: env.EVENT_RETENTION_DAYS,
      /** Maximum number of concurrent streams per process. */
      streams: env.EVENT_STREAMS,
      heartbeatMs: env.EVENT_STREAM_HEARTBEAT,
    },
    /** Retention of import and bulk action rows, including undo data; 0 disables deletion. */
    bulkJobs: { retentionDays: env.BULK_JOB_RETENTION_DAYS },
    /** Retention of the contents and data of single emails, in milliseconds. */
    emailContentRetentionMs: env.EMAIL_CONTENT_RETENTION,
    /** Retention of the audit log; 0 disables deletion. */
    auditLog: { retentionDays: env.AUDIT_RETENTION_DAYS },
    contactTypes: env.CONTACT_TYPES,
    /** Slower figures are served from the cache while they are computed again. */
    reports: { slowThresholdMs: env.REPORT_SLOW_THRESHOLD },
    commerce: {
      /** Maximum time between the attributed click and the order. */
      attributionWindowDays: env.ATTRIBUTION_WINDOW_DAYS,
      /** Default currency of reports; null: the one with the most orders. */
      reportCurrency: env.REPORT_CURRENCY,
    },
    /** Null: metrics are open in development and closed in production. */
    metricsToken: env.METRICS_TOKEN,
    /** Access to Swagger UI and the OpenAPI document; `manager` requires credentials of any manager. */
    apiDocs: apiDocsOf(env),
    /** Whether the pages for managers at /console exist. */
    consoleEnabled: env.CONSOLE_ENABLED,
    /** Metrics port of a worker; null: none. */
    workerMetricsPort: env.WORKER_METRICS_PORT,
    /** Password of the queue dashboard; null: no dashboard. */
    queueDashboardPassword: env.QUEUE_DASHBOARD_PASSWORD,
    logLevel: env.LOG_LEVEL,
    developmentTools: {
      mailboxPort: env.DEV_MAILBOX_SMTP_PORT,
      receiverPort: env.DEV_WEBHOOK_RECEIVER_PORT,
      /** Development pages need no credentials, so other machines reach them only if this is set. */
      isServed: env.DEV_ALLOW_REMOTE || isLoopback(env.HOST),
    },
  };
}

type Frozen<Value> = Value extends readonly (infer Item)[]
  ? readonly Item[]
  : Value extends object
    ? { readonly [Name in keyof Value]: Frozen<Value[Name]> }
    : Value;

/** The validated configuration in milliseconds and bytes, grouped by subject. */
export type AppConfig = Frozen<ReturnType<typeof toConfig>>;
