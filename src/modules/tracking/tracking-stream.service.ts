import { Inject, Injectable } from '@nestjs/common';
import { APP_CONFIG, type AppConfig } from '../../platform/config/config.js';
import { RequestRedis } from '../../platform/redis/redis.js';
import { type TrackingEvent, writeEvent } from './tracking-event.js';

/** The Redis keys of tracking events. The braces keep them in one slot of a cluster. */
export const trackingKeys = ({
  redis: { prefix },
}: AppConfig): { readonly stream: string; readonly leader: string } => ({
  stream: `{${prefix}:hits}:stream`,
  leader: `{${prefix}:hits}:leader`,
});

/** The field of a stream entry; it contains a JSON array of events. */
export const EVENTS_FIELD = 'hits';

/** Tracking events on their way to the ledger, in a Redis stream. */
@Injectable()
export class TrackingStream {
  private readonly key: string;

  constructor(
    private readonly redis: RequestRedis,
    @Inject(APP_CONFIG) config: AppConfig,
  ) {
    this.key = trackingKeys(config).stream;
  }

  /** @throws if Redis does not confirm; it may have stored the events nevertheless. */
  async append(events: readonly TrackingEvent[]): Promise<void> {
    if (!this.redis.ready) throw new Error('Redis is unavailable');
    await this.redis.client.xadd(this.key, '*', EVENTS_FIELD, JSON.stringify(events.map(writeEvent)));
  }

  /** Returns how many batches are waiting; processed ones are removed. */
  async length(): Promise<number> {
    return this.redis.ready ? this.redis.client.xlen(this.key) : 0;
  }
}
