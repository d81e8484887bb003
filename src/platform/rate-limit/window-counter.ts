import { createHash } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { APP_CONFIG, type AppConfig } from '../config/config.js';
import { RequestRedis } from '../redis/redis.js';

/** Counts over all processes, in windows that begin with the first event. */
@Injectable()
export class WindowCounter {
  constructor(
    private readonly redis: RequestRedis,
    @Inject(APP_CONFIG) private readonly config: AppConfig,
  ) {}

  /** @param added 0 to read the count. @returns the events of the window, and its rest in seconds; zeros without Redis. */
  async add(kind: string, of: readonly string[], seconds: number, added = 1) {
    // Hashed: Redis must not hold names and addresses.
    const hash = createHash('sha256').update(of.join('\0')).digest('hex').slice(0, 32);
    const key = `{${this.config.redis.prefix}:${kind}}:${hash}`;
    const commands = this.redis.client.multi().incrby(key, added).expire(key, seconds, 'NX').ttl(key);
    const replies = await commands.exec().catch(() => null);
    const [count = 0, , endsIn = 0] = (replies ?? []).map(([, reply]) => Number(reply));
    return { count, endsIn };
  }
}
