export const FEEDBACK_PROVIDERS = ['ses', 'mailgun', 'postmark', 'sendgrid', 'generic'] as const;
export type FeedbackProvider = (typeof FEEDBACK_PROVIDERS)[number];

interface About {
  readonly provider: FeedbackProvider | 'message';
  /** The reporter's id of the event, or the full message; repeats are the same event. */
  readonly eventKey: string | Buffer;
  /** The ledger id, read from a token that only this installation can create. */
  readonly emailId: number;
  /** When it happened; now if unknown. */
  readonly at: Date | null;
}

/** `hard`: no such address. `soft`: temporary. Null: not about the address (a filter, a block list, the content). */
export type BounceType = 'hard' | 'soft' | null;

export interface BounceVerdict {
  readonly bounceType: BounceType;
  /** The RFC 3463 status or the SMTP reply code; null if unknown. */
  readonly code: string | null;
  readonly diagnostic: string | null;
}

/** What happened, without the email that it concerns. */
export type Occurred =
  | ({ readonly kind: 'bounce' } & BounceVerdict)
  | { readonly kind: 'complaint' }
  | { readonly kind: 'unsubscribe'; readonly reason: string | null };

export type FeedbackReport = About & Occurred;

/** `applied`: something changed. `known`: reported before. `no_effect`: valid, but nothing changed. */
export type FeedbackOutcome = 'applied' | 'known' | 'no_effect';

/** An enhanced status code (RFC 3463) or an SMTP code, anywhere in the text. */
const CODE = /(?<![\d.])(?:[245]\.\d{1,3}\.\d{1,3}|[245]\d{2})(?![\d.])/;
const LOOKED_AT = 200;

/** @returns the first status code in a text; null if there is none. */
export function statusCode(text: string | null): string | null {
  return text === null ? null : (CODE.exec(text.slice(0, LOOKED_AT))?.[0] ?? null);
}

/** Returns text from outside as one line of limited length. */
export function oneLine(text: string, longest: number): string {
  const line = text.slice(0, 4 * longest).replace(/[\p{Cc}\p{Cf}\p{Cs}\u2028\u2029\s]+/gu, ' ');
  return Array.from(line.trim()).slice(0, longest).join('').trim();
}
