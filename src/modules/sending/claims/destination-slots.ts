import { destinationSignalOf } from '../../../platform/smtp/destination-signal.js';
import type { SendOutcome } from '../../../platform/smtp/smtp-reply.js';

/** A slot at the recipient's provider for as long as the email is in progress, or when to try again. */
export type Place =
  | { readonly leave: (outcome: SendOutcome) => void; readonly inProgress: number }
  | { readonly retryInMs: number };

interface Window {
  /** Emails that may be in progress at once. */
  size: number;
  taken: number;
  /** When each of the emails in progress began, oldest first. */
  readonly begun: Set<{ readonly at: number }>;
  /** Whether the provider has asked for less since it last had the usual number. */
  isReduced: boolean;
  /** Until a provider asks for less, each accepted email increases the limit. */
  isStarting: boolean;
  /** Accepted since the last change of `size`. */
  accepted: number;
  /** Moving average of the time per email. */
  averageMs: number;
  /** When the next of the postponed emails is expected to find a slot. */
  bookedUntil: number;
  /** Urgent emails come first. */
  readonly queue: { readonly isUrgent: boolean; readonly resolve: (mayGo: boolean) => void }[];
}

/** Emails in progress before the first is accepted: a provider that refuses everything gets no more. */
const SIZE_AT_START = 3;
/** Accepted emails that increase the limit by one after a reduction. */
const ACCEPTED_PER_STEP = 10;
/** An urgent email asks again, instead of being postponed behind a campaign. */
export const URGENT_RETRY_MS = 1_000;
/** Emails that would wait longer are postponed. */
const MAX_WAIT_MS = 1_000;
const MAX_ABSENCE_MS = 10 * 60_000;
/** A provider that does not answer gets the next email after this time, because it may answer again at any time. */
const MAX_SILENCE_MS = 10_000;
/** Others say nothing about its speed. */
const REACHED_PROVIDER = new Set<SendOutcome['kind']>(['accepted', 'bounced', 'refused', 'deferred', 'provider_fault']);
const FIRST_GUESS_MS = 100;
const MEMORY = 0.2;
const REMEMBERED = 10_000;

/**
 * Limits the emails in progress per mailbox provider in this process. A provider that asks for fewer connections gets
 * half, and one more for every ten accepted emails. Emails without a slot are postponed until one is expected, so that others go first.
 */
export class DestinationSlots {
  private readonly windows = new Map<string, Window>();

  /** @param usual emails in progress per sender, provider, and process while the provider accepts them. */
  constructor(
    private readonly usual: number,
    private readonly now: () => number = () => performance.now(),
  ) {}

  /**
   * @param sender each has its own connections and reputation.
   * @param limit maximum for one provider of this sender.
   * @param isUrgent gets one slot more, unless the provider has asked for less, and the next one that becomes free.
   */
  async take(sender: number, provider: string, limit: number, isUrgent = false): Promise<Place> {
    const window = this.windowOf(`${sender}:${provider}`);
    const size = Math.max(1, Math.min(window.size + (isUrgent && !window.isReduced ? 1 : 0), limit));
    if (window.taken >= size) {
      const later = (): Place => ({ retryInMs: isUrgent ? URGENT_RETRY_MS : this.book(window, size) });
      const turns = Math.ceil((window.queue.length + 1) / size);
      if (!isUrgent && turns * this.expectedMs(window) > MAX_WAIT_MS) return later();
      const mayGo = await new Promise<boolean>((resolve) => {
        const waiting = { isUrgent, resolve };
        const behind = isUrgent ? window.queue.findIndex((other) => !other.isUrgent) : -1;
        window.queue.splice(behind === -1 ? window.queue.length : behind, 0, waiting);
        setTimeout(() => {
          const place = window.queue.indexOf(waiting);
          if (place === -1) return;
          window.queue.splice(place, 1);
          resolve(false);
        }, MAX_WAIT_MS).unref();
      });
      // `leave` has reserved the slot.
      if (!mayGo) return later();
    } else window.taken += 1;
    const email = { at: this.now() };
    window.begun.add(email);
    return {
      inProgress: window.taken,
      leave: (outcome) => {
        window.begun.delete(email);
        this.leave(window, outcome, this.now() - email.at, limit);
      },
    };
  }

  private windowOf(key: string): Window {
    const known = this.windows.get(key);
    if (known) return known;
    // Most providers have a single recipient.
    if (this.windows.size >= REMEMBERED)
      for (const [other, { taken, size, isStarting }] of this.windows)
        if (taken === 0 && (isStarting || size === this.usual)) this.windows.delete(other);
    const window = newWindow(Math.min(SIZE_AT_START, this.usual));
    this.windows.set(key, window);
    return window;
  }

  private leave(window: Window, outcome: SendOutcome, tookMs: number, limit: number): void {
    if (REACHED_PROVIDER.has(outcome.kind)) window.averageMs += (tookMs - window.averageMs) * MEMORY;
    const signal = destinationSignalOf(outcome);
    // Other signals reduce the rate, which may need all slots: emails wait in them for their start time.
    if (signal === 'connections' || signal === 'policy') {
      window.size = Math.max(1, Math.floor(Math.min(window.size, limit) / 2));
      window.isStarting = false;
      window.isReduced = true;
      window.accepted = 0;
    } else if (outcome.kind === 'accepted' && window.size < this.usual) {
      window.accepted += 1;
      if (window.isStarting || window.accepted >= ACCEPTED_PER_STEP) {
        window.size += 1;
        window.accepted = 0;
        window.isReduced &&= window.size < this.usual;
      }
    }
    window.taken -= 1;
    while (window.queue.length > 0 && window.taken < Math.max(1, Math.min(window.size, limit))) {
      window.taken += 1;
      window.queue.shift()?.resolve(true);
    }
  }

  /** A provider that does not answer has no time per email yet, but keeps its emails waiting. */
  private expectedMs({ averageMs, begun }: Window): number {
    const [oldest] = begun;
    return Math.max(averageMs, oldest ? this.now() - oldest.at : 0);
  }

  /** Spaces postponed emails as slots are expected to become free. */
  private book(window: Window, size: number): number {
    const now = this.now();
    const firstMs = Math.max(window.averageMs, Math.min(this.expectedMs(window), MAX_SILENCE_MS));
    window.bookedUntil = Math.max(window.bookedUntil, now + firstMs) + window.averageMs / size;
    return Math.min(MAX_ABSENCE_MS, Math.ceil(window.bookedUntil - now));
  }
}

function newWindow(size: number): Window {
  return {
    size,
    isStarting: true,
    isReduced: false,
    taken: 0,
    accepted: 0,
    begun: new Set(),
    averageMs: FIRST_GUESS_MS,
    bookedUntil: 0,
    queue: [],
  };
}
