import { performance } from 'node:perf_hooks';
import type { CallResult } from '../webhook-caller.js';
import type { Claim, ClaimedDelivery } from './delivery-claims.service.js';
import { Slots } from './slots.js';

/** A claim that has waited this long is given back instead of begun: its lease must outlast the request. */
const CLAIM_GOES_STALE_MS = 10_000;
const WIDEST = 4;
const TIMEOUTS_TO_NARROW = 3;
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
  claiming: Promise<void> | null = null;
  readonly unsettled = new Slots(MOST_UNSETTLED);
  private buffer: ClaimedDelivery[] = [];
  private claimedAt = 0;
  private allowed = 1;
  /** Slow start: it has to earn its lanes, so that fifty dead endpoints cannot take a whole process. */
  private proven = 1;
  private timeouts = 0;

  constructor(readonly webhookId: number) {}

  get width(): number {
    return Math.min(this.proven, this.allowed);
  }

  /** It keeps not answering, so it may only take from what is set aside for such endpoints. */
  get isSuspect(): boolean {
    return this.timeouts >= TIMEOUTS_TO_NARROW;
  }

  /** Nothing speaks against it: no failed delivery behind it, no probing. */
  get isTrusted(): boolean {
    return this.allowed >= WIDEST;
  }

  get isStale(): boolean {
    return this.buffer.length > 0 && performance.now() - this.claimedAt > CLAIM_GOES_STALE_MS;
  }

  fill(claim: Claim): void {
    this.buffer.push(...claim.deliveries);
    this.claimedAt = claim.claimedAt;
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
    this.timeouts = result.outcome === 'timeout' ? this.timeouts + 1 : 0;
    if (result.success) this.proven = Math.min(WIDEST, this.proven + 1);
    else if (this.isSuspect) this.proven = 1;
  }
}
