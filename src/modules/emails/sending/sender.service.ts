import { Inject, Injectable, Logger } from '@nestjs/common';
import { Clock } from '../../../platform/clock/clock.js';
import { APP_CONFIG, type AppConfig } from '../../../platform/config/config.js';
import { Database } from '../../../platform/database/database.js';
import { isDatabaseUnavailable } from '../../../platform/errors/database-errors.js';
import { TemplateError } from '../rendering/liquid.js';
import { ContentsService, type LoadedContent } from '../rendering/contents.service.js';
import { Claims, type ClaimedMessage } from './claims.js';
import { composeMail } from './compose-mail.js';
import { SendSlots } from './send-slots.js';
import { Settlement } from './settlement.js';
import { MailTransport } from './smtp/mail-transport.js';
import type { SendOutcome } from './smtp/smtp-reply.js';

/** So soon after its claim a mail begins, or it is asked once more whether it may: a pause and an opt-out bind at once. */
const BEGIN_WITHIN_MS = 200;
const FAULTS_UNTIL_BREAK = 5;
/** A server that restarts is back in seconds; one that is away is asked twice a minute. */
const FIRST_BREAK_SECONDS = 2;
const LONGEST_BREAK_SECONDS = 30;

/**
 * Sends what is due, at most SEND_CONCURRENCY mails at a time in this process.
 *
 * Failure policy: a row is `sending` before its first byte leaves and stays so until its result is stored. A process
 * that dies in between leaves at most SEND_CONCURRENCY rows in doubt; their leases end and the sweeper repeats them with
 * the same Message-ID (or holds them). Results that come after the lease has moved on are refused by the fence.
 */
@Injectable()
export class SenderService {
  private readonly logger = new Logger(SenderService.name);
  private readonly runs = new Map<number, { again: boolean; done: Promise<void> }>();
  private readonly slots: SendSlots;
  private readonly inFlight = new Map<ClaimedMessage, Promise<void>>();
  private readonly troubles = new Map<number, { faults: number; breaks: number; brokenAt: number }>();
  private stopping = false;

