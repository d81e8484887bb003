import { type DynamicModule, RequestMethod, type ValidationPipe } from '@nestjs/common';
import { NestFactory, Reflector } from '@nestjs/core';
import type { NestExpressApplication } from '@nestjs/platform-express';
import type { NextFunction, Request, RequestHandler, Response } from 'express';
import { Logger } from 'nestjs-pino';
import qs from 'qs';
import { ApiModule } from './api.module.js';
import { apiDocument, serveApiDocumentation } from './openapi/api-documentation.js';
import {
  rewriteBasePaths,
  DIALECT_PATH,
  dialectPathOf,
  speaksDialect,
  withoutSlashAtEnd,
} from './compatibility/dialect.js';
import { DialectInterceptor } from './compatibility/dialect.interceptor.js';
import { DialectTools } from './compatibility/dialect-tools.service.js';
import { readDialect } from './compatibility/dialect-calls.js';
import { AuditInterceptor } from './modules/audit/audit.interceptor.js';
import { onlyReadConsole } from './modules/console/http/console-view.js';
import type { AppConfig } from './platform/config/config.js';
import { Database } from './platform/database/database.js';
import { AppError } from './platform/errors/app-error.js';
import { ERROR_PAGE_PATH } from './platform/errors/error-codes.js';
import { Draining } from './platform/health/draining.js';
import { sendJson, setAnswerHeaders, compressAnswers } from './platform/http/answer-headers.js';
import { noRoute } from './platform/http/error.filter.js';
import { refuseForeignOrigins, requireKnownHost } from './platform/http/foreign-origin.js';
import { IgnoredParameters } from './platform/http/ignored-parameters.guard.js';
import { inOnePass } from './platform/http/in-one-pass.js';
import { observeRequests, requestId } from './platform/http/observe-requests.js';
import { RecentRequests } from './platform/http/recent-requests.js';
import { ReplicaReads } from './platform/http/replica-reads.interceptor.js';
import { Preconditions } from './platform/http/preconditions.interceptor.js';
import type { AppRequest } from './platform/http/request.js';
import { RequestBodies } from './platform/http/request-bodies.guard.js';
import { MALFORMED_TARGET, readTargets } from './platform/http/request-target.js';
import { handleErrorsOnAllPaths } from './platform/patches/error-handlers.js';
import { type Router, routeIndex } from './platform/patches/route-index.js';
import { omitUnconcernedInterceptors } from './platform/patches/selective-interceptors.js';
import { cutSlowBodies } from './platform/http/read-body.js';
import { IdempotencyInterceptor } from './platform/idempotency/idempotency.interceptor.js';
import { brandOf } from './modules/public-pages/pages/brand.js';
import { StrictHandling } from './platform/strict-handling/strict-handling.interceptor.js';
import { validationPipe } from './platform/http/validation.js';
import { LOG } from './platform/logging/logging.js';
import { Metrics } from './platform/metrics/metrics.js';
import { RequestRedis } from './platform/redis/redis.js';
import { DASHBOARD_PATH, QueueDashboard } from './platform/queue-dashboard/queue-dashboard.js';

/** Paths outside the versioned API: for email recipients, monitoring, administrators, and people with a browser. */
const OUTSIDE_THE_API = [
  ...['/', 't/*path', 'health/*path', 'metrics', 'dev/*path', 'console', 'console/*path'],
  ERROR_PAGE_PATH.slice(1),
];
/** Its controllers declare the full path. */
const DIALECT_ROUTES = `${DIALECT_PATH.slice(1)}/*path`;
const MAX_UPLOAD_MS = 12 * 3_600_000;

/** Starts the HTTP application; the caller enables its shutdown hooks. */
export async function startApi(
  config: AppConfig,
  root: { with(config: AppConfig): DynamicModule } = ApiModule,
): Promise<NestExpressApplication> {
  const app = await NestFactory.create<NestExpressApplication>(root.with(config), {
    bodyParser: false,
    bufferLogs: true,
    abortOnError: false,
  });
  setUpHttp(app, config);
  // A worker in this process works already: exiting at once would leave emails in doubt.
  await app.listen(config.http.port, config.http.host).catch(async (error: unknown) => {
    await app.close();
    throw error;
  });
  return app;
}

