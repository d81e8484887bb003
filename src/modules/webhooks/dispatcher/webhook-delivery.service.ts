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
import { HostPace } from './host-pace.js';
import { Slots } from './slots.js';

const MOST_IN_PROCESS = 64;
/** What endpoints that are slow or never answer may take of it, all together. */
const MOST_FOR_SUSPECTS = 32;
/** Later retries are the sweeper's. */
const LONGEST_TIMER_MS = 60_000;

/**
 * Attempts due deliveries: a few lanes per webhook take from small claims until nothing is due.
 *
 * Failure policy: at least once. A process that dies leaves its claims to run out; what it had begun is then recorded as
 * interrupted and attempted again, with the same delivery id and the same bytes. At most `MOST_IN_PROCESS` requests are
 * begun and not yet stored, so no more than that can be repeated. A refused call is a recorded result, no exception.
 */
@Injectable()
export class WebhookDeliveryService implements BeforeApplicationShutdown {
  private readonly logger = new Logger(WebhookDeliveryService.name);
  private readonly endpoints = new Map<number, Endpoint>();
  private readonly slots = new Slots(MOST_IN_PROCESS);
  private readonly suspectSlots = new Slots(MOST_FOR_SUSPECTS);
  private readonly running = new Set<Promise<void>>();
  private readonly timers = new Set<NodeJS.Timeout>();
  private readonly attempts;
  private readonly pace: HostPace;
  /** Given back in memory, not yet in the database, because that was away. */
  private unreturned: ClaimedDelivery[] = [];
  private stopping = false;

  constructor(
    private readonly claims: DeliveryClaims,
    private readonly settlements: DeliverySettlements,
    private readonly caller: WebhookCaller,
    metrics: Metrics,
    @Inject(APP_CONFIG) { webhooks }: AppConfig,
  ) {
    this.pace = new HostPace(webhooks.maxRatePerHost);
    this.attempts = metrics.counter('carillon_webhook_attempts_total', 'Webhook calls by what became of them', [
      'outcome',
    ]);
  }

  /** Says that deliveries of the webhook may be due. Returns at once; the work goes on behind it. */
  wake(webhookId: number): void {
    if (this.stopping) return;
    const endpoint = this.endpoints.get(webhookId) ?? new Endpoint(webhookId);
    this.endpoints.set(webhookId, endpoint);
    endpoint.rung = true;
    this.widen(endpoint);
  }

  /** Forgets webhooks that no longer exist, and returns what could not be returned while the database was away. */
  async tidy(existing: ReadonlySet<number>): Promise<void> {
    for (const [id, { lanes }] of this.endpoints) if (lanes === 0 && !existing.has(id)) this.endpoints.delete(id);
    this.pace.tidy();
    await this.giveBack(this.unreturned.splice(0));
  }

  /** Begins nothing more, lets requests under way come to their end (35 s at most), gives unbegun claims back. */
  async beforeApplicationShutdown(): Promise<void> {
    this.stopping = true;
    for (const timer of this.timers) clearTimeout(timer);
    await Promise.all([...this.endpoints.values()].map((endpoint) => this.giveBack(endpoint.empty())));
    while (this.running.size > 0) await Promise.all(this.running);
    await this.giveBack(this.unreturned.splice(0));
  }

  private widen(endpoint: Endpoint): void {
    // A lane that may not begin ends at once, and this would go round for ever.
    if (this.paused) return;
    // The first claim tells how wide it may be; an endpoint that was stopped before it begins with one again.
    while (endpoint.lanes < Math.max(1, endpoint.width)) {
      endpoint.lanes += 1;
      this.track(this.lane(endpoint));
    }
  }

  private track(work: Promise<void>): void {
    const tracked = work
      .catch((error: unknown) => {
        this.logger.error({ err: error }, 'A webhook lane broke off; the sweeper will begin a new one');
      })
      .finally(() => this.running.delete(tracked));
    this.running.add(tracked);
  }

  private async lane(endpoint: Endpoint): Promise<void> {
    try {
      while (!this.paused && endpoint.lanes <= Math.max(1, endpoint.width)) {
        // Whoever waits for the pace must not hold a place meanwhile.
        if (this.pace.isLimited && !(await this.ready(endpoint))) break;
        const turn = await this.pace.turn(hostOf(endpoint.nextUrl), () => !this.paused);
        const release = await this.acquire(endpoint);
        const delivery = await this.next(endpoint);
        if (!delivery) {
          turn.unused();
          release();
          break;
        }
        turn.begun();
        await this.attempt(endpoint, delivery, release);
      }
    } finally {
      endpoint.lanes -= 1;
      // A ring that came while this lane was on its way out would else be lost.
      if (endpoint.rung) this.widen(endpoint);
    }
  }

  /** Nothing new is begun: the process ends, or results could not be stored. */
  private get paused(): boolean {
    return this.stopping || this.settlements.stalled;
  }

