import { allowedConcurrency, allowedRate } from './destination-control.js';
import type { DestinationState } from './destination.entity.js';

export interface LimitedRow {
  readonly provider: string;
  readonly state: Exclude<DestinationState, 'normal'>;
  readonly peak: number | null;
  readonly concurrency: number | null;
  readonly cut_us: number | null;
  readonly first_us: number | null;
  readonly probe_us: number | null;
  readonly observing: number;
}

/** A destination that is not `normal`, as this process has read it. */
export class LimitedDestination {
  readonly provider: string;
  private readonly readAt = performance.now();
  private probeAt: number;
  private isNextTaken = false;
  private isProbeTaken = false;

  constructor(private readonly row: LimitedRow) {
    this.provider = row.provider;
    this.probeAt = this.readAt + (row.probe_us ?? 0) / 1_000;
  }

  get isQuarantined(): boolean {
    return this.row.state === 'quarantined';
  }

  /** Emails per second; null for no limit. */
  get rate(): number | null {
    const { peak, first_us: firstUs } = this.row;
    if (peak === null || this.isQuarantined) return null;
    return allowedRate({ peak, secondsAgo: this.secondsSinceCut(), afterFirstS: (firstUs ?? 0) / 1e6 });
  }

  /** Emails in progress per worker; null for no limit. */
  get concurrency(): number | null {
    const { concurrency } = this.row;
    if (this.isQuarantined) return 1;
    return concurrency === null ? null : allowedConcurrency(concurrency, this.secondsSinceCut());
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

  private secondsSinceCut(): number {
    return ((this.row.cut_us ?? 0) / 1_000 + performance.now() - this.readAt) / 1_000;
  }
}
