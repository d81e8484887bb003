import { Inject, Injectable, Logger } from '@nestjs/common';
import { APP_CONFIG, type AppConfig } from '../../../platform/config/config.js';
import { isDatabaseUnavailable } from '../../../platform/errors/database-errors.js';
import { type Claim, Claims } from '../claims/claims.js';
import { FailureMonitor } from './failure-monitor.js';
import { type Attempt, MessageAttempts } from './message-attempts.service.js';
import { type Allowance, Allowances, type Deferral } from '../pacing/allowances.js';
import { type NoRoute, type Route, SenderSelector } from './sender-selector.js';
import { SendSlots } from './send-slots.js';

/** A route older than this is selected again: the sender may have changed or failed. */
const ROUTE_GOOD_FOR_MS = 500;
/** Longer waits are stored, and the campaign status shows the reason. */
const SHORT_WAIT_MS = 5_000;
/** Shorter waits use a timer of this process; longer ones are left to the scan. */
const MAX_OWN_TIMER_MS = 120_000;
/** Delay of a timer, so that the message is due in the database by then. */
const TIMER_MARGIN_MS = 20;
const SHORTAGE_PAUSE_MS = 500;
/** The share of a sender's slots that one provider may use, so that a slow one does not block the others. */
const SHARE_OF_DESTINATION = 0.75;

/**
 * Sends due emails, at most SEND_CONCURRENCY at a time in this process.
 *
 * Failure policy: a row is `sending` before its first byte leaves and until its result is stored. A process that
 * crashes in between leaves at most SEND_CONCURRENCY rows in doubt; after their leases expire, the scan repeats them
 * with the same Message-ID (or holds them). The fence refuses late results.
 */
@Injectable()
export class SendingEngine {
  private readonly logger = new Logger(SendingEngine.name);
  private readonly runs = new Map<number, { again: boolean; done: Promise<void> }>();
  private readonly slots: SendSlots;
  private readonly timers = new Map<number, { readonly at: number; readonly timer: NodeJS.Timeout }>();
  /** Sendings whose last emails found no free slot at their destinations; later emails may. */
  private readonly destinationLimited = new Set<number>();

  constructor(
    private readonly routes: SenderSelector,
    private readonly allowances: Allowances,
    private readonly claims: Claims,
    private readonly attempts: MessageAttempts,
    private readonly faults: FailureMonitor,
    @Inject(APP_CONFIG) config: AppConfig,
  ) {
    this.slots = new SendSlots(config.mail.concurrency);
  }

  /** Sends until nothing of the sending is due. It never throws, because the scan retries after a failure. */
  async work(sendingId: number): Promise<void> {
    const current = this.runs.get(sendingId);
    if (current) {
      current.again = true;
      return current.done;
    }
    const run = { again: true, done: Promise.resolve() };
    this.runs.set(sendingId, run);
    run.done = (async () => {
      try {
        while (run.again && !this.attempts.isStopping) {
          run.again = false;
          await this.sendDue(sendingId);
        }
      } catch (error) {
        if (isDatabaseUnavailable(error)) this.logger.warn('Sending waiting for the database');
        else this.logger.error({ err: error, sending: sendingId }, 'Sending failed; retrying');
      } finally {
        this.runs.delete(sendingId);
      }
    })();
    return run.done;
  }

  /** Stops claiming, releases messages that have not started, and waits for the others. */
  async stop(): Promise<void> {
    for (const { timer } of this.timers.values()) clearTimeout(timer);
    await this.attempts.stop([...this.runs.values()].map((run) => run.done));
  }

  private async sendDue(sendingId: number): Promise<void> {
    for (let more = true; more && !this.attempts.isStopping;) {
      if (this.faults.shortage() !== null) {
        await this.attempts.pause(SHORTAGE_PAUSE_MS);
        continue;
      }
      const route = await this.routes.next(sendingId);
      if (!route) return;
      if ('waitMs' in route) {
        await this.postpone(sendingId, route);
        return;
      }
      more = await this.sendSome(sendingId, route);
    }
  }

