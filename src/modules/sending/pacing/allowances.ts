import { Injectable } from '@nestjs/common';
import { Clock } from '../../../platform/clock/clock.js';
import type { ActiveSender } from '../../senders/active-senders.js';
import { DailyCaps, type Reservation } from '../../senders/daily-caps.js';
import type { Pacing, Throttle } from './pacing.js';
import { type RateLimit, SendRates } from './send-rates.js';
import { closedUntil } from '../../../platform/clock/weekly-window.js';

/** Permission to send some emails now. */
export interface Allowance {
  /** When each email may start, in milliseconds from now. */
  readonly startsInMs: readonly number[];
  /** The reservation of the sender's daily cap; null for a sender without one. */
  readonly reservation: Reservation | null;
}

export interface Deferral {
  readonly waitMs: number;
  readonly reason: 'rate limit' | 'daily cap' | 'outside the send window';
}

const UNITS_MS: Readonly<Record<keyof Throttle, number>> = {
  per_second: 1_000,
  per_minute: 60_000,
  per_hour: 3_600_000,
  per_day: 86_400_000,
};

/** Applies all limits of a sending: send window, daily cap, and rates. */
@Injectable()
export class Allowances {
  constructor(
    private readonly rates: SendRates,
    private readonly caps: DailyCaps,
    private readonly clock: Clock,
  ) {}

  async take(
    sendingId: number,
    sender: ActiveSender,
    pacing: Pacing | null,
    wanted: number,
  ): Promise<Allowance | Deferral> {
    const opensAt = pacing?.window ? closedUntil(pacing.window, this.clock.now()) : null;
    if (opensAt) return { waitMs: this.until(opensAt), reason: 'outside the send window' };
    const { startsInMs, waitMs } = await this.rates.take(limitsOf(sendingId, sender, pacing), wanted);
    if (startsInMs.length === 0) return { waitMs, reason: 'rate limit' };
    if (sender.dailyCap === null) return { startsInMs, reservation: null };
    const reservation = await this.caps.reserve(sender, startsInMs.length);
    if (reservation.emails === 0) return { waitMs: this.until(this.caps.nextDay()), reason: 'daily cap' };
    return { startsInMs: startsInMs.slice(0, reservation.emails), reservation };
  }

  /** Returns unused emails to the daily cap. Unused rate is lost. */
  async release({ reservation }: Allowance, emails: number): Promise<void> {
    if (reservation) await this.caps.release(reservation, emails);
  }

  private until(moment: Date): number {
    return Math.max(0, moment.getTime() - this.clock.now().getTime());
  }
}

function limitsOf(sendingId: number, { id, rate }: ActiveSender, pacing: Pacing | null): RateLimit[] {
  const limits: RateLimit[] = rate === null ? [] : [{ scope: `sender:${id}`, emails: rate, perMs: 1_000 }];
  for (const [unit, emails] of Object.entries(pacing?.throttle ?? {}) as [keyof Throttle, number | null | undefined][])
    if (emails !== null && emails !== undefined)
      limits.push({ scope: `sending:${sendingId}:${unit}`, emails, perMs: UNITS_MS[unit] });
  return limits;
}
