import type { SendOutcome } from './smtp-reply.js';

/** A mail as it goes over the wire, to exactly one recipient. */
export interface OutgoingMail {
  readonly envelopeFrom: string;
  readonly recipient: string;
  readonly raw: Buffer;
}

/** How mails leave. SMTP in life; tests can put something else in its place. */
export abstract class MailTransport {
  /** Null when nothing is configured, and then nothing may be sent. */
  abstract readonly unavailableReason: string | null;

  /**
   * Hands one mail over. It never throws: whatever happens is an outcome.
   * @param mayBegin asked right before MAIL FROM; false gives the mail back unsent. It must not reject.
   */
  abstract send(mail: OutgoingMail, mayBegin: () => Promise<boolean>): Promise<SendOutcome>;

  /** Closes idle connections. */
  abstract close(): void;
}
