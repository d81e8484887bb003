import { HostRateLimiter } from './host-rate-limiter.js';

/** No whole number, which a timer would cut. */
const INTERVAL_MS = 15.9;
const always = (): boolean => true;

describe('HostRateLimiter', () => {
  it('spaces requests to one host at least by the interval, in order', async () => {
    const limiter = new HostRateLimiter(1_000 / INTERVAL_MS);
    const started: { number: number; at: number }[] = [];
    await Promise.all(
      [1, 2, 3, 4].map(async (number) => {
        const acquire = await limiter.acquire('one.example.com', always);
        started.push({ number, at: performance.now() });
        acquire.started();
      }),
    );
    expect(started.map(({ number }) => number)).toEqual([1, 2, 3, 4]);
    for (const [index, { at }] of started.slice(1).entries())
      expect(at - started[index]!.at).toBeGreaterThanOrEqual(INTERVAL_MS);
  });

  it('does not count unused turns and does not delay callers that stop', async () => {
    const limiter = new HostRateLimiter(1);
    const startedAt = performance.now();
    (await limiter.acquire('one.example.com', always)).unused();
    (await limiter.acquire('one.example.com', always)).started();
    (await limiter.acquire('one.example.com', () => false)).unused();
    (await limiter.acquire('other.example.com', always)).started();
    expect(performance.now() - startedAt).toBeLessThan(500);
  });

  it('has no limit if the rate is 0', async () => {
    const limiter = new HostRateLimiter(0);
    expect(limiter.isLimited).toBe(false);
    for (let acquire = 0; acquire < 100; acquire += 1) (await limiter.acquire('one.example.com', always)).started();
  });
});
