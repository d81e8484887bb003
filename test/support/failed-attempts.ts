import { RequestRedis } from '../../src/platform/redis/redis.js';
import { CEILING_MS } from './ceiling.js';
import type { World } from './world.js';

const redisOf = (world: World): RequestRedis['client'] => world.api.get(RequestRedis, { strict: false }).client;

/** Requests wait for Redis: otherwise, the product does not count a failure if Redis does not answer within 50 ms. */
export function waitForRedis(world: World): void {
  redisOf(world).options.commandTimeout = CEILING_MS;
}

/** Extends the minute in which failures are counted, from the first one on: on a slow machine it could end during the test. */
export async function extendFailureWindows(world: World): Promise<void> {
  const redis = redisOf(world);
  for (const key of await redis.keys(`{${world.config.redis.prefix}:auth-failures}:*`)) await redis.expire(key, 86_400);
}
