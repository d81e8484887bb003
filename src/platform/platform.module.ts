import { type DynamicModule, Module } from '@nestjs/common';
import { DiscoveryModule } from '@nestjs/core';
import { TypeOrmModule } from '@nestjs/typeorm';
import { VersionedCache } from './cache/versioned-cache.js';
import { Clock, DatabaseClock } from './clock/clock.js';
import { APP_CONFIG, type AppConfig, ConfigurationError } from './config/config.js';
import { dataSourceOptions } from './database/data-source-options.js';
import { Database } from './database/database.js';
import { REPLICA_SETTINGS } from './database/replicas.js';
import { Dns } from './dns/dns.js';
import { HealthNotices } from './health/health-notices.js';
import { IdempotencyKeys } from './idempotency/idempotency-keys.js';
import { StoredAnswers } from './idempotency/stored-answers.personal-data.js';
import { DatabasePoolMetrics } from './metrics/database-pool.metrics.js';
import { Metrics } from './metrics/metrics.js';
import { AccessTokens } from './oauth2/access-tokens.js';
import { RefreshTokens } from './oauth2/refresh-tokens.js';
import { OutboundHttp } from './outbound-http/outbound-http.js';
import { OutboxHealth } from './outbox/event-backlog.js';
import { Outbox } from './outbox/outbox.js';
import { ParkedEvents } from './outbox/parked-events.service.js';
import { RelayNudge } from './outbox/relay-nudge.js';
import { PersonalDataRegistry } from './personal-data/personal-data-store.js';
import { QueueNotifier } from './queue/queue-notifier.js';
import { QueueShutdown } from './queue/queues.js';
import { FailedAttempts } from './rate-limit/failed-attempts.js';
import { RateLimiter } from './rate-limit/rate-limiter.js';
import { WindowCounter } from './rate-limit/window-counter.js';
import { RecentRequests } from './http/recent-requests.js';
import { RequestRedis } from './redis/redis.js';
import { Keys } from './secrets/keys.js';

const DATABASE_CONNECTIONS = TypeOrmModule.forRootAsync({
  inject: [APP_CONFIG],
  useFactory: (config: AppConfig) => ({
    ...dataSourceOptions(config.database),
    autoLoadEntities: true,
    // The launcher has already waited for the server, so fail fast.
    retryAttempts: 5,
    retryDelay: 1_000,
    toRetry: (error) => !(error instanceof ConfigurationError),
  }),
});

/** What all modules may inject without an import. */
const SERVICES = [
  ...[DatabaseClock, Keys, Metrics, HealthNotices, RequestRedis, RecentRequests, Database, Dns, Outbox, ParkedEvents],
  ...[PersonalDataRegistry, QueueNotifier, RateLimiter, WindowCounter, FailedAttempts, IdempotencyKeys],
  ...[VersionedCache, OutboundHttp, AccessTokens, RefreshTokens],
];

/** The foundation of all processes: API, worker, and command line. */
@Module({})
export class PlatformModule {
  static with(config: AppConfig, clock = new Clock()): DynamicModule {
    return {
      module: PlatformModule,
      global: true,
      imports: [DATABASE_CONNECTIONS, DiscoveryModule],
      providers: [
        { provide: APP_CONFIG, useValue: config },
        { provide: Clock, useValue: clock },
        { provide: REPLICA_SETTINGS, useValue: config.database.replicas },
        ...[...SERVICES, DatabasePoolMetrics, OutboxHealth, RelayNudge, QueueShutdown, StoredAnswers],
      ],
      exports: [APP_CONFIG, Clock, ...SERVICES],
    };
  }
}
