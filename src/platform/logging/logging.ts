import { LoggerModule } from 'nestjs-pino';
import { type DynamicModule, RequestMethod } from '@nestjs/common';
import type { Response } from 'express';
import type { Options } from 'pino-http';
import { APP_CONFIG, type AppConfig } from '../config/config.js';
import { loggableFacts } from '../errors/database-errors.js';
import type { AppRequest } from '../http/request.js';
import { currentRequestId } from '../tracing/request-trace.js';

type ProcessName = 'api' | 'worker' | 'cli';

/** Nest names every module and route at every start; the log is for what happens. */
const NEST_CHATTER = new Set(['InstanceLoader', 'RoutesResolver', 'RouterExplorer', 'NestFactory']);

// It begins where a word begins, or every letter of a long word would be tried as the first one.
const EMAIL = /(?<![^\s@<>"'(),:;])[^\s@<>"'(),:;]+@[^\s@<>"'(),:;]+\.[^\s@<>"'(),:;]+/g;

/** Addresses are personal data and database errors quote them. */
export const maskAddresses = (text: string): string => text.replace(EMAIL, '***@***');

/** What follows is as good as a key. The router minds no case, and no slash too many. */
const KEY_FOLLOWS = /(\/t\/[a-z]\/+|\/feedback\/+[^/]+\/+)[^/]+/i;

/**
 * The path without its query (which may hold addresses and, in tests, credentials) and without the token of a public
 * link or the secret of a service that reports to us.
 */
export function loggablePath(url: string): string {
  return (url.split('?', 1)[0] ?? '').replace(KEY_FOLLOWS, '$1***');
}

/** An error for the log: no SQL, no parameters, no addresses; the driver's error number and SQL state instead. */
function loggableError(given: unknown): Record<string, unknown> {
  // pino-http passes a copy that is no Error; the copy holds the original.
  const { raw = given } = (given ?? {}) as { readonly raw?: unknown };
  if (!(raw instanceof Error)) return { message: maskAddresses(String(raw)) };
  const { message, errno, code, sqlState } = loggableFacts(raw);
  return {
    type: raw.name,
    code,
    errno,
    sql_state: sqlState,
    message: maskAddresses(message),
    stack: maskAddresses((raw.stack ?? '').replace(raw.message, () => message)),
  };
}

/**
 * The request that a line of a worker goes back to. In the API the logger of a request tells it already, and twice the same
 * member is more than some programs that read logs can bear.
 */
function tracedBy(processName: ProcessName): Record<string, string> {
  const requestId = processName === 'api' ? null : currentRequestId();
  return requestId === null ? {} : { requestId };
}

/** One JSON line per event, one per API request. */
export function logLines(processName: ProcessName, config: AppConfig): Options<AppRequest, Response> {
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
    redact: {
      paths: [
        'authorization',
        'secret',
        'password',
        'signature',
        '*.authorization',
        '*.secret',
        '*.password',
        '*.signature',
      ],
      censor: '***',
    },
    genReqId: (request) => request.requestId,
    customAttributeKeys: { reqId: 'requestId' },
    // Without it the key above is never used. Lines within a request then carry its id, and the last one all the rest.
    quietReqLogger: true,
    mixin: () => tracedBy(processName),
    customProps: (request) => ({
      manager: request.principal?.username,
      client_request_id: request.clientRequestId ?? undefined,
    }),
    customLogLevel: (_request, response, error) => (error || response.statusCode >= 500 ? 'error' : 'info'),
    serializers: {
      req: (request: { method: string; url: string }) => ({
        method: request.method,
        path: loggablePath(request.url),
      }),
      res: (response: Response) => ({ status: response.statusCode }),
      err: loggableError,
    },
    autoLogging: { ignore: (request) => /^\/(health|metrics|t|docs)(\/|$)/.test(request.url) },
    ...(config.development && process.stdout.isTTY
      ? { transport: { target: 'pino-pretty', options: { singleLine: true, ignore: 'pid,hostname,process' } } }
      : {}),
  };
}

export function logging(processName: ProcessName): DynamicModule {
  return LoggerModule.forRootAsync({
    inject: [APP_CONFIG],
    useFactory: (config: AppConfig) => ({
      // The default pattern is the old syntax, about which the router complains at every start.
      forRoutes: [{ path: '{*path}', method: RequestMethod.ALL }],
      pinoHttp: logLines(processName, config) as Options,
    }),
  });
}
