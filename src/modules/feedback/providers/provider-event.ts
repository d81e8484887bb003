/**
 * What a service passes on of the mail itself. Each may hold a token that we alone can make; an address of a reader is
 * never among them.
 */
export interface MailClues {
  /** Values of Message-ID, with or without brackets. */
  readonly messageIds: readonly (string | null)[];
  /** Addresses that the mail was sent from, in its envelope. */
  readonly returnPaths: readonly (string | null)[];
  /** Values of List-Unsubscribe. */
  readonly optOutHeaders: readonly (string | null)[];
}

/** A verdict on a mail that did not arrive; null says nothing about the address. */
export type BounceType = 'hard' | 'soft' | null;

export interface BounceVerdict {
  readonly bounceType: BounceType;
  /** RFC 3463 or the number of the SMTP reply; null when neither was told. */
  readonly code: string | null;
}

/** What happened, without the mail that it happened to. */
export type Happening =
  | ({ readonly kind: 'bounce'; readonly diagnostic: string | null } & BounceVerdict)
  | { readonly kind: 'complaint' }
  | { readonly kind: 'unsubscribe'; readonly reason: string | null };

export interface ProviderEvent {
  /** What the service calls this event: the same when it tells it again. */
  readonly key: string;
  readonly at: Date | null;
  readonly clues: MailClues;
  readonly happening: Happening;
}

/** `ignored`: it is about something that changes nothing here. `unreadable`: it is nothing that this service sends. */
export type ReadItem = ProviderEvent | 'ignored' | 'unreadable';
