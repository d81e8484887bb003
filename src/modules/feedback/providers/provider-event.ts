/**
 * Values from the email that a provider passes on. Each may contain a token that only this installation can create;
 * recipient addresses are never used.
 */
export interface EmailReferences {
  /** Values of Message-ID, with or without brackets. */
  readonly messageIds?: readonly (string | null)[];
  readonly returnPaths?: readonly (string | null)[];
  readonly optOutHeaders?: readonly (string | null)[];
}

/** The bounce type of an undelivered email; null says nothing about the address. */
export type BounceType = 'hard' | 'soft' | null;

export interface BounceVerdict {
  readonly bounceType: BounceType;
  /** The RFC 3463 status or the SMTP reply code; null if unknown. */
  readonly code: string | null;
}

/** What happened, without the email that it concerns. */
export type Occurred =
  | ({ readonly kind: 'bounce'; readonly diagnostic: string | null } & BounceVerdict)
  | { readonly kind: 'complaint' }
  | { readonly kind: 'unsubscribe'; readonly reason: string | null };

interface ProviderEvent {
  /** The provider's id of the event, the same when it is repeated. */
  readonly key: string;
  readonly at: Date | null;
  readonly references: EmailReferences;
  readonly occurred: Occurred;
}

/** `ignored`: an event without effect. `unreadable`: not a format of this provider. */
export type ReadItem = ProviderEvent | 'ignored' | 'unreadable';
