import type { Pool, PoolConnection } from 'mysql2';
import { Clock } from './clock.js';

type Acquired = (error: NodeJS.ErrnoException | null, connection: PoolConnection) => void;

/** Stands still until it is set, also for NOW() and defaults of columns. Only for a process without timers and leases. */
export class MovableClock extends Clock {
  private moment = new Date();
  private readonly momentsOfSessions = new WeakMap<PoolConnection, Date>();

  override now(): Date {
    return new Date(this.moment);
  }

  to(moment: Date): void {
    this.moment = moment;
  }

  /** Sets the time of each connection when it is acquired. */
  setTimeOf(pool: Pool): void {
    const acquire = pool.getConnection.bind(pool) as (callback: Acquired) => void;
    pool.getConnection = (callback: Acquired): void => {
      acquire((error, connection) => {
        // Statements of a connection run in order, so this one precedes the next of the caller.
        if (!error && this.momentsOfSessions.get(connection) !== this.moment) {
          this.momentsOfSessions.set(connection, this.moment);
          connection.query('SET timestamp = ?', [this.moment.getTime() / 1_000]);
        }
        callback(error, connection);
      });
    };
  }
}
