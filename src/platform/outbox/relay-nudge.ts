import { Inject, Injectable } from '@nestjs/common';
import { APP_CONFIG, type AppConfig } from '../config/config.js';
import { RequestRedis } from '../redis/redis.js';

const MIN_INTERVAL_MS = 20;

/** Redis channel that wakes the relay after a commit. */
export const nudgeChannel = (config: AppConfig): string => `${config.redis.prefix}:relay-nudge`;

/** Wakes the relay. Never awaited and never fails: without it the relay is half a second later. */
@Injectable()
export class RelayNudge {
  private lastAt = 0;
  private pending: NodeJS.Timeout | null = null;

  constructor(
    private readonly redis: RequestRedis,
    @Inject(APP_CONFIG) private readonly config: AppConfig,
  ) {}

  nudge(): void {
    if (this.pending) return;
    const wait = Math.max(0, this.lastAt + MIN_INTERVAL_MS - Date.now());
    // The trailing notification covers all commits meanwhile.
    this.pending = setTimeout(() => {
      this.pending = null;
      this.lastAt = Date.now();
      this.redis.client.publish(nudgeChannel(this.config), '').catch(() => undefined);
    }, wait);
    this.pending.unref();
  }
}
