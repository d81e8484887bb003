import { type BeforeApplicationShutdown, Injectable, Logger } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';
import { isDatabaseUnavailable } from '../../../platform/errors/database-errors.js';
import { FunnelMigration, type MigrationWalk } from './funnel-migration.service.js';

/** Walks through the funnels whose people are to be moved, a chunk of each in turn. */
@Injectable()
export class FunnelMigrationScheduler implements BeforeApplicationShutdown {
  private readonly logger = new Logger(FunnelMigrationScheduler.name);
  private readonly walks = new Map<number, MigrationWalk>();
  private running: Promise<void> | null = null;
  private stopped = false;

  constructor(private readonly migration: FunnelMigration) {}

  async beforeApplicationShutdown(): Promise<void> {
    this.stopped = true;
    await this.running;
  }

  @Interval(1_000)
  tick(): void {
    this.running ??= this.run()
      .catch((error: unknown) => {
        if (isDatabaseUnavailable(error)) this.logger.warn('Moving people between versions waits for the database');
        else
          this.logger.error({ err: error }, 'The funnels to be moved could not be found and will be looked for again');
      })
      .finally(() => {
        this.running = null;
      });
  }

  private async run(): Promise<void> {
    let pending = await this.migration.pending();
    while (pending.length > 0 && !this.stopped) {
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
