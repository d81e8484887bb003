/** A fair semaphore: slots are acquired first come, first served. */
export class Slots {
  private taken = 0;
  private readonly waiting: (() => void)[] = [];

  constructor(private readonly size: number) {}

  /** Resolves with the release function, which is idempotent. */
  async acquire(): Promise<() => void> {
    if (this.taken >= this.size) {
      // The slot passes to the next waiter, so `taken` does not change.
      await new Promise<void>((resolve) => this.waiting.push(resolve));
    } else this.taken += 1;
    let held = true;
    return () => {
      if (!held) return;
      held = false;
      const next = this.waiting.shift();
      if (next) next();
      else this.taken -= 1;
    };
  }
}
