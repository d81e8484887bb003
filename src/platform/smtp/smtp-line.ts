import { AddressError, wireAddress } from '../mime/wire-address.js';
import { AccessTokenError } from '../oauth2/access-tokens.js';
import type { MailServer } from './mail-server.js';
import type { OutgoingMail } from './mail-transport.js';
import { DEFAULT_SMTP_TIMEOUTS, expectSuccess, SmtpDialogue, SmtpRefusal } from './smtp-dialogue.js';
import type { SmtpAnswer, SmtpTimeouts } from './smtp-dialogue.js';
import { classifyReply, type SendOutcome, type SmtpStage } from './smtp-reply.js';

/** Why there is no connection. A server that replies with a code is up and refuses us; one that does not is down. */
export class SmtpConnectionError extends Error {
  readonly outcome: SendOutcome;

  constructor(
    readonly step: 'connect' | 'login',
    cause: Error,
  ) {
    super(cause.message, { cause });
    this.outcome = outcomeOf(step, cause);
  }
}

function outcomeOf(step: 'connect' | 'login', cause: Error): SendOutcome {
  const stage = step === 'login' ? ({ stage: 'login' } as const) : {};
  if (cause instanceof SmtpRefusal)
    return { kind: 'provider_fault', code: String(cause.answer.code), response: cause.answer.text, ...stage };
  // As if the mail server had refused a password.
  if (cause instanceof AccessTokenError && cause.isRefusal)
    return { kind: 'provider_fault', code: '535', response: cause.message, ...stage };
  return { kind: 'not_sent', reason: `${step}: ${reasonOf(cause)}` };
}

const END_OF_BODY = Buffer.from('.\r\n');
const CRLF = Buffer.from('\r\n');

/** One connection to a mail server. Each call is one attempt with a known outcome. */
export class SmtpLine {
  /** Number of emails sent over it, with any outcome. */
  sent = 0;

  private constructor(
    private readonly dialogue: SmtpDialogue,
    private readonly timeouts: SmtpTimeouts,
  ) {}

  /** @param onEnd called once when the connection ends. @param quit cancels the attempt. @throws SmtpConnectionError */
  static async open(
    server: MailServer,
    timeouts: SmtpTimeouts = DEFAULT_SMTP_TIMEOUTS,
    onEnd: (line: SmtpLine) => void = () => undefined,
    quit?: AbortSignal,
  ): Promise<SmtpLine> {
    let line: SmtpLine | null = null;
    let step: SmtpConnectionError['step'] = 'connect';
    let dialogue: SmtpDialogue | null = null;
    try {
      const ended = (): void => {
        if (line) onEnd(line);
      };
      dialogue = await SmtpDialogue.open(server, timeouts, ended, quit);
      step = 'login';
      if (server.login) await dialogue.login(server.login);
    } catch (error) {
      dialogue?.close();
      // Without a token endpoint there is no way to the server.
      const isOutage = error instanceof AccessTokenError && !error.isRefusal;
      throw new SmtpConnectionError(isOutage ? 'connect' : step, error as Error);
    }
    line = new SmtpLine(dialogue, timeouts);
    return line;
  }

  get isUsable(): boolean {
    return this.dialogue.isUsable;
  }

  /** Submits one email. Never throws: errors are outcomes. */
  async transfer({ envelopeFrom, recipient, raw }: OutgoingMail): Promise<SendOutcome> {
    this.sent += 1;
    const limit = Number(this.dialogue.extensions.get('SIZE') ?? 0);
    if (limit > 0 && raw.length > limit) return refusal('larger than the server takes');
    // An object, because callbacks change it.
    const body = { handedOver: false };
    try {
      const refused = await this.announce(wireAddress(envelopeFrom), wireAddress(recipient), raw.length);
      if (refused) return refused;
      // Until the system has taken the last byte, the server cannot have received the final dot.
      this.dialogue.write(wireBody(raw), () => {
        body.handedOver = true;
      });
      const answer = await this.dialogue.next();
      if (answer.code < 300) return { kind: 'accepted', code: String(answer.code), response: answer.text };
      if (answer.code < 400) throw new Error('EPROTOCOL: neither yes nor no');
      return classifyReply(answer.code, answer.text, 'data');
    } catch (error) {
      if (error instanceof AddressError) return refusal(error.reason);
      // 421 instead of a reply: the server is closing.
      if (error instanceof SmtpRefusal && !body.handedOver)
        return classifyReply(error.answer.code, error.answer.text, 'other');
      const reason = reasonOf(error as Error);
      return body.handedOver ? { kind: 'unknown', reason } : { kind: 'not_sent', reason };
    }
  }

