import { setTimeout as sleep } from 'node:timers/promises';
import { Inject, Injectable, Logger } from '@nestjs/common';
import type { Counter } from 'prom-client';
import { Clock } from '../../platform/clock/clock.js';
import { APP_CONFIG, type AppConfig } from '../../platform/config/config.js';
import { Database } from '../../platform/database/database.js';
import { isDatabaseUnavailable } from '../../platform/errors/database-errors.js';
import { Metrics } from '../../platform/metrics/metrics.js';
import { ContentsService } from '../mail-content/rendering/contents.service.js';
import { type Claim, Claims, type ClaimedMessage } from './claims.js';
import { DomainPlaces, domainOf } from './domain-places.js';
import { FaultWatch } from './fault-watch.js';
import { MessageSubmitter, type Submission } from './message-submitter.service.js';
import { type Allowance, Allowances, type NotNow } from './pacing/allowances.js';
import { ClaimMemory } from './restore/claim-memory.js';
import { type Route, SenderSelector } from './sender-selector.js';
import { SendSlots } from './send-slots.js';
import { Settlement } from './settlement.js';
import { ResourceGuard } from './resource-guard.js';
import { MailTransport } from '../../platform/smtp/mail-transport.js';
import type { SendOutcome } from '../../platform/smtp/smtp-reply.js';

/** So soon after its claim a mail begins, or it is asked once more whether it may: a pause and an opt-out bind at once. */
const BEGIN_WITHIN_MS = 200;
/** A way that was found longer ago than this is looked for anew: the sender may have been changed or have broken. */
const ROUTE_GOOD_FOR_MS = 500;
/** Who waits longer than this is written down as waiting, and the status says why. */
const SHORT_WAIT_MS = 5_000;
/** The sweeper looks every two seconds; a wait that ends soon is not left to it. */
const OWN_ALARM_MS = 120_000;
/** What it rings for is then due for sure, and settled in the ledger. */
const ALARM_LATE_MS = 20;
const SHORTAGE_PAUSE_MS = 500;
/** Of a sender's lane so much may go to one domain, so that one that hangs does not stop the others. */
const SHARE_OF_DOMAIN = 0.75;
/** So long a mail past its DATA is waited for at a shutdown. */
const DRAIN_MS = 120_000;

/** What a mail needs to know about the claim that it came with. */
interface Claimed {
  readonly sendingId: number;
  readonly route: Route;
  readonly allowance: Allowance;
  readonly message: ClaimedMessage;
  /** On this process's monotonic clock; not before. */
  readonly startAt: number;
}

/**
 * Sends what is due, at most SEND_CONCURRENCY mails at a time in this process.
 *
 * Failure policy: a row is `sending` before its first byte leaves and stays so until its result is stored. A process
 * that dies in between leaves at most SEND_CONCURRENCY rows in doubt; their leases end and the sweeper repeats them with
 * the same Message-ID (or holds them). Results that come after the lease has moved on are refused by the fence.
 */
@Injectable()
export class SendingEngine {
  private readonly logger = new Logger(SendingEngine.name);
  private readonly runs = new Map<number, { again: boolean; done: Promise<void> }>();
  private readonly slots: SendSlots;
  private readonly places: DomainPlaces;
  private readonly inFlight = new Map<ClaimedMessage, Promise<void>>();
  private readonly alarms = new Map<number, { readonly at: number; readonly timer: NodeJS.Timeout }>();
  /** Sendings whose last mails found no place at their domains: behind them there may be others that do. */
  private readonly crowded = new Set<number>();
  private readonly stopping = new AbortController();
  private readonly outcomes: Counter<'sender' | 'outcome'>;

  constructor(
    private readonly db: Database,
    private readonly routes: SenderSelector,
    private readonly allowances: Allowances,
    private readonly claims: Claims,
    private readonly memory: ClaimMemory,
    private readonly contents: ContentsService,
    private readonly handOver: MessageSubmitter,
    private readonly faults: FaultWatch,
    private readonly shortage: ResourceGuard,
    private readonly settlement: Settlement,
    private readonly transport: MailTransport,
    private readonly clock: Clock,
    metrics: Metrics,
    @Inject(APP_CONFIG) config: AppConfig,
  ) {
    this.slots = new SendSlots(config.mail.concurrency);
    this.places = new DomainPlaces(config.mail.concurrencyPerDomain);
    this.outcomes = metrics.counter('carillon_mails_total', 'Mails by sender and what became of the attempt', [
      'sender',
      'outcome',
    ]);
  }

