interface Waiting {
  readonly lane: number;
  readonly limit: number;
  /** Takes what there is, be it a single one. */
  isEager: boolean;
  readonly serve: (slots: number) => void;
}

/** Mails that take their time must not keep the few slots beside them from being used. */
const WAIT_FOR_HANDFUL_MS = 100;
/** So much of what the others leave free one lane may take, while there are others. */
const SHARE_OF_ONE = 0.75;

/**
 * The mails that this process may have under way, for all sendings together: so many can be in doubt after a kill. Each
 * sender has a lane of its own, and where there are several, none may take everything: a server that answers slowly keeps
 * its mails for minutes, and the others have to go on. Slots are taken in handfuls of at least half of what a lane could
 * have, because claiming mails one by one would cost a transaction each.
 */
export class SendSlots {
  /** Whether there is more than one sender, so that something has to be left for the others. */
  isShared = false;
  private readonly taken = new Map<number, number>();
  private waiting: Waiting[] = [];

  constructor(private readonly size: number) {}

  /**
   * Resolves with all that are free for the lane, once that is a handful; first come, first served. What is not used is
   * given back.
   * @param limit of the lane itself.
   * @param isEager takes any number at once; who is not does so after a while.
   */
  async take(lane: number, limit = this.size, isEager = false): Promise<number> {
    return new Promise((resolve) => {
      const patience = setTimeout(() => {
        waiting.isEager = true;
        this.serve();
      }, WAIT_FOR_HANDFUL_MS);
      const waiting: Waiting = {
        ...{ lane, limit, isEager },
        serve: (slots) => {
          clearTimeout(patience);
          resolve(slots);
        },
      };
      this.waiting.push(waiting);
      this.serve();
    });
  }

  giveBack(lane: number, count: number): void {
    if (count === 0) return;
    const left = (this.taken.get(lane) ?? 0) - count;
    if (left > 0) this.taken.set(lane, left);
    else this.taken.delete(lane);
    this.serve();
  }

  /** How many a lane may hold at present. */
  capacity(lane: number, limit = this.size): number {
    let others = 0;
    for (const [candidate, count] of this.taken) if (candidate !== lane) others += count;
    const left = this.size - others;
    const share = this.isShared ? Math.max(1, Math.floor(left * SHARE_OF_ONE)) : left;
    return Math.max(0, Math.min(limit, share, left));
  }

  private serve(): void {
    const stillWaiting: Waiting[] = [];
    for (const waiting of this.waiting) {
      const { lane, limit, isEager, serve } = waiting;
      const capacity = this.capacity(lane, limit);
      const held = this.taken.get(lane) ?? 0;
      const free = capacity - held;
      if (free > 0 && (isEager || free >= Math.ceil(capacity / 2))) {
        this.taken.set(lane, held + free);
        serve(free);
      } else stillWaiting.push(waiting);
    }
    this.waiting = stillWaiting;
  }
}
