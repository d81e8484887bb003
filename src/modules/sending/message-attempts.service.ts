import { setTimeout as sleep } from 'node:timers/promises';
import { Inject, Injectable, Logger } from '@nestjs/common';
import { APP_CONFIG, type AppConfig } from '../../platform/config/config.js';
import { MailTransport } from '../../platform/smtp/mail-transport.js';
import type { SendOutcome } from '../../platform/smtp/smtp-reply.js';
import { Claims, type ClaimedMessage } from './claims.js';
import { DomainSlots, domainOf } from './domain-slots.js';
import { FailureMonitor } from './failure-monitor.js';
import { MessageSubmitter, type Submission } from './message-submitter.service.js';
import type { Route } from './sender-selector.js';
import { Settlement } from './settlement.js';

/** A message that starts later after its claim is checked again, because pauses and opt-outs apply immediately. */
const BEGIN_WITHIN_MS = 200;
/** How long a shutdown waits for messages in progress. */
const DRAIN_MS = 120_000;

export interface Attempt {
  readonly route: Route;
  readonly message: ClaimedMessage;
  /** Not before this time, on this process's monotonic clock. */
  readonly startAt: number;
  /** How many messages of the sender may be in progress to one domain. */
  readonly maxPerDomain: number;
}

/** Sends claimed messages one by one and stores each result. */
@Injectable()
export class MessageAttempts {
  private readonly logger = new Logger(MessageAttempts.name);
  private readonly places: DomainSlots;
  private readonly inFlight = new Map<ClaimedMessage, Promise<unknown>>();
  private readonly stopping = new AbortController();

  constructor(
    private readonly claims: Claims,
    private readonly submitter: MessageSubmitter,
    private readonly faults: FailureMonitor,
    private readonly settlement: Settlement,
    private readonly transport: MailTransport,
    @Inject(APP_CONFIG) config: AppConfig,
  ) {
    this.places = new DomainSlots(config.mail.concurrencyPerDomain);
  }

  get isStopping(): boolean {
    return this.stopping.signal.aborted;
  }

  get underWay(): readonly ClaimedMessage[] {
    return [...this.inFlight.keys()];
  }

  /** @returns a function that stops the renewals. */
  keepLeases(): () => void {
    return this.claims.keepRenewed(() => this.underWay);
  }

  /** @returns the outcome when it is stored; null after an internal failure. It never rejects. */
  async begin(attempt: Attempt): Promise<SendOutcome | null> {
    const { message } = attempt;
    const task = this.run(attempt)
      .catch((error: unknown) => {
        this.logger.error({ err: error, email: message.id }, 'Email attempt failed');
        return null;
      })
      .finally(() => this.inFlight.delete(message));
    this.inFlight.set(message, task);
    return task;
  }

  /**
   * Starts nothing new and waits for messages in progress. After two minutes it aborts them; messages past their final
   * dot are then in doubt.
   * @param claiming claims in progress; their messages are released.
   */
  async stop(claiming: readonly Promise<unknown>[]): Promise<void> {
    this.stopping.abort();
    this.transport.refuseNew();
    const cut = setTimeout(() => {
      this.transport.abort();
    }, DRAIN_MS);
    try {
      await Promise.allSettled(claiming);
      await Promise.allSettled(this.inFlight.values());
    } finally {
      clearTimeout(cut);
    }
    this.transport.close();
  }

  /** Ends early at shutdown. */
  async pause(milliseconds: number): Promise<void> {
    if (milliseconds > 0 && !this.isStopping)
      await sleep(milliseconds, undefined, { signal: this.stopping.signal }).catch(() => undefined);
  }

  private async run(attempt: Attempt): Promise<SendOutcome> {
    const { route, message } = attempt;
    const { subject, outcome, at } = await this.submit(attempt);
    const { isProbe, sender } = route;
    await this.faults.record({ senderId: sender.id, isProbe, claimedAt: message.claimedAt }, outcome);
    const stored = await this.settlement.settle({ message, subject, outcome, at });
    if (outcome.kind !== 'given_back') this.log(attempt, outcome, stored);
    return outcome;
  }

  /** Logs every attempt, like a mail server. The recipient is in the ledger only. */
  private log({ message, route }: Attempt, outcome: SendOutcome, stored: boolean): void {
    const { id: email, source, attempts: attempt, requestId } = message;
    this.logger.log(
      {
        ...{ requestId: requestId ?? undefined, email, source: `${source.type}:${source.id}`, attempt },
        ...{ sender: route.sender.id, outcome: outcome.kind, code: 'code' in outcome ? outcome.code : undefined },
        ...(stored ? {} : { stored }),
      },
      'Email attempt',
    );
  }

  /** Submits with a slot at the recipient's domain; without a free slot, other messages go first. */
  private async submit({ route, message, startAt, maxPerDomain }: Attempt): Promise<Submission> {
    const { sender, insteadOf } = route;
    const place = await this.places.take(sender.id, domainOf(message.recipient.email), maxPerDomain);
    if ('retryInMs' in place) return this.submitter.givenBack(place.retryInMs);
    let submission = this.submitter.givenBack();
    try {
      const { contentId, id: emailId, messageId, recipient, source } = message;
      const order = { contentId, emailId, messageId, recipient, source };
      submission = await this.submitter.sendStored(order, sender, insteadOf, () => this.mayBegin(message, startAt));
    } finally {
      place.leave(submission.outcome);
    }
    return submission;
  }

  /** Checks again after a slow template or connection, because the message may have been paused or opted out. */
  private async mayBegin(message: ClaimedMessage, startAt: number): Promise<boolean> {
    await this.pause(startAt - performance.now());
    if (this.isStopping) return false;
    if (performance.now() - message.claimedAt < BEGIN_WITHIN_MS) return true;
    const askedAt = performance.now();
    // Without the database the result could not be stored either.
    const wanted = await this.claims.isStillWanted(message).catch(() => false);
    return wanted && !this.stopping.signal.aborted && performance.now() - askedAt < BEGIN_WITHIN_MS;
  }
}
