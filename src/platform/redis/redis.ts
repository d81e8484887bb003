import { Inject, Injectable, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import Redis, { type RedisOptions } from 'ioredis';
import { APP_CONFIG, type AppConfig } from '../config/config.js';

const CONNECT_WITHIN_MS = 1_000;

const retryStrategy = (attempt: number): number => Math.min(attempt * 100, 2_000);

/** For clients that may wait: subscriptions and queues. They reconnect for ever. */
export function backgroundRedisOptions(): RedisOptions {
  return { maxRetriesPerRequest: null, enableReadyCheck: false, retryStrategy };
}

/**
 * Redis as a request uses it: limiter, cache, nudges. It answers within 50 ms or not at all, and whoever asks has an
 * answer of their own for that case; nothing here is truth.
 */
@Injectable()
export class RequestRedis implements OnModuleInit, OnApplicationShutdown {
  readonly client: Redis;

  constructor(@Inject(APP_CONFIG) config: AppConfig) {
    this.client = new Redis(config.redis.url, {
      enableOfflineQueue: false,
      commandTimeout: 50,
      maxRetriesPerRequest: 0,
      retryStrategy,
    });
    // An unheard 'error' would end the process; the readiness answer says that Redis is away.
    this.client.on('error', () => undefined);
  }

  /** So that the very first requests are limited too; without Redis the start goes on a moment later. */
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
