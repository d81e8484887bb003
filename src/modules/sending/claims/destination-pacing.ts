import { Inject, Injectable } from '@nestjs/common';
import { APP_CONFIG, type AppConfig } from '../../../platform/config/config.js';
import { Periodic } from '../../../platform/work/periodic.js';
import type { DestinationKey } from '../../senders/destinations/destination-states.js';
import { Destinations } from '../../senders/destinations/destinations.service.js';
import type { LimitedDestination } from '../../senders/destinations/limited-destination.js';
import { MailboxProviders } from '../../senders/destinations/mailbox-providers.service.js';
import type { SendOutcome } from '../../../platform/smtp/smtp-reply.js';
import { DestinationSlots, URGENT_RETRY_MS } from './destination-slots.js';
import { scopeOf, SendRates } from '../pacing/send-rates.js';

/** When to try again. */
interface Later {
  readonly retryInMs: number;
}

interface Turn {
  readonly isProbe: boolean;
  readonly startInMs: number;
}

/** The permission to send an email to its destination. */
interface Entry {
  readonly startInMs: number;
  /** Takes the outcome; the next email waits until it is stored. */
  readonly leave: (outcome: SendOutcome) => Promise<void>;
}

/** Emails to a throttled destination that this process claims ahead of their turn. */
const CLAIM_AHEAD_MS = 300;
/** Providers count over at least a second, and the start times of a lease are few. */
const CATCH_UP_MS = 250;
/** Claims more than the allowed rate, because it grows and other workers take a part. */
const OVERBOOKING = 1.25;
/** A longer booking would outlast a change of the rate. */
const LONGEST_BOOKING_MS = 30 * 60_000;
const MAX_BOOKINGS = 10_000;
/** Emails of a quarantine become due again within at least this time after its next probe. */
const SHORTEST_SPREAD_MS = 60_000;

/** The emails of this process to a throttled destination, on its monotonic clock. */
interface Booking {
  /** When the next email may be claimed. */
  nextAt: number;
  /** Until when emails that wait are due again. */
  dueUntil: number;
}

/**
 * Decides per email whether its destination takes it now. Emails that must wait stay in the ledger with the time at
 * which they are due again, so that a claim finds them once per wait and others go first.
 */
@Injectable()
export class DestinationPacing {
  private readonly bookings = new Map<string, Booking>();
  private readonly slots: DestinationSlots;

  constructor(
    private readonly destinations: Destinations,
    private readonly providers: MailboxProviders,
    private readonly rates: SendRates,
    @Inject(APP_CONFIG) config: AppConfig,
  ) {
    this.slots = new DestinationSlots(config.mail.concurrencyPerDomain);
  }

  /** Each process has its own counts. */
  @Periodic({ name: 'Destination counts', everyMs: 1_000 })
  async storeCounts(): Promise<void> {
    await this.destinations.storeCounts();
  }

  async refresh(senderId: number): Promise<void> {
    await this.destinations.refresh(senderId);
  }

  /** Returns how many milliseconds an email must not be claimed; null if it may. Urgent emails are not booked. */
  waitOf(senderId: number, address: string | null, isUrgent = false): number | null {
    // Most senders have no limited destination, and claims ask for every email.
    if (address === null || !this.destinations.hasLimits(senderId)) return null;
    const provider = this.providers.cached(address);
    const limit = provider === null ? null : this.destinations.limitOf({ senderId, provider });
    if (!limit || provider === null) return null;
    if (limit.isQuarantined) return limit.takeProbe() ? null : quarantineWait(limit, isUrgent);
    return limit.rate === null || isUrgent ? null : this.book(nameOf({ senderId, provider }), limit.rate);
  }

  async destinationOf(senderId: number, address: string): Promise<DestinationKey> {
    return { senderId, provider: await this.providers.of(address) };
  }

