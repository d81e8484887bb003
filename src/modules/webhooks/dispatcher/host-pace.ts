import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { Slots } from './slots.js';

/** Leave to call a host. Exactly one of the two has to be said. */
export interface Turn {
  /** The request begins now. */
  begun(): void;
  /** There was nothing to send after all; the next one need not wait for it. */
  unused(): void;
}

interface Host {
  readonly queue: Slots;
  lastBegun: number;
  waiting: number;
}

const FREE: Turn = { begun: () => undefined, unused: () => undefined };

/** Lets requests to one host begin at a steady pace, first come, first served. It holds for one process. */
export class HostPace {
  private readonly hosts = new Map<string, Host>();

  /** @param perSecond requests; 0 for no limit. */
  constructor(private readonly perSecond: number) {}

  get isLimited(): boolean {
    return this.perSecond > 0;
  }

  /** @param goesOn is asked after waiting in line; when it says no, nobody waits for the pace any more. */
  async turn(host: string | null, goesOn: () => boolean): Promise<Turn> {
    if (!this.isLimited || host === null) return FREE;
    const known = this.hosts.get(host) ?? { queue: new Slots(1), lastBegun: -Infinity, waiting: 0 };
    this.hosts.set(host, known);
    known.waiting += 1;
    const release = await known.queue.acquire();
    const wait = known.lastBegun + 1_000 / this.perSecond - performance.now();
    if (wait > 0 && goesOn()) await sleep(wait);
    const leave = (): void => {
      known.waiting -= 1;
      release();
    };
    return {
      begun: () => {
        known.lastBegun = performance.now();
        leave();
      },
      unused: leave,
    };
  }

  /** Forgets hosts that have been quiet for longer than the pace asks. */
  tidy(): void {
    const longAgo = performance.now() - 1_000 / this.perSecond;
    for (const [host, { waiting, lastBegun }] of this.hosts)
      if (waiting === 0 && lastBegun < longAgo) this.hosts.delete(host);
  }
}
