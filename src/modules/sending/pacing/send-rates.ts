import { Injectable } from '@nestjs/common';
import { Database, type Tx } from '../../../platform/database/database.js';

/** A rate limit, counted by name across all processes. */
export interface RateLimit {
  /** The counter, such as `sender:3` or `sending:9:per_hour`. Limits of the same name share it. */
  readonly scope: string;
  readonly emails: number;
  readonly perMs: number;
  /** A limit that this one uses up without waiting for it. */
  readonly charges?: string;
  /** For how long start times that have passed can be made up for; none if omitted, so that no window sees a burst. */
  readonly catchUpMs?: number;
}

/** Urgent emails do not wait for the start times that campaigns have leased; campaigns wait for them instead. */
export const scopeOf = (scope: string, isUrgent: boolean): Pick<RateLimit, 'scope' | 'charges'> =>
  isUrgent ? { scope: `${scope}:urgent`, charges: scope } : { scope };

export interface Granted {
  /** When each email may start, in milliseconds from now; at most as many as requested. */
  readonly startsInMs: readonly number[];
  /** When to ask again if nothing was granted, in milliseconds; 0 otherwise. */
  readonly waitMs: number;
  /** Releases start times that were not used, the last ones, unless others have been granted since. */
  readonly release: (emails: number) => void;
}

/** Evenly spaced start times that only this process may use, on its monotonic clock. */
export interface Lease {
  nextAt: number;
  /** All start times are before. */
  readonly endsAt: number;
  readonly spacingMs: number;
  readonly catchUpMs: number;
}

/** How far ahead start times are granted: enough to keep connections busy, while claims are still fresh at the start. */
const LOOK_AHEAD_MS = 100;
/** A lease covers this time, and at least one email. */
const LEASE_MS = 1_000;
const MAX_LEASES = 10_000;

/**
 * Counts rates by the generic cell rate algorithm: each limit stores when its next email may start. Emails are evenly
 * spaced, so no window of the provider sees a burst. A process leases the start times of a second and hands them out
 * without the database; those that it does not use are lost and never exceed the limit.
 */
@Injectable()
export class SendRates {
  private readonly leases = new Map<string, Lease>();
  private readonly refills = new Map<string, Promise<number>>();

  constructor(private readonly db: Database) {}

  /** Grants as many of the wanted emails as every limit allows. */
  async take(limits: readonly RateLimit[], wanted: number): Promise<Granted> {
    if (limits.length === 0 || wanted === 0) return granted(Array<number>(wanted).fill(0));
    const leases: Lease[] = [];
    let waitMs = 0;
    for (const limit of limits) {
      const lease = await this.lease(limit);
      if (typeof lease === 'number') waitMs = Math.max(waitMs, lease);
      else leases.push(lease);
    }
    return waitMs > 0 ? granted([], waitMs) : schedule(leases, wanted, performance.now());
  }

  /** @returns a lease with start times, or the milliseconds until there is something to lease. */
  private async lease(limit: RateLimit): Promise<Lease | number> {
    const { scope } = limit;
    for (;;) {
      const held = this.leases.get(scope);
      if (held && passOver(held, performance.now()) > 0) return held;
      // Sendings of this process share a lease, so one request at a time, whose result is that of all who wait for it.
      const refill = this.refills.get(scope) ?? this.refill(limit).finally(() => this.refills.delete(scope));
      this.refills.set(scope, refill);
      const waitMs = await refill;
      if (waitMs > 0) return waitMs;
    }
  }

