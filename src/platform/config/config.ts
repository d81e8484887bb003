import { oidcOf } from './access-settings.js';
import { redisAddress } from '../redis/address/redis-address.js';
import { isCurrency } from '../money/money.js';
import { withoutEnding } from '../text/without-ending.js';
import { oauth2Of } from './oauth2-settings.js';
import * as s from './setting-values.js';

const secret = s.must((text) => text.length >= 32, 'must have at least 32 characters');
const databaseUrl = s.must((url) => /^(mysql|mariadb):\/\//.test(url), 'must start with mysql:// or mariadb://');
const databaseUrls = s.list('', (urls) => urls.map(databaseUrl));

const redisUrl = s.must(
  (url) => redisAddress(url) !== null,
  'must start with redis://, rediss://, redis+sentinel://, or redis+cluster://',
);
const redisPrefix = s.must((text) => /^[a-z0-9_-]{1,40}$/i.test(text), 'must be 1 to 40 letters, digits, _ or -');

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
  const reader = new s.Reader(env, DEPRECATED_NAMES);
  const config = configOf(reader);
  if (reader.faults.length > 0) throw new ConfigurationError(reader.faults);
  return config;
}

const isShorter = (password: string | null, length: number): boolean => password !== null && password.length < length;

/** Whether a host is this machine, and its traffic stays on it. */
export const isLoopback = (host: string): boolean => /^(localhost|127\.\d+\.\d+\.\d+|::1)$/i.test(host);

const isWebUrl = (url: string): boolean => /^https?:\/\//.test(url) && URL.canParse(url);

function publicUrlOf(host: string, port: number, url: string | null): string {
  const publicHost = host === '0.0.0.0' || host === '127.0.0.1' ? 'localhost' : host;
  return withoutEnding(url ?? `http://${publicHost}:${port}`, '/');
}

function apiDocsOf({ read }: s.Reader, production: boolean): 'off' | 'manager' | 'public' {
  const isPublic = read('DOCS_PUBLIC', s.flag(false));
  if (!read('DOCS_ENABLED', s.flag(true))) return 'off';
  return production && !isPublic ? 'manager' : 'public';
}

/** Load balancers check every second or two. */
const PRODUCTION_GRACE_MS = 3_000;

