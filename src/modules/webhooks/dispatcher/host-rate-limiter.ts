import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { Slots } from './slots.js';

/** A permission to call a host. Exactly one of the two methods must be called. */
interface RateSlot {
  started(): void;
  /** Nothing was sent; the next request need not wait. */
  unused(): void;
}

interface Host {
  readonly queue: Slots;
  lastStarted: number;
  waiting: number;
}

const FREE: RateSlot = { started: () => undefined, unused: () => undefined };

/** Limits the request rate per host, first come, first served, for one process. */
export class HostRateLimiter {
  private readonly hosts = new Map<string, Host>();

  /** @param perSecond requests; 0 for no limit. */
  constructor(private readonly perSecond: number) {}

  get isLimited(): boolean {
    return this.perSecond > 0;
  }

  /** @param goesOn asked after queueing; false skips the wait. */
  async acquire(host: string | null, goesOn: () => boolean): Promise<RateSlot> {
    if (!this.isLimited || host === null) return FREE;
    const known = this.hosts.get(host) ?? { queue: new Slots(1), lastStarted: -Infinity, waiting: 0 };
    this.hosts.set(host, known);
    known.waiting += 1;
    const release = await known.queue.acquire();
    const next = known.lastStarted + 1_000 / this.perSecond;
    // A timer counts whole milliseconds and may fire one early.
    while (performance.now() < next && goesOn()) await sleep(Math.ceil(next - performance.now()));
    const leave = (): void => {
      known.waiting -= 1;
      release();
    };
    return {
      started: () => {
        known.lastStarted = performance.now();
        leave();
      },
      unused: leave,
    };
  }

  /** Removes hosts without requests for longer than the interval. */
  tidy(): void {
    const longAgo = performance.now() - 1_000 / this.perSecond;
    for (const [host, { waiting, lastStarted }] of this.hosts)
      if (waiting === 0 && lastStarted < longAgo) this.hosts.delete(host);
  }
}
