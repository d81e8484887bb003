import { performance } from 'node:perf_hooks';
import type { CallResult } from '../webhook-caller.js';
import type { Claim, ClaimedDelivery } from './delivery-claims.service.js';
import { Slots } from './slots.js';

/** A claim that has waited this long is given back instead of begun: its lease must outlast the request. */
const CLAIM_GOES_STALE_MS = 10_000;
/** After this long it is asked whether the webhook is still as it was claimed: somebody may have switched it off. */
const CLAIM_BECOMES_DOUBTFUL_MS = 250;
const WIDEST = 4;
const TIMEOUTS_TO_NARROW = 3;
/** An answer that takes this long holds a slot as a timeout does, even if it is a success. */
const SLOW_MS = 5_000;
const SLOW_TO_SUSPECT = 3;
/** Requests under way and results not yet stored, together: a quarter of a process. */
const MOST_UNSETTLED = 16;

/** What one process knows about one webhook at the moment. Nothing in it is truth; it is lost without harm. */
export class Endpoint {
  /** Workers that are attempting deliveries of this webhook. */
  lanes = 0;
  /** Somebody said that there is work, after the last claim began. */
  rung = false;
  /** The last claim left something behind. */
  more = false;
  /** The last claim left something that has to wait for what is under way, here or elsewhere. */
  blocked = false;
  claiming: Promise<void> | null = null;
  reconsidering: Promise<void> | null = null;
  readonly unsettled = new Slots(MOST_UNSETTLED);
  private buffer: ClaimedDelivery[] = [];
  private claimedAt = 0;
  private confirmedAt = 0;
  private revision = new Date(0);
  private allowed = 1;
  /** Slow start: it has to earn its lanes, so that fifty dead endpoints cannot take a whole process. */
  private proven = 1;
  private timeouts = 0;
  /** Requests in a row that were slow or timed out. */
  private slow = 0;

  constructor(readonly webhookId: number) {}

  get width(): number {
    return Math.min(this.proven, this.allowed);
  }

  /** It keeps being slow or silent, so it may only take from what is set aside for such endpoints. */
  get isSuspect(): boolean {
    return this.slow >= SLOW_TO_SUSPECT;
  }

  /** It is not being probed. */
  get isTrusted(): boolean {
    return this.allowed >= WIDEST;
  }

  get isStale(): boolean {
    return this.buffer.length > 0 && performance.now() - this.claimedAt > CLAIM_GOES_STALE_MS;
  }

  get isDoubtful(): boolean {
    return this.buffer.length > 0 && performance.now() - this.confirmedAt > CLAIM_BECOMES_DOUBTFUL_MS;
  }

  /** What the present claim was made under. */
  get claimedRevision(): Date {
    return this.revision;
  }

  /** @param askedAt of the monotonic clock, from before the question. */
  confirm(askedAt: number): void {
    this.confirmedAt = askedAt;
  }

  /** Where the next request goes. */
  get nextUrl(): string | null {
    return this.buffer[0]?.url ?? null;
  }

  fill(claim: Claim): void {
    this.buffer.push(...claim.deliveries);
    this.claimedAt = claim.claimedAt;
    this.confirmedAt = claim.claimedAt;
    this.revision = claim.revision;
    this.blocked = claim.blocked;
    this.more = claim.more;
    this.allowed = claim.concurrency;
  }

  next(): ClaimedDelivery | undefined {
    return this.buffer.shift();
  }

  /** Takes everything out that has not been begun. */
  empty(): ClaimedDelivery[] {
    const unbegun = this.buffer;
    this.buffer = [];
    return unbegun;
  }

  /** A limit that the last stored result has changed. */
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
