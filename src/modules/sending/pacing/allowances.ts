import { Injectable } from '@nestjs/common';
import { Clock } from '../../../platform/clock/clock.js';
import { closedUntil } from '../../../platform/clock/weekly-window.js';
import type { ActiveSender } from '../../senders/active-senders.js';
import { DailyCaps, type Reservation } from '../../senders/daily-caps.js';
import type { EmailClass } from '../../senders/email-class.js';
import type { Pacing, Throttle } from './pacing.js';
import { WarmUpOrder } from './warm-up-order.js';
import { type Granted, type RateLimit, scopeOf, SendRates } from './send-rates.js';

/** Permission to send some emails now. */
export interface Allowance {
  /** When each email may start, in milliseconds from now. */
  readonly startsInMs: readonly number[];
  readonly rate: Granted;
  /** The reservation of the sender's daily limits; null for a sender without any. */
  readonly reservation: Reservation | null;
}

export interface Deferral {
  readonly waitMs: number;
  readonly reason: 'rate limit' | 'daily cap' | 'outside the send window' | 'recipients are being added';
}

/** The sending that asks. */
interface Asking {
  readonly sendingId: number;
  readonly emailClass: EmailClass;
  readonly sender: ActiveSender;
  readonly pacing: Pacing | null;
}

const UNITS_MS: Readonly<Record<keyof Throttle, number>> = {
  per_second: 1_000,
  per_minute: 60_000,
  per_hour: 3_600_000,
  per_day: 86_400_000,
};

/** Applies all limits of a sending: send window, daily limits, and rates. */
@Injectable()
export class Allowances {
  constructor(
    private readonly rates: SendRates,
    private readonly caps: DailyCaps,
    private readonly clock: Clock,
    private readonly warmUp: WarmUpOrder,
  ) {}

  async take(asking: Asking, wanted: number): Promise<Allowance | Deferral> {
    const { sender, emailClass, pacing } = asking;
    const opensAt = pacing?.window ? closedUntil(pacing.window, this.clock.now()) : null;
    if (opensAt) return { waitMs: this.until(opensAt), reason: 'outside the send window' };
    const enrollingMs = emailClass === 'campaign' ? await this.warmUp.prepare(asking.sendingId, sender) : 0;
    if (enrollingMs > 0) return { waitMs: enrollingMs, reason: 'recipients are being added' };
    const rate = await this.rates.take(limitsOf(asking), wanted);
    const { startsInMs } = rate;
    if (startsInMs.length === 0) return { waitMs: rate.waitMs, reason: 'rate limit' };
    const { dailyCap, dailyCapBulk, warmup } = sender;
    if (dailyCap === null && dailyCapBulk === null && warmup === null) return { startsInMs, rate, reservation: null };
    const reservation = await this.caps.reserve(sender, emailClass, startsInMs.length);
    rate.release(startsInMs.length - reservation.emails);
    if (reservation.emails === 0) return { waitMs: this.until(this.caps.nextDay()), reason: 'daily cap' };
    return { startsInMs: startsInMs.slice(0, reservation.emails), rate, reservation };
  }

  /** Returns emails that found no message to the limits. */
  async releaseUnclaimed(allowance: Allowance, emails: number): Promise<void> {
    allowance.rate.release(emails);
    await this.release(allowance, emails);
  }

  /** Returns emails that were not sent to the daily limits. Their start times are lost. */
  async release({ reservation }: Allowance, emails: number): Promise<void> {
    if (reservation) await this.caps.release(reservation, emails);
  }

  private until(moment: Date): number {
    return Math.max(0, moment.getTime() - this.clock.now().getTime());
  }
}

function limitsOf({ sendingId, emailClass, sender: { id, rate }, pacing }: Asking): RateLimit[] {
  const limits: RateLimit[] = [];
  if (rate !== null) limits.push({ ...scopeOf(`sender:${id}`, emailClass === 'urgent'), emails: rate, perMs: 1_000 });
  for (const [unit, emails] of Object.entries(pacing?.throttle ?? {}) as [keyof Throttle, number | null | undefined][])
    if (emails !== null && emails !== undefined)
      limits.push({ scope: `sending:${sendingId}:${unit}`, emails, perMs: UNITS_MS[unit] });
  return limits;
}
