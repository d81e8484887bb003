import { Inject, Injectable, Logger } from '@nestjs/common';
import { Clock } from '../../../platform/clock/clock.js';
import { APP_CONFIG, type AppConfig } from '../../../platform/config/config.js';
import { Database } from '../../../platform/database/database.js';
import { TemplateError } from '../rendering/liquid.js';
import { ContentsService, type LoadedContent } from '../rendering/contents.service.js';
import { Claims, type ClaimedMessage } from './claims.js';
import { composeMail } from './compose-mail.js';
import { Settlement } from './settlement.js';
import { MailTransport } from './smtp/mail-transport.js';
import type { SendOutcome } from './smtp/smtp-reply.js';

/** A claim is sent within this time or given back, so that a pause or an opt-out binds soon after its commit. */
const BEGIN_WITHIN_MS = 200;
const FAULTS_UNTIL_BREAK = 5;
const BREAK_SECONDS = 30;

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
  private readonly inFlight = new Set<Promise<void>>();
  private readonly consecutiveFaults = new Map<number, number>();
  private slotFreed: (() => void) | null = null;
  private stopping = false;

  constructor(
    private readonly db: Database,
    private readonly claims: Claims,
    private readonly contents: ContentsService,
    private readonly transport: MailTransport,
    private readonly settlement: Settlement,
    private readonly clock: Clock,
    @Inject(APP_CONFIG) private readonly config: AppConfig,
  ) {}

  /** Works on one sending until nothing of it is due. A ring that comes meanwhile makes it look once more. */
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
      } finally {
        this.runs.delete(sendingId);
      }
    })();
    return run.done;
  }

  /** Takes nothing new and waits for what is under way. */
  async stop(): Promise<void> {
    this.stopping = true;
    await Promise.allSettled(this.inFlight);
    this.transport.close();
  }

  private async sendDue(sendingId: number): Promise<void> {
    while (!this.stopping) {
      const free = await this.freeSlots();
      const claim = await this.claims.take(sendingId, free);
      if (!claim.foundSome) return;
      if (claim.messages.length === 0) continue;
      const content = await this.contents.load(claim.contentId);
      for (const message of claim.messages) this.begin(sendingId, content, message);
    }
  }

  /** Waits until half of the slots are free: claiming one by one would cost a transaction per mail. */
  private async freeSlots(): Promise<number> {
    const { concurrency } = this.config.mail;
    while (concurrency - this.inFlight.size < Math.ceil(concurrency / 2))
      await new Promise<void>((resolve) => {
        this.slotFreed = resolve;
      });
    return concurrency - this.inFlight.size;
  }

  private begin(sendingId: number, content: LoadedContent, message: ClaimedMessage): void {
    const task = this.sendOne(sendingId, content, message)
      .catch((error: unknown) => {
        this.logger.error({ err: error, email: message.id }, 'A mail could not be sent');
      })
      .finally(() => {
        this.inFlight.delete(task);
        this.slotFreed?.();
        this.slotFreed = null;
      });
    this.inFlight.add(task);
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
        () => performance.now() - message.claimedAt < BEGIN_WITHIN_MS,
      );
    } catch (error) {
      if (!(error instanceof TemplateError)) throw error;
      // This recipient's values make the template too expensive; the others' do not.
      outcome = { kind: 'refused', code: '', response: `template: ${error.reason}` };
    }
    await this.watchProvider(sendingId, outcome);
    await this.settlement.settle({ message, subject, outcome, at: this.clock.now() });
  }

  /** Five faults of the line or the provider in a row: everybody waits, and the status says why. */
  private async watchProvider(sendingId: number, outcome: SendOutcome): Promise<void> {
    const fault =
      outcome.kind === 'provider_fault'
        ? `mail server answered ${outcome.code}`
        : outcome.kind === 'not_sent' && outcome.reason !== 'given back'
          ? `mail server unreachable (${outcome.reason})`
          : null;
    if (fault === null) {
      this.consecutiveFaults.delete(sendingId);
      return;
    }
    const faults = (this.consecutiveFaults.get(sendingId) ?? 0) + 1;
    this.consecutiveFaults.set(sendingId, faults);
    if (faults < FAULTS_UNTIL_BREAK) return;
    this.consecutiveFaults.set(sendingId, 0);
    await this.db.transaction((tx) =>
      tx.execute(
        `UPDATE sendings SET waiting_reason = :fault, waiting_until = NOW(3) + INTERVAL ${BREAK_SECONDS} SECOND
          WHERE id = :sendingId AND state = 'open'`,
        { sendingId, fault: fault.slice(0, 190) },
      ),
    );
  }
}
