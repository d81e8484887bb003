import { ACCESS_CONTRADICTIONS, bootstrapOf, groupPermissions, isIssuer, oidcOf } from './access-settings.js';
import { redisAddress } from '../redis/address/redis-address.js';
import { isCurrency } from '../money/money.js';
import { withoutEnding } from '../text/without-ending.js';
import { OAUTH2_CONTRADICTIONS, oauth2Of } from './oauth2-settings.js';
import * as s from './setting-values.js';
import { TIME_ZONE_RULE } from '../values/time-zones.js';

const MAILBOX_EXAMPLE = 'must be a URL such as imaps://user:password@mail.example.com:993/INBOX';

const databaseUrl = s.must((url) => /^(mysql|mariadb):\/\//.test(url), 'must start with mysql:// or mariadb://');

const redisUrl = s.must(
  (url) => redisAddress(url) !== null,
  'must start with redis://, rediss://, redis+sentinel://, or redis+cluster://',
);
const redisPrefix = s.must((text) => /^[a-z0-9_-]{1,40}$/i.test(text), 'must be 1 to 40 letters, digits, _ or -');

const SETTINGS = {
  NODE_ENV: s.word(['development', 'test', 'production'], 'development'),
  PORT: s.integer(3000, 0, 65535),
  API_PROCESSES: s.integer(1, 1, 64),
  HOST: s.text('127.0.0.1'),
  PUBLIC_URL: s.optionalText,
  API_BASE_PATH: s.basePaths,
  APP_SECRET: s.required(s.must((secret) => secret.length >= 32, 'must have at least 32 characters')),
  APP_SECRET_PREVIOUS: s.list(''),
  APP_TIMEZONE: s.byDefault('UTC', s.must(s.isTimeZone, TIME_ZONE_RULE)),
  DATABASE_URL: s.required(databaseUrl),
  DATABASE_POOL_SIZE: s.integer(20, 2, 200),
  DATABASE_REPLICA_URL: s.list('', (urls) => urls.map(databaseUrl)),
  REPLICA_MAX_LAG: s.duration('5s'),
  DATABASE_UNSAFE_ENGINE: s.flag(false),
  REDIS_URL: s.required(redisUrl),
  REDIS_PREFIX: s.byDefault('carillon', redisPrefix),
  SMTP_URL: s.optional(s.must(s.isMailServer, 'must be a URL such as smtp://user:password@mail.example.com:587')),
  SMTP_OAUTH2_TOKEN_URL: s.optional(s.must(s.isTokenUrl, 'must be an https URL')),
  SMTP_OAUTH2_CLIENT_ID: s.optionalText,
  SMTP_OAUTH2_CLIENT_SECRET: s.optionalText,
  SMTP_OAUTH2_REFRESH_TOKEN: s.optionalText,
  SMTP_OAUTH2_SCOPE: s.optionalText,
  SMTP_ALLOW_PRIVATE_NETWORKS: s.optional(s.isOn),
  SMTP_ALLOW_PLAIN_AUTH: s.flag(false),
  MAIL_FROM: s.text('Carillon <carillon@localhost.localdomain>'),
  DNS_SERVERS: s.nameServers,
  RETURN_PATH_DOMAIN: s.optional(s.domain),
  BUSINESS_NAME: s.text('Carillon'),
  BUSINESS_ADDRESS: s.text(''),
  BUSINESS_LOGO_URL: s.optional(s.must(s.isLogo, 'must be an https URL or a data:image URL in base64')),
  BUSINESS_COLOR: s.optional(s.must(s.isColor, 'must be a color such as #0b57a4')),
  BOOTSTRAP_MANAGER_USERNAME: s.optionalText,
  BOOTSTRAP_MANAGER_PASSWORD: s.optionalText,
  ALLOW_QUERY_CREDENTIALS: s.flag(false),
  SHUTDOWN_GRACE: s.optional(s.parseDuration),
  SERVICE_ENABLED: s.flag(true),
  AUTH_FAILURES_PER_MINUTE: s.integer(10, 1, 100_000),
  AUTH_FAILURES_PER_ADDRESS: s.integer(20, 1, 100_000),
  RATE_LIMIT_PER_MINUTE: s.integer(3500, 0, 10_000_000),
  RATE_LIMIT_REPORTS_PER_MINUTE: s.integer(150, 0, 10_000_000),
  RATE_LIMIT_EXPORTS_PER_MINUTE: s.integer(15, 0, 10_000_000),
  RATE_LIMIT_LIVE_PER_MINUTE: s.integer(600, 0, 10_000_000),
  WEBHOOK_ALLOW_PRIVATE_NETWORKS: s.flag(false),
  WEBHOOK_ALLOWED_PORTS: s.list('', (ports) => ports.map(s.portFrom(1, 'must hold port numbers'))),
  WEBHOOK_RETRY_SCHEDULE: s.durations('1m,5m,30m,2h,24h'),
  WEBHOOK_FAILURE_UNIT: s.word(['delivery', 'attempt'], 'delivery'),
  WEBHOOK_MAX_RATE_PER_HOST: s.integer(0, 0, 100_000),
  WEBHOOK_LOG_RETENTION_DAYS: s.integer(30, 1, 3_650),
  NODE_EXTRA_CA_CERTS: s.optionalText,
  SEND_CONCURRENCY: s.integer(20, 1, 500),
  SEND_CONCURRENCY_PER_DOMAIN: s.integer(10, 1, 500),
  SEND_LEASE_SECONDS: s.integer(60, 5, 3_600),
  DESTINATION_PROBE_SCHEDULE: s.durations('1m,2m,4m,8m,16m,32m,1h'),
  SEND_RETRY_SCHEDULE: s.durations('5m,15m,1h,4h,12h,24h'),
  FREQUENCY_CAP: s.list('', (limits) => limits.map(s.frequencyLimit)),
  HIT_HOLD: s.duration('2s', 0),
  SES_TOPIC_ARNS: s.list(''),
  MAILGUN_SIGNING_KEY: s.optionalText,
  SENDGRID_PUBLIC_KEY: s.optional(s.must(s.isPublicKey, 'must be a public key as SendGrid shows it: DER in base64')),
  IMAP_URL: s.optional(s.must(s.isMailbox, MAILBOX_EXAMPLE)),
  IMAP_OAUTH2_TOKEN_URL: s.optional(s.must(s.isTokenUrl, 'must be an https URL')),
  IMAP_OAUTH2_CLIENT_ID: s.optionalText,
  IMAP_OAUTH2_CLIENT_SECRET: s.optionalText,
  IMAP_OAUTH2_REFRESH_TOKEN: s.optionalText,
  IMAP_OAUTH2_SCOPE: s.optionalText,
  IMAP_DONE_FOLDER: s.optionalText,
  DOUBLE_OPTIN_TEMPLATE_ID: s.optional((id) => {
    if (!/^[1-9]\d{0,9}$/.test(id)) throw new Error('must be the id of a template');
    return Number(id);
  }),
  ON_UNKNOWN: s.word(['resend', 'hold'], 'resend'),
  TRACKING_DEFAULT: s.word(['track', 'no_track'], 'track'),
  FUNNEL_DATA_RETENTION: s.duration('90d'),
  EVENT_RETENTION_DAYS: s.integer(365, 0, 36_500),
  EVENT_STREAMS: s.integer(100, 0, 10_000),
  EVENT_STREAM_HEARTBEAT: s.duration('15s'),
  BULK_JOB_RETENTION_DAYS: s.integer(90, 0, 36_500),
  EMAIL_CONTENT_RETENTION: s.duration('30d'),
  AUDIT_RETENTION_DAYS: s.integer(365, 0, 36_500),
  CONTACT_TYPES: s.list('lead,customer'),
  ATTRIBUTION_WINDOW_DAYS: s.integer(5, 0, 365),
  REPORT_SLOW_THRESHOLD: s.duration('500ms', 0),
  REPORT_CURRENCY: s.optional(s.must(isCurrency, 'must be an ISO 4217 code such as EUR')),
  METRICS_TOKEN: s.optionalText,
  DOCS_ENABLED: s.flag(true),
  DOCS_PUBLIC: s.flag(false),
  CONSOLE_ENABLED: s.flag(true),
  OIDC_ISSUER: s.optional(s.must(isIssuer, 'must be an https URL')),
  OIDC_CLIENT_ID: s.optionalText,
  OIDC_CLIENT_SECRET: s.optionalText,
  OIDC_SCOPE: s.text('openid profile email'),
  OIDC_GROUPS_CLAIM: s.text('groups'),
  OIDC_GROUP_PERMISSIONS: groupPermissions,
  OIDC_SESSION_MINUTES: s.integer(60, 1, 1_440),
  WORKER_METRICS_PORT: s.optional(s.portFrom(0, 'must be a port number')),
  QUEUE_DASHBOARD_PASSWORD: s.optionalText,
  LOG_LEVEL: s.word(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'], 'info'),
  TRUST_PROXY: s.text(''),
  BODY_LIMIT: s.bytes('1mb'),
  KEEP_ALIVE_TIMEOUT: s.duration('75s'),
  AVATAR_DEFAULT_URL: s.text('https://www.gravatar.com/avatar/?d=mp'),
  IMPORT_LIMIT: s.bytes('1gb'),
  DATA_DIR: s.text('.data'),
  DEV_MAILBOX_SMTP_PORT: s.integer(2525, 0, 65535),
  DEV_WEBHOOK_RECEIVER_PORT: s.integer(3443, 0, 65535),
  DEV_ALLOW_REMOTE: s.flag(false),
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

/** @throws ConfigurationError naming every invalid variable but never its value, which may be a secret. */
export function parseConfig(env: Record<string, string | undefined>): AppConfig {
  const faults: string[] = [];
  const values: Record<string, unknown> = {};
  for (const [name, read] of Object.entries<s.Setting<unknown>>(SETTINGS)) {
    // An empty value (`PORT=` in an env file or a compose file) counts as not set.
    const given = [env[name], env[DEPRECATED_NAMES[name] ?? '']].find((value) => value !== undefined && value !== '');
    try {
      values[name] = read(given);
    } catch (error) {
      faults.push(`${name} ${(error as Error).message}`);
    }
  }
  for (const [fault, isBrokenBy] of Object.entries(CONTRADICTIONS)) if (isBrokenBy(values)) faults.push(fault);
  if (faults.length > 0) throw new ConfigurationError(faults);
  return toConfig(values as Environment);
}

const isProduction = ({ NODE_ENV }: Partial<Environment>): boolean => NODE_ENV === 'production';

/** Rules across variables by their fault: development defaults must not reach production. Invalid variables are missing here. */
const CONTRADICTIONS: Readonly<Record<string, (env: Partial<Environment>) => boolean>> = {
  'ALLOW_QUERY_CREDENTIALS must not be on in production': (env) =>
    isProduction(env) && env.ALLOW_QUERY_CREDENTIALS === true,
  'WEBHOOK_ALLOW_PRIVATE_NETWORKS must not be on in production': (env) =>
    isProduction(env) && env.WEBHOOK_ALLOW_PRIVATE_NETWORKS === true,
  'PUBLIC_URL is required in production': (env) => isProduction(env) && env.PUBLIC_URL === null,
  ...ACCESS_CONTRADICTIONS,
  'BOOTSTRAP_MANAGER_PASSWORD must have at least 20 characters': (env) => isShorter(env.BOOTSTRAP_MANAGER_PASSWORD, 20),
  'QUEUE_DASHBOARD_PASSWORD must have at least 16 characters': (env) => isShorter(env.QUEUE_DASHBOARD_PASSWORD, 16),
  'PUBLIC_URL must be an http(s) URL': ({ PUBLIC_URL: url }) =>
    Boolean(url) && !(/^https?:\/\//.test(url ?? '') && URL.canParse(url ?? '')),
  [`IMAP_URL ${MAILBOX_EXAMPLE}`]: ({ IMAP_URL: url, IMAP_OAUTH2_REFRESH_TOKEN: token }) =>
    Boolean(url) && !token && new URL(url ?? '').password === '',
  ...OAUTH2_CONTRADICTIONS,
};

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
      /** How many campaign and funnel emails a contact may get in each window; empty: any number. */
      frequencyCap: env.FREQUENCY_CAP,
      /** Whether emails to people without a choice of their own are tracked. */
      tracksByDefault: env.TRACKING_DEFAULT === 'track',
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
