import type { SendOutcome } from '../../platform/smtp/smtp-reply.js';

/** What a mail gets at the domain of its recipient: a place for as long as it is under way, or the advice to come later. */
export type Place = { readonly leave: (outcome: SendOutcome) => void } | { readonly comeBackInMs: number };

interface Window {
  /** Mails that may be under way at once. */
  size: number;
  taken: number;
  /** Accepted since the last change of size. */
  accepted: number;
  /** How long a mail takes, as an average that forgets. */
  averageMs: number;
  /** When the mails sent away come back, one after the other: the time at which the next of them is expected. */
  bookedUntil: number;
  readonly queue: ((mayGo: boolean) => void)[];
}

/** So many accepted mails make room for one more. */
const ACCEPTED_PER_STEP = 10;
/** Who would have to wait longer for a place gives others his turn. */
const LONGEST_WAIT_MS = 1_000;
const LONGEST_ABSENCE_MS = 10 * 60_000;
const FIRST_GUESS_MS = 200;
const MEMORY = 0.2;
const REMEMBERED = 10_000;

/**
 * How many mails are under way to each domain. A domain that asks for less (421, 4.7.x) gets half, and one more with every
 * ten mails that it accepts. Mails that find no place are sent away for about as long as it takes until there is one, so
 * that others go first and nobody asks in vain again and again.
 */
export class DomainPlaces {
  private readonly windows = new Map<string, Window>();

  /** @param usual mails under way to one domain by one sender in one process, while it is content with us. */
  constructor(
    private readonly usual: number,
    private readonly now: () => number = () => performance.now(),
  ) {}

  /**
   * @param sender each has connections and a reputation of its own.
   * @param limit the most that one domain may have of the sender's mails under way.
   */
  async take(sender: number, domain: string, limit: number): Promise<Place> {
    const window = this.windowOf(`${sender}:${domain}`);
    const size = Math.max(1, Math.min(window.size, limit));
    if (window.taken >= size) {
      const turns = Math.ceil((window.queue.length + 1) / size);
      if (turns * window.averageMs > LONGEST_WAIT_MS) return { comeBackInMs: this.book(window, size) };
      const mayGo = await new Promise<boolean>((resolve) => {
        window.queue.push(resolve);
        setTimeout(() => {
          const place = window.queue.indexOf(resolve);
          if (place === -1) return;
          window.queue.splice(place, 1);
          resolve(false);
        }, LONGEST_WAIT_MS).unref();
      });
      // Whoever lets somebody go has kept the place for him.
      if (!mayGo) return { comeBackInMs: this.book(window, size) };
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
    // A list knows many domains, most of them with a single reader.
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

  /** Each one a little after the one before, as places are expected to become free. */
  private book(window: Window, size: number): number {
    const now = this.now();
    window.bookedUntil = Math.max(window.bookedUntil, now + window.averageMs) + window.averageMs / size;
    return Math.min(LONGEST_ABSENCE_MS, Math.ceil(window.bookedUntil - now));
  }
}

function newWindow(size: number): Window {
  return { size, taken: 0, accepted: 0, averageMs: FIRST_GUESS_MS, bookedUntil: 0, queue: [] };
}

/** What a server says that has too much of us for the moment. */
function isTooMuch(outcome: SendOutcome): boolean {
  if (outcome.kind === 'deferred') return outcome.code.startsWith('4.7.');
  return outcome.kind === 'provider_fault' && (outcome.code.startsWith('4.') || outcome.response.startsWith('421'));
}

/** The domain of an address that has been checked, in the spelling that mail servers know. */
export function domainOf(address: string): string {
  return address.slice(address.lastIndexOf('@') + 1).toLowerCase();
}
