import { createHash } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { APP_CONFIG, type AppConfig } from '../config/config.js';
import { AppError } from '../errors/app-error.js';
import { RequestRedis } from '../redis/redis.js';

/** Counts wrong passwords over all processes to stop guessing. Correct passwords are never counted. */
@Injectable()
export class FailedAttempts {
  constructor(
    private readonly redis: RequestRedis,
    @Inject(APP_CONFIG) private readonly config: AppConfig,
  ) {}

  /**
   * Counts a failure.
   * @param limit failures per minute.
   * @param who the guessed name and the address; each combination is counted separately.
   * @returns the refusal once the limit is exceeded; null before, and always without Redis.
   */
  async tooMany(limit: number, ...who: readonly string[]): Promise<AppError | null> {
    if ((await this.count(who)) <= limit) return null;
    return new AppError('too_many_attempts', 'Too many failed attempts. Try again in a minute.', {
      headers: { 'Retry-After': '60' },
    });
  }

  /** @returns the failures of the last minute; 0 without Redis. */
  private async count(who: readonly string[]): Promise<number> {
    // Hashed: Redis must not hold names and addresses.
    const hash = createHash('sha256').update(who.join('\0')).digest('hex').slice(0, 32);
    const key = `{${this.config.redis.prefix}:auth-failures}:${hash}`;
    try {
      const [[, count] = [null, 0]] = (await this.redis.client.multi().incr(key).expire(key, 60, 'NX').exec()) ?? [];
      return Number(count);
    } catch {
      return 0;
    }
  }
}
