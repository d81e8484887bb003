import { Injectable } from '@nestjs/common';
import { Database, type Tx } from '../../../platform/database/database.js';

/** So many mails per time, counted under a name by all processes together. */
export interface RateLimit {
  /** What it counts: `sender:3`, `sending:9:per_hour`. Limits of the same name share one count. */
  readonly scope: string;
  readonly mails: number;
  readonly perMs: number;
}

export interface Granted {
  /** When each of the mails may begin, in milliseconds from now; at most as many as were asked for. */
  readonly startsInMs: readonly number[];
  /** When asking again makes sense, for whoever got nothing; 0 otherwise. */
  readonly waitMs: number;
}

/** A limit with the moment from which on its next mail may begin, in milliseconds from now; negative: long since. */
export interface DueLimit extends Pick<RateLimit, 'mails' | 'perMs'> {
  readonly aheadMs: number;
}

interface RateRow {
  readonly scope: string;
  readonly ahead_us: number;
}

/** So far ahead moments are handed out: long enough to keep lines busy, and a claim is still fresh when its mail begins. */
const LOOK_AHEAD_MS = 100;

/**
 * Rates as the generic cell rate algorithm counts them: per limit one moment, from which on the next mail may begin. Each
 * mail gets a moment of its own, evenly spaced, so there are no bursts that a provider would notice in any window; what was
 * granted and not used is lost time and never a mail too many.
 */
@Injectable()
export class SendRates {
  constructor(private readonly db: Database) {}

  /** Takes as many of the wanted mails as every limit allows. */
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
      // The clock of a statement is that of its beginning, and it may have waited for the rows; so the time is asked after.
      const [clock] = await tx.query<RateRow>(
        `SELECT scope, TIMESTAMPDIFF(MICROSECOND, NOW(6), next_at) AS ahead_us FROM send_rates WHERE scope = :scope`,
        { scope: scopes[0] ?? '' },
      );
      const waitedUs = (rows[0]?.ahead_us ?? 0) - (clock?.ahead_us ?? 0);
      const ahead = new Map(rows.map((row) => [row.scope, (row.ahead_us - waitedUs) / 1_000]));
      const due = ordered.map((limit) => ({ ...limit, aheadMs: ahead.get(limit.scope) ?? 0 }));
      const granted = schedule(due, wanted);
      const mails = granted.startsInMs.length;
      for (const { scope, mails: allowed, perMs, aheadMs } of mails > 0 ? due : [])
        await tx.execute('UPDATE send_rates SET next_at = next_at + INTERVAL :us MICROSECOND WHERE scope = :scope', {
          scope,
          // A limit that has rested begins anew: what was not sent then is no credit.
          us: Math.round((Math.max(0, -aheadMs) + (mails * perMs) / allowed) * 1_000),
        });
      return granted;
    });
  }
}

/** In the order of their names, so that those who share limits cannot lock each other out. */
async function lockRates(tx: Tx, scopes: readonly string[]): Promise<RateRow[]> {
  return tx.query<RateRow>(
    `SELECT scope, TIMESTAMPDIFF(MICROSECOND, NOW(6), next_at) AS ahead_us FROM send_rates
      WHERE scope IN (:scopes) ORDER BY scope FOR UPDATE`,
    { scopes },
  );
}

/** The moments that all limits together allow; pure, so that it can be read and tested. */
export function schedule(limits: readonly DueLimit[], wanted: number): Granted {
  const startOf = (mail: number): number =>
    Math.max(0, ...limits.map(({ mails, perMs, aheadMs }) => Math.max(0, aheadMs) + (mail * perMs) / mails));
  const startsInMs: number[] = [];
  while (startsInMs.length < wanted && startOf(startsInMs.length) <= LOOK_AHEAD_MS)
    startsInMs.push(startOf(startsInMs.length));
  return { startsInMs, waitMs: startsInMs.length > 0 ? 0 : Math.ceil(startOf(0) - LOOK_AHEAD_MS) };
}