  private async refill({ scope, emails, perMs, charges, catchUpMs = 0 }: RateLimit): Promise<number> {
    const spacingMs = perMs / emails;
    const wanted = Math.max(1, Math.floor(LEASE_MS / spacingMs));
    const { aheadMs, readAt } = await this.db.transaction(async (tx) => {
      const next = (await lockRate(tx, scope)) ?? (await createRate(tx, scope));
      if (next.aheadMs > LOOK_AHEAD_MS) return next;
      // Unused time of an idle limit is not carried over.
      for (const charged of charges === undefined ? [scope] : [scope, charges])
        await tx.execute(
          `INSERT INTO send_rates (scope, next_at) VALUES (:charged, NOW(6) + INTERVAL :us MICROSECOND)
           ON DUPLICATE KEY UPDATE next_at = GREATEST(next_at, NOW(6)) + INTERVAL :us MICROSECOND`,
          { charged, us: Math.round(wanted * spacingMs * 1_000) },
        );
      return next;
    });
    if (aheadMs > LOOK_AHEAD_MS) return Math.ceil(aheadMs - LOOK_AHEAD_MS);
    if (this.leases.size >= MAX_LEASES) this.leases.clear();
    // The database read its clock between the request and the answer, so the lease starts late and ends early.
    const aheadOrNow = Math.max(0, aheadMs);
    const nextAt = performance.now() + aheadOrNow;
    // At least one start time, so that a database slower than a lease delays emails, but does not stop them.
    const endsAt = Math.max(readAt + aheadOrNow + wanted * spacingMs, nextAt + spacingMs);
    this.leases.set(scope, { nextAt, endsAt, spacingMs, catchUpMs });
    return 0;
  }
}

interface NextStart {
  /** When the next email may start, in milliseconds; negative if that time has passed. */
  readonly aheadMs: number;
  /** Before the database read its clock, on the monotonic clock of the process. */
  readonly readAt: number;
}

/** Locks a rate. @returns null if it does not exist. */
async function lockRate(tx: Tx, scope: string): Promise<NextStart | null> {
  const locked = await tx.query('SELECT scope FROM send_rates WHERE scope = :scope FOR UPDATE', { scope });
  if (locked.length === 0) return null;
  // NOW() is the start of a statement, which may have waited for the lock, so the time is read afterwards.
  const readAt = performance.now();
  const [row] = await tx.query<{ ahead_us: number }>(
    'SELECT TIMESTAMPDIFF(MICROSECOND, NOW(6), next_at) AS ahead_us FROM send_rates WHERE scope = :scope',
    { scope },
  );
  return { aheadMs: (row?.ahead_us ?? 0) / 1_000, readAt };
}

async function createRate(tx: Tx, scope: string): Promise<NextStart> {
  await tx.execute('INSERT IGNORE INTO send_rates (scope, next_at) VALUES (:scope, NOW(6))', { scope });
  return (await lockRate(tx, scope)) ?? { aheadMs: 0, readAt: performance.now() };
}

/**
 * Moves the next start time of a lease to now if it has passed. The spacing stays, so that a late email is not followed by
 * an early one, and so does the end: start times that would move behind it belong to others, and are lost.
 *
 * @returns how many are left
 */
function passOver(lease: Lease, now: number): number {
  lease.nextAt = Math.max(lease.nextAt, now - lease.catchUpMs);
  // A thousandth of a start time is an error of the floating-point numbers.
  return Math.max(0, Math.ceil((lease.endsAt - lease.nextAt) / lease.spacingMs - 0.001));
}

function granted(startsInMs: readonly number[], waitMs = 0, release = (_emails: number): void => undefined): Granted {
  return { startsInMs, waitMs, release };
}

/** Takes the start times that all leases allow together. It changes only the leases, so that it can be tested. */
export function schedule(leases: readonly Lease[], wanted: number, now: number): Granted {
  const available = Math.min(wanted, ...leases.map((lease) => passOver(lease, now)));
  const startOf = (index: number): number =>
    Math.max(0, ...leases.map(({ nextAt, spacingMs }) => nextAt + index * spacingMs - now));
  const startsInMs: number[] = [];
  while (startsInMs.length < available && startOf(startsInMs.length) <= LOOK_AHEAD_MS)
    startsInMs.push(startOf(startsInMs.length));
  if (startsInMs.length === 0) return granted([], Math.max(1, Math.ceil(startOf(0) - LOOK_AHEAD_MS)));
  move(leases, startsInMs.length);
  const nextAt = leases.map((lease) => lease.nextAt);
  return granted(startsInMs, 0, (emails) => {
    if (leases.every((lease, index) => lease.nextAt === nextAt[index])) move(leases, -emails);
  });
}

function move(leases: readonly Lease[], emails: number): void {
  for (const lease of leases) lease.nextAt += emails * lease.spacingMs;
}
