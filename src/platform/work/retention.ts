import { Injectable, Logger, type OnApplicationBootstrap } from '@nestjs/common';
import { DiscoveryService } from '@nestjs/core';
import { createMarker, providersWith } from '../discovery/marker.js';
import { isDatabaseUnavailable } from '../errors/database-errors.js';
import { Periodic, type PeriodicRun, UNTIL_DONE } from './periodic.js';

/** Rows of one subject that are removed when they are old. */
export interface RetentionPolicy {
  /** What is removed, in the plural: `audit log entries`. */
  readonly subject: string;
  /** Removes what is old in small transactions, until none is left or the process stops. @returns how many rows. */
  remove(run: PeriodicRun): Promise<number>;
}

/** Marks a provider as a `RetentionPolicy`; the worker applies it. */
export const RegistersRetention = createMarker<RetentionPolicy>();

/** @param step removes at most `size` rows, in a transaction of its own. @returns how many rows all steps have removed. */
export async function inBatches(run: PeriodicRun, size: number, step: () => Promise<number>): Promise<number> {
  let total = 0;
  for (let rows = size; rows === size && !run.isStopping; total += rows) rows = await step();
  return total;
}

/** Applies all retention policies. A worker that crashes midway has removed some batches; the next run removes the rest. */
@Injectable()
export class Retention implements OnApplicationBootstrap {
  private readonly logger = new Logger(Retention.name);
  private policies: readonly RetentionPolicy[] = [];

  constructor(private readonly discovery: DiscoveryService) {}

  onApplicationBootstrap(): void {
    this.policies = providersWith(RegistersRetention, this.discovery);
  }

  @Periodic({ name: 'Retention', everyMs: 600_000, onOneWorker: true })
  async run(run: PeriodicRun = UNTIL_DONE): Promise<void> {
    for (const policy of this.policies) {
      if (run.isStopping) return;
      try {
        const removed = await policy.remove(run);
        if (removed > 0) this.logger.log({ removed }, `Retention removed ${policy.subject}`);
      } catch (error) {
        // One policy that fails must not keep the others from running. Without the database none can.
        if (isDatabaseUnavailable(error)) throw error;
        this.logger.error({ err: error }, `Retention of ${policy.subject} failed; retrying`);
      }
    }
  }
}
