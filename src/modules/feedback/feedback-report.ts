/** Sources of reports: email providers, and inbound messages. */
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

/** An event of a submitted email, whatever its source. */
export type FeedbackReport =
  | (About & {
      readonly kind: 'bounce';
      /**
       * `hard`: the address does not exist. `soft`: a temporary failure. Null: undelivered for a reason other than the
       * address (a filter, a block list, the content).
       */
      readonly bounceType: 'hard' | 'soft' | null;
      /** An RFC 3463 code if known, such as `5.1.1`. */
      readonly code: string | null;
      readonly diagnostic: string | null;
    })
  | (About & { readonly kind: 'complaint' })
  | (About & { readonly kind: 'unsubscribe'; readonly reason: string | null });

/** `applied`: something changed. `known`: reported before. `no_effect`: valid, but nothing changed. */
export type FeedbackOutcome = 'applied' | 'known' | 'no_effect';
