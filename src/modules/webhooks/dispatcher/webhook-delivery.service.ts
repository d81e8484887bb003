import { performance } from 'node:perf_hooks';
import { Inject, Injectable, Logger, type BeforeApplicationShutdown } from '@nestjs/common';
import { APP_CONFIG, type AppConfig } from '../../../platform/config/config.js';
import { isDatabaseUnavailable } from '../../../platform/errors/database-errors.js';
import { Metrics } from '../../../platform/metrics/metrics.js';
import { type CallResult, WebhookCaller } from '../webhook-caller.js';
import { concurrencyFor } from '../webhook-status.js';
import { type ClaimedDelivery, DeliveryClaims } from './delivery-claims.service.js';
import { DeliverySettlements, type Settled } from './delivery-settlements.service.js';
import { Endpoint } from './endpoint.js';
import { HostRateLimiter } from './host-rate-limiter.js';
import { Slots } from './slots.js';

const MAX_IN_PROCESS = 64;
/** The maximum for all slow endpoints together. */
const MAX_FOR_SUSPECTS = 32;
/** Later retries are found by the sweeper. */
const MAX_TIMER_MS = 60_000;

/** Failure policy: at least once. After a crash leases expire; attempts repeat with the same id and bytes. */
@Injectable()
export class WebhookDeliveryService implements BeforeApplicationShutdown {
  private readonly logger = new Logger(WebhookDeliveryService.name);
  private readonly endpoints = new Map<number, Endpoint>();
  private readonly slots = new Slots(MAX_IN_PROCESS);
  private readonly suspectSlots = new Slots(MAX_FOR_SUSPECTS);
  private readonly running = new Set<Promise<void>>();
  private readonly timers = new Set<NodeJS.Timeout>();
  private readonly attempts;
  private readonly rateLimiter: HostRateLimiter;
  /** Deliveries still to be released, because the database was unavailable. */
  private unreleased: ClaimedDelivery[] = [];
  private stopping = false;

  constructor(
    private readonly claims: DeliveryClaims,
    private readonly settlements: DeliverySettlements,
    private readonly caller: WebhookCaller,
    metrics: Metrics,
    @Inject(APP_CONFIG) { webhooks }: AppConfig,
  ) {
    this.rateLimiter = new HostRateLimiter(webhooks.maxRatePerHost);
    this.attempts = metrics.counter('carillon_webhook_attempts_total', 'Webhook calls by outcome', ['outcome']);
  }

  /** Signals that deliveries of the webhook may be due. Returns at once. */
  wake(webhookId: number): void {
    if (this.stopping) return;
    const endpoint = this.endpoints.get(webhookId) ?? new Endpoint(webhookId);
    this.endpoints.set(webhookId, endpoint);
    endpoint.notified = true;
    this.widen(endpoint);
  }

  /** Forgets deleted webhooks and releases claims that could not be released earlier. */
  async tidy(existing: ReadonlySet<number>): Promise<void> {
    for (const [id, { lanes }] of this.endpoints) if (lanes === 0 && !existing.has(id)) this.endpoints.delete(id);
    this.rateLimiter.tidy();
    await this.release(this.unreleased.splice(0));
  }

  /** Sends nothing more, waits for requests in progress (at most 35 s), and releases the other claims. */
  async beforeApplicationShutdown(): Promise<void> {
    this.stopping = true;
    this.settlements.stop();
    for (const timer of this.timers) clearTimeout(timer);
    await Promise.all([...this.endpoints.values()].map((endpoint) => this.release(endpoint.empty())));
    while (this.running.size > 0) await Promise.all(this.running);
    await this.release(this.unreleased.splice(0));
  }

  private widen(endpoint: Endpoint): void {
    // A lane would end at once, and this would loop forever.
    if (this.paused) return;
    // The first claim sets the width; a stopped endpoint starts with one lane.
    while (endpoint.lanes < Math.max(1, endpoint.width)) {
      endpoint.lanes += 1;
      this.track(this.lane(endpoint));
    }
  }

  private track(work: Promise<void>): void {
    const tracked = work
      .catch((error: unknown) => {
        this.logger.error({ err: error }, 'Webhook lane failed; the sweeper starts a new one');
      })
      .finally(() => this.running.delete(tracked));
    this.running.add(tracked);
  }

  private async lane(endpoint: Endpoint): Promise<void> {
    try {
      while (!this.paused && endpoint.lanes <= Math.max(1, endpoint.width)) {
        // A lane must not hold a slot while it waits for the rate limit.
        if (this.rateLimiter.isLimited && !(await this.ready(endpoint))) break;
        const host = this.rateLimiter.isLimited ? hostOf(endpoint.nextUrl) : null;
        // Another lane took the delivery; one of a later claim must wait for its turn, too.
        if (this.rateLimiter.isLimited && host === null) continue;
        const acquire = await this.rateLimiter.acquire(host, () => !this.paused);
        const release = await this.acquire(endpoint);
        const delivery = await this.next(endpoint);
        if (!delivery) {
          acquire.unused();
          release();
          break;
        }
        acquire.started();
        await this.attempt(endpoint, delivery, release);
      }
    } finally {
      endpoint.lanes -= 1;
      // A notification during the exit of this lane must not be lost.
      if (endpoint.notified) this.widen(endpoint);
    }
  }

  /** Whether to send nothing new: the process stops, or results cannot be stored. */
  private get paused(): boolean {
    return this.stopping || this.settlements.stalled;
  }

