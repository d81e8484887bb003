import { createPublicKey } from 'node:crypto';
import { z } from 'zod';
import { isCurrency } from '../money/money.js';
import { domainName } from '../text/domain-name.js';
import { withoutEnding } from '../text/without-ending.js';

const UNIT_MS = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 } as const;

/** Reads `90s`, `5m`, `2h`, `1d` or `250ms` as milliseconds. */
export function parseDuration(text: string): number {
  const match = /^(\d+(?:\.\d+)?)(ms|s|m|h|d)$/.exec(text.trim());
  if (!match?.[1] || !match[2]) throw new Error(`'${text}' is not a duration such as 30s, 5m, 2h or 1d`);
  return Number(match[1]) * UNIT_MS[match[2] as keyof typeof UNIT_MS];
}

const switchValue = z.enum(['true', 'false', '1', '0', 'yes', 'no', 'on', 'off', '']);
const isOn = (value: string): boolean => ['true', '1', 'yes', 'on'].includes(value);
const flag = (byDefault: boolean) => switchValue.default(byDefault ? 'true' : 'false').transform(isOn);

const integer = (byDefault: number, min: number, max: number) =>
  z.coerce.number().int().min(min).max(max).default(byDefault);

const list = (byDefault: string) =>
  z
    .string()
    .default(byDefault)
    .transform((value) =>
      value
        .split(',')
        .map((item) => item.trim())
        .filter((item) => item !== ''),
    );

const durations = (byDefault: string) =>
  list(byDefault).transform((items, context) => {
    try {
      return items.map(parseDuration);
    } catch (error) {
      context.addIssue({ code: 'custom', message: (error as Error).message });
      return z.NEVER;
    }
  });

const duration = (byDefault: string, shortest = 50) =>
  z
    .string()
    .default(byDefault)
    .transform((text, context) => {
      try {
        return parseDuration(text);
      } catch (error) {
        context.addIssue({ code: 'custom', message: (error as Error).message });
        return z.NEVER;
      }
    })
    .pipe(z.number().min(shortest, `must be at least ${shortest}ms`));

const bytes = (byDefault: string) =>
  z
    .string()
    .default(byDefault)
    .transform((value, context) => {
      const match = /^(\d+)\s*(b|kb|mb|gb)?$/i.exec(value);
      if (!match?.[1]) {
        context.addIssue({ code: 'custom', message: 'must be a size such as 1mb or 512kb' });
        return z.NEVER;
      }
      return (
        Number(match[1]) *
        { b: 1, kb: 1024, mb: 1024 ** 2, gb: 1024 ** 3 }[(match[2] ?? 'b').toLowerCase() as 'b' | 'kb' | 'mb' | 'gb']
      );
    });

const isTimeZone = (name: string): boolean => {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
};

const optional = z
  .string()
  .optional()
  .transform((value) => (value === undefined || value === '' ? null : value));

/** Null says that nothing was set. */
const isPublicKey = (base64: string | null): boolean => {
  if (base64 === null) return true;
  try {
    return createPublicKey({ key: Buffer.from(base64, 'base64'), format: 'der', type: 'spki' }).type === 'public';
  } catch {
    return false;
  }
};

const isPercentEncoded = (text: string): boolean => {
  try {
    decodeURIComponent(text);
    return true;
  } catch {
    return false;
  }
};

const isMailServer = (text: string | null): boolean => {
  if (text === null) return true;
  if (!URL.canParse(text)) return false;
  const { protocol, hostname, username, password } = new URL(text);
  return /^smtps?:$/.test(protocol) && hostname !== '' && [username, password].every(isPercentEncoded);
};

const isMailbox = (text: string | null): boolean => {
  if (text === null) return true;
  if (!URL.canParse(text)) return false;
  const { protocol, hostname, username, password, pathname } = new URL(text);
  const isComplete = hostname !== '' && username !== '' && password !== '';
  return /^imaps?:$/.test(protocol) && isComplete && [username, password, pathname].every(isPercentEncoded);
};

