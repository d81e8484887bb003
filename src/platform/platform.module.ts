import { type DynamicModule, Module } from '@nestjs/common';
import { Clock } from './clock/clock.js';
import { ClockModule } from './clock/clock.module.js';
import type { AppConfig } from './config/config.js';
import { ConfigModule } from './config/config.module.js';
import { DatabaseModule } from './database/database.module.js';
import { DnsModule } from './dns/dns.module.js';
import { HealthModule } from './health/health.module.js';
import { IdempotencyModule } from './idempotency/idempotency.module.js';
import { MetricsModule } from './metrics/metrics.module.js';
import { OutboxModule } from './outbox/outbox.module.js';
import { PersonalDataModule } from './personal-data/personal-data.module.js';
import { QueueModule } from './queue/queue.module.js';
import { RateLimitModule } from './rate-limit/rate-limit.module.js';
import { RedisModule } from './redis/redis.module.js';
import { SecretsModule } from './secrets/secrets.module.js';

/** The foundation of all processes: API, worker, and command line. */
@Module({})
export class PlatformModule {
  static with(config: AppConfig, clock = new Clock()): DynamicModule {
    return {
      module: PlatformModule,
      imports: [
        ConfigModule.with(config),
        ClockModule.with(clock),
        SecretsModule,
        MetricsModule,
        HealthModule,
        RedisModule,
        DatabaseModule,
        DnsModule,
        OutboxModule,
        PersonalDataModule,
        QueueModule,
        RateLimitModule,
        IdempotencyModule,
      ],
    };
  }
}
