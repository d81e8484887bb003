import { setTimeout as sleep } from 'node:timers/promises';
import { type BeforeApplicationShutdown, Inject, Injectable } from '@nestjs/common';
import type { Response } from 'express';
import { APP_CONFIG, type AppConfig } from '../config/config.js';

/**
 * The end of a process that serves requests, so that nobody notices it: readiness says no at once, requests go on being
 * answered (each for the last time on its connection) until load balancers have had time to see that, and only then the
 * door closes. A door that closes first cuts off whoever stands in the system's queue before it.
 */
@Injectable()
export class Draining implements BeforeApplicationShutdown {
  isDraining = false;

  constructor(@Inject(APP_CONFIG) private readonly config: AppConfig) {}

  async beforeApplicationShutdown(): Promise<void> {
    this.isDraining = true;
    await sleep(this.config.http.shutdownGraceMs);
  }

  /** Tells the client, where it has to be told, that this connection takes no further request. */
  lastOnItsConnection(response: Response): void {
    if (this.isDraining) response.setHeader('Connection', 'close');
  }
}
