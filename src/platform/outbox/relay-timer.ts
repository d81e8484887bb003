import { Inject, Injectable, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import type { Redis } from 'ioredis';
import { APP_CONFIG, type AppConfig } from '../config/config.js';
import { connectRedis } from '../redis/address/redis-address.js';
import { backgroundRedisOptions } from '../redis/redis.js';
import { Periodic } from '../work/periodic.js';
import { nudgeChannel } from './relay-nudge.js';
import { Relay } from './relay.js';

/** Wakes the relay of this process regularly and after commits of any process. */
@Injectable()
export class RelayTimer implements OnApplicationBootstrap, OnApplicationShutdown {
  private subscription: Redis | null = null;

  constructor(
    private readonly relay: Relay,
    @Inject(APP_CONFIG) private readonly config: AppConfig,
  ) {}

  onApplicationBootstrap(): void {
    this.subscription = connectRedis(this.config.redis.url, backgroundRedisOptions());
    // Without Redis the timer alone drives the relay.
    this.subscription.on('error', () => undefined);
    this.subscription.on('message', () => {
      this.relay.wake();
    });
    this.subscription.subscribe(nudgeChannel(this.config)).catch(() => undefined);
  }

  @Periodic({ name: 'Event relay', everyMs: 500, isShared: true })
  look(): void {
    this.relay.look();
  }

  onApplicationShutdown(): void {
    this.subscription?.disconnect();
  }
}