function configOf(reader: s.Reader) {
  const { read } = reader;
  const environment = read('NODE_ENV', s.word(['development', 'test', 'production'], 'development'));
  const production = environment === 'production';
  const host = read('HOST', s.text('127.0.0.1'));
  const port = read('PORT', s.integer(3000, 0, 65535));
  const publicUrl = read('PUBLIC_URL', s.optionalText);
  const processes = read('API_PROCESSES', s.integer(1, 1, 64));
  const poolSize = read('DATABASE_POOL_SIZE', s.integer(20, 2, 200));
  const username = read('BOOTSTRAP_MANAGER_USERNAME', s.optionalText);
  const password = read('BOOTSTRAP_MANAGER_PASSWORD', s.optionalText);
  const smtpUrl = read('SMTP_URL', s.optional(s.mailServer));
  const imapUrl = read('IMAP_URL', s.optional(s.mailbox));
  const config = {
    production,
    development: environment === 'development',
    secrets: { current: read('APP_SECRET', s.required(secret)), previous: read('APP_SECRET_PREVIOUS', s.list('')) },
    dataDir: read('DATA_DIR', s.text('.data')),
    timeZone: read('APP_TIMEZONE', s.byDefault('UTC', s.timeZone)),
    /** Name servers for MX and TXT lookups; empty: those of the system. */
    dnsServers: read('DNS_SERVERS', s.nameServers),
    database: {
      url: read('DATABASE_URL', s.required(databaseUrl)),
      poolSize,
      /** Replicas that lag more are not read, and managers read the primary for this time after their own writes. */
      replicas: {
        urls: read('DATABASE_REPLICA_URL', databaseUrls),
        poolSize,
        maxLagMs: read('REPLICA_MAX_LAG', s.duration('5s')),
      },
      /** Whether databases are used that do not lock rows as MariaDB and MySQL do. */
      allowsUnsafeEngine: read('DATABASE_UNSAFE_ENGINE', s.flag(false)),
    },
    redis: {
      url: read('REDIS_URL', s.required(redisUrl)),
      prefix: read('REDIS_PREFIX', s.byDefault('carillon', redisPrefix)),
    },
    auth: {
      allowQueryCredentials: read('ALLOW_QUERY_CREDENTIALS', s.flag(false)),
      /** Wrong passwords per username and address. */
      failuresPerMinute: read('AUTH_FAILURES_PER_MINUTE', s.integer(10, 1, 100_000)),
      /** Wrong passwords per address, for all usernames. */
      failuresPerAddress: read('AUTH_FAILURES_PER_ADDRESS', s.integer(20, 1, 100_000)),
      bootstrap: username !== null && password !== null ? { username, password } : null,
      oidc: oidcOf(reader),
    },
    rateLimits: {
      default: read('RATE_LIMIT_PER_MINUTE', s.integer(3500, 0, 10_000_000)),
      reports: read('RATE_LIMIT_REPORTS_PER_MINUTE', s.integer(150, 0, 10_000_000)),
      exports: read('RATE_LIMIT_EXPORTS_PER_MINUTE', s.integer(15, 0, 10_000_000)),
      live: read('RATE_LIMIT_LIVE_PER_MINUTE', s.integer(600, 0, 10_000_000)),
    },
    mail: {
      smtpUrl,
      oauth2: oauth2Of(reader, 'SMTP', smtpUrl),
      /** Whether `smtpUrl` may log in without TLS, as relays in private networks need. */
      allowPlainAuth: read('SMTP_ALLOW_PLAIN_AUTH', s.flag(false)),
      /** Whether senders may use mail servers on this machine or in private networks; `smtpUrl` always may. */
      allowPrivateNetworks: read('SMTP_ALLOW_PRIVATE_NETWORKS', s.optional(s.isOn)) ?? !production,
      from: read('MAIL_FROM', s.text('Carillon <carillon@localhost.localdomain>')),
      /** Return path of `smtpUrl`; null: the From address. */
      returnPathDomain: read('RETURN_PATH_DOMAIN', s.optional(s.domain)),
      businessName: read('BUSINESS_NAME', s.text('Carillon')),
      businessAddress: read('BUSINESS_ADDRESS', s.text('')),
      /** An https or data URL for the pages of recipients; null for none. */
      logoUrl: read('BUSINESS_LOGO_URL', s.optional(s.logo)),
      /** `#rrggbb`: the accent color of the pages of recipients; null for ours. */
      color: read('BUSINESS_COLOR', s.optional(s.color)),
      concurrency: read('SEND_CONCURRENCY', s.integer(20, 1, 500)),
      /** Connections per sender and recipient domain, unless the domain limits them. */
      concurrencyPerDomain: read('SEND_CONCURRENCY_PER_DOMAIN', s.integer(10, 1, 500)),
      /** Lease of a message being sent; after a crash it is in doubt for this time. */
      leaseSeconds: read('SEND_LEASE_SECONDS', s.integer(60, 5, 3_600)),
      retryScheduleMs: read('SEND_RETRY_SCHEDULE', s.durations('5m,15m,1h,4h,12h,24h')),
      /** Waits before the probes of a provider that refuses emails; the last one repeats. */
      probeScheduleMs: read('DESTINATION_PROBE_SCHEDULE', s.durations('1m,2m,4m,8m,16m,32m,1h')),
      onUnknown: read('ON_UNKNOWN', s.word(['resend', 'hold'], 'resend')),
      /** How many campaign and funnel emails a contact may get in each window; empty: any number. */
      frequencyCap: read('FREQUENCY_CAP', s.frequencyCap),
      /** Whether emails to people without a choice of their own are tracked. */
      tracksByDefault: read('TRACKING_DEFAULT', s.word(['track', 'no_track'], 'track')) === 'track',
      /** Template of double opt-in emails; null for the built-in one. */
      doubleOptInTemplateId: read('DOUBLE_OPTIN_TEMPLATE_ID', s.optional(s.templateId)),
      /** How long opens and clicks are buffered for batching. */
      trackingHoldMs: read('HIT_HOLD', s.duration('2s', 0)),
    },
    feedback: {
      /** Accepted Amazon SNS topics; empty: all topics signed by Amazon. */
      sesTopicArns: read('SES_TOPIC_ARNS', s.list('')),
      mailgunSigningKey: read('MAILGUN_SIGNING_KEY', s.optionalText),
      sendgridPublicKey: read('SENDGRID_PUBLIC_KEY', s.optional(s.publicKey)),
      /** IMAP mailbox of bounces, with its password; null: none is read. */
      imapUrl,
      oauth2: oauth2Of(reader, 'IMAP', imapUrl),
      /** Folder for processed messages; null: they stay and are marked as read. */
      imapDoneFolder: read('IMAP_DONE_FOLDER', s.optionalText),
    },
    webhooks: {
      allowPrivateNetworks: read('WEBHOOK_ALLOW_PRIVATE_NETWORKS', s.flag(false)),
      allowedPorts: read('WEBHOOK_ALLOWED_PORTS', s.ports),
      retryScheduleMs: read('WEBHOOK_RETRY_SCHEDULE', s.durations('1m,5m,30m,2h,24h')),
      failureUnit: read('WEBHOOK_FAILURE_UNIT', s.word(['delivery', 'attempt'], 'delivery')),
      /** Requests per second of one worker to one host; 0 for no limit. */
      maxRatePerHost: read('WEBHOOK_MAX_RATE_PER_HOST', s.integer(0, 0, 100_000)),
      logRetentionDays: read('WEBHOOK_LOG_RETENTION_DAYS', s.integer(30, 1, 3_650)),
      /** File of additional certificate authorities; null for none. */
      extraCaFile: read('NODE_EXTRA_CA_CERTS', s.optionalText),
    },
    http: {
      host,
      port,
      /** One in development: the mailbox server and its store belong to one process. */
      processes: production ? processes : 1,
      /** Public base URL, without a trailing slash. */
      publicUrl: publicUrlOf(host, port, publicUrl),
      basePaths: read('API_BASE_PATH', s.basePaths),
      /** Under the compatibility path, for contacts without a photo; null for none. */
      avatarUrl: read('AVATAR_DEFAULT_URL', s.text('https://www.gravatar.com/avatar/?d=mp')) || null,
      bodyLimit: read('BODY_LIMIT', s.bytes('1mb')),
      importLimit: read('IMPORT_LIMIT', s.bytes('1gb')),
      trustProxy: read('TRUST_PROXY', s.text('')),
      keepAliveMs: read('KEEP_ALIVE_TIMEOUT', s.duration('75s')),
      serviceEnabled: read('SERVICE_ENABLED', s.flag(true)),
      /** How long requests are still accepted after readiness fails. */
      shutdownGraceMs: read('SHUTDOWN_GRACE', s.optional(s.parseDuration)) ?? (production ? PRODUCTION_GRACE_MS : 0),
    },
    /** Of the data of enrollments, after their end. */
    funnels: { dataRetentionMs: read('FUNNEL_DATA_RETENTION', s.duration('90d')) },
    eventLog: {
      /** 0 disables deletion. */
      retentionDays: read('EVENT_RETENTION_DAYS', s.integer(365, 0, 36_500)),
      /** Maximum number of concurrent streams per process. */
      streams: read('EVENT_STREAMS', s.integer(100, 0, 10_000)),
      heartbeatMs: read('EVENT_STREAM_HEARTBEAT', s.duration('15s')),
    },
    /** Retention of import and bulk action rows, including undo data; 0 disables deletion. */
    bulkJobs: { retentionDays: read('BULK_JOB_RETENTION_DAYS', s.integer(90, 0, 36_500)) },
    /** Retention of the contents and data of single emails, in milliseconds. */
    emailContentRetentionMs: read('EMAIL_CONTENT_RETENTION', s.duration('30d')),
    /** Retention of the ledger with opens and clicks; 0 disables deletion. */
    emailRetentionDays: read('EMAIL_RETENTION_DAYS', s.integer(395, 0, 36_500)),
    /** Retention of the audit log; 0 disables deletion. */
    auditLog: { retentionDays: read('AUDIT_RETENTION_DAYS', s.integer(365, 0, 36_500)) },
    contactTypes: read('CONTACT_TYPES', s.list('lead,customer')),
    /** Slower figures are served from the cache while they are computed again. */
    reports: { slowThresholdMs: read('REPORT_SLOW_THRESHOLD', s.duration('500ms', 0)) },
    commerce: {
      /** Maximum time between the attributed click and the order. */
      attributionWindowDays: read('ATTRIBUTION_WINDOW_DAYS', s.integer(5, 0, 365)),
      /** Default currency of reports; null: the one with the most orders. */
      reportCurrency: read('REPORT_CURRENCY', s.optional(s.must(isCurrency, 'must be an ISO 4217 code such as EUR'))),
    },
    /** Null: metrics are open in development and closed in production. */
    metricsToken: read('METRICS_TOKEN', s.optionalText),
    /** Access to Swagger UI and the OpenAPI document; `manager` requires credentials of any manager. */
    apiDocs: apiDocsOf(reader, production),
    /** Whether the pages for managers at /console exist. */
    consoleEnabled: read('CONSOLE_ENABLED', s.flag(true)),
    /** Metrics port of a worker; null: none. */
    workerMetricsPort: read('WORKER_METRICS_PORT', s.optional(s.portFrom(0, 'must be a port number'))),
    /** Password of the queue dashboard; null: no dashboard. */
    queueDashboardPassword: read('QUEUE_DASHBOARD_PASSWORD', s.optionalText),
    logLevel: read('LOG_LEVEL', s.word(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'], 'info')),
    developmentTools: {
      mailboxPort: read('DEV_MAILBOX_SMTP_PORT', s.integer(2525, 0, 65535)),
      receiverPort: read('DEV_WEBHOOK_RECEIVER_PORT', s.integer(3443, 0, 65535)),
      /** Development pages need no credentials, so other machines reach them only if this is set. */
      isServed: read('DEV_ALLOW_REMOTE', s.flag(false)) || isLoopback(host),
    },
  };
  refuseContradictions(reader, config, { publicUrl, username, password });
  return config;
}

/** Development defaults must not reach production. Invalid values are undefined here, and break no further rule. */
function refuseContradictions(
  { refuse }: s.Reader,
  { production, auth, webhooks, consoleEnabled, queueDashboardPassword }: ReturnType<typeof configOf>,
  { publicUrl, username, password }: Readonly<Record<'publicUrl' | 'username' | 'password', string | null>>,
): void {
  refuse('ALLOW_QUERY_CREDENTIALS must not be on in production', production && auth.allowQueryCredentials);
  refuse('WEBHOOK_ALLOW_PRIVATE_NETWORKS must not be on in production', production && webhooks.allowPrivateNetworks);
  refuse('PUBLIC_URL is required in production', production && publicUrl === null);
  refuse('PUBLIC_URL must be an http(s) URL', publicUrl !== null && !isWebUrl(publicUrl));
  refuse(
    'BOOTSTRAP_MANAGER_PASSWORD is required with BOOTSTRAP_MANAGER_USERNAME',
    username !== null && password === null,
  );
  refuse('BOOTSTRAP_MANAGER_PASSWORD must have at least 20 characters', isShorter(password, 20));
  refuse('QUEUE_DASHBOARD_PASSWORD must have at least 16 characters', isShorter(queueDashboardPassword, 16));
  refuse(
    'OIDC_ISSUER requires CONSOLE_ENABLED=true',
    Boolean(auth.oidc.issuer) && (consoleEnabled as unknown) === false,
  );
}

type Frozen<Value> = Value extends readonly (infer Item)[]
  ? readonly Item[]
  : Value extends object
    ? { readonly [Name in keyof Value]: Frozen<Value[Name]> }
    : Value;

/** The validated configuration in milliseconds and bytes, grouped by subject. */
export type AppConfig = Frozen<ReturnType<typeof configOf>>;
