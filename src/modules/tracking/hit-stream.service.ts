import { Inject, Injectable } from '@nestjs/common';
import { APP_CONFIG, type AppConfig } from '../../platform/config/config.js';
import { RequestRedis } from '../../platform/redis/redis.js';
import { type GatheredHit, writeHit } from './gathered-hit.js';

/** Where hits wait in Redis. The braces keep the keys of this purpose in one slot of a cluster. */
export const hitKeys = ({ redis: { prefix } }: AppConfig): { readonly stream: string; readonly leader: string } => ({
  stream: `{${prefix}:hits}:stream`,
  leader: `{${prefix}:hits}:leader`,
});

/** The name of the field of a stream's entry; it holds a JSON array of hits. */
export const HITS_FIELD = 'hits';

/** Hits on their way to the ledger, in a Redis stream. */
@Injectable()
export class HitStream {
  private readonly key: string;

  constructor(
    private readonly redis: RequestRedis,
    @Inject(APP_CONFIG) config: AppConfig,
  ) {
    this.key = hitKeys(config).stream;
  }

  /** @throws when Redis does not take them; it may have taken them all the same. */
  async append(hits: readonly GatheredHit[]): Promise<void> {
    if (!this.redis.ready) throw new Error('Redis is away');
    await this.redis.client.xadd(this.key, '*', HITS_FIELD, JSON.stringify(hits.map(writeHit)));
  }

  /** How many batches have not been folded yet; what was folded is removed. */
  async length(): Promise<number> {
    return this.redis.ready ? this.redis.client.xlen(this.key) : 0;
  }
}
