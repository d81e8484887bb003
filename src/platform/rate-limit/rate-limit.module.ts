import { Global, Module } from '@nestjs/common';
import { FailedAttempts } from './failed-attempts.js';
import { RateLimiter } from './rate-limiter.js';

@Global()
@Module({ providers: [RateLimiter, FailedAttempts], exports: [RateLimiter, FailedAttempts] })
export class RateLimitModule {}
