import type { SendOutcome } from '../../platform/smtp/smtp-reply.js';

/** A slot at the recipient's domain for as long as the email is in progress, or when to try again. */
export type Place = { readonly leave: (outcome: SendOutcome) => void } | { readonly retryInMs: number };

interface Window {
  /** Emails that may be in progress at once. */
  size: number;
  taken: number;
  /** Accepted since the last change of `size`. */
  accepted: number;
  /** Moving average of the time per email. */
  averageMs: number;
  /** When the next of the postponed emails is expected to find a slot. */
  bookedUntil: number;
  readonly queue: ((mayGo: boolean) => void)[];
}

/** Accepted emails that increase the limit by one. */
const ACCEPTED_PER_STEP = 10;
/** Emails that would wait longer are postponed. */
const MAX_WAIT_MS = 1_000;
const MAX_ABSENCE_MS = 10 * 60_000;
const FIRST_GUESS_MS = 200;
const MEMORY = 0.2;
const REMEMBERED = 10_000;

/**
 * Limits the emails in progress per domain. A domain that asks for less (421, 4.7.x) gets half, and one more for every
 * ten accepted emails. Emails without a slot are postponed until one is expected, so that others go first.
 */
export class DomainSlots {
  private readonly windows = new Map<string, Window>();

  /** @param usual emails in progress per sender, domain, and process while the domain accepts them. */
  constructor(
    private readonly usual: number,
    private readonly now: () => number = () => performance.now(),
  ) {}

  /**
   * @param sender each has its own connections and reputation.
   * @param limit maximum for one domain of this sender.
   */
  async take(sender: number, domain: string, limit: number): Promise<Place> {
    const window = this.windowOf(`${sender}:${domain}`);
    const size = Math.max(1, Math.min(window.size, limit));
    if (window.taken >= size) {
      const turns = Math.ceil((window.queue.length + 1) / size);
      if (turns * window.averageMs > MAX_WAIT_MS) return { retryInMs: this.book(window, size) };
      const mayGo = await new Promise<boolean>((resolve) => {
        window.queue.push(resolve);
        setTimeout(() => {
          const place = window.queue.indexOf(resolve);
          if (place === -1) return;
          window.queue.splice(place, 1);
          resolve(false);
        }, MAX_WAIT_MS).unref();
      });
      // `leave` has reserved the slot.
      if (!mayGo) return { retryInMs: this.book(window, size) };
    } else window.taken += 1;
    const since = this.now();
    return {
      leave: (outcome) => {
        this.leave(window, outcome, this.now() - since, limit);
      },
    };
  }

  private windowOf(key: string): Window {
    const known = this.windows.get(key);
    if (known) return known;
    // Most domains have a single recipient.
    if (this.windows.size >= REMEMBERED)
      for (const [other, { taken, size }] of this.windows)
        if (taken === 0 && size === this.usual) this.windows.delete(other);
    const window = newWindow(this.usual);
    this.windows.set(key, window);
    return window;
  }

  private leave(window: Window, outcome: SendOutcome, tookMs: number, limit: number): void {
    if (outcome.kind !== 'given_back') window.averageMs += (tookMs - window.averageMs) * MEMORY;
    if (isTooMuch(outcome)) {
      window.size = Math.max(1, Math.floor(Math.min(window.size, limit) / 2));
      window.accepted = 0;
    } else if (outcome.kind === 'accepted' && window.size < this.usual) {
      window.accepted += 1;
      if (window.accepted >= ACCEPTED_PER_STEP) {
        window.size += 1;
        window.accepted = 0;
      }
    }
    window.taken -= 1;
    while (window.queue.length > 0 && window.taken < Math.max(1, Math.min(window.size, limit))) {
      window.taken += 1;
      window.queue.shift()?.(true);
    }
  }

  /** Spaces postponed emails as slots are expected to become free. */
  private book(window: Window, size: number): number {
    const now = this.now();
    window.bookedUntil = Math.max(window.bookedUntil, now + window.averageMs) + window.averageMs / size;
    return Math.min(MAX_ABSENCE_MS, Math.ceil(window.bookedUntil - now));
  }
}

function newWindow(size: number): Window {
  return { size, taken: 0, accepted: 0, averageMs: FIRST_GUESS_MS, bookedUntil: 0, queue: [] };
}

/** Returns whether the server asks for fewer emails. */
function isTooMuch(outcome: SendOutcome): boolean {
  if (outcome.kind === 'deferred') return outcome.code.startsWith('4.7.');
  return outcome.kind === 'provider_fault' && (outcome.code.startsWith('4.') || outcome.response.startsWith('421'));
}

/** Returns the domain of a validated address in the form that mail servers use. */
export function domainOf(address: string): string {
  return address.slice(address.lastIndexOf('@') + 1).toLowerCase();
}
