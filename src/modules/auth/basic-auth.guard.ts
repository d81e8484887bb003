import { type ExecutionContext, Inject, Injectable } from '@nestjs/common';
import { PATH_METADATA } from '@nestjs/common/constants';
import { Reflector } from '@nestjs/core';
import { AuthGuard } from '@nestjs/passport';
import { type AccessRule, missingPermissions } from '../../platform/access/permissions.js';
import { ACCESS_RULE } from '../../platform/access/operation.js';
import { APP_CONFIG, type AppConfig } from '../../platform/config/config.js';
import { AppError } from '../../platform/errors/app-error.js';
import type { AppRequest } from '../../platform/http/request.js';
import { notLoggedIn } from './basic-credentials.js';
import { CredentialsService, type Identity } from './credentials.service.js';
import { BrowserSessions } from './browser-sessions.service.js';

/** Global. Identifies the manager (401) and checks the permission that the route declares (403). */
@Injectable()
export class BasicAuthGuard extends AuthGuard('basic') {
  constructor(
    private readonly reflector: Reflector,
    private readonly credentials: CredentialsService,
    private readonly sessions: BrowserSessions,
    @Inject(APP_CONFIG) private readonly config: AppConfig,
  ) {
    super();
  }

  override canActivate(context: ExecutionContext): boolean | Promise<boolean> {
    const rule = this.reflector.get<AccessRule | undefined>(ACCESS_RULE, context.getHandler());
    // The start fails if a route has no rule; this refuses access if one is missing anyway.
    if (!rule) throw new AppError('rest_forbidden', 'Sorry, you are not allowed to do that.');
    if (rule.kind === 'public') return true;
    const request = context.switchToHttp().getRequest<AppRequest>();
    if (request.isInner && request.identified) return admit(request, request.identified as Identity, rule);
    const path = this.reflector.get<unknown>(PATH_METADATA, context.getClass());
    if (this.config.http.serviceEnabled && String(path).startsWith('/console'))
      return this.sessions.identify(request).then((known) => admit(request, known, rule));
    if (this.config.auth.allowQueryCredentials) readQueryCredentials(request);
    const recent = this.config.http.serviceEnabled ? this.credentials.recent(request) : null;
    return recent === null ? this.verify(context, rule) : admit(request, recent, rule);
  }

  private async verify(context: ExecutionContext, rule: AccessRule): Promise<boolean> {
    await super.canActivate(context);
    const request = context.switchToHttp().getRequest<AppRequest>();
    return admit(request, request.user as Identity, rule);
  }

  override handleRequest<TUser>(error: unknown, user: TUser | false, _info: unknown, context: ExecutionContext): TUser {
    if (error) throw error as Error;
    if (!user) throw notLoggedIn(context.switchToHttp().getRequest<AppRequest>().headers.authorization);
    return user;
  }
}

/** Reads `_wp_http_referer=<username>:<password>`, for development; the configuration refuses it in production. */
function readQueryCredentials(request: AppRequest): void {
  const pair = request.query['_wp_http_referer'];
  if (typeof pair === 'string' && request.headers.authorization === undefined)
    request.headers.authorization = `Basic ${Buffer.from(pair).toString('base64')}`;
}

function admit(request: AppRequest, identity: Identity, rule: AccessRule): true {
  if (identity.role === 'administrator')
    throw forbidden({ reason: 'administrator_role' }, 'An administrator account must not be used for the API.');
  request.identified = identity;
  const missing = missingPermissions(identity.permissions, rule);
  if (missing) throw forbidden({ required_permission: missing[0] });
  request.principal = identity;
  return true;
}

function forbidden(data: Record<string, unknown>, message = 'Sorry, you are not allowed to do that.'): AppError {
  return new AppError('rest_forbidden', message, { data });
}
