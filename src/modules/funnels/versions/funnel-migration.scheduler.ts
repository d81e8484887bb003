import { Injectable, Logger } from '@nestjs/common';
import { isDatabaseUnavailable } from '../../../platform/errors/database-errors.js';
import { FunnelMigration, type MigrationWalk } from './funnel-migration.service.js';
import { Periodic, type PeriodicRun, UNTIL_DONE } from '../../../platform/work/periodic.js';

/** Walks through the funnels whose people are to be moved, a chunk of each in turn. */
@Injectable()
export class FunnelMigrationScheduler {
  private readonly logger = new Logger(FunnelMigrationScheduler.name);
  private readonly walks = new Map<number, MigrationWalk>();

  constructor(private readonly migration: FunnelMigration) {}

  @Periodic({ name: 'Funnel version migration', everyMs: 1_000 })
  async tick(run: PeriodicRun = UNTIL_DONE): Promise<void> {
    let pending = await this.migration.pending();
    while (pending.length > 0 && !run.isStopping) {
      const left: number[] = [];
      for (const id of pending) if (await this.advance(id)) left.push(id);
      pending = left;
    }
  }

  /**
   * One that cannot be moved must not hold up the others.
   * @returns whether there is more to do at once.
   */
  private async advance(id: number): Promise<boolean> {
    try {
      const walk = await this.migration.moveSome(id, this.walks.get(id) ?? null);
      if (walk === null) this.walks.delete(id);
      else this.walks.set(id, walk);
      // A walk that begins anew looks for those whom somebody else held: they are let go of in a moment.
      return walk !== null && walk.after > 0;
    } catch (error) {
      if (isDatabaseUnavailable(error)) throw error;
      this.logger.error({ err: error, funnel: id }, 'People in a funnel could not be moved and will be tried again');
      return false;
    }
  }
}