  /** Acquires a slot of the process, one of the webhook and, for slow endpoints, one of those for slow endpoints. */
  private async acquire(endpoint: Endpoint): Promise<() => void> {
    const places = [endpoint.unsettled, ...(endpoint.isSuspect ? [this.suspectSlots] : []), this.slots];
    const releases: (() => void)[] = [];
    for (const place of places) releases.push(await place.acquire());
    const releaseAll = (): void => {
      for (const release of releases) release();
    };
    // It may have become slow while it waited.
    if (places.includes(this.suspectSlots) || !endpoint.isSuspect) return releaseAll;
    releaseAll();
    return this.acquire(endpoint);
  }

  private async next(endpoint: Endpoint): Promise<ClaimedDelivery | null> {
    // Another lane may have taken the delivery.
    while (await this.ready(endpoint)) {
      const delivery = endpoint.next();
      if (delivery) return delivery;
    }
    return null;
  }

  /** Returns whether a delivery can start now. Claims deliveries if none are claimed. */
  private async ready(endpoint: Endpoint): Promise<boolean> {
    for (;;) {
      if (this.paused || endpoint.isStale) {
        const unstarted = endpoint.empty();
        if (unstarted.length > 0) endpoint.more = true;
        await this.release(unstarted);
        if (this.paused) return false;
      }
      if (endpoint.isDoubtful) {
        endpoint.reconsidering ??= this.reconsider(endpoint).finally(() => {
          endpoint.reconsidering = null;
        });
        await endpoint.reconsidering;
        continue;
      }
      if (endpoint.runsLow) this.track(this.claimFor(endpoint));
      if (endpoint.nextUrl !== null) return true;
      if (!endpoint.mayHaveMore) return false;
      await this.claimFor(endpoint);
    }
  }

  /** Rechecks a waiting claim: the webhook may have been deactivated, deleted, or changed. */
  private async reconsider(endpoint: Endpoint): Promise<void> {
    const askedAt = performance.now();
    const isCurrent = await this.claims.isCurrent(endpoint.webhookId, endpoint.claimedRevision).catch(() => false);
    if (isCurrent) {
      endpoint.confirm(askedAt);
      return;
    }
    const unattempted = endpoint.empty();
    if (unattempted.length > 0) endpoint.notified = true;
    await this.release(unattempted);
  }

  /** Lanes of one webhook share a claim. */
  private claimFor(endpoint: Endpoint): Promise<void> {
    endpoint.claiming ??= this.refill(endpoint).finally(() => {
      endpoint.claiming = null;
    });
    return endpoint.claiming;
  }

  private async refill(endpoint: Endpoint): Promise<void> {
    endpoint.notified = false;
    endpoint.more = false;
    try {
      const outdated = endpoint.fill(await this.claims.claim(endpoint.webhookId, endpoint.nextClaimSize()));
      // After a claim made in advance, there may be no lane to release it.
      await this.release(this.stopping ? [...outdated, ...endpoint.empty()] : outdated);
    } catch (error) {
      if (isDatabaseUnavailable(error)) this.logger.warn('Webhook deliveries paused: database unavailable');
      else this.logger.error({ err: error, webhook: endpoint.webhookId }, 'Webhook delivery claim failed');
    }
  }

  private async attempt(endpoint: Endpoint, delivery: ClaimedDelivery, release: () => void): Promise<void> {
    const result = await this.caller.call({ ...delivery, deliveryId: delivery.id });
    this.attempts.inc({ outcome: result.outcome });
    this.logCall(delivery, result);
    endpoint.learn(result);
    const stored = this.settlements
      .settle(delivery, result)
      .then((settled) => {
        this.follow(endpoint, settled);
      })
      .finally(release);
    this.track(stored);
    // While the endpoint is probed or failing, wait for the stored result: it may be the last failure allowed, or the success
    // that lifts the limit.
    if (!result.success || !endpoint.isTrusted) await stored;
    if (result.success) this.widen(endpoint);
  }

  /** Logs every call, like an access log. The data and the URL are in the event log and the delivery log. */
  private logCall(delivery: ClaimedDelivery, { outcome, code, ms }: CallResult): void {
    const { id, webhookId: webhook, event, eventUid, attemptNo: attempt, requestId } = delivery;
    this.logger.log(
      { requestId: requestId ?? undefined, webhook, delivery: id, event, eventUid, attempt, outcome, code, ms },
      'Webhook called',
    );
  }

  private follow(endpoint: Endpoint, { retryInMs, health }: Settled): void {
    if (endpoint.blocked) this.wake(endpoint.webhookId);
    if (retryInMs !== null && retryInMs <= MAX_TIMER_MS) this.wakeLater(endpoint.webhookId, retryInMs);
    if (!health) return;
    const concurrency = concurrencyFor(health);
    endpoint.allow(concurrency);
    if (concurrency === 0) this.track(this.release(endpoint.empty()));
  }

  private wakeLater(webhookId: number, delayMs: number): void {
    if (this.stopping) return;
    const timer = setTimeout(() => {
      this.timers.delete(timer);
      this.wake(webhookId);
    }, delayMs + 1);
    this.timers.add(timer);
  }

  private async release(deliveries: readonly ClaimedDelivery[]): Promise<void> {
    try {
      await this.claims.release(deliveries);
    } catch {
      // The next sweep retries. If the lease expires first, it counts as an interruption.
      this.unreleased.push(...deliveries);
    }
  }
}

const hostOf = (url: string | null): string | null => (url === null ? null : new URL(url).host);
