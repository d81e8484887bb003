/**
 * The mails that this process may have under way, for all sendings together: so many can be in doubt after a kill. They
 * are taken in handfuls of at least half, because claiming mails one by one would cost a transaction each.
 */
export class SendSlots {
  private free: number;
  private readonly waiting: (() => void)[] = [];

  constructor(private readonly size: number) {
    this.free = size;
  }

  /** Resolves with all that are free, once that is half; first come, first served. What is not used is given back. */
  async take(): Promise<number> {
    while (!this.isHandful) await new Promise<void>((resolve) => this.waiting.push(resolve));
    const taken = this.free;
    this.free = 0;
    return taken;
  }

  giveBack(count: number): void {
    this.free += count;
    // One is enough: it takes all of them, and whoever gives back next wakes the next.
    if (this.isHandful) this.waiting.shift()?.();
  }

  private get isHandful(): boolean {
    return this.free >= Math.ceil(this.size / 2);
  }
}
