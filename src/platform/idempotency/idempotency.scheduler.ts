import { Injectable, Logger } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';
import { IdempotencyKeys } from './idempotency-keys.js';

const CHUNK = 5_000;

/** Forgets stored answers after a day, in small deletes; any number of workers may do it. */
@Injectable()
export class IdempotencyScheduler {
  private readonly logger = new Logger(IdempotencyScheduler.name);

  constructor(private readonly keys: IdempotencyKeys) {}

  @Interval(600_000)
  async purge(): Promise<void> {
    try {
      while ((await this.keys.purge(CHUNK)) === CHUNK);
    } catch (error) {
      this.logger.warn({ err: error }, 'Old idempotency keys were not purged and will be next time');
    }
  }
}
