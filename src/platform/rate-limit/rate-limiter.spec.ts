import type { AppConfig } from '../config/config.js';
import type { Metrics } from '../metrics/metrics.js';
import type { RequestRedis } from '../redis/redis.js';
import { RateLimiter } from './rate-limiter.js';

/** Grants as the script does, a little later, as a network would. */
function limiterOf(limit: number): { limiter: RateLimiter; roundTrips: () => number } {
  let taken = 0;
  let roundTrips = 0;
  const evaluate = async (_script: string, _keys: number, _key: string, block: number): Promise<number[]> => {
    await new Promise((resolve) => setTimeout(resolve, 1));
    roundTrips += 1;
    const granted = Math.max(0, Math.min(block, limit - taken));
    taken += granted;
    return [granted, limit - taken];
  };
  const limiter = new RateLimiter(
    { client: { eval: evaluate } } as unknown as RequestRedis,
    {} as Metrics,
    { rateLimits: { reports: limit }, redis: { prefix: 'test' } } as unknown as AppConfig,
  );
  return { limiter, roundTrips: () => roundTrips };
}

describe('the rate limiter', () => {
  beforeEach(() => {
    // A minute must not end in the middle of a test.
    jest.spyOn(Date, 'now').mockReturnValue(1_000_000);
  });
  afterEach(() => {
    jest.restoreAllMocks();
  });

  it.each([10, 150, 3_500])('lets exactly %d requests of a burst through', async (limit) => {
    const { limiter } = limiterOf(limit);
    const verdicts = await Promise.all(Array.from({ length: limit + 20 }, async () => limiter.take('reports', 1)));
    expect(verdicts.filter((verdict) => verdict?.allowed)).toHaveLength(limit);
  });

  it('asks for tokens in blocks, and not at all once none is left', async () => {
    const { limiter, roundTrips } = limiterOf(150);
    for (let request = 0; request < 200; request += 1) await limiter.take('reports', 1);
    expect(roundTrips()).toBe(50);
  });
});
