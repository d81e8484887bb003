/** A number of places that are handed out first come, first served. */
export class Slots {
  private taken = 0;
  private readonly waiting: (() => void)[] = [];

  constructor(private readonly size: number) {}

  /** Resolves with the function that gives the place back; calling that again does nothing. */
  async acquire(): Promise<() => void> {
    if (this.taken >= this.size) {
      // Whoever leaves hands the place over, so that `taken` does not change.
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
