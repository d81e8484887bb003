import { setTimeout as sleep } from 'node:timers/promises';
import { type BeforeApplicationShutdown, type OnModuleDestroy, Inject, Injectable } from '@nestjs/common';
import type { Response } from 'express';
import { APP_CONFIG, type AppConfig } from '../config/config.js';

/**
 * Graceful shutdown of an HTTP process: readiness fails at once, requests are still answered (with `Connection: close`) until load
 * balancers have noticed, and then the socket closes. Closing it first would drop connections in the accept queue.
 */
@Injectable()
export class Draining implements OnModuleDestroy, BeforeApplicationShutdown {
  isDraining = false;

  constructor(@Inject(APP_CONFIG) private readonly config: AppConfig) {}

  /** Before work that is waited for, such as emails under way in a process that is a worker too. */
  onModuleDestroy(): void {
    this.isDraining = true;
  }

  async beforeApplicationShutdown(): Promise<void> {
    await sleep(this.config.http.shutdownGraceMs);
  }

  /** Asks the client to close this connection. */
  lastOnItsConnection(response: Response): void {
    if (this.isDraining) response.setHeader('Connection', 'close');
  }
}
