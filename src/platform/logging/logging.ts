import { type DynamicModule, Module, type Provider } from '@nestjs/common';
import { LoggerModule } from 'nestjs-pino';
import { type Logger, type LoggerOptions, pino } from 'pino';
import { APP_CONFIG, type AppConfig } from '../config/config.js';
import { loggableFacts } from '../errors/database-errors.js';
import { currentRequestId } from '../tracing/request-trace.js';

export type ProcessName = 'api' | 'worker' | 'single' | 'cli';

/** Nest logs every module and route at startup. */
const NEST_CHATTER = new Set(['InstanceLoader', 'RoutesResolver', 'RouterExplorer', 'NestFactory']);

// Anchored at a word start: otherwise every letter of a long word would be tried. Paths of packages (/@scope/name) are no addresses.
const EMAIL = /(?<![^\s@<>"'(),:;])[^\s@<>"'(),:;]+@[^\s@<>"'(),:;/]+\.[^\s@<>"'(),:;/]+/g;

/** Masks addresses, which are personal data and quoted in database errors. */
export const maskAddresses = (text: string): string => text.replace(EMAIL, '***@***');

/** The following path segment is a credential. The router ignores case and duplicate slashes. */
const KEY_FOLLOWS = /(\/t\/[a-z]\/+|\/feedback\/+[^/]+\/+)[^/]+/i;

/** Returns the path without its query, which may hold addresses, and without the token of a public link or inbound webhook. */
export const loggablePath = (url: string): string => (url.split('?', 1)[0] ?? '').replace(KEY_FOLLOWS, '$1***');

/** Returns an error for the log: no SQL, parameters, or addresses; the driver's error number and SQL state instead. */
function loggableError(error: unknown): Record<string, unknown> {
  if (!(error instanceof Error)) return { message: maskAddresses(String(error)) };
  const { message, errno, code, sqlState } = loggableFacts(error);
  return {
    type: error.name,
    code,
    errno,
    sql_state: sqlState,
    message: maskAddresses(message),
    stack: maskAddresses((error.stack ?? '').replace(error.message, () => message)),
  };
}

const SECRETS = ['authorization', 'secret', 'password', 'signature'];

/** One JSON line per event and per API request. */
export function logLines(processName: ProcessName, config: AppConfig): LoggerOptions {
  return {
    level: config.logLevel,
    base: { process: processName, pid: process.pid },
    hooks: {
      logMethod(args, method, level) {
        const [first] = args as [{ context?: string } | undefined];
        if (level <= 30 && NEST_CHATTER.has(first?.context ?? '')) return;
        method.apply(this, args);
      },
    },
    redact: { paths: SECRETS.flatMap((name) => [name, `*.${name}`]), censor: '***' },
    // The request that a line is about, also in the worker.
    mixin: () => {
      const requestId = currentRequestId();
      return requestId === null ? {} : { requestId };
    },
    serializers: { err: loggableError },
    ...(config.development && process.stdout.isTTY
      ? { transport: { target: 'pino-pretty', options: { singleLine: true, ignore: 'pid,hostname,process' } } }
      : {}),
  };
}

export const LOG = Symbol('log');

export function logging(processName: ProcessName): DynamicModule {
  const log: Provider = {
    provide: LOG,
    inject: [APP_CONFIG],
    useFactory: (config: AppConfig) => pino(logLines(processName, config)),
  };
  const nestLogger = LoggerModule.forRootAsync({
    inject: [LOG],
    // `observeRequests` writes the lines of requests: a logger per request would cost more than the line.
    useFactory: (logger: Logger) => ({ forRoutes: [], pinoHttp: { logger, autoLogging: false } }),
  });
  return { module: LoggingModule, global: true, imports: [nestLogger], providers: [log], exports: [LOG] };
}

@Module({})
class LoggingModule {}