const optionalPort = optional.transform((text, context) => {
  if (text === null) return null;
  const port = Number(text);
  if (Number.isInteger(port) && port >= 0 && port <= 65535) return port;
  context.addIssue({ code: 'custom', message: 'must be a port number' });
  return z.NEVER;
});

const basePaths = list('/api/v2')
  .transform((paths) => paths.map((path) => `/${withoutEnding(path.replace(/^\/+/, ''), '/')}`))
  .refine((paths) => paths.length > 0, 'needs at least one path');

const environment = z.object({
  NODE_ENV: z.enum(['development', 'test', 'production']).default('development'),
  PORT: integer(3000, 0, 65535),
  HOST: z.string().default('127.0.0.1'),
  PUBLIC_URL: optional,
  API_BASE_PATH: basePaths,
  APP_SECRET: z.string().min(32, 'must have at least 32 characters'),
  APP_SECRET_PREVIOUS: list(''),
  APP_TIMEZONE: z.string().default('UTC').refine(isTimeZone, 'must be an IANA time zone such as Europe/Berlin'),
  DATABASE_URL: z.string().regex(/^(mysql|mariadb):\/\//, 'must start with mysql:// or mariadb://'),
  DATABASE_POOL_SIZE: integer(20, 2, 200),
  REDIS_URL: z.string().regex(/^rediss?:\/\//, 'must start with redis:// or rediss://'),
  REDIS_PREFIX: z
    .string()
    .regex(/^[a-z0-9_-]{1,40}$/i, 'must be 1 to 40 letters, digits, _ or -')
    .default('carillon'),
  SMTP_URL: optional.refine(isMailServer, 'must be a URL such as smtp://user:password@mail.example.com:587'),
  SMTP_ALLOW_PRIVATE_NETWORKS: switchValue.transform(isOn).optional(),
  MAIL_FROM: z.string().default('Carillon <carillon@localhost.localdomain>'),
  RETURN_PATH_DOMAIN: optional.transform((text, context) => {
    const name = text === null ? null : domainName(text);
    if (text !== null && name === null)
      context.addIssue({ code: 'custom', message: 'must be a domain such as bounces.example.com' });
    return name;
  }),
  BUSINESS_NAME: z.string().default('Carillon'),
  BUSINESS_ADDRESS: z.string().default(''),
  BOOTSTRAP_MANAGER_USERNAME: optional,
  BOOTSTRAP_MANAGER_PASSWORD: optional,
  ALLOW_QUERY_CREDENTIALS: flag(false),
  SHUTDOWN_GRACE: optional.transform((text, context) => {
    if (text === null) return null;
    try {
      return parseDuration(text);
    } catch (error) {
      context.addIssue({ code: 'custom', message: (error as Error).message });
      return z.NEVER;
    }
  }),
  SERVICE_ENABLED: flag(true),
  AUTH_FAILURES_PER_MINUTE: integer(10, 1, 100_000),
  AUTH_FAILURES_PER_ADDRESS: integer(20, 1, 100_000),
  RATE_LIMIT_PER_MINUTE: integer(3500, 0, 10_000_000),
  RATE_LIMIT_REPORTS_PER_MINUTE: integer(150, 0, 10_000_000),
  RATE_LIMIT_EXPORTS_PER_MINUTE: integer(15, 0, 10_000_000),
  RATE_LIMIT_LIVE_PER_MINUTE: integer(600, 0, 10_000_000),
  WEBHOOK_ALLOW_PRIVATE_NETWORKS: flag(false),
  WEBHOOK_ALLOWED_PORTS: list('')
    .transform((ports) => ports.map(Number))
    .pipe(z.array(z.int('must hold port numbers').min(1).max(65535))),
  WEBHOOK_RETRY_SCHEDULE: durations('1m,5m,30m,2h,24h'),
  WEBHOOK_FAILURE_UNIT: z.enum(['delivery', 'attempt']).default('delivery'),
  WEBHOOK_MAX_RATE_PER_HOST: integer(0, 0, 100_000),
  WEBHOOK_LOG_RETENTION_DAYS: integer(30, 1, 3_650),
  NODE_EXTRA_CA_CERTS: optional,
  SEND_CONCURRENCY: integer(20, 1, 500),
  SEND_CONCURRENCY_PER_DOMAIN: integer(10, 1, 500),
  SEND_LEASE_SECONDS: integer(60, 5, 3_600),
  SEND_RETRY_SCHEDULE: durations('5m,15m,1h,4h,12h,24h'),
  HIT_HOLD: duration('2s', 0),
  SES_TOPIC_ARNS: list(''),
  MAILGUN_SIGNING_KEY: optional,
  SENDGRID_PUBLIC_KEY: optional.refine(isPublicKey, 'must be a public key as SendGrid shows it: DER in base64'),
  IMAP_URL: optional.refine(isMailbox, 'must be a URL such as imaps://user:password@mail.example.com:993/INBOX'),
  IMAP_DONE_FOLDER: optional,
  DOUBLE_OPTIN_TEMPLATE_ID: optional
    .refine((text) => text === null || /^[1-9]\d{0,9}$/.test(text), 'must be the id of a template')
    .transform((text) => (text === null ? null : Number(text))),
  ON_UNKNOWN: z.enum(['resend', 'hold']).default('resend'),
  EVENT_RETENTION_DAYS: integer(365, 0, 36_500),
  EVENT_STREAMS: integer(100, 0, 10_000),
  EVENT_STREAM_HEARTBEAT: duration('15s'),
  BULK_JOB_RETENTION_DAYS: integer(90, 0, 36_500),
  AUDIT_RETENTION_DAYS: integer(365, 0, 36_500),
  CONTACT_TYPES: list('lead,customer'),
  ATTRIBUTION_WINDOW_DAYS: integer(5, 0, 365),
  REPORT_DEAR_AFTER: duration('500ms', 0),
  REPORT_CURRENCY: optional.refine((code) => code === null || isCurrency(code), 'must be an ISO 4217 code such as EUR'),
  METRICS_TOKEN: optional,
  DOCS_ENABLED: flag(true),
  DOCS_PUBLIC: flag(false),
  WORKER_METRICS_PORT: optionalPort,
  QUEUE_DASHBOARD_PASSWORD: optional,
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
  TRUST_PROXY: z.string().default(''),
  BODY_LIMIT: bytes('1mb'),
  IMPORT_LIMIT: bytes('1gb'),
  DATA_DIR: z.string().default('.data'),
  DEV_MAILBOX_SMTP_PORT: integer(2525, 0, 65535),
  DEV_WEBHOOK_RECEIVER_PORT: integer(3443, 0, 65535),
  DEV_ALLOW_REMOTE: flag(false),
});

type Environment = z.infer<typeof environment>;

/** The whole configuration as code sees it: validated, in milliseconds and bytes, grouped by what it is about. */
export interface AppConfig {
  readonly production: boolean;
  readonly development: boolean;
  readonly dataDir: string;
  readonly timeZone: string;
  readonly http: {
    readonly host: string;
    readonly port: number;
    /** Where the outside world reaches us, without a trailing slash. */
    readonly publicUrl: string;
    readonly basePaths: readonly string[];
    readonly bodyLimit: number;
    /** The largest file that may be imported. */
    readonly importLimit: number;
    readonly trustProxy: string;
    readonly serviceEnabled: boolean;
    /** So long requests are still taken after readiness has said no. */
    readonly shutdownGraceMs: number;
  };
  readonly secrets: { readonly current: string; readonly previous: readonly string[] };
  readonly database: { readonly url: string; readonly poolSize: number };
  readonly redis: { readonly url: string; readonly prefix: string };
  readonly auth: {
    readonly allowQueryCredentials: boolean;
    /** Wrong passwords for one name from one address. */
    readonly failuresPerMinute: number;
    /** Wrong passwords from one address, over all names. */
    readonly failuresPerAddress: number;
    readonly bootstrap: { readonly username: string; readonly password: string } | null;
  };
  readonly rateLimits: Readonly<Record<'default' | 'reports' | 'exports' | 'live', number>>;
  readonly mail: {
    readonly smtpUrl: string | null;
    /** Whether senders may use mail servers on this machine or in a private network; `smtpUrl` always may. */
    readonly allowPrivateNetworks: boolean;
    readonly from: string;
    /** Where undeliverable mails of `smtpUrl` come back to; null: to the From address. */
    readonly returnPathDomain: string | null;
    readonly businessName: string;
    readonly businessAddress: string;
    readonly concurrency: number;
    /** Of them, to one domain by one sender, while the domain is content with that. */
    readonly concurrencyPerDomain: number;
    /** So long a mail that is under way belongs to its process unless renewed; after a kill its doubt lasts as long. */
    readonly leaseSeconds: number;
    readonly retryScheduleMs: readonly number[];
    readonly onUnknown: 'resend' | 'hold';
    /** What asks for confirmations of subscriptions; null for the built-in text. */
    readonly doubleOptInTemplateId: number | null;
    /** So long an open or a click waits for what comes with it before anybody is told of it. */
    readonly hitHoldMs: number;
  };
  readonly feedback: {
    /** Topics of Amazon SNS that are listened to; none: every one that Amazon has signed for. */
    readonly sesTopicArns: readonly string[];
    readonly mailgunSigningKey: string | null;
    readonly sendgridPublicKey: string | null;
    /** The mailbox that undeliverable mails come back to, with its password; null: nobody looks into it. */
    readonly imapUrl: string | null;
    /** Where messages that were understood are moved to; null: they stay and are marked as read. */
    readonly imapDoneFolder: string | null;
  };
  readonly webhooks: {
    readonly allowPrivateNetworks: boolean;
    readonly allowedPorts: readonly number[];
    readonly retryScheduleMs: readonly number[];
    readonly failureUnit: 'delivery' | 'attempt';
    /** Requests per second that one worker begins to one host; 0 for no limit. */
    readonly maxRatePerHost: number;
    readonly logRetentionDays: number;
    /** A file of certificate authorities that Node trusts beside its own; null for none. */
    readonly extraCaFile: string | null;
  };
  readonly eventLog: {
    /** 0 keeps everything. */
    readonly retentionDays: number;
    /** Streams that one process serves at a time. */
    readonly streams: number;
    readonly heartbeatMs: number;
  };
  readonly bulkJobs: {
    /** So long the rows of imports and bulk actions are kept, with what it takes to undo them; 0 keeps them. */
    readonly retentionDays: number;
  };
  readonly auditLog: {
    /** So long it is known who changed what; 0 keeps it. */
    readonly retentionDays: number;
  };
  readonly contactTypes: readonly string[];
  readonly commerce: {
    /** So long before an order a click may have been that brought it. */
    readonly attributionWindowDays: number;
    /** In which reports count money when they are not asked for another; null: the one of most orders. */
    readonly reportCurrency: string | null;
  };
  readonly reports: {
    /** Figures that take longer are served from a moment ago while they are taken again. */
    readonly dearAfterMs: number;
  };
  /** Null: figures are open in development, and closed in production. */
  readonly metricsToken: string | null;
  /** Swagger UI and the OpenAPI document; `manager` asks for the credentials of any manager. */
  readonly apiDocs: 'off' | 'manager' | 'public';
  /** Where a worker tells its figures; null: nowhere. */
  readonly workerMetricsPort: number | null;
  /** What the dashboard of queues asks for; null: there is none. */
  readonly queueDashboardPassword: string | null;
  readonly logLevel: string;
  readonly developmentTools: {
    readonly mailboxPort: number;
    readonly receiverPort: number;
    /** Their pages need no credentials, so other machines reach them only where that was asked for. */
    readonly isServed: boolean;
  };
}

/** The token under which the configuration is injected: `@Inject(APP_CONFIG) config: AppConfig`. */
export const APP_CONFIG = Symbol('APP_CONFIG');

/** Thrown once at boot, with every fault in its message. */
export class ConfigurationError extends Error {
  constructor(readonly faults: readonly string[]) {
    super(`The configuration is not usable:\n${faults.map((fault) => `  - ${fault}`).join('\n')}`);
    this.name = 'ConfigurationError';
  }
}

/**
 * Turns the environment into the typed configuration.
 * @throws ConfigurationError naming every variable at fault at once, never its value (values may be secrets).
 */
export function parseConfig(env: Record<string, string | undefined>): AppConfig {
  const faults: string[] = [];
  const values: Record<string, unknown> = {};
  for (const [name, schema] of Object.entries<z.ZodType>(environment.shape)) {
    // `PORT=` in an env file or a compose file means that nobody chose a port.
    const given = env[name] === '' ? undefined : env[name];
    const result = schema.safeParse(given);
    if (result.success) values[name] = result.data;
    else
      faults.push(`${name} ${given === undefined ? 'is required' : (result.error.issues[0]?.message ?? 'is wrong')}`);
  }
  faults.push(...contradictions(values));
  if (faults.length > 0) throw new ConfigurationError(faults);
  return toConfig(values as Environment);
}

/**
 * Rules that span variables: what is convenient in development must not reach production. Variables that are at fault
 * themselves are missing here.
 */
function contradictions(env: Partial<Environment>): string[] {
  const faults: string[] = [];
  if (env.NODE_ENV === 'production') {
    if (env.ALLOW_QUERY_CREDENTIALS) faults.push('ALLOW_QUERY_CREDENTIALS must not be on in production');
    if (env.WEBHOOK_ALLOW_PRIVATE_NETWORKS) faults.push('WEBHOOK_ALLOW_PRIVATE_NETWORKS must not be on in production');
    if (env.PUBLIC_URL === null) faults.push('PUBLIC_URL is required in production');
  }
  if (env.BOOTSTRAP_MANAGER_USERNAME && env.BOOTSTRAP_MANAGER_PASSWORD === null)
    faults.push('BOOTSTRAP_MANAGER_PASSWORD is required with BOOTSTRAP_MANAGER_USERNAME');
  if (env.BOOTSTRAP_MANAGER_PASSWORD && env.BOOTSTRAP_MANAGER_PASSWORD.length < 20)
    faults.push('BOOTSTRAP_MANAGER_PASSWORD must have at least 20 characters');
  if (env.QUEUE_DASHBOARD_PASSWORD && env.QUEUE_DASHBOARD_PASSWORD.length < 16)
    faults.push('QUEUE_DASHBOARD_PASSWORD must have at least 16 characters');
  if (env.PUBLIC_URL && !(/^https?:\/\//.test(env.PUBLIC_URL) && URL.canParse(env.PUBLIC_URL)))
    faults.push('PUBLIC_URL must be an http(s) URL');
  return faults;
}

/** Whether only this machine reaches what listens there. */
export const isLoopback = (host: string): boolean => /^(localhost|127\.\d+\.\d+\.\d+|::1)$/i.test(host);

/** Load balancers ask every second or two. */
const PRODUCTION_GRACE_MS = 3_000;

function toConfig(env: Environment): AppConfig {
  const publicHost = env.HOST === '0.0.0.0' || env.HOST === '127.0.0.1' ? 'localhost' : env.HOST;
  return {
    production: env.NODE_ENV === 'production',
    development: env.NODE_ENV === 'development',
    dataDir: env.DATA_DIR,
    timeZone: env.APP_TIMEZONE,
    http: {
      host: env.HOST,
      port: env.PORT,
      publicUrl: withoutEnding(env.PUBLIC_URL ?? `http://${publicHost}:${env.PORT}`, '/'),
      basePaths: env.API_BASE_PATH,
      bodyLimit: env.BODY_LIMIT,
      importLimit: env.IMPORT_LIMIT,
      trustProxy: env.TRUST_PROXY,
      serviceEnabled: env.SERVICE_ENABLED,
      shutdownGraceMs: env.SHUTDOWN_GRACE ?? (env.NODE_ENV === 'production' ? PRODUCTION_GRACE_MS : 0),
    },
    secrets: { current: env.APP_SECRET, previous: env.APP_SECRET_PREVIOUS },
    database: { url: env.DATABASE_URL, poolSize: env.DATABASE_POOL_SIZE },
    redis: { url: env.REDIS_URL, prefix: env.REDIS_PREFIX },
    auth: {
      allowQueryCredentials: env.ALLOW_QUERY_CREDENTIALS,
      failuresPerMinute: env.AUTH_FAILURES_PER_MINUTE,
      failuresPerAddress: env.AUTH_FAILURES_PER_ADDRESS,
      bootstrap:
        env.BOOTSTRAP_MANAGER_USERNAME !== null && env.BOOTSTRAP_MANAGER_PASSWORD !== null
          ? { username: env.BOOTSTRAP_MANAGER_USERNAME, password: env.BOOTSTRAP_MANAGER_PASSWORD }
          : null,
    },
    rateLimits: {
      default: env.RATE_LIMIT_PER_MINUTE,
      reports: env.RATE_LIMIT_REPORTS_PER_MINUTE,
      exports: env.RATE_LIMIT_EXPORTS_PER_MINUTE,
      live: env.RATE_LIMIT_LIVE_PER_MINUTE,
    },
    mail: {
      smtpUrl: env.SMTP_URL,
      allowPrivateNetworks: env.SMTP_ALLOW_PRIVATE_NETWORKS ?? env.NODE_ENV !== 'production',
      from: env.MAIL_FROM,
      returnPathDomain: env.RETURN_PATH_DOMAIN,
      businessName: env.BUSINESS_NAME,
      businessAddress: env.BUSINESS_ADDRESS,
      concurrency: env.SEND_CONCURRENCY,
      concurrencyPerDomain: env.SEND_CONCURRENCY_PER_DOMAIN,
      leaseSeconds: env.SEND_LEASE_SECONDS,
      retryScheduleMs: env.SEND_RETRY_SCHEDULE,
      onUnknown: env.ON_UNKNOWN,
      doubleOptInTemplateId: env.DOUBLE_OPTIN_TEMPLATE_ID,
      hitHoldMs: env.HIT_HOLD,
    },
    feedback: {
      sesTopicArns: env.SES_TOPIC_ARNS,
      mailgunSigningKey: env.MAILGUN_SIGNING_KEY,
      sendgridPublicKey: env.SENDGRID_PUBLIC_KEY,
      imapUrl: env.IMAP_URL,
      imapDoneFolder: env.IMAP_DONE_FOLDER,
    },
    webhooks: {
      allowPrivateNetworks: env.WEBHOOK_ALLOW_PRIVATE_NETWORKS,
      allowedPorts: env.WEBHOOK_ALLOWED_PORTS,
      retryScheduleMs: env.WEBHOOK_RETRY_SCHEDULE,
      failureUnit: env.WEBHOOK_FAILURE_UNIT,
      maxRatePerHost: env.WEBHOOK_MAX_RATE_PER_HOST,
      logRetentionDays: env.WEBHOOK_LOG_RETENTION_DAYS,
      extraCaFile: env.NODE_EXTRA_CA_CERTS,
    },
    eventLog: {
      retentionDays: env.EVENT_RETENTION_DAYS,
      streams: env.EVENT_STREAMS,
      heartbeatMs: env.EVENT_STREAM_HEARTBEAT,
    },
    bulkJobs: { retentionDays: env.BULK_JOB_RETENTION_DAYS },
    auditLog: { retentionDays: env.AUDIT_RETENTION_DAYS },
    contactTypes: env.CONTACT_TYPES,
    reports: { dearAfterMs: env.REPORT_DEAR_AFTER },
    commerce: { attributionWindowDays: env.ATTRIBUTION_WINDOW_DAYS, reportCurrency: env.REPORT_CURRENCY },
    metricsToken: env.METRICS_TOKEN,
    apiDocs: !env.DOCS_ENABLED ? 'off' : env.NODE_ENV === 'production' && !env.DOCS_PUBLIC ? 'manager' : 'public',
    workerMetricsPort: env.WORKER_METRICS_PORT,
    queueDashboardPassword: env.QUEUE_DASHBOARD_PASSWORD,
    logLevel: env.LOG_LEVEL,
    developmentTools: {
      mailboxPort: env.DEV_MAILBOX_SMTP_PORT,
      receiverPort: env.DEV_WEBHOOK_RECEIVER_PORT,
      isServed: env.DEV_ALLOW_REMOTE || isLoopback(env.HOST),
    },
  };
}
