/**
 * Work that never overlaps itself. A caller who starts it while it runs joins that run; `startAgain` also makes it run once
 * more, because the present run may have read before the newest commit.
 */
export class SingleRun {
  private current: Promise<void> | null = null;
  private isAgainWanted = false;
  private stopped = false;

  /** @param work must not reject, and looks at `isStopping` between its steps. */
  constructor(private readonly work: (run: SingleRun) => Promise<void>) {}

  get isStopping(): boolean {
    return this.stopped;
  }

  /** @returns when the run has ended, or at once after `stop`. */
  start(): Promise<void> {
    if (this.stopped) return this.current ?? Promise.resolve();
    this.current ??= this.repeat().finally(() => {
      this.current = null;
    });
    return this.current;
  }

  /** @returns when a run that began after this call has ended. */
  startAgain(): Promise<void> {
    this.isAgainWanted = this.current !== null;
    return this.start();
  }

  /** Waits for the run under way. Nothing starts afterwards. */
  async stop(): Promise<void> {
    this.stopped = true;
    await this.current;
  }

  private shouldRepeat(): boolean {
    return this.isAgainWanted && !this.stopped;
  }

  private async repeat(): Promise<void> {
    this.isAgainWanted = false;
    await this.work(this);
    if (this.shouldRepeat()) await this.repeat();
  }
}
