import { Inject, Injectable, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import type { Redis, RedisOptions } from 'ioredis';
import { connectRedis } from './address/redis-address.js';
import { APP_CONFIG, type AppConfig } from '../config/config.js';

const CONNECT_WITHIN_MS = 1_000;

/** Bull is written for the replies of protocol 2. */
const CONNECTION = {
  protocol: 2,
  retryStrategy: (attempt: number): number => Math.min(attempt * 100, 2_000),
} as const;

/** For subscriptions and queues, which may wait: reconnects forever. */
export function backgroundRedisOptions() {
  return { ...CONNECTION, maxRetriesPerRequest: null, enableReadyCheck: false } satisfies RedisOptions;
}

/** Redis for requests. It answers within 50 ms or fails, and every caller has a fallback; it holds no truth. */
@Injectable()
export class RequestRedis implements OnModuleInit, OnApplicationShutdown {
  readonly client: Redis;

  constructor(@Inject(APP_CONFIG) config: AppConfig) {
    this.client = connectRedis(config.redis.url, {
      ...CONNECTION,
      enableOfflineQueue: false,
      commandTimeout: 50,
      maxRetriesPerRequest: 0,
    });
    // An unhandled 'error' would end the process; readiness reports that Redis is unavailable.
    this.client.on('error', () => undefined);
  }

  /** Connects at startup, so that the first requests are limited too; continues shortly without Redis. */
  async onModuleInit(): Promise<void> {
    if (this.ready) return;
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, CONNECT_WITHIN_MS);
      this.client.once('ready', () => {
        clearTimeout(timer);
        resolve();
      });
    });
  }

  get ready(): boolean {
    return this.client.status === 'ready';
  }

  onApplicationShutdown(): void {
    this.client.disconnect();
  }
}
