import { setTimeout as sleep } from 'node:timers/promises';
import { type BeforeApplicationShutdown, type OnModuleDestroy, Inject, Injectable } from '@nestjs/common';
import type { Response } from 'express';
import { APP_CONFIG, type AppConfig } from '../config/config.js';

/** Readiness fails at once, and requests are still answered until load balancers have noticed; then the socket closes. */
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
