import { EMAIL_CLASSES, type EmailClass } from '../../senders/email-class.js';

/** What a request for slots is about. */
export interface SlotRequest {
  /** Of the lane; none if omitted. */
  readonly limit?: number | undefined;
  readonly emailClass?: EmailClass;
  /** Accepts any number of slots, even one; others do so after a delay. */
  readonly isEager?: boolean;
}

interface Waiting {
  readonly emailClass: EmailClass;
  readonly lane: number;
  readonly limit: number;
  /** Accepts any number of slots, even one. */
  isEager: boolean;
  readonly serve: (slots: number) => void;
}

/** How long to wait for several free slots, so that slow emails do not keep the others unused. */
const WAIT_FOR_HANDFUL_MS = 100;
/** The share of the remaining slots that one lane may take while there are others. */
const SHARE_OF_ONE = 0.75;

/**
 * Limits the emails in progress in this process for all sendings together, which is also the most that can be in doubt
 * after a crash. Each sender has a lane. With several senders, no lane may take all slots, because a slow server holds
 * them for minutes. Slots are granted in batches of at least half of a lane's capacity, because claiming single emails
 * would cost a transaction each.
 */
export class SendSlots {
  /** Whether there is more than one sender, so that something has to be left for the others. */
  isShared = false;
  private readonly taken = new Map<number, number>();
  private waiting: Waiting[] = [];

  constructor(private readonly size: number) {}

  /** Resolves with all slots that are free for the lane, once there are enough for a batch. Release unused slots. */
  async take(lane: number, request: SlotRequest = {}): Promise<number> {
    const { limit = this.size, emailClass = 'campaign' } = request;
    const isEager = request.isEager === true || emailClass === 'urgent';
    return new Promise((resolve) => {
      const timeout = setTimeout(() => {
        waiting.isEager = true;
        this.serve();
      }, WAIT_FOR_HANDFUL_MS);
      const waiting: Waiting = {
        ...{ lane, limit, isEager, emailClass },
        serve: (slots) => {
          clearTimeout(timeout);
          resolve(slots);
        },
      };
      const behind = this.waiting.findIndex((other) => rank(other.emailClass) > rank(emailClass));
      this.waiting.splice(behind === -1 ? this.waiting.length : behind, 0, waiting);
      this.serve();
    });
  }

  release(lane: number, count: number): void {
    if (count === 0) return;
    const left = (this.taken.get(lane) ?? 0) - count;
    if (left > 0) this.taken.set(lane, left);
    else this.taken.delete(lane);
    this.serve();
  }

  /** Returns how many slots a lane may hold now. */
  capacity(lane: number, limit = this.size, emailClass: EmailClass = 'campaign'): number {
    let others = 0;
    for (const [candidate, count] of this.taken) if (candidate !== lane) others += count;
    const left = this.size - others;
    if (emailClass === 'urgent') return Math.max(0, Math.min(limit, left));
    const share = this.isShared ? Math.max(1, Math.floor(left * SHARE_OF_ONE)) : left;
    const most = Math.max(0, Math.min(limit, share, left));
    if (most > 1) return most - 1;
    // The last free slot of all is for urgent emails, too.
    return left > 1 || this.size === 1 ? most : 0;
  }

  private serve(): void {
    const stillWaiting: Waiting[] = [];
    for (const waiting of this.waiting) {
      const { lane, limit, isEager, emailClass, serve } = waiting;
      const capacity = this.capacity(lane, limit, emailClass);
      const held = this.taken.get(lane) ?? 0;
      const free = capacity - held;
      if (free > 0 && (isEager || free >= smallestBatch(capacity))) {
        this.taken.set(lane, held + free);
        serve(free);
      } else stillWaiting.push(waiting);
    }
    this.waiting = stillWaiting;
  }
}

/** With the larger half of an odd capacity, the smaller one would wait for slots of the next batch. */
const smallestBatch = (capacity: number): number => Math.max(1, Math.floor(capacity / 2));

const rank = (emailClass: EmailClass): number => EMAIL_CLASSES.indexOf(emailClass);
