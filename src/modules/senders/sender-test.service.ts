import { randomUUID } from 'node:crypto';
import { Injectable, Logger } from '@nestjs/common';
import { Clock } from '../../platform/clock/clock.js';
import { notFound } from '../../platform/errors/app-error.js';
import { writtenHeaders } from '../../platform/mime/attachment-part.js';
import { dkimSignature, type SigningKey } from '../../platform/mime/dkim.js';
import { dateHeader, mailboxHeader, textHeader, wordsHeader } from '../../platform/mime/mail-headers.js';
import { AddressError } from '../../platform/mime/wire-address.js';
import type { SmtpTimeouts } from '../../platform/smtp/smtp-dialogue.js';
import { SmtpConnectionError, SmtpLine } from '../../platform/smtp/smtp-line.js';
import { type SendOutcome, wordsOf } from '../../platform/smtp/smtp-reply.js';
import { ActiveSenders } from './active-senders.js';
import { SenderAccounts } from './sender-accounts.service.js';
import type { SenderTest } from './sender-test.shapes.js';
import type { Sender } from './sender.entity.js';

type TestStep = SenderTest['steps'][number];

/** Milliseconds; the HTTP caller waits for the result. */
const SHORT_SMTP_TIMEOUTS: SmtpTimeouts = { connectMs: 10_000, greetingMs: 10_000, replyMs: 20_000 };
const MAX_RESPONSE_LENGTH = 500;
const TEXT = Buffer.from(
  'This email was sent to test a sender. Its arrival shows that the sender works.\r\n',
  'latin1',
);

@Injectable()
export class SenderTestService {
  private readonly logger = new Logger(SenderTestService.name);

  constructor(
    private readonly active: ActiveSenders,
    private readonly senders: SenderAccounts,
    private readonly clock: Clock,
  ) {}

  async test(id: number, to: string | null): Promise<SenderTest> {
    const stored = await this.senders.get(id);
    const sender = await this.active.get(id, stored.version);
    if (!sender) throw notFound('sender');
    const { login } = sender.server;
    const steps: TestStep[] = [];
    const done = (step: TestStep['step'], response: string): void => {
      steps.push({ step, success: true, response: response.slice(0, MAX_RESPONSE_LENGTH) });
    };
    const failed = (step: TestStep['step'], outcome: SendOutcome): SenderTest => {
      const response = wordsOf(outcome).slice(0, MAX_RESPONSE_LENGTH);
      const message = `The sender does not work: ${response}`;
      return { success: false, message, steps: [...steps, { step, success: false, response }] };
    };
    const works = (): SenderTest => ({ success: true, message: 'The sender works.', steps });
    let line: SmtpLine;
    try {
      line = await SmtpLine.open(sender.server, SHORT_SMTP_TIMEOUTS);
    } catch (error) {
      if (!(error instanceof SmtpConnectionError)) throw error;
      const { outcome } = error;
      const reason = 'reason' in outcome ? outcome.reason : outcome.kind;
      this.logger.warn({ sender: id, step: error.step, reason }, 'Sender test failed');
      if (error.step === 'login') done('connect', 'connected');
      return failed(error.step, error.outcome);
    }
    done('connect', 'connected');
    if (login) done('login', 'logged in');
    try {
      if (to === null) return works();
      const outcome = await line.transfer({
        envelopeFrom: stored.fromEmail,
        recipient: to,
        raw: await this.mailTo(to, stored, sender.signing),
      });
      if (outcome.kind !== 'accepted') return failed('send', outcome);
      done('send', outcome.response);
      return works();
    } catch (error) {
      if (error instanceof AddressError) return failed('send', { kind: 'not_sent', reason: error.reason });
      throw error;
    } finally {
      line.quit();
    }
  }

  /** Signed like every email of the sender, so that the recipient can check the DNS record. */
  private async mailTo(to: string, sender: Sender, signing: SigningKey | null): Promise<Buffer> {
    const at = this.clock.now();
    const headers = [
      mailboxHeader('From', { name: sender.fromName, address: sender.fromEmail }),
      mailboxHeader('To', { name: '', address: to }),
      textHeader('Subject', `Test of the sender "${sender.name}"`),
      dateHeader(at),
      wordsHeader('Message-ID', [`<${randomUUID()}@${sender.fromEmail.slice(sender.fromEmail.lastIndexOf('@') + 1)}>`]),
      wordsHeader('MIME-Version', ['1.0']),
      wordsHeader('Content-Type', ['text/plain;', 'charset=us-ascii']),
    ];
    const signature = signing ? [await dkimSignature(signing, headers, TEXT, at)] : [];
    return Buffer.concat([Buffer.from(`${writtenHeaders([...signature, ...headers])}\r\n`, 'latin1'), TEXT]);
  }
}
