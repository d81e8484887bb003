import { useFakeClock } from '../../../test/support/fake-clock.js';
import type { AppConfig } from '../config/config.js';
import type { Database } from '../database/database.js';
import { LeaseWatch } from './lease-watch.js';

const LEASE_SECONDS = 60;

describe('the watch over leases', () => {
  useFakeClock();
  /** How far the clock of the database is ahead. */
  let aheadMs: number;
  let watch: LeaseWatch;

  beforeEach(() => {
    aheadMs = 3_600_000;
    const db = { query: () => Promise.resolve([{ now: new Date(jest.now() + aheadMs) }]) } as unknown as Database;
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
    expect(watch.mayJudge(LEASE_SECONDS)).toBe(true);
    await pass(200);
    expect(watch.mayJudge(LEASE_SECONDS)).toBe(true);
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
    expect(watch.mayJudge(LEASE_SECONDS)).toBe(false);
    await pass(LEASE_SECONDS - 1);
    expect(watch.mayJudge(LEASE_SECONDS)).toBe(false);
    await pass(1);
    expect(watch.mayJudge(LEASE_SECONDS)).toBe(true);
  });

  it('does not judge by an old look: a process that continues may ask before it looks', async () => {
    await pass(5);
    await jest.advanceTimersByTimeAsync(20_000);
    expect(watch.mayJudge(LEASE_SECONDS)).toBe(false);
  });

  it('judges in spite of slow looks', async () => {
    for (let look = 0; look < 30; look += 1) {
      await jest.advanceTimersByTimeAsync(10_000);
      await watch.look();
      expect(watch.mayJudge(LEASE_SECONDS)).toBe(true);
    }
  });
});
