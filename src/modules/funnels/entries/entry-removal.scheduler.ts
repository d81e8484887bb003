import { type BeforeApplicationShutdown, Injectable, Logger } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';
import { isDatabaseUnavailable } from '../../../platform/errors/database-errors.js';
import { EntryRemoval } from './entry-removal.service.js';

/** Looks for deleted funnels with people in them. Any number of workers may run it. */
@Injectable()
export class EntryRemovalScheduler implements BeforeApplicationShutdown {
  private readonly logger = new Logger(EntryRemovalScheduler.name);
  private running: Promise<void> | null = null;
  private stopped = false;

  constructor(private readonly removal: EntryRemoval) {}

  async beforeApplicationShutdown(): Promise<void> {
    this.stopped = true;
    await this.running;
  }

  @Interval(1_000)
  tick(): void {
    this.running ??= this.run()
      .catch((error: unknown) => {
        if (isDatabaseUnavailable(error)) this.logger.warn('The removal of entries waits for the database');
        else this.logger.error({ err: error }, 'Entries of a deleted funnel were not removed and will be next time');
      })
      .finally(() => {
        this.running = null;
      });
  }

  private async run(): Promise<void> {
    for (const id of await this.removal.pending()) while (!this.stopped && (await this.removal.removeSome(id)));
  }
}
