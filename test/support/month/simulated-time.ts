import { PoolConnection } from 'mysql2';
import { type Stoppable, stopAtEnd } from '../stop-at-end.js';

type Query = (this: PoolConnection, sql: unknown, ...rest: unknown[]) => unknown;

/** The driver connection that is patched: `query` is inherited, so it can be overridden and restored. */
const shadowable = PoolConnection.prototype as unknown as { query: Query };

const RealDate = Date;
/** The maximum age of the timestamp of a connection, which saves an additional statement for most statements. */
const STALE_MS = 20;

/**
 * Moves the time of the product: of its processes, which run in this process, and of the database, for every connection of
 * this process. From then on time continues normally. Redis and timers keep the real time, as after a clock change: the
 * product must not use them to determine the date.
 */
export class SimulatedTime implements Stoppable {
  private shift = 0;
  /** The last timestamp of each connection. */
  private readonly lastTimestamps = new WeakMap<PoolConnection, number>();

  constructor() {
    const now = (): number => RealDate.now() + this.shift;
    globalThis.Date = new Proxy(RealDate, {
      construct: (target, given: unknown[], newTarget) =>
        Reflect.construct(target, given.length === 0 ? [now()] : given, newTarget) as object,
      apply: () => new RealDate(now()).toString(),
      get: (target, name, receiver) => (name === 'now' ? now : (Reflect.get(target, name, receiver) as unknown)),
    });
    const inherited = shadowable.query;
    const { lastTimestamps } = this;
    shadowable.query = function (...given) {
      const moment = now();
      const before = lastTimestamps.get(this) ?? 0;
      if (moment < before || moment - before > STALE_MS) {
        lastTimestamps.set(this, moment);
        // Statements of one connection run in order; an error of this one would also affect the next.
        inherited.call(this, `SET timestamp = ${(moment / 1_000).toFixed(3)}`, () => undefined);
      }
      return inherited.apply(this, given);
    };
    stopAtEnd(this);
  }

  /** Sets the current time. */
  to(moment: Date | string): void {
    this.shift = new RealDate(moment).getTime() - RealDate.now();
  }

  /** Restores the real time. */
  stop(): void {
    globalThis.Date = RealDate;
    delete (shadowable as { query?: Query }).query;
  }
}
