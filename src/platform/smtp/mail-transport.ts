import type { MailServer } from './mail-server.js';
import type { SendOutcome } from './smtp-reply.js';

/** A mail as it goes over the wire, to exactly one recipient. */
export interface OutgoingMail {
  readonly envelopeFrom: string;
  readonly recipient: string;
  readonly raw: Buffer;
}

/** How mails leave. SMTP in life; tests can put something else in its place. */
export abstract class MailTransport {
  /** The installation's own mail server; null when none is configured. */
  abstract readonly ownServer: MailServer | null;

  /** Why nothing can leave by the installation's own mail server; null when it can. */
  abstract readonly unavailableReason: string | null;

  /**
   * Hands one mail over. It never throws: whatever happens is an outcome.
   * @param mayBegin asked right before MAIL FROM; false gives the mail back unsent. It must not reject.
   */
  abstract send(server: MailServer, mail: OutgoingMail, mayBegin: () => Promise<boolean>): Promise<SendOutcome>;

  /** From now on no mail begins: those that still wait for their connection are given back at once. */
  abstract refuseNew(): void;

  /** Cuts what is under way. A mail whose final dot may have been seen becomes `unknown`, the others did not happen. */
  abstract abort(): void;

  /** Closes idle connections. */
  abstract close(): void;
}