  /**
   * Takes a slot at the destination and the permission to send; without them, other emails go first. The state may have
   * changed since the claim.
   * @param most emails that may be in progress at one destination.
   */
  async enter(key: DestinationKey, most: number, isUrgent = false): Promise<Entry | Later> {
    const { senderId, provider } = key;
    const limit = Math.min(most, this.destinations.limitOf(key)?.concurrency ?? Infinity);
    const place = await this.slots.take(senderId, provider, limit, isUrgent);
    if ('retryInMs' in place) return place;
    const turn = await this.turnOf(key, isUrgent);
    if ('retryInMs' in turn) {
      place.leave({ kind: 'given_back' });
      return turn;
    }
    const attempt = { senderId, provider, isProbe: turn.isProbe, inProgress: place.inProgress };
    return {
      startInMs: turn.startInMs,
      leave: async (outcome) => {
        await this.destinations.record(attempt, outcome);
        place.leave(outcome);
      },
    };
  }

  private async turnOf(key: DestinationKey, isUrgent: boolean): Promise<Turn | Later> {
    const limit = this.destinations.limitOf(key);
    if (!limit) return { isProbe: false, startInMs: 0 };
    if (limit.isQuarantined) {
      const mayAsk = limit.probeInMs <= 0 && !limit.isObserving;
      if (mayAsk && (await this.destinations.mayProbe(key))) return { isProbe: true, startInMs: 0 };
      return { retryInMs: quarantineWait(limit, isUrgent) };
    }
    const { rate } = limit;
    if (rate === null) return { isProbe: false, startInMs: 0 };
    const scope = `destination:${nameOf(key)}`;
    const { startsInMs, waitMs } = await this.rates.take(
      [{ ...scopeOf(scope, isUrgent), emails: rate, perMs: 1_000, catchUpMs: CATCH_UP_MS }],
      1,
    );
    const [startInMs] = startsInMs;
    if (startInMs !== undefined) return { isProbe: false, startInMs };
    if (isUrgent) return { retryInMs: waitMs };
    // Another process holds the lease of this second.
    const booking = this.bookingOf(nameOf(key));
    booking.nextAt = Math.max(booking.nextAt, performance.now() + waitMs);
    return { retryInMs: waitMs };
  }

  /** Returns the wait of a refused email for its destination; null if that is not quarantined. */
  waitAfterRefusal(key: DestinationKey): number | null {
    const limit = this.destinations.limitOf(key);
    return limit?.isQuarantined === true ? quarantineWait(limit) : null;
  }

  /** Emails are claimed at a little more than the rate, and those that wait become due in the same order and rate. */
  private book(name: string, rate: number): number | null {
    const now = performance.now();
    const spacingMs = 1_000 / (rate * OVERBOOKING);
    const booking = this.bookingOf(name);
    if (booking.nextAt - now <= CLAIM_AHEAD_MS) {
      booking.nextAt = Math.max(booking.nextAt, now) + spacingMs;
      return null;
    }
    const dueAt = Math.min(Math.max(booking.dueUntil, booking.nextAt), now + LONGEST_BOOKING_MS);
    booking.dueUntil = dueAt + spacingMs;
    return dueAt - now;
  }

  private bookingOf(name: string): Booking {
    const known = this.bookings.get(name) ?? { nextAt: 0, dueUntil: 0 };
    if (this.bookings.size >= MAX_BOOKINGS) this.bookings.clear();
    this.bookings.set(name, known);
    return known;
  }
}

/** One email is due when the next probe may leave; the others follow, so that they do not all come back at once. */
function quarantineWait(limit: LimitedDestination, isUrgent = false): number {
  const inMs = Math.max(limit.probeInMs, 0);
  if (isUrgent) return inMs + URGENT_RETRY_MS;
  return inMs + (limit.takeNext() ? 0 : Math.random() * Math.max(inMs, SHORTEST_SPREAD_MS));
}

const nameOf = ({ senderId, provider }: DestinationKey): string => `${senderId}:${provider}`;
