import {
  integer,
  type Members,
  moment,
  nullable,
  object,
  type ObjectOf,
  oneOf,
  optional,
  text,
  boolean,
} from '../shapes/shape.js';

const source = object(
  {
    type: oneOf(['campaign', 'funnel', 'single', 'system'], 'What sent the email'),
    id: integer(9, 'Of a single email, the `id` in `GET /emails/{id}`'),
  },
  'Absent from events of earlier versions',
);

const mail = {
  id: integer(1042),
  subject: text('Spring is here'),
  contact_id: nullable(integer(42)),
  campaign_id: nullable(integer(9)),
  funnel_id: nullable(integer(4, 'Set for emails sent by a funnel')),
  sequence_id: nullable(integer(17, 'Step of the funnel')),
  source,
  to: nullable({ ...text('ada@example.com', 'Null once the contact has been erased'), format: 'email' }),
  message_id: text('<1042.9@mail.example.com>', 'Message-ID header of the email'),
  tracked: optional(boolean(false, 'False for an email without pixel and tracked links; absent from others')),
};
/** One message to one contact. */
export type EmailSnapshot = ObjectOf<typeof mail>;

const evidence = text('smtp', '`smtp`, `dsn`, `arf`, or the email service provider that reported it');

const emailEvent = <const Added extends Members>(added: Added, description: string) =>
  object({ email: object({ ...mail, ...added }) }, description);

export const EMAIL_EVENTS = {
  'email.sent': emailEvent({ sent_at: moment() }, 'The mail server of the sender accepted an email.'),
  'email.opened': emailEvent(
    {
      opened_at: moment(),
      by: oneOf(
        ['pixel', 'click'],
        'Detected by the tracking pixel, or by a click in an email whose pixel was not loaded',
      ),
    },
    'An email was opened for the first time, machine opens excluded.',
  ),
  'email.clicked': emailEvent(
    {
      clicked_at: moment(),
      url: text('https://shop.example.com/spring', 'The target; of a link with data, its template'),
      link_id: integer(311, 'The link URL as in the link report of the campaign'),
      first_click: boolean(true, 'Whether this is the first click in this email'),
    },
    'A link in an email was clicked, machine clicks excluded. Sent for every click.',
  ),
  'email.bounced': emailEvent(
    {
      bounced_at: moment(),
      bounce_type: oneOf(['hard', 'soft']),
      code: nullable(text('5.1.1', 'The enhanced status code, or the SMTP reply code')),
      diagnostic: nullable(text('550 5.1.1 no such user', 'Reply of the mail server; null if unknown')),
      reported_by: evidence,
    },
    'An email could not be delivered.',
  ),
  'email.spam_complaint': emailEvent(
    { complained_at: moment(), reported_by: evidence },
    'The recipient reported an email as spam.',
  ),
  'email.unsubscribed': emailEvent(
    {
      unsubscribed_at: moment(),
      method: oneOf(
        ['one_click', 'page', 'preferences', 'mailto', 'provider'],
        'One-click header (RFC 8058), opt-out page, preference center, email to the List-Unsubscribe address, or feedback of an email service provider',
      ),
      reason: nullable(text('too many mails', 'Null if none was given')),
      list_id: optional(integer(3, 'The subscription that the recipient left; absent after an opt-out of all emails')),
    },
    'The recipient opted out of emails.',
  ),
};

/** Events of earlier versions have the reporter as `source`. */
export const reporterOf = (email: { readonly reported_by?: string; readonly source: unknown }): string =>
  email.reported_by ?? String(email.source);

/** In the event log and for funnels, not for webhooks. */
export const FEED_EMAIL_EVENTS = {
  'email.replied': emailEvent(
    { replied_at: moment() },
    'A person replied to an email of a campaign or funnel. Sent for every reply.',
  ),
};

interface EmailRef {
  readonly email_id: number;
  readonly campaign_id: number | null;
  readonly funnel_id?: number | null;
  readonly sequence_id?: number | null;
  readonly source?: EmailSnapshot['source'];
  readonly contact_id: number | null;
}

/**
 * Internal: machine opens and clicks, which are counted separately, and emails that ended unsent. Events stored by early versions have no
 * funnel ids.
 */
export interface InternalEmailEvents {
  /** The number of tracking events of one email; 1 with the time of the event in older events. */
  'email.machine_hit': EmailRef & {
    readonly kind: 'open' | 'click';
    readonly count?: number;
    readonly at?: string;
  };
  /**
   * Opens or clicks were reclassified from human to machine. `first` is the time at which the email counted as opened or clicked,
   * `restated` the corrected time; null without human activity.
   */
  'email.reclassified': EmailRef & {
    readonly kind: 'open' | 'click';
    readonly first: string;
    readonly restated: string | null;
  };
  'email.failed': EmailRef & {
    readonly failed_at: string;
  };
  /** The mail server keeps refusing messages of a source; an operator must act. */
  'sending.blocked': {
    readonly source_type: 'campaign' | 'funnel' | 'single';
    readonly source_id: number;
    readonly reason: string;
  };
  /** The database was restored from a backup: sending stops until an operator resumes it. */
  'sending.restored': { readonly reason: string };
}
