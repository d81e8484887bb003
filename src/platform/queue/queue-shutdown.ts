import { getQueueToken } from '@nestjs/bull';
import { type BeforeApplicationShutdown, Injectable } from '@nestjs/common';
import { DiscoveryService } from '@nestjs/core';
import type { Queue } from 'bull';
import { QUEUE } from './queues.js';

const TOKENS: ReadonlySet<unknown> = new Set(Object.values(QUEUE).map((name) => getQueueToken(name)));

/**
 * Closes all queues at once: each takes Bull half a second, because its connection is in a blocking call, and Nest closes them one by one.
 */
@Injectable()
export class QueueShutdown implements BeforeApplicationShutdown {
  constructor(private readonly discovery: DiscoveryService) {}

  beforeApplicationShutdown(): void {
    for (const { token, instance } of this.discovery.getProviders())
      // Nest awaits the same promise and reports its errors.
      if (TOKENS.has(token)) (instance as Queue | undefined)?.close().catch(() => undefined);
  }
}
