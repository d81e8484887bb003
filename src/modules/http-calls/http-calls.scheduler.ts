import { type BeforeApplicationShutdown, Injectable } from '@nestjs/common';
import { Periodic } from '../../platform/work/periodic.js';
import { HttpCalls } from './http-calls.service.js';

/** Runs on every worker, because claims are exclusive. */
@Injectable()
export class HttpCallsScheduler implements BeforeApplicationShutdown {
  constructor(private readonly calls: HttpCalls) {}

  @Periodic({ name: 'Funnel HTTP request sweep', everyMs: 1_000 })
  sweep(): void {
    void this.calls.wake();
  }

  async beforeApplicationShutdown(): Promise<void> {
    await this.calls.stop();
  }
}
