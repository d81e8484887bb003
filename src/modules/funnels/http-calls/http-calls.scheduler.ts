import { type BeforeApplicationShutdown, Injectable } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';
import { HttpCalls } from './http-calls.service.js';

/** On every worker: claims exclude each other, and nothing has to be rung. */
@Injectable()
export class HttpCallsScheduler implements BeforeApplicationShutdown {
  constructor(private readonly calls: HttpCalls) {}

  @Interval(1_000)
  sweep(): void {
    void this.calls.wake();
  }

  async beforeApplicationShutdown(): Promise<void> {
    await this.calls.stop();
  }
}
