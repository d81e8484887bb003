import { Injectable, Logger, type OnApplicationShutdown } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';
import { SearchBacklogClearing } from './search-backlog-clearing.service.js';

const EVERY_MS = 2_000;

/** Indexes what was written in bulk. Any number of workers may run it: each batch is held by row locks. */
@Injectable()
export class SearchBacklogScheduler implements OnApplicationShutdown {
  private readonly logger = new Logger(SearchBacklogScheduler.name);
  private running: Promise<void> | null = null;
  private stopped = false;

  constructor(private readonly backlog: SearchBacklogClearing) {}

  @Interval(EVERY_MS)
  tick(): void {
    this.running ??= this.backlog
      .clear(() => !this.stopped)
      .catch((error: unknown) => {
        this.logger.error({ err: error }, 'Contacts could not be indexed for search; the next run will try again');
      })
      .finally(() => {
        this.running = null;
      });
  }

  async onApplicationShutdown(): Promise<void> {
    this.stopped = true;
    await this.running;
  }
}
