/** Who tells us: a mail that came back, or a service that sends for us. */
export const FEEDBACK_PROVIDERS = ['ses', 'mailgun', 'postmark', 'sendgrid', 'generic'] as const;
export type FeedbackProvider = (typeof FEEDBACK_PROVIDERS)[number];

interface About {
  readonly provider: FeedbackProvider | 'message';
  /** What the reporter calls this event, or the whole of it: the same again is the same event. */
  readonly eventKey: string | Buffer;
  /** The mail in the ledger, read from a token that only we can make. */
  readonly emailId: number;
  /** When it happened, as far as it was told; now otherwise. */
  readonly at: Date | null;
}

/** One thing that happened to a mail after it was handed over, in our words, whoever told it. */
export type FeedbackReport =
  | (About & {
      readonly kind: 'bounce';
      /**
       * `hard`: the address does not exist. `soft`: it could not take this mail. Null: the mail did not arrive, and that says
       * nothing about the address (a filter, a block list, the content).
       */
      readonly bounceType: 'hard' | 'soft' | null;
      /** RFC 3463 where known, such as `5.1.1`. */
      readonly code: string | null;
      readonly diagnostic: string | null;
    })
  | (About & { readonly kind: 'complaint' })
  | (About & { readonly kind: 'unsubscribe'; readonly reason: string | null });

/** `applied`: something changed. `known`: told before. `no_effect`: true, but it changes nothing any more. */
export type FeedbackOutcome = 'applied' | 'known' | 'no_effect';