/** Configures the HTTP application. Tests use the same function. */
export function setUpHttp(app: NestExpressApplication, config: AppConfig): void {
  const [basePath = '/api/v2'] = config.http.basePaths;
  app.useLogger(app.get(Logger));
  app.disable('x-powered-by');
  app.set('etag', false);
  app.set('trust proxy', trustProxy(config.http.trustProxy));
  app.setLocal('brand', brandOf(config.mail));
  app.setLocal('publicUrl', config.http.publicUrl);
  app.setLocal('apiPath', basePath);
  // The default parser reads `a[]=1` as a member called `a[]`; the extended one turns more than 20 items into an object.
  app.set('query parser', (text: string) => {
    const query = qs.parse(text, { arrayLimit: 1_000, parameterLimit: 2_000, depth: 3 });
    // HTML forms send `tags[]=` for none.
    const given = (value: unknown): unknown => (Array.isArray(value) ? value.filter((each) => each !== '') : value);
    return Object.fromEntries(Object.entries(query).map(([name, value]) => [name, given(value)]));
  });
  app.getHttpAdapter().getInstance().response.json = sendJson;
  // Node has one timeout for all requests, which would abort large uploads.
  app.getHttpServer().requestTimeout = MAX_UPLOAD_MS;
  app.getHttpServer().keepAliveTimeout = config.http.keepAliveMs;
  readTargets(app.getHttpServer(), app.get(LOG));
  const draining = app.get(Draining);
  app.use(
    inOnePass([
      requestId,
      observeRequests(app.get(Metrics), app.get(LOG), app.get(RecentRequests)),
      (_request, response, next) => {
        draining.lastOnItsConnection(response);
        next();
      },
      cutSlowBodies(),
      rewriteBasePaths(config.http.basePaths),
      setAnswerHeaders,
      compressAnswers(),
      ...(config.consoleEnabled ? [onlyReadConsole()] : []),
      refuseForeignOrigins(config.http.publicUrl),
      ...(speaksDialect(config.http.basePaths) ? [readDialect(basePath)] : []),
      refuseUnexpected(basePath),
    ]),
  );
  app.use(routeIndex(app.getHttpAdapter().getInstance().router as unknown as Router, withoutSlashAtEnd(basePath)));
  if (config.development)
    app.use(
      '/dev',
      config.developmentTools.isServed ? requireKnownHost(config.http.publicUrl) : refuseDevelopmentPages,
    );
  const dashboard = app.get(QueueDashboard);
  app.use(DASHBOARD_PATH, dashboard.handle.bind(dashboard));
  app.setGlobalPrefix(basePath, {
    exclude: [...OUTSIDE_THE_API, DIALECT_ROUTES].map((path) => ({ path, method: RequestMethod.ALL })),
  });
  handleErrorsOnAllPaths(app);
  const pipe = validationPipe();
  app.useGlobalGuards(new RequestBodies(app.get(Reflector), config.http.bodyLimit), new IgnoredParameters());
  useInterceptors(app, config, pipe);
  app.useGlobalPipes(pipe);
  serveApiDocumentation(app, config);
}

function useInterceptors(app: NestExpressApplication, config: AppConfig, pipe: ValidationPipe): void {
  omitUnconcernedInterceptors();
  const strict = new StrictHandling({
    db: app.get(Database),
    document: () => apiDocument(app),
    pipe,
    alsoInQuery: config.auth.allowQueryCredentials ? ['_wp_http_referer'] : [],
    isExempt: (request) => dialectPathOf(request) !== null,
  });
  // Preconditions hold until everything is committed. Audit before idempotency, so that it covers everything that commits with the answer.
  const each = [
    new ReplicaReads(app.get(Database), app.get(RequestRedis), config),
    new Preconditions(app.get(RequestRedis), config.redis.prefix),
    strict,
    app.get(AuditInterceptor),
    app.get(IdempotencyInterceptor),
  ];
  app.useGlobalInterceptors(
    ...each,
    ...(speaksDialect(config.http.basePaths)
      ? [new DialectInterceptor(app.get(DialectTools), config.http.avatarUrl)]
      : []),
  );
}

function refuseDevelopmentPages(_request: Request, _response: Response, next: NextFunction): void {
  const message =
    'Development pages are off because HOST is not a loopback address. DEV_ALLOW_REMOTE=true turns them on.';
  next(new AppError('rest_no_route', message));
}

/** Paths that proxies protect; their rules distinguish case and slashes, unlike the router. */
const PROTECTED = /^\/(metrics|admin)(\/|$)/i;
const AS_PROTECTED = /^\/(metrics$|admin\/)/;

/** Pages of other sites ask whether they may post to a sign-up form. */
const PREFLIGHT = /^\/t\/s\/[^/]+$/i;

/** Express would answer OPTIONS without credentials and in another error format. */
const refuseUnexpected =
  (basePath: string): RequestHandler =>
  (request, _response, next) => {
    const isDisguised = PROTECTED.test(request.path) && !AS_PROTECTED.test(request.path);
    if (isDisguised) request.url = '/no-such-route';
    const isMalformed = request.originalUrl === MALFORMED_TARGET;
    if (isMalformed) next(new AppError('rest_invalid_param', 'The request could not be read.'));
    else
      next(
        request.method === 'OPTIONS' && !PREFLIGHT.test(request.path)
          ? noRoute(request as AppRequest, basePath)
          : undefined,
      );
  };

function trustProxy(setting: string): boolean | number | string {
  if (setting === '' || setting === 'false') return false;
  return /^\d+$/.test(setting) ? Number(setting) : setting;
}