  constructor(
    private readonly db: Database,
    private readonly claims: Claims,
    private readonly contents: ContentsService,
    private readonly transport: MailTransport,
    private readonly settlement: Settlement,
    private readonly clock: Clock,
    @Inject(APP_CONFIG) config: AppConfig,
  ) {
    this.slots = new SendSlots(config.mail.concurrency);
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
        while (run.again && !this.stopping) {
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

  /** Takes nothing new and waits for what is under way, claims that are just being made included. */
  async stop(): Promise<void> {
    this.stopping = true;
    await Promise.allSettled([...this.runs.values()].map((run) => run.done));
    await Promise.allSettled(this.inFlight.values());
    this.transport.close();
  }

  private async sendDue(sendingId: number): Promise<void> {
    // Before anything is claimed: what cannot be loaded must not hold recipients in doubt.
    const contentId = await this.claims.contentOf(sendingId);
    if (contentId === null) return;
    const content = await this.contents.load(contentId);
    for (let more = true; more;) {
      const slots = await this.slots.take();
      // After a break one mail goes ahead and finds out whether it is over.
      const probing = (this.troubles.get(sendingId)?.breaks ?? 0) > 0;
      let begun: Promise<void>[] = [];
      try {
        // The shutdown may have begun while we waited.
        if (this.stopping) return;
        const claim = await this.claims.take(sendingId, probing ? 1 : slots);
        more = claim.foundSome;
        begun = claim.messages.map((message) => this.begin(sendingId, content, message));
      } finally {
        this.slots.giveBack(slots - begun.length);
      }
      if (probing) await Promise.all(begun);
    }
  }

  /** @returns when the mail is dealt with; it never rejects. */
  private begin(sendingId: number, content: LoadedContent, message: ClaimedMessage): Promise<void> {
    const task = this.sendOne(sendingId, content, message)
      .catch((error: unknown) => {
        this.logger.error({ err: error, email: message.id }, 'A mail could not be sent');
      })
      .finally(() => {
        this.inFlight.delete(message);
        this.slots.giveBack(1);
      });
    this.inFlight.set(message, task);
    return task;
  }

  private async sendOne(sendingId: number, content: LoadedContent, message: ClaimedMessage): Promise<void> {
    let subject = '';
    let outcome: SendOutcome;
    try {
      const email = this.contents.render(content, message.recipient, message.id);
      subject = email.subject;
      const raw = await composeMail(email, {
        from: { name: content.fromName, address: content.fromEmail },
        replyTo:
          content.replyToEmail === null ? null : { name: content.replyToName ?? '', address: content.replyToEmail },
        to: { name: '', address: message.recipient.email },
        messageId: message.messageId,
        date: this.clock.now(),
        unsubscribeUrl: this.contents.unsubscribeUrl(message.id),
        feedbackId: `${message.source.type}-${message.source.id}:carillon`,
      });
      outcome = await this.transport.send(
        { envelopeFrom: content.fromEmail, recipient: message.recipient.email, raw },
        () => this.mayBegin(message),
      );
    } catch (error) {
      if (!(error instanceof TemplateError)) throw error;
      // This recipient's values make the template too expensive; the others' do not.
      outcome = { kind: 'refused', code: '', response: `template: ${error.reason}` };
    }
    await this.watchProvider(sendingId, message, outcome);
    await this.settlement.settle({ message, subject, outcome, at: this.clock.now() });
  }

  /** A long template or a slow connection must not keep a mail for ever from being sent, so what is late is asked about. */
  private async mayBegin(message: ClaimedMessage): Promise<boolean> {
    if (performance.now() - message.claimedAt < BEGIN_WITHIN_MS) return true;
    const askedAt = performance.now();
    // Without the database its result could not be stored either.
    const wanted = await this.claims.isStillWanted(message).catch(() => false);
    return wanted && performance.now() - askedAt < BEGIN_WITHIN_MS;
  }

  /**
   * Five faults of the line or the provider in a row: everybody waits, longer each time, and the status says why. After a
   * break the first fault is enough.
   */
  private async watchProvider(sendingId: number, message: ClaimedMessage, outcome: SendOutcome): Promise<void> {
    if (outcome.kind === 'given_back') return;
    const fault = faultOf(outcome);
    if (fault === null) {
      this.troubles.delete(sendingId);
      return;
    }
    const trouble = this.troubles.get(sendingId) ?? { faults: 0, breaks: 0, brokenAt: 0 };
    this.troubles.set(sendingId, trouble);
    // Mails that were under way when it broke say nothing new.
    if (message.claimedAt < trouble.brokenAt) return;
    trouble.faults += 1;
    if (trouble.breaks === 0 && trouble.faults < FAULTS_UNTIL_BREAK) return;
    const seconds = Math.min(FIRST_BREAK_SECONDS * 2 ** trouble.breaks, LONGEST_BREAK_SECONDS);
    trouble.faults = 0;
    trouble.breaks += 1;
    trouble.brokenAt = performance.now();
    try {
      await this.db.transaction((tx) =>
        tx.execute(
          `UPDATE sendings SET waiting_reason = :fault, waiting_until = NOW(3) + INTERVAL :seconds SECOND
            WHERE id = :sendingId AND state = 'open'`,
          { sendingId, seconds, fault: fault.slice(0, 190) },
        ),
      );
    } catch (error) {
      // The mail's own result is still to be stored, and that matters more.
      this.logger.warn({ err: error, sending: sendingId }, 'A break for the mail server could not be noted down');
    }
  }
}

/** What an outcome says against the line or the provider; null when it says nothing. */
function faultOf(outcome: SendOutcome): string | null {
  switch (outcome.kind) {
    case 'provider_fault':
      return `mail server answered ${outcome.code}`;
    case 'not_sent':
      return `mail server unreachable (${outcome.reason})`;
    case 'unknown':
      return `mail server broke off (${outcome.reason})`;
    default:
      return null;
  }
}
