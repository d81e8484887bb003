import { performance } from 'node:perf_hooks';
import type { CallResult } from '../webhook-caller.js';
import { type Claim, type ClaimedDelivery, SMALLEST_CLAIM } from './delivery-claims.service.js';
import { Slots } from './slots.js';

/** An older claim is released instead of attempted: its lease must outlast the request. */
const CLAIM_GOES_STALE_MS = 10_000;
/** After this time, recheck whether the webhook is unchanged since the claim. */
const CLAIM_BECOMES_DOUBTFUL_MS = 250;
const WIDEST = 4;
const TIMEOUTS_TO_NARROW = 3;
/** A response this slow blocks a slot like a timeout does, even if it succeeds. */
const SLOW_MS = 5_000;
const SLOW_TO_SUSPECT = 3;
/** Requests in progress plus results not yet stored. Results are stored in batches, so one webhook may wait for many. */
const MAX_UNSETTLED = 48;
const LARGEST_CLAIM = 128;
/** The size of claims is adapted to take about this long to send, so that few are delayed by a crash or a change. */
const CLAIM_LASTS_MS = 100;

/** The in-memory state of one webhook in one process. It can be lost without harm. */
export class Endpoint {
  lanes = 0;
  /** Notified of new work since the last claim began. */
  notified = false;
  /** The last claim left due deliveries. */
  more = false;
  /** The last claim left deliveries that must wait for a running attempt, here or elsewhere. */
  blocked = false;
  claiming: Promise<void> | null = null;
  reconsidering: Promise<void> | null = null;
  /** What the present claim was made under. */
  claimedRevision = new Date(0);
  readonly unsettled = new Slots(MAX_UNSETTLED);
  private buffer: ClaimedDelivery[] = [];
  private claimSize = SMALLEST_CLAIM;
  private isLastFull = false;
  private filledAt = 0;
  private confirmedAt = 0;
  private allowed = 1;
  /** Slow start: lanes grow with successes, so that fifty dead endpoints cannot fill a process. */
  private proven = 1;
  private timeouts = 0;
  /** Consecutive requests that were slow or timed out. */
  private slow = 0;

  constructor(readonly webhookId: number) {}

  get width(): number {
    return Math.min(this.proven, this.allowed);
  }

  /** Whether it is repeatedly slow, so it may use only the slots for such endpoints. */
  get isSuspect(): boolean {
    return this.slow >= SLOW_TO_SUSPECT;
  }

  /** Whether it is not being probed. */
  get isTrusted(): boolean {
    return this.allowed >= WIDEST;
  }

  /** A claim is under way, or one made now may find something. */
  get mayHaveMore(): boolean {
    return this.claiming !== null || this.notified || this.more;
  }

  get isStale(): boolean {
    const [oldest] = this.buffer;
    return oldest !== undefined && performance.now() - oldest.claimedAt > CLAIM_GOES_STALE_MS;
  }

  get isDoubtful(): boolean {
    return this.buffer.length > 0 && performance.now() - this.confirmedAt > CLAIM_BECOMES_DOUBTFUL_MS;
  }

  /** @param askedAt monotonic, from before the check. */
  confirm(askedAt: number): void {
    this.confirmedAt = askedAt;
  }

  get nextUrl(): string | null {
    return this.buffer[0]?.url ?? null;
  }

  /** Whether to claim in advance. Never after a partial claim: an interrupted delivery is claimed alone. */
  get runsLow(): boolean {
    return (
      this.claiming === null &&
      this.more &&
      this.isLastFull &&
      this.isTrusted &&
      this.buffer.length <= this.claimSize / 2
    );
  }

  nextClaimSize(): number {
    const sentIn = performance.now() - this.filledAt;
    if (this.isLastFull && sentIn < CLAIM_LASTS_MS / 2) this.claimSize = Math.min(LARGEST_CLAIM, this.claimSize * 2);
    else if (!this.isLastFull || sentIn > CLAIM_LASTS_MS * 2) this.claimSize = SMALLEST_CLAIM;
    return this.claimSize;
  }

  /** @returns deliveries to release: the webhook has changed since some of them were claimed, and order must be kept. */
  fill(claim: Claim): readonly ClaimedDelivery[] {
    const isChanged = this.buffer.length > 0 && claim.revision.getTime() !== this.claimedRevision.getTime();
    this.buffer.push(...claim.deliveries);
    const outdated = isChanged ? this.empty() : [];
    this.isLastFull = claim.deliveries.length === this.claimSize;
    this.filledAt = performance.now();
    this.confirmedAt = claim.claimedAt;
    this.claimedRevision = claim.revision;
    this.blocked = claim.blocked;
    this.more = claim.more || outdated.length > 0;
    this.allowed = claim.concurrency;
    return outdated;
  }

  next(): ClaimedDelivery | undefined {
    return this.buffer.shift();
  }

  empty(): ClaimedDelivery[] {
    const unattempted = this.buffer;
    this.buffer = [];
    return unattempted;
  }

  allow(concurrency: number): void {
    this.allowed = concurrency;
  }

  learn(result: CallResult): void {
    this.timeouts = result.timeUp ? this.timeouts + 1 : 0;
    const isSlow = result.timeUp || result.ms >= SLOW_MS;
    this.slow = isSlow ? this.slow + 1 : 0;
    if (result.success && !isSlow) this.proven = Math.min(WIDEST, this.proven + 1);
    if (this.timeouts >= TIMEOUTS_TO_NARROW) this.proven = 1;
  }
}
