import type { MailServer } from './mail-server.js';
import type { SendOutcome } from './smtp-reply.js';

/** A rendered email to exactly one recipient. */
export interface OutgoingMail {
  readonly envelopeFrom: string;
  readonly recipient: string;
  readonly raw: Buffer;
}

/** Sends emails. SMTP in production; tests replace it. */
export abstract class MailTransport {
  /** The default mail server; null if none is configured. */
  abstract readonly ownServer: MailServer | null;

  /** Why the default mail server cannot send; null if it can. */
  abstract readonly unavailableReason: string | null;

  /** Never throws: errors are outcomes. @param mayBegin is called right before MAIL FROM; false releases the email unsent. */
  abstract send(server: MailServer, mail: OutgoingMail, mayBegin: () => Promise<boolean>): Promise<SendOutcome>;

  /** Stops accepting emails: those waiting for a connection are released at once. */
  abstract refuseNew(): void;

  /** Aborts running submissions. An email whose final dot may have been received becomes `unknown`; others were not sent. */
  abstract abort(): void;

  /** Closes idle connections. */
  abstract close(): void;
}