  /** Aborts the current submission. */
  abort(): void {
    this.dialogue.fail(new Error('cut off by a shutdown'));
  }

  /** Resets the session after a refusal. @returns whether the connection can be reused. */
  async reset(): Promise<boolean> {
    try {
      expectSuccess(await this.dialogue.ask('RSET'));
      return true;
    } catch {
      this.close();
      return false;
    }
  }

  /** Sends QUIT without waiting for the reply. */
  quit(): void {
    this.dialogue
      .ask('QUIT', this.timeouts.connectMs)
      .catch(() => undefined)
      .finally(() => {
        this.dialogue.close();
      });
  }

  close(): void {
    this.dialogue.close();
  }

  private sizeParameter(size: number): string {
    return this.dialogue.extensions.has('SIZE') ? ` SIZE=${size}` : '';
  }

  /** Sends envelope and DATA. @returns null if the server expects the body. */
  private async announce(from: string, to: string, size: number): Promise<SendOutcome | null> {
    const steps: readonly (readonly [command: string, stage: SmtpStage])[] = [
      [`MAIL FROM:<${from}>${this.sizeParameter(size)}`, 'sender'],
      [`RCPT TO:<${to}>`, 'recipient'],
      ['DATA', 'data'],
    ];
    const together = this.dialogue.extensions.has('PIPELINING');
    // Requested at once, because replies may arrive together.
    const answers = together ? steps.map(() => this.dialogue.next()) : [];
    for (const answer of answers) answer.catch(() => undefined);
    if (together) this.dialogue.write(steps.map(([command]) => `${command}\r\n`).join(''));
    let refused: SendOutcome | null = null;
    for (const [index, [command, stage]] of steps.entries()) {
      const answer = await (answers[index] ?? this.dialogue.ask(command));
      // A server that accepts DATA although it refused the recipient gets an empty body, which it refuses (RFC 2920 3.1).
      if (answer.code === 354 && refused) await this.dialogue.ask('.');
      if (isSuccess(answer, stage) || refused) continue;
      refused = classifyReply(answer.code, answer.text, stage);
      // 421 is the last reply, and no other command is in flight.
      if (answer.code === 421 || !together) return refused;
    }
    return refused;
  }
}

function isSuccess({ code }: SmtpAnswer, stage: SmtpStage): boolean {
  return stage === 'data' ? code === 354 : code >= 200 && code < 300;
}

const refusal = (response: string): SendOutcome => ({ kind: 'refused', code: '', response });

/** Returns the email with its final dot, dot-stuffed (RFC 5321 section 4.5.2). */
function wireBody(raw: Buffer): Buffer[] {
  const pieces: Buffer[] = [];
  let start = 0;
  if (raw[0] === DOT) pieces.push(END_OF_BODY.subarray(0, 1));
  for (let at = raw.indexOf('\r\n.'); at !== -1; at = raw.indexOf('\r\n.', start)) {
    pieces.push(raw.subarray(start, at + 3), END_OF_BODY.subarray(0, 1));
    start = at + 3;
  }
  pieces.push(raw.subarray(start));
  if (!raw.subarray(-2).equals(CRLF)) pieces.push(CRLF);
  pieces.push(END_OF_BODY);
  return pieces;
}

const DOT = '.'.charCodeAt(0);

/** Prefers the system's error code: EMFILE says more than ESOCKET. */
function reasonOf(error: Error & { readonly code?: string }): string {
  return /\bE[A-Z]{3,}\b/.exec(error.message)?.[0] ?? error.code ?? error.message;
}
