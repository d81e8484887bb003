import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import MailComposer from 'nodemailer/lib/mail-composer';
import { Clock } from '../../../platform/clock/clock.js';
import { notFound } from '../../../platform/errors/app-error.js';
import type { Patience } from '../sending/smtp/smtp-dialogue.js';
import { NoLine, SmtpLine } from '../sending/smtp/smtp-line.js';
import type { SendOutcome } from '../sending/smtp/smtp-reply.js';
import { ActiveSenders } from './active-senders.js';
import { SendersService } from './senders.service.js';

export type TestStepName = 'connect' | 'login' | 'send';

export interface TestStep {
  readonly step: TestStepName;
  readonly success: boolean;
  /** The server's words, or what kept us from hearing any. */
  readonly response: string;
}

export interface SenderTest {
  readonly success: boolean;
  readonly steps: readonly TestStep[];
}

/** Somebody waits for the answer. */
const IMPATIENT: Patience = { connectMs: 10_000, greetingMs: 10_000, replyMs: 20_000 };
const LONGEST_RESPONSE = 500;

/** Tries a sender out: connects, logs in, and sends a mail when there is somebody to get it. */
@Injectable()
export class SenderTestService {
  constructor(
    private readonly active: ActiveSenders,
    private readonly senders: SendersService,
    private readonly clock: Clock,
  ) {}

  /** @throws AppError rest_post_invalid_id */
  async test(id: number, to: string | null): Promise<SenderTest> {
    const stored = await this.senders.get(id);
    const sender = await this.active.get(id, stored.version);
    if (!sender) throw notFound('sender');
    const { login } = sender.server;
    const steps: TestStep[] = [];
    const done = (step: TestStepName, response: string): void => {
      steps.push({ step, success: true, response: response.slice(0, LONGEST_RESPONSE) });
    };
    const failed = (step: TestStepName, outcome: SendOutcome): SenderTest => {
      const response = wordsOf(outcome).slice(0, LONGEST_RESPONSE);
      return { success: false, steps: [...steps, { step, success: false, response }] };
    };
    let line: SmtpLine;
    try {
      line = await SmtpLine.open(sender.server, IMPATIENT);
    } catch (error) {
      if (!(error instanceof NoLine)) throw error;
      if (error.step === 'login') done('connect', 'connected');
      return failed(error.step, error.outcome);
    }
    done('connect', 'connected');
    if (login) done('login', 'logged in');
    try {
      if (to === null) return { success: true, steps };
      const outcome = await line.transfer({
        envelopeFrom: stored.fromEmail,
        recipient: to,
        raw: await this.mailTo(to, stored),
      });
      if (outcome.kind !== 'accepted') return failed('send', outcome);
      done('send', outcome.response);
      return { success: true, steps };
    } finally {
      line.quit();
    }
  }

  private async mailTo(
    to: string,
    sender: { readonly name: string; readonly fromName: string; readonly fromEmail: string },
  ): Promise<Buffer> {
    const composer = new MailComposer({
      from: { name: sender.fromName, address: sender.fromEmail },
      to: { name: '', address: to },
      subject: `Test of the sender "${sender.name}"`,
      text: 'This mail was sent to try a sender out. Its arrival shows that mails can leave this way.\n',
      messageId: `<${randomUUID()}@${sender.fromEmail.slice(sender.fromEmail.lastIndexOf('@') + 1)}>`,
      date: this.clock.now(),
      disableFileAccess: true,
      disableUrlAccess: true,
    });
    return composer.compile().build();
  }
}

function wordsOf(outcome: SendOutcome): string {
  if ('response' in outcome) return outcome.response;
  return 'reason' in outcome ? outcome.reason : outcome.kind;
}