  /** A place in the process, in the webhook's own share and, for slow endpoints, in the share of all of them. */
  private async acquire(endpoint: Endpoint): Promise<() => void> {
    const places = [endpoint.unsettled, ...(endpoint.isSuspect ? [this.suspectSlots] : []), this.slots];
    const releases: (() => void)[] = [];
    for (const place of places) releases.push(await place.acquire());
    const releaseAll = (): void => {
      for (const release of releases) release();
    };
    // It may have turned out to be slow while it waited.
    if (places.includes(this.suspectSlots) || !endpoint.isSuspect) return releaseAll;
    releaseAll();
    return this.acquire(endpoint);
  }

  private async next(endpoint: Endpoint): Promise<ClaimedDelivery | null> {
    // Another lane may have been quicker.
    while (await this.ready(endpoint)) {
      const delivery = endpoint.next();
      if (delivery) return delivery;
    }
    return null;
  }

  /** Whether there is something that may be begun at this very moment; claims when there is nothing claimed. */
  private async ready(endpoint: Endpoint): Promise<boolean> {
    for (;;) {
      if (this.paused || endpoint.isStale) {
        const unbegun = endpoint.empty();
        if (unbegun.length > 0) endpoint.more = true;
        await this.giveBack(unbegun);
        if (this.paused) return false;
      }
      if (endpoint.isDoubtful) {
        endpoint.reconsidering ??= this.reconsider(endpoint).finally(() => {
          endpoint.reconsidering = null;
        });
        await endpoint.reconsidering;
        continue;
      }
      if (endpoint.nextUrl !== null) return true;
      if (!endpoint.claiming && !endpoint.rung && !endpoint.more) return false;
      // Lanes of one webhook share a claim.
      endpoint.claiming ??= this.refill(endpoint).finally(() => {
        endpoint.claiming = null;
      });
      await endpoint.claiming;
    }
  }

  /** What is claimed waits for its place; meanwhile the webhook may have been switched off, deleted or given another URL. */
  private async reconsider(endpoint: Endpoint): Promise<void> {
    const askedAt = performance.now();
    const isCurrent = await this.claims.isCurrent(endpoint.webhookId, endpoint.claimedRevision).catch(() => false);
    if (isCurrent) {
      endpoint.confirm(askedAt);
      return;
    }
    const unbegun = endpoint.empty();
    if (unbegun.length > 0) endpoint.rung = true;
    await this.giveBack(unbegun);
  }

  private async refill(endpoint: Endpoint): Promise<void> {
    endpoint.rung = false;
    endpoint.more = false;
    try {
      endpoint.fill(await this.claims.claim(endpoint.webhookId));
    } catch (error) {
      if (isDatabaseUnavailable(error)) this.logger.warn('Webhook deliveries wait for the database');
      else this.logger.error({ err: error, webhook: endpoint.webhookId }, 'Webhook deliveries could not be claimed');
    }
  }

  private async attempt(endpoint: Endpoint, delivery: ClaimedDelivery, release: () => void): Promise<void> {
    const result = await this.caller.call({ ...delivery, deliveryId: delivery.id });
    this.attempts.inc({ outcome: result.outcome });
    this.say(delivery, result);
    endpoint.learn(result);
    const stored = this.settlements
      .settle(delivery, result)
      .then((settled) => {
        this.follow(endpoint, settled);
      })
      .finally(release);
    this.track(stored);
    // While its health is in doubt, the next one waits until it is known what this one means: it may be one failure too
    // many, or the success that opens the gates.
    if (!result.success || !endpoint.isTrusted) await stored;
    if (result.success) this.widen(endpoint);
  }

  /** A line for every call, as servers write one for every request. What was told, and to whom, is in the event log. */
  private say(delivery: ClaimedDelivery, { outcome, code, ms }: CallResult): void {
    const { id, webhookId: webhook, event, eventUid, attemptNo: attempt, requestId } = delivery;
    this.logger.log(
      { requestId: requestId ?? undefined, webhook, delivery: id, event, eventUid, attempt, outcome, code, ms },
      'A webhook was called',
    );
  }

  private follow(endpoint: Endpoint, { retryInMs, health }: Settled): void {
    if (endpoint.blocked) this.wake(endpoint.webhookId);
    if (retryInMs !== null && retryInMs <= LONGEST_TIMER_MS) this.wakeLater(endpoint.webhookId, retryInMs);
    if (!health) return;
    const concurrency = concurrencyFor(health);
    endpoint.allow(concurrency);
    if (concurrency === 0) this.track(this.giveBack(endpoint.empty()));
  }

  private wakeLater(webhookId: number, delayMs: number): void {
    if (this.stopping) return;
    const timer = setTimeout(() => {
      this.timers.delete(timer);
      this.wake(webhookId);
    }, delayMs + 1);
    this.timers.add(timer);
  }

  private async giveBack(deliveries: readonly ClaimedDelivery[]): Promise<void> {
    try {
      await this.claims.giveBack(deliveries);
    } catch {
      // The next sweep tries again. Should the lease run out before, it counts as an interruption.
      this.unreturned.push(...deliveries);
    }
  }
}

const hostOf = (url: string | null): string | null => (url === null ? null : new URL(url).host);
