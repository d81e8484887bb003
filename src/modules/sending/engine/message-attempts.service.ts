import { setTimeout as sleep } from 'node:timers/promises';
import { Injectable, Logger } from '@nestjs/common';
import { MailTransport } from '../../../platform/smtp/mail-transport.js';
import type { SendOutcome } from '../../../platform/smtp/smtp-reply.js';
import type { ClaimedMessage } from '../ledger/claimed-message.js';
import { Claims } from '../claims/claims.js';
import type { DestinationKey } from '../../senders/destinations/destination-states.js';
import { DestinationPacing } from '../claims/destination-pacing.js';
import { FailureMonitor } from './failure-monitor.js';
import { MessageSubmitter, type Submission } from './message-submitter.service.js';
import type { Route } from './sender-selector.js';
import { Settlement } from './settlement.js';

/** A message that starts later after its claim is checked again, because pauses and opt-outs apply immediately. */
const BEGIN_WITHIN_MS = 200;
/** With a database that takes longer, nothing is sent, because a pause would take effect too late. */
const SLOW_CHECK_MS = 2_000;
/** How long a shutdown waits for messages in progress. */
const DRAIN_MS = 120_000;

export interface Attempt {
  readonly route: Route;
  readonly message: ClaimedMessage;
  /** Not before this time, on this process's monotonic clock. */
  readonly startAt: number;
  /** How many messages of the sender may be in progress to one mailbox provider. */
  readonly maxPerDestination: number;
}

/** Sends claimed messages one by one and stores each result. */
@Injectable()
export class MessageAttempts {
  private readonly logger = new Logger(MessageAttempts.name);
  private readonly inFlight = new Map<ClaimedMessage, Promise<unknown>>();
  private readonly stopping = new AbortController();

  constructor(
    private readonly claims: Claims,
    private readonly submitter: MessageSubmitter,
    private readonly faults: FailureMonitor,
    private readonly settlement: Settlement,
    private readonly transport: MailTransport,
    private readonly pacing: DestinationPacing,
  ) {}

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
      .finally(() => {
        this.inFlight.delete(message);
        this.claims.finish(message);
      });
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
      this.settlement.giveUp();
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
    const key = await this.pacing.destinationOf(route.sender.id, message.recipient.email);
    const { subject, outcome, at } = await this.submit(attempt, key);
    await this.faults.record({ ...key, isProbe: route.isProbe, claimedAt: message.claimedAt }, outcome);
    const destinationWaitMs = outcome.kind === 'provider_fault' ? this.pacing.waitAfterRefusal(key) : null;
    const stored = await this.settlement.settle({ message, subject, outcome, at, destinationWaitMs });
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

  private async submit(attempt: Attempt, key: DestinationKey): Promise<Submission> {
    const entry = await this.pacing.enter(key, attempt.maxPerDestination, attempt.route.emailClass === 'urgent');
    if ('retryInMs' in entry) return this.submitter.givenBack(entry.retryInMs);
    let submission = this.submitter.givenBack();
    try {
      submission = await this.submitTo(attempt, performance.now() + entry.startInMs);
    } finally {
      await entry.leave(submission.outcome);
    }
    return submission;
  }

  private async submitTo({ route, message, startAt }: Attempt, notBefore: number): Promise<Submission> {
    const { contentId, id: emailId, messageId, recipient, tracked, source } = message;
    const order = { contentId, emailId, messageId, recipient, tracked, source };
    return this.submitter.sendStored(order, route.sender, route.insteadOf, () =>
      this.mayBegin(message, Math.max(startAt, notBefore)),
    );
  }

  /** Checks again after a slow template or connection, because the message may have been paused or opted out. */
  private async mayBegin(message: ClaimedMessage, startAt: number): Promise<boolean> {
    await this.pause(startAt - performance.now());
    if (this.isStopping) return false;
    if (performance.now() - message.claimedAt < BEGIN_WITHIN_MS) return true;
    const askedAt = performance.now();
    // Without the database the result could not be stored either.
    const wanted = await this.claims.isStillWanted(message).catch(() => false);
    return wanted && !this.stopping.signal.aborted && performance.now() - askedAt < SLOW_CHECK_MS;
  }
}
