import { integer, moment, nullable, object, type ObjectOf, oneOf, text, truth } from './schema.js';

const mail = {
  id: integer(1042),
  subject: text('Spring is here'),
  contact_id: nullable(integer(42)),
  campaign_id: nullable(integer(9)),
  funnel_id: nullable(integer(4, 'Of a mail that a funnel sent')),
  sequence_id: nullable(integer(17, 'The step of the funnel')),
  to: nullable({ ...text('ada@example.com'), format: 'email' }),
  message_id: text('<1042.9@mail.example.com>'),
};
/** One message to one contact. */
export type EmailSnapshot = ObjectOf<typeof mail>;

const evidence = text('smtp', 'Where this was learnt');

export const EMAIL_EVENTS = {
  'email.sent': object(
    { email: object({ ...mail, sent_at: moment() }) },
    'The mail server of the sender accepted a mail.',
  ),
  'email.opened': object(
    {
      email: object({
        ...mail,
        opened_at: moment(),
        by: oneOf(['pixel', 'click'], 'What showed it: the pixel, or a click in an email whose pixel was not loaded'),
      }),
    },
    'A mail was opened by a person for the first time.',
  ),
  'email.clicked': object(
    {
      email: object({
        ...mail,
        clicked_at: moment(),
        url: text('https://shop.example.com/spring', 'Where the link led this reader'),
        link_id: integer(311, 'The link, as in the link report of the campaign'),
        first_click: truth(true, 'Whether it is the first click in this mail'),
      }),
    },
    'A person clicked a link in a mail. Every click raises it.',
  ),
  'email.bounced': object(
    {
      email: object({
        ...mail,
        bounced_at: moment(),
        bounce_type: oneOf(['hard', 'soft']),
        code: nullable(text('5.1.1', 'The enhanced status code, or the plain one')),
        diagnostic: nullable(text('550 5.1.1 no such user')),
        source: evidence,
      }),
    },
    'A mail could not be delivered.',
  ),
  'email.spam_complaint': object(
    { email: object({ ...mail, complained_at: moment(), source: evidence }) },
    'The reader reported a mail as spam.',
  ),
  'email.unsubscribed': object(
    {
      email: object({
        ...mail,
        unsubscribed_at: moment(),
        method: oneOf(
          ['one_click', 'page', 'preferences', 'mailto', 'provider'],
          'By a button of the mail program, on our page, in the preference centre, by writing to the address in the header, or by a service that sends for us',
        ),
        reason: nullable(text('too many mails')),
      }),
    },
    'The reader opted out by a link of a mail.',
  ),
};

/**
 * Between modules only: opens and clicks by machines, counted apart; and mails that ended without being sent. Logs from
 * before there were funnels do not name any.
 */
export interface InternalEmailEvents {
  /** `count` hits of one mail; 1 and the moment of the event in logs from before they were gathered. */
  'email.machine_hit': {
    readonly email_id: number;
    readonly campaign_id: number | null;
    readonly funnel_id?: number | null;
    readonly sequence_id?: number | null;
    readonly contact_id: number | null;
    readonly kind: 'open' | 'click';
    readonly count?: number;
    readonly at?: string;
  };
  /**
   * What had been counted as a person's was a machine's. `first` is the moment under which a mail counted as opened or
   * clicked, `restated` the one under which it does now; null when no person has touched it.
   */
  'email.reclassified': {
    readonly email_id: number;
    readonly campaign_id: number | null;
    readonly funnel_id?: number | null;
    readonly sequence_id?: number | null;
    readonly contact_id: number | null;
    readonly kind: 'open' | 'click';
    readonly first: string;
    readonly restated: string | null;
  };
  'email.failed': {
    readonly email_id: number;
    readonly campaign_id: number | null;
    readonly funnel_id?: number | null;
    readonly sequence_id?: number | null;
    readonly contact_id: number | null;
    readonly failed_at: string;
  };
  /** The mail server refuses what a source sends, again and again: it is for a person to do something. */
  'sending.blocked': {
    readonly source_type: 'campaign' | 'funnel' | 'single';
    readonly source_id: number;
    readonly reason: string;
  };
  /** The database was restored from a backup: nothing goes out by itself until a person says so. */
  'sending.restored': { readonly reason: string };
}
