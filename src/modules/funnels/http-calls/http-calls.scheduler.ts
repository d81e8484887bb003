import { type BeforeApplicationShutdown, Injectable } from '@nestjs/common';
import { Periodic } from '../../../platform/work/periodic.js';
import { HttpCalls } from './http-calls.service.js';

/** Every worker looks for calls that are due: claims exclude each other. */
@Injectable()
export class HttpCallsScheduler implements BeforeApplicationShutdown {
  constructor(private readonly calls: HttpCalls) {}

  /** Starts the calls and does not wait for their answers. */
  @Periodic({ name: 'Funnel HTTP request sweep', everyMs: 1_000 })
  sweep(): void {
    void this.calls.wake();
  }

  async beforeApplicationShutdown(): Promise<void> {
    await this.calls.stop();
  }
}
