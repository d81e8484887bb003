import { type CanActivate, type ExecutionContext, Injectable, SetMetadata } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { Response } from 'express';
import { AppError } from '../errors/app-error.js';
import type { AppRequest } from '../http/request.js';
import { type RateLimitClass, type RateLimitVerdict, RateLimiter } from './rate-limiter.js';

const RATE_LIMIT_CLASS = 'carillon:rate-limit-class';

/** Applies another rate limit to a controller or handler. */
export const UsesRateLimit = (kind: RateLimitClass): ClassDecorator & MethodDecorator =>
  SetMetadata(RATE_LIMIT_CLASS, kind);

/** Runs after authentication, so public routes (tracking, opt-out) have no principal and are never limited. */
@Injectable()
export class RateLimitGuard implements CanActivate {
  constructor(
    private readonly limiter: RateLimiter,
    private readonly reflector: Reflector,
  ) {}

  canActivate(context: ExecutionContext): boolean | Promise<boolean> {
    const { principal, isInner } = context.switchToHttp().getRequest<AppRequest>();
    if (!principal || isInner) return true;
    const declared = [context.getHandler(), context.getClass()];
    const kind = this.reflector.getAllAndOverride<RateLimitClass | undefined>(RATE_LIMIT_CLASS, declared) ?? 'default';
    const response = context.switchToHttp().getResponse<Response>();
    const verdict = this.limiter.take(kind, principal.credentialId);
    return verdict instanceof Promise ? verdict.then((each) => admit(response, each)) : admit(response, verdict);
  }
}

function admit(response: Response, verdict: RateLimitVerdict | null): true {
  if (!verdict) return true;
  response.setHeader('RateLimit-Limit', verdict.limit);
  response.setHeader('RateLimit-Remaining', verdict.remaining);
  response.setHeader('RateLimit-Reset', verdict.resetSeconds);
  if (verdict.allowed) return true;
  throw new AppError('rest_too_many_requests', 'Too many requests. Please slow down.', {
    headers: { 'Retry-After': String(verdict.resetSeconds) },
  });
}
