import { Module } from '@nestjs/common';
import { IdempotencyScheduler } from './idempotency.scheduler.js';

@Module({ providers: [IdempotencyScheduler] })
export class IdempotencyWorkerModule {}