  /**
   * Works on one sending until nothing of it is due. A ring that comes meanwhile makes it look once more. It never throws:
   * whoever rings can do nothing about a failure, and the sweeper rings again.
   */
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
        while (run.again && !this.isStopping) {
          run.again = false;
          await this.sendDue(sendingId);
        }
      } catch (error) {
        if (isDatabaseUnavailable(error)) this.logger.warn('Sending waits for the database');
        else this.logger.error({ err: error, sending: sendingId }, 'Sending stopped and will be taken up again');
      } finally {
        this.runs.delete(sendingId);
      }
    })();
    return run.done;
  }

  /**
   * Keeps what is under way ours. Only that: a mail whose result could not be stored has to come to the end of its lease,
   * or nobody would ever decide about it.
   */
  async renewLeases(): Promise<void> {
    await this.claims.renew([...this.inFlight.keys()]);
  }

  /**
   * Takes nothing new, gives back what has not begun, and waits for what has; after two minutes it is cut off, and a mail
   * whose final dot may have been seen is in doubt.
   */
  async stop(): Promise<void> {
    this.stopping.abort();
    this.transport.refuseNew();
    for (const { timer } of this.alarms.values()) clearTimeout(timer);
    const cut = setTimeout(() => {
      this.transport.abort();
    }, DRAIN_MS);
    try {
      // Claims that are just being made are waited for, and what they bring is given back.
      await Promise.allSettled([...this.runs.values()].map((run) => run.done));
      await Promise.allSettled(this.inFlight.values());
    } finally {
      clearTimeout(cut);
    }
    this.transport.close();
  }

  private get isStopping(): boolean {
    return this.stopping.signal.aborted;
  }

  private async sendDue(sendingId: number): Promise<void> {
    for (let more = true; more && !this.isStopping;) {
      if (this.shortage.now() !== null) {
        await this.pause(SHORTAGE_PAUSE_MS);
        continue;
      }
      const route = await this.routes.next(sendingId);
      if (!route) return;
      if ('waitMs' in route) {
        await this.waitFor(sendingId, route.waitMs, route.reason);
        return;
      }
      more = await this.sendSome(sendingId, route);
    }
  }

  /** @returns whether there may be more to send. */
  private async sendSome(sendingId: number, route: Route): Promise<boolean> {
    const { sender } = route;
    const foundAt = performance.now();
    this.slots.isShared = this.routes.isShared;
    const isEager = this.crowded.delete(sendingId);
    const slots = await this.slots.take(sender.id, sender.poolSize ?? undefined, isEager);
    let begun: Promise<void>[] = [];
    let wait: NotNow | null = null;
    let more = true;
    try {
      // The shutdown may have begun while we waited.
      if (this.isStopping || performance.now() - foundAt > ROUTE_GOOD_FOR_MS) return true;
      const wanted = route.isProbe ? 1 : slots;
      const allowance = await this.allowances.take(sendingId, sender, route.pacing, wanted);
      if ('waitMs' in allowance) wait = allowance;
      else {
        const allowedAt = performance.now();
        const { messages, foundSome } = await this.claim(sendingId, allowance);
        begun = messages.map((message, index) =>
          this.begin({ sendingId, route, allowance, message, startAt: allowedAt + (allowance.startsInMs[index] ?? 0) }),
        );
        more = foundSome;
      }
    } finally {
      // Nobody waits for his turn with slots that others could use.
      this.slots.giveBack(sender.id, slots - begun.length);
      if (route.isProbe && begun.length === 0) await this.faults.probedNothing(sender.id);
    }
    if (wait) return this.waitOut(sendingId, wait.waitMs, wait.reason);
    // Nothing else can leave before it is known; unless somebody stands in, then the server may take its time.
    if (route.isProbe && !route.hasStandIn) await Promise.all(begun);
    return more;
  }

  private async claim(sendingId: number, allowance: Allowance): Promise<Claim> {
    const { length: wanted } = allowance.startsInMs;
    let found = 0;
    try {
      // Whoever may have killed a process is alone with it the next time.
      const suspects = ![...this.inFlight.keys()].some(({ isSuspect }) => isSuspect);
      const claim = await this.claims.take(sendingId, wanted, { suspects });
      found = claim.messages.length;
      const [first] = claim.messages;
      if (first)
        await this.memory.add({ source: first.source, keys: claim.messages.map(({ key }) => key) }, first.takenAt);
      return claim;
    } finally {
      await this.allowances.giveBack(allowance, wanted - found);
    }
  }

  /** @returns when the mail is dealt with; it never rejects. */
  private begin(claimed: Claimed): Promise<void> {
    const { message, route } = claimed;
    const task = this.sendOne(claimed)
      .catch((error: unknown) => {
        this.logger.error({ err: error, email: message.id }, 'A mail could not be sent');
      })
      .finally(() => {
        this.inFlight.delete(message);
        this.slots.giveBack(route.sender.id, 1);
      });
    this.inFlight.set(message, task);
    return task;
  }

  private async sendOne(claimed: Claimed): Promise<void> {
    const { route, allowance, message } = claimed;
    const { id: senderId } = route.sender;
    const { subject, outcome } = await this.sendInItsPlace(claimed);
    this.outcomes.inc({ sender: String(senderId), outcome: outcome.kind });
    if (outcome.kind === 'given_back' || outcome.kind === 'not_sent') await this.allowances.giveBack(allowance, 1);
    if (!this.shortage.explains(outcome))
      await this.faults.see({ senderId, isProbe: route.isProbe, claimedAt: message.claimedAt }, outcome);
    const stored = await this.settlement.settle({ message, subject, outcome, at: this.clock.now() });
    if (outcome.kind !== 'given_back') this.say(claimed, outcome, stored);
  }

  /** A line for every attempt, as mail servers write it. Who it went to is in the ledger, not in the log. */
  private say({ message, route }: Claimed, outcome: SendOutcome, stored: boolean): void {
    const { id: email, source, attempts: attempt, requestId } = message;
    this.logger.log(
      {
        ...{ requestId: requestId ?? undefined, email, source: `${source.type}:${source.id}`, attempt },
        ...{ sender: route.sender.id, outcome: outcome.kind, code: 'code' in outcome ? outcome.code : undefined },
        ...(stored ? {} : { stored }),
      },
      'A mail was tried',
    );
  }

  /** A mail holds a place at its recipient's domain while it is under way; where there is none, others go first. */
  private async sendInItsPlace(claimed: Claimed): Promise<Submission> {
    const { sendingId, route, message, startAt } = claimed;
    const { sender, insteadOf } = route;
    const limit = Math.ceil(this.slots.capacity(sender.id, sender.poolSize ?? undefined) * SHARE_OF_DOMAIN);
    const place = await this.places.take(sender.id, domainOf(message.recipient.email), limit);
    if ('comeBackInMs' in place) {
      const { comeBackInMs: afterMs } = place;
      this.crowded.add(sendingId);
      this.ringIn(sendingId, afterMs);
      return { subject: '', outcome: { kind: 'given_back', afterMs } };
    }
    let handed: Submission = { subject: '', outcome: { kind: 'given_back' } };
    try {
      const content = await this.contents.load(message.contentId);
      const order = {
        content,
        emailId: message.id,
        messageId: message.messageId,
        recipient: message.recipient,
        source: message.source,
      };
      handed = await this.handOver.send(order, sender, insteadOf, () => this.mayBegin(message, startAt));
    } finally {
      place.leave(handed.outcome);
    }
    return handed;
  }

  /** A long template or a slow connection must not keep a mail for ever from being sent, so what is late is asked about. */
  private async mayBegin(message: ClaimedMessage, startAt: number): Promise<boolean> {
    await this.pause(startAt - performance.now());
    if (this.isStopping) return false;
    if (performance.now() - message.claimedAt < BEGIN_WITHIN_MS) return true;
    const askedAt = performance.now();
    // Without the database its result could not be stored either.
    const wanted = await this.claims.isStillWanted(message).catch(() => false);
    return wanted && !this.stopping.signal.aborted && performance.now() - askedAt < BEGIN_WITHIN_MS;
  }

  /** @returns whether the wait is over and there is something to do. */
  private async waitOut(sendingId: number, waitMs: number, reason: string): Promise<boolean> {
    if (waitMs > SHORT_WAIT_MS) {
      await this.waitFor(sendingId, waitMs, reason);
      return false;
    }
    await this.pause(waitMs);
    return true;
  }

  /** Lets the sending rest; the sweeper of any process takes it up again, and the status says why it rests. */
  private async waitFor(sendingId: number, waitMs: number, reason: string): Promise<void> {
    await this.db.transaction((tx) =>
      tx.execute(
        `UPDATE sendings SET waiting_reason = :reason, waiting_until = NOW(3) + INTERVAL :us MICROSECOND
          WHERE id = :sendingId AND state = 'open'`,
        { sendingId, reason, us: Math.round(waitMs * 1_000) },
      ),
    );
    this.ringIn(sendingId, waitMs);
  }

  /** Only a hint: whatever is forgotten here, the sweeper finds. */
  private ringIn(sendingId: number, waitMs: number): void {
    const at = performance.now() + waitMs;
    const known = this.alarms.get(sendingId);
    if (waitMs > OWN_ALARM_MS || this.isStopping || (known && known.at <= at)) return;
    clearTimeout(known?.timer);
    const timer = setTimeout(() => {
      this.alarms.delete(sendingId);
      void this.work(sendingId);
    }, waitMs + ALARM_LATE_MS);
    timer.unref();
    this.alarms.set(sendingId, { at, timer });
  }

  /** A shutdown ends it. */
  private async pause(milliseconds: number): Promise<void> {
    if (milliseconds > 0 && !this.isStopping)
      await sleep(milliseconds, undefined, { signal: this.stopping.signal }).catch(() => undefined);
  }
}
