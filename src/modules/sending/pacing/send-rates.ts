import { Injectable } from '@nestjs/common';
import { Database, type Tx } from '../../../platform/database/database.js';

/** A rate limit, counted by name across all processes. */
export interface RateLimit {
  /** The counter, such as `sender:3` or `sending:9:per_hour`. Limits of the same name share it. */
  readonly scope: string;
  readonly emails: number;
  readonly perMs: number;
}

export interface Granted {
  /** When each email may start, in milliseconds from now; at most as many as requested. */
  readonly startsInMs: readonly number[];
  /** When to ask again if nothing was granted, in milliseconds; 0 otherwise. */
  readonly waitMs: number;
}

/** A limit and when its next email may start, in milliseconds from now; negative if that time has passed. */
export interface DueLimit extends Pick<RateLimit, 'emails' | 'perMs'> {
  readonly aheadMs: number;
}

interface RateRow {
  readonly scope: string;
  readonly ahead_us: number;
}

/**
 * How far ahead start times are granted: enough to keep connections busy, while claims are still fresh at the start.
 */
const LOOK_AHEAD_MS = 100;

/**
 * Counts rates by the generic cell rate algorithm: each limit stores when its next email may start. Emails are evenly
 * spaced, so no window of the provider sees a burst. Unused grants are lost and never exceed the limit.
 */
@Injectable()
export class SendRates {
  constructor(private readonly db: Database) {}

  /** Grants as many of the wanted emails as every limit allows. */
  async take(limits: readonly RateLimit[], wanted: number): Promise<Granted> {
    if (limits.length === 0 || wanted === 0) return { startsInMs: Array<number>(wanted).fill(0), waitMs: 0 };
    const ordered = [...limits].sort((a, b) => (a.scope < b.scope ? -1 : 1));
    const scopes = ordered.map(({ scope }) => scope);
    return this.db.transaction(async (tx) => {
      let rows = await lockRates(tx, scopes);
      if (rows.length < scopes.length) {
        for (const scope of scopes)
          await tx.execute('INSERT IGNORE INTO send_rates (scope, next_at) VALUES (:scope, NOW(6))', { scope });
        rows = await lockRates(tx, scopes);
      }
      // NOW() is the start of a statement, which may have waited for row locks, so the time is read afterwards.
      const [clock] = await tx.query<RateRow>(
        `SELECT scope, TIMESTAMPDIFF(MICROSECOND, NOW(6), next_at) AS ahead_us FROM send_rates WHERE scope = :scope`,
        { scope: scopes[0] ?? '' },
      );
      const waitedUs = (rows[0]?.ahead_us ?? 0) - (clock?.ahead_us ?? 0);
      const ahead = new Map(rows.map((row) => [row.scope, (row.ahead_us - waitedUs) / 1_000]));
      const due = ordered.map((limit) => ({ ...limit, aheadMs: ahead.get(limit.scope) ?? 0 }));
      const granted = schedule(due, wanted);
      const emails = granted.startsInMs.length;
      for (const { scope, emails: allowed, perMs, aheadMs } of emails > 0 ? due : [])
        await tx.execute('UPDATE send_rates SET next_at = next_at + INTERVAL :us MICROSECOND WHERE scope = :scope', {
          scope,
          // Unused time of an idle limit is not carried over.
          us: Math.round((Math.max(0, -aheadMs) + (emails * perMs) / allowed) * 1_000),
        });
      return granted;
    });
  }
}

/** Locks the rows by name, so that processes that share limits cannot deadlock. */
async function lockRates(tx: Tx, scopes: readonly string[]): Promise<RateRow[]> {
  return tx.query<RateRow>(
    `SELECT scope, TIMESTAMPDIFF(MICROSECOND, NOW(6), next_at) AS ahead_us FROM send_rates
      WHERE scope IN (:scopes) ORDER BY scope FOR UPDATE`,
    { scopes },
  );
}

/** Returns the start times that all limits allow together. It is pure, so that it can be tested. */
export function schedule(limits: readonly DueLimit[], wanted: number): Granted {
  const startOf = (index: number): number =>
    Math.max(0, ...limits.map(({ emails, perMs, aheadMs }) => Math.max(0, aheadMs) + (index * perMs) / emails));
  const startsInMs: number[] = [];
  while (startsInMs.length < wanted && startOf(startsInMs.length) <= LOOK_AHEAD_MS)
    startsInMs.push(startOf(startsInMs.length));
  return { startsInMs, waitMs: startsInMs.length > 0 ? 0 : Math.ceil(startOf(0) - LOOK_AHEAD_MS) };
}
