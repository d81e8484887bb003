import { RequestRedis } from '../../src/platform/redis/redis.js';
import type { World } from './world.js';

/** Extends the minute in which failures are counted, from the first one on: on a slow machine it could end during the test. */
export async function extendFailureWindows(world: World): Promise<void> {
  const redis = world.api.get(RequestRedis, { strict: false }).client;
  for (const key of await redis.keys(`{${world.config.redis.prefix}:auth-failures}:*`)) await redis.expire(key, 86_400);
}
