import { Inject, Injectable } from '@nestjs/common';
import { APP_CONFIG, type AppConfig } from '../config/config.js';
import { AppError } from '../errors/app-error.js';
import { WindowCounter } from './window-counter.js';

/** Counts wrong passwords over all processes to stop guessing. Correct passwords are never counted. Addresses are networks (`networkOf`). */
@Injectable()
export class FailedAttempts {
  private turn: Promise<unknown> = Promise.resolve();

  constructor(
    private readonly counter: WindowCounter,
    @Inject(APP_CONFIG) private readonly config: AppConfig,
  ) {}

  /**
   * Counts a failure. @param who the guessed name and the address; each combination is counted separately.
   * @returns the refusal once the limit per minute is exceeded; null before, and always without Redis.
   */
  async tooMany(limit: number, ...who: readonly string[]): Promise<AppError | null> {
    return (await this.count(who)) <= limit ? null : tooManyAttempts();
  }

  /**
   * Judges a secret that can be guessed, one attempt at a time. After AUTH_FAILURES_PER_MINUTE failures from a network, or three times as
   * many in all, it refuses right and wrong ones alike. @param check returns null for a wrong secret. @throws AppError too_many_attempts
   */
  async judge<T>(secret: string, network: string, check: () => Promise<T | null>): Promise<T | null> {
    const limit = this.config.auth.failuresPerMinute;
    const judged = this.turn.then(async () => {
      const isLocked =
        (await this.count([secret, network], 0)) >= limit || (await this.count([secret], 0)) >= 3 * limit;
      if (isLocked) throw tooManyAttempts();
      const result = await check();
      if (result === null) await Promise.all([this.count([secret, network]), this.count([secret])]);
      return result;
    });
    this.turn = judged.catch(() => undefined);
    return judged;
  }

  /** @returns the failures of the last minute; 0 without Redis. */
  private async count(who: readonly string[], added = 1): Promise<number> {
    return (await this.counter.add('auth-failures', who, 60, added)).count;
  }
}

function tooManyAttempts(): AppError {
  return new AppError('too_many_attempts', 'Too many failed attempts. Try again in a minute.', {
    headers: { 'Retry-After': '60' },
  });
}