  /** @returns whether there may be more to send. */
  private async sendSome(sendingId: number, route: Route): Promise<boolean> {
    const { sender, emailClass, pacing } = route;
    const foundAt = performance.now();
    this.slots.isShared = this.routes.isShared;
    const isEager = this.destinationLimited.delete(sendingId);
    const limit = sender.poolSize ?? undefined;
    const slots = await this.slots.take(sender.id, { limit, emailClass, isEager });
    let begun: Promise<void>[] = [];
    let wait: Deferral | null = null;
    let more = true;
    try {
      // A shutdown may have started during the wait.
      if (this.attempts.isStopping || performance.now() - foundAt > ROUTE_GOOD_FOR_MS) return true;
      const wanted = route.isProbe ? 1 : slots;
      const allowance = await this.allowances.take({ sendingId, emailClass, sender, pacing }, wanted);
      if ('waitMs' in allowance) wait = allowance;
      else {
        const allowedAt = performance.now();
        const { messages, foundSome } = await this.claim(sendingId, route, allowance);
        begun = messages.map((message, index) => {
          const startAt = allowedAt + (allowance.startsInMs[index] ?? 0);
          const capacity = this.slots.capacity(sender.id, limit, emailClass);
          const maxPerDestination = emailClass === 'urgent' ? capacity : Math.ceil(capacity * SHARE_OF_DESTINATION);
          return this.begin(sendingId, allowance, { route, message, startAt, maxPerDestination });
        });
        more = foundSome;
      }
    } finally {
      // Slots are not held during a wait.
      this.slots.release(sender.id, slots - begun.length);
      if (route.isProbe && begun.length === 0) await this.faults.probedNothing(sender.id);
    }
    if (wait) return this.waitOut(sendingId, wait);
    // A probe decides whether anything else can leave, unless a fallback sends meanwhile.
    if (route.isProbe && !route.hasFallback) await Promise.all(begun);
    return more;
  }

  private async claim(sendingId: number, { sender, isProbe, emailClass }: Route, allowance: Allowance): Promise<Claim> {
    const { length: wanted } = allowance.startsInMs;
    let found = 0;
    try {
      // Retry suspected poison messages one at a time.
      const suspects = !this.attempts.underWay.some(({ isSuspect }) => isSuspect);
      const take = (which: { readonly suspects: boolean }): Promise<Claim> =>
        this.claims.take(sendingId, sender.id, wanted, { ...which, isUrgent: emailClass === 'urgent' });
      // A server that breaks off connections would interrupt the same email again and again.
      const others = isProbe ? await take({ suspects: false }) : null;
      const claim = others?.foundSome === true ? others : await take({ suspects });
      found = claim.messages.length;
      if (claim.dueInMs !== null) this.wakeIn(sendingId, claim.dueInMs);
      return claim;
    } finally {
      await this.allowances.releaseUnclaimed(allowance, wanted - found);
    }
  }

  private async begin(sendingId: number, allowance: Allowance, attempt: Attempt): Promise<void> {
    const outcome = await this.attempts.begin(attempt);
    this.slots.release(attempt.route.sender.id, 1);
    if (outcome?.kind === 'given_back' && outcome.afterMs !== undefined) {
      this.destinationLimited.add(sendingId);
      this.wakeIn(sendingId, outcome.afterMs);
    }
    if (outcome?.kind === 'given_back' || outcome?.kind === 'not_sent')
      await this.allowances.release(allowance, 1).catch((error: unknown) => {
        this.logger.warn({ err: error, sending: sendingId }, 'Daily cap not released for an unsent email');
      });
  }

  /** @returns whether the wait is over. */
  private async waitOut(sendingId: number, wait: Deferral): Promise<boolean> {
    const isShort = wait.waitMs <= SHORT_WAIT_MS;
    await (isShort ? this.attempts.pause(wait.waitMs) : this.postpone(sendingId, wait));
    return isShort;
  }

  private async postpone(sendingId: number, wait: NoRoute): Promise<void> {
    await this.routes.postpone(sendingId, wait);
    this.wakeIn(sendingId, wait.waitMs);
  }

  /** Only a hint: the scan finds what a lost timer misses. */
  private wakeIn(sendingId: number, waitMs: number): void {
    const at = performance.now() + waitMs;
    const known = this.timers.get(sendingId);
    if (waitMs > MAX_OWN_TIMER_MS || this.attempts.isStopping || (known && known.at <= at)) return;
    clearTimeout(known?.timer);
    const timer = setTimeout(() => {
      this.timers.delete(sendingId);
      void this.work(sendingId);
    }, waitMs + TIMER_MARGIN_MS);
    timer.unref();
    this.timers.set(sendingId, { at, timer });
  }
}
