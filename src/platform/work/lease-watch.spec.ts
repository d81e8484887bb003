import { useFakeClock } from '../../../test/support/fake-clock.js';
import type { AppConfig } from '../config/config.js';
import type { Database } from '../database/database.js';
import { LeaseWatch } from './lease-watch.js';

const LEASE_SECONDS = 60;

describe('the watch over leases', () => {
  useFakeClock();
  /** How far the clock of the database is ahead. */
  let aheadMs: number;
  let looks: number;
  let watch: LeaseWatch;
  const db = {
    query: () => {
      looks += 1;
      return Promise.resolve([{ now: new Date(jest.now() + aheadMs) }]);
    },
  } as unknown as Database;
  const mayJudge = () => watch.mayJudge(db, LEASE_SECONDS);

  beforeEach(() => {
    aheadMs = 3_600_000;
    looks = 0;
    watch = new LeaseWatch(db, { mail: { leaseSeconds: LEASE_SECONDS } } as AppConfig);
  });

  /** Looks once a second. */
  async function pass(seconds: number): Promise<void> {
    for (let second = 0; second < seconds; second += 1) {
      await jest.advanceTimersByTimeAsync(1_000);
      await watch.look();
    }
  }

  it('judges from the start, while nothing disturbs it', async () => {
    expect(await mayJudge()).toBe(true);
    await pass(200);
    expect(await mayJudge()).toBe(true);
  });

  it.each([
    ['the clock of the database jumps forward', () => (aheadMs += 3_600_000)],
    ['the clock of the database is set back', () => (aheadMs -= 3_600_000)],
    ['the clock of the database jumps by more than holders have in reserve', () => (aheadMs += 17_000)],
    ['the process stands still', () => jest.advanceTimersByTimeAsync(20_000)],
    ['the database is away', () => jest.advanceTimersByTimeAsync(120_000)],
  ])('does not judge for the time of a lease after %s', async (_case, disturb) => {
    await pass(5);
    await disturb();
    await pass(1);
    expect(await mayJudge()).toBe(false);
    await pass(LEASE_SECONDS - 1);
    expect(await mayJudge()).toBe(false);
    await pass(1);
    expect(await mayJudge()).toBe(true);
  });

  it('does not judge by an old look: a process that continues may ask before it looks', async () => {
    await pass(5);
    await jest.advanceTimersByTimeAsync(20_000);
    expect(await mayJudge()).toBe(false);
  });

  it('judges by a look that is at most a second old', async () => {
    await pass(5);
    aheadMs += 3_600_000;
    await jest.advanceTimersByTimeAsync(1_000);
    expect(await mayJudge()).toBe(false);
  });

  it('asks the database rarely while nothing is judged', async () => {
    await pass(60);
    expect(looks).toBeLessThanOrEqual(21);
  });

  it('judges with the shortest lease, whenever it is asked between its looks', async () => {
    const shortest = 5;
    watch = new LeaseWatch(db, { mail: { leaseSeconds: shortest } } as AppConfig);
    for (let second = 0; second < 120; second += 1) {
      await jest.advanceTimersByTimeAsync(550);
      expect(await watch.mayJudge(db, shortest)).toBe(true);
      await jest.advanceTimersByTimeAsync(450);
      await watch.look();
    }
  });

  it('judges in spite of slow looks', async () => {
    for (let look = 0; look < 30; look += 1) {
      await jest.advanceTimersByTimeAsync(10_000);
      await watch.look();
      expect(await mayJudge()).toBe(true);
    }
  });
});
