import { setTimeout as sleep } from 'node:timers/promises';
import type { Pool } from 'mysql2';
import type { AppConfig } from '../config/config.js';
import { TIMED_OUT, withTimeout } from '../values/with-timeout.js';
import { CONNECTION_OPTIONS } from './data-source-options.js';
import { preparedPool, queryPool } from './mysql-driver.js';

/** The first read after this time has the lag measured again. Without reads, nothing is measured. */
const MEASURED_EVERY_MS = 500;
/** A replica whose lag was last measured earlier is not used. */
const MEASURED_WITHIN_MS = 1_000;
/** A beat that was just written needs a moment to be replicated. */
const TRIES = 5;
const PAUSE_MS = 20;

/** Writes the time of the primary to the one row that every process may write. */
export const BEAT = 'UPDATE health_checks SET checked_at = NOW(3) WHERE id = 1';
const LATEST_BEAT = 'SELECT checked_at AS at FROM health_checks WHERE id = 1';

type Beat = Readonly<Record<'at', Date>>;

/** One replica, and up to what time it has the data of the primary. */
export class Replica {
  private measuredAt = Number.NEGATIVE_INFINITY;
  /** By the clock of this machine. Before the first measurement, callers wait for it. */
  private complete = Number.POSITIVE_INFINITY;
  private measuring: Promise<void> | null = null;

  constructor(
    readonly pool: Pool,
    private readonly maxLagMs: number,
    private readonly primary: () => Pool,
  ) {}

  /** Returns whether reads may use the replica: it answers, and does not lag more than the configuration allows. */
  async isUsable(): Promise<boolean> {
    const age = performance.now() - this.measuredAt;
    if (age > MEASURED_EVERY_MS) this.measuring ??= this.measure();
    // One that is late or gone is not waited for.
    if (age > MEASURED_WITHIN_MS && this.complete > 0) await this.measuring;
    return this.complete >= Date.now() - this.maxLagMs;
  }

  /** The replica has everything that was committed before. */
  get completeUntil(): Date {
    return new Date(this.complete);
  }

  /** Until it answers a measurement. */
  leaveOut(): void {
    this.complete = 0;
  }

  /** Measures how late the replica is, in milliseconds. @returns null if it does not answer. */
  async currentLag(): Promise<number | null> {
    const lag = await withTimeout(MEASURED_WITHIN_MS, this.lag()).catch(() => TIMED_OUT);
    return typeof lag === 'number' ? lag : null;
  }

  private async measure(): Promise<void> {
    const now = Date.now();
    const lag = await this.currentLag();
    this.complete = lag === null ? 0 : now - lag;
    this.measuredAt = performance.now();
    this.measuring = null;
  }

  /** Compares the times of the latest beats, so that only the clock of the primary counts. */
  private async lag(): Promise<number> {
    const [, [written]] = await queryPool<[unknown, [Beat]]>(this.primary(), `${BEAT}; ${LATEST_BEAT}`);
    for (let tries = 1; ; tries += 1) {
      const [seen] = await queryPool<[Beat]>(this.pool, LATEST_BEAT);
      const lag = written.at.getTime() - seen.at.getTime();
      if (lag <= 0 || tries === TRIES) return Math.max(0, lag);
      await sleep(PAUSE_MS);
    }
  }
}

export type ReplicaSettings = AppConfig['database']['replicas'];

/** Injection token of `ReplicaSettings`. */
export const REPLICA_SETTINGS = Symbol('REPLICA_SETTINGS');

/** The replicas of `DATABASE_REPLICA_URL`. */
export class Replicas {
  readonly all: readonly Replica[];
  private next = 0;

  constructor({ urls, poolSize, maxLagMs }: ReplicaSettings, primary: () => Pool) {
    this.all = urls.map((uri) => {
      const pool = preparedPool({ uri, connectionLimit: poolSize, ...CONNECTION_OPTIONS }, { isReplica: true });
      return new Replica(pool, maxLagMs, primary);
    });
  }

  /** Returns the replicas in turn. @returns null if none is usable. */
  async choose(): Promise<Replica | null> {
    this.next = (this.next + 1) % this.all.length;
    for (const replica of [...this.all.slice(this.next), ...this.all.slice(0, this.next)])
      if (await replica.isUsable()) return replica;
    return null;
  }

  end(): void {
    for (const { pool } of this.all) pool.end(() => undefined);
  }
}
