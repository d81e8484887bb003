import { concurrencyOf, type CutRow, rateOf } from './destination-control.js';
import type { DestinationState } from './destination.entity.js';

export interface LimitedRow extends CutRow {
  readonly provider: string;
  readonly state: Exclude<DestinationState, 'normal'>;
  readonly probe_us: number | null;
  readonly observing: number;
}

/** A destination that is not `normal`, as this process has read it. */
export class LimitedDestination {
  private readonly readAt = performance.now();
  private probeAt: number;
  private isNextTaken = false;
  private isProbeTaken = false;

  constructor(private readonly row: LimitedRow) {
    this.probeAt = this.readAt + (row.probe_us ?? 0) / 1_000;
  }

  get isQuarantined(): boolean {
    return this.row.state === 'quarantined';
  }

  get rate(): number | null {
    return this.isQuarantined ? null : rateOf(this.row, this.elapsedS);
  }

  get concurrency(): number | null {
    return this.isQuarantined ? 1 : concurrencyOf(this.row, this.elapsedS);
  }

  /** Whether an accepted probe waits for a bounce message, so that no other may leave. */
  get isObserving(): boolean {
    return this.row.observing === 1;
  }

  /** Milliseconds until a probe may leave; 0 or less if one may now. */
  get probeInMs(): number {
    return this.probeAt - performance.now();
  }

  /** Whether the caller's email may ask for the right to probe; one of this process may. */
  takeProbe(): boolean {
    if (this.probeInMs > 0 || this.isObserving || this.isProbeTaken) return false;
    this.isProbeTaken = true;
    return true;
  }

  /** Until the row is read again. */
  probeLater(waitMs: number): void {
    this.probeAt = performance.now() + waitMs;
  }

  /** Whether the caller's email is the first of this process that waits for the next probe. */
  takeNext(): boolean {
    const isFirst = !this.isNextTaken;
    this.isNextTaken = true;
    return isFirst;
  }

  private get elapsedS(): number {
    return (performance.now() - this.readAt) / 1_000;
  }
}
