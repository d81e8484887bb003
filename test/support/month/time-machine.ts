import { PoolConnection } from 'mysql2';

type Query = (this: PoolConnection, sql: unknown, ...rest: unknown[]) => unknown;

/** The driver's connection as we patch it: `query` is inherited, and so can be shadowed and uncovered again. */
const shadowable = PoolConnection.prototype as unknown as { query: Query };

const RealDate = Date;
/** So long a connection may believe that time stands still, which spares most statements a second one. */
const STALE_MS = 20;

/**
 * Moves the time of the whole product to another day: of its processes, which here are this one, and of the database,
 * as every connection of this process sees it. From then on time goes on as ever. Redis and timers stay in the present,
 * as they do on a machine whose clock is set: nothing of the product may lean on them for what day it is.
 */
export class TimeMachine {
  private shift = 0;
  /** What each connection was told last. */
  private readonly told = new WeakMap<PoolConnection, number>();

  constructor() {
    const now = (): number => RealDate.now() + this.shift;
    globalThis.Date = new Proxy(RealDate, {
      construct: (target, given: unknown[], newTarget) =>
        Reflect.construct(target, given.length === 0 ? [now()] : given, newTarget) as object,
      apply: () => new RealDate(now()).toString(),
      get: (target, name, receiver) => (name === 'now' ? now : (Reflect.get(target, name, receiver) as unknown)),
    });
    const inherited = shadowable.query;
    const { told } = this;
    shadowable.query = function (...given) {
      const moment = now();
      const before = told.get(this) ?? 0;
      if (moment < before || moment - before > STALE_MS) {
        told.set(this, moment);
        // Statements of one connection run in order; a fault of this one would be a fault of the next as well.
        inherited.call(this, `SET timestamp = ${(moment / 1_000).toFixed(3)}`, () => undefined);
      }
      return inherited.apply(this, given);
    };
  }

  /** It is this moment now. */
  to(moment: Date | string): void {
    this.shift = new RealDate(moment).getTime() - RealDate.now();
  }

  /** Back to the present. */
  restore(): void {
    globalThis.Date = RealDate;
    delete (shadowable as { query?: Query }).query;
  }
}
