import { getQueueToken } from '@nestjs/bull';
import { type BeforeApplicationShutdown, Injectable } from '@nestjs/common';
import { DiscoveryService } from '@nestjs/core';
import type { Queue } from 'bull';
import { QUEUE } from './queues.js';

const TOKENS: ReadonlySet<unknown> = new Set(Object.values(QUEUE).map((name) => getQueueToken(name)));

/**
 * Closing a queue takes Bull half a second, because its connection is in a blocking call. Nest closes them one after the
 * other; here all of them begin as soon as the process is told to end. Nest then finds them closing and waits for that.
 */
@Injectable()
export class QueueShutdown implements BeforeApplicationShutdown {
  constructor(private readonly discovery: DiscoveryService) {}

  beforeApplicationShutdown(): void {
    for (const { token, instance } of this.discovery.getProviders())
      // The same promise is waited for at the shutdown itself, where a fault is heard.
      if (TOKENS.has(token)) (instance as Queue | undefined)?.close().catch(() => undefined);
  }
}
