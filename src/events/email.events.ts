/** One message to one contact. Timestamps are ISO 8601 with milliseconds. */
export interface EmailSnapshot {
  readonly id: number;
  readonly subject: string;
  readonly contact_id: number | null;
  readonly campaign_id: number | null;
  readonly funnel_id: number | null;
  readonly sequence_id: number | null;
  readonly to: string | null;
  readonly message_id: string;
}

export interface EmailEvents {
  /** Accepted by the mail server of the sender. */
  'email.sent': { readonly email: EmailSnapshot & { readonly sent_at: string } };
  /** The first open by a human. */
  'email.opened': { readonly email: EmailSnapshot & { readonly opened_at: string } };
  /** Every click by a human; `first_click` marks the first one of this mail. */
  'email.clicked': {
    readonly email: EmailSnapshot & {
      readonly clicked_at: string;
      readonly url: string;
      readonly link_id: number;
      readonly first_click: boolean;
    };
  };
  'email.bounced': {
    readonly email: EmailSnapshot & {
      readonly bounced_at: string;
      readonly bounce_type: 'hard' | 'soft';
      readonly code: string | null;
      readonly diagnostic: string | null;
      readonly source: string;
    };
  };
  'email.spam_complaint': {
    readonly email: EmailSnapshot & { readonly complained_at: string; readonly source: string };
  };
  'email.unsubscribed': {
    readonly email: EmailSnapshot & {
      readonly unsubscribed_at: string;
      readonly method: 'one_click' | 'page';
      readonly reason: string | null;
    };
  };
  /** Internal: opens and clicks by machines, counted apart; and mails that ended without being sent. */
  'email.machine_hit': {
    readonly email_id: number;
    readonly campaign_id: number | null;
    readonly contact_id: number | null;
    readonly kind: 'open' | 'click';
  };
  'email.failed': {
    readonly email_id: number;
    readonly campaign_id: number | null;
    readonly contact_id: number | null;
    readonly failed_at: string;
  };
}
