import { type BeforeApplicationShutdown, Injectable, Logger } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';
import { isDatabaseUnavailable } from '../../../platform/errors/database-errors.js';
import { FunnelWatches } from './funnel-watches.service.js';

/** The clock of triggers that nobody reports. On every worker: each watch is held by the one that looks. */
@Injectable()
export class FunnelWatchesScheduler implements BeforeApplicationShutdown {
  private readonly logger = new Logger(FunnelWatchesScheduler.name);
  private running: Promise<void> | null = null;
  private stopping = false;

  constructor(private readonly watches: FunnelWatches) {}

  async beforeApplicationShutdown(): Promise<void> {
    this.stopping = true;
    await this.running;
  }

  /** Never throws. One that comes while another runs waits for that one. */
  @Interval(5_000)
  async tick(): Promise<void> {
    if (this.stopping) return;
    this.running ??= this.run().finally(() => {
      this.running = null;
    });
    await this.running;
  }

  private async run(): Promise<void> {
    try {
      for (const id of await this.watches.due()) await this.walk(id);
    } catch (error) {
      if (isDatabaseUnavailable(error)) this.logger.warn('Watches of funnels wait for the database');
      else this.logger.error({ err: error }, 'The watches of funnels failed and will be looked at again');
    }
  }

  /** A watch that fails must not hold up those behind it. Without the database none of them goes on. */
  private async walk(funnelId: number): Promise<void> {
    try {
      let more = true;
      while (more && !this.stopping) more = await this.watches.advance(funnelId);
    } catch (error) {
      if (isDatabaseUnavailable(error)) throw error;
      this.logger.error({ err: error, funnel: funnelId }, 'A watch of a funnel failed and will be looked at again');
    }
  }
}
