import { Injectable, Logger } from '@nestjs/common';
import { isDatabaseUnavailable } from '../../../platform/errors/database-errors.js';
import { Periodic, type PeriodicRun, UNTIL_DONE } from '../../../platform/work/periodic.js';
import { EnrollmentRemoval } from './enrollment-removal.service.js';
import { FunnelMigration, type MigrationWalk } from './funnel-migration.service.js';

@Injectable()
export class EnrollmentRemovalScheduler {
  constructor(private readonly removal: EnrollmentRemoval) {}

  @Periodic({ name: 'Removal of deleted funnels', everyMs: 1_000, isShared: true })
  async tick(run: PeriodicRun = UNTIL_DONE): Promise<void> {
    for (const id of await this.removal.pending()) while (!run.isStopping && (await this.removal.removeSome(id)));
  }
}

/** Migrates enrollments of funnels with a new version, one chunk per funnel in turn. */
@Injectable()
export class FunnelMigrationScheduler {
  private readonly logger = new Logger(FunnelMigrationScheduler.name);
  private readonly walks = new Map<number, MigrationWalk>();

  constructor(private readonly migration: FunnelMigration) {}

  @Periodic({ name: 'Funnel version migration', everyMs: 1_000, isShared: true })
  async tick(run: PeriodicRun = UNTIL_DONE): Promise<void> {
    let pending = await this.migration.pending();
    while (pending.length > 0 && !run.isStopping) {
      const left: number[] = [];
      for (const id of pending) if (await this.advance(id)) left.push(id);
      pending = left;
    }
  }

  /** @returns whether more work can be done immediately; a funnel that fails does not block the others. */
  private async advance(id: number): Promise<boolean> {
    try {
      const walk = await this.migration.migrateChunk(id, this.walks.get(id) ?? null);
      if (walk === null) this.walks.delete(id);
      else this.walks.set(id, walk);
      // A restarted walk looks for enrollments that another process has locked; they are free in a moment.
      return walk !== null && walk.after > 0;
    } catch (error) {
      if (isDatabaseUnavailable(error)) throw error;
      this.logger.error({ err: error, funnel: id }, 'Funnel version migration failed; retrying');
      return false;
    }
  }
}
