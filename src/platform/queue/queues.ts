import { BullModule, getQueueToken } from '@nestjs/bull';
import { type DynamicModule, type BeforeApplicationShutdown, Injectable } from '@nestjs/common';
import { APP_CONFIG, type AppConfig } from '../config/config.js';
import { bullAddress, disconnectBull } from '../redis/address/redis-address.js';
import { backgroundRedisOptions } from '../redis/redis.js';
import { DiscoveryService } from '@nestjs/core';
import type { Queue } from 'bull';

export const QUEUE = {
  webhookDeliveries: 'webhook-deliveries',
  emailSending: 'email-sending',
  funnelSteps: 'funnel-steps',
} as const;

export type QueueName = (typeof QUEUE)[keyof typeof QUEUE];

/** The braces keep all keys of a queue in one slot of a cluster. Bull's messages ignore database numbers, but not the prefix. */
export const queuePrefix = (prefix: string, name: QueueName): string => `{${prefix}:${name}}`;

/** A job is a notification: it names whose work is due, not the work. */
export interface QueueNotification {
  readonly key: number;
}

export function queue(name: QueueName): DynamicModule {
  return BullModule.registerQueueAsync({
    name,
    inject: [APP_CONFIG],
    useFactory: (config: AppConfig) => ({
      ...bullAddress(config.redis.url, backgroundRedisOptions()),
      prefix: queuePrefix(config.redis.prefix, name),
      defaultJobOptions: { removeOnComplete: true, removeOnFail: true, attempts: 1 },
      // The rows in MySQL decide what is due; a repeated job finds nothing to claim.
      settings: { maxStalledCount: 1, lockDuration: 60_000 },
    }),
  });
}

const TOKENS: ReadonlySet<unknown> = new Set(Object.values(QUEUE).map((name) => getQueueToken(name)));

/** Closes all queues at once: each takes Bull half a second, and Nest closes them one by one. */
@Injectable()
export class QueueShutdown implements BeforeApplicationShutdown {
  constructor(private readonly discovery: DiscoveryService) {}

  beforeApplicationShutdown(): void {
    const providers = this.discovery.getProviders().filter(({ token }) => TOKENS.has(token));
    // Nest awaits the same promises and reports their errors.
    const closed = providers.map(async ({ instance }) => (instance as Queue | undefined)?.close());
    void Promise.allSettled(closed).then(disconnectBull);
  }
}
