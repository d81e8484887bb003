import { useFakeClock } from '../../../../test/support/fake-clock.js';
import { HostRateLimiter } from './host-rate-limiter.js';

const always = (): boolean => true;

describe('HostRateLimiter', () => {
  useFakeClock();

  it('spaces requests to one host at least by the interval, in order', async () => {
    // Timers count whole milliseconds.
    const limiter = new HostRateLimiter(1_000 / 15.9);
    const started: [number: number, at: number][] = [];
    const all = [1, 2, 3, 4].map(async (number) => {
      const acquire = await limiter.acquire('one.example.com', always);
      started.push([number, jest.now()]);
      acquire.started();
    });
    await jest.advanceTimersByTimeAsync(100);
    await Promise.all(all);
    expect(started).toEqual([
      [1, 0],
      [2, 16],
      [3, 32],
      [4, 48],
    ]);
  });

  it('does not count unused turns and does not delay callers that stop', async () => {
    const limiter = new HostRateLimiter(1);
    (await limiter.acquire('one.example.com', always)).unused();
    (await limiter.acquire('one.example.com', always)).started();
    (await limiter.acquire('one.example.com', () => false)).unused();
    (await limiter.acquire('other.example.com', always)).started();
    expect(jest.now()).toBe(0);
  });

  it('has no limit if the rate is 0', async () => {
    const limiter = new HostRateLimiter(0);
    expect(limiter.isLimited).toBe(false);
    for (let acquire = 0; acquire < 100; acquire += 1) (await limiter.acquire('one.example.com', always)).started();
  });
});
