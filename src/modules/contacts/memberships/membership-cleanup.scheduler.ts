import { Injectable } from '@nestjs/common';
import { Cron, CronExpression } from '@nestjs/schedule';
import { MembershipCleaner } from './membership-cleaner.js';

/** Picks up clean-ups whose worker died. Any number of workers may run it: each batch is held by a row lock. */
@Injectable()
export class MembershipCleanupScheduler {
  constructor(private readonly cleaner: MembershipCleaner) {}

  @Cron(CronExpression.EVERY_MINUTE)
  tick(): void {
    this.cleaner.wake();
  }
}
