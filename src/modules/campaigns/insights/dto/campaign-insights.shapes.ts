import { page } from '../../../../platform/http/page.js';
import { EMAIL_STATUSES, OPT_OUT_METHODS } from '../../../../events/email-state.js';
import { embeddedContactShape } from '../../../contacts/dto/embedded-contact.shapes.js';
import * as s from '../../../../shapes/shape.js';

export const contactShape = embeddedContactShape('EmbeddedContact');

const campaignEmailShape = s.component('CampaignEmailResponse', {
  id: s.integer(1042),
  campaign_id: s.integer(1),
  email_type: s.oneOf(['campaign']),
  subscriber_id: s.nullable(s.integer(42, 'Null once the contact is deleted')),
  email_address: s.nullable(s.text('ada@example.com', 'Null once the contact is deleted')),
  email_subject: s.nullable(s.text('Hello Ada', 'Rendered; null before it is sent')),
  variant: s.nullable(s.text(null, 'Variant of an A/B test')),
  language: s.nullable(s.text('de', 'Language of the translation; null for the content itself')),
  is_open: s.oneOf([0, 1], '1 if a human opened it', 1),
  click_counter: s.integer(2, 'Human clicks'),
  status: s.oneOf(EMAIL_STATUSES),
  note: s.nullable(s.text(null, 'Reason of a failure, bounce, or delay')),
  message_id: s.nullable(s.text('<c1.1042.7f3a@example.com>', 'Message-ID header')),
  attempts: s.integer(1, 'Attempts to hand it to a mail server'),
  scheduled_at: s.nullable(s.sqlTime('When it is due or retried; null if no time is set')),
  sent_at: s.nullable(s.sqlTime('Null before it is sent')),
  created_at: s.sqlTime(),
  updated_at: s.sqlTime(),
  subscriber: s.nullable(s.described(contactShape, 'Null once the contact is deleted')),
});
export type CampaignEmailResponse = s.TypeOf<typeof campaignEmailShape>;
export type StoredEmail = s.StoredOf<typeof campaignEmailShape>;

export const campaignEmailsShape = s.component('CampaignEmailsResponse', {
  emails: page('CampaignEmailsPage', campaignEmailShape),
});

const trackingEventShape = s.component('TrackingEventResponse', {
  id: s.integer(5001),
  kind: s.oneOf(['open', 'click']),
  is_machine: s.flag('Whether a scanner or prefetcher caused it'),
  machine_reason: s.nullable(s.text('known_agent', 'Why it counts as machine; null for a human')),
  explanation: s.nullable(
    s.text(
      'The client named itself as a scanner, a crawler, a link checker or a program library.',
      'The reason in a sentence',
    ),
  ),
  is_decoy: s.flag('Whether it followed the invisible decoy link, which is not one of the links of the email'),
  link_id: s.nullable(s.integer(17, 'Null for an open')),
  url: s.nullable(s.text('https://example.com/spring', 'Null for an open')),
  user_agent: s.nullable(s.text('Mozilla/5.0 (X11; Linux x86_64)')),
  created_at: s.sqlTime(undefined, '2026-01-31 09:41:12'),
});
export type TrackingEventResponse = s.TypeOf<typeof trackingEventShape>;
export type StoredTrackingEvent = s.StoredOf<typeof trackingEventShape>;

export const trackingEventsShape = s.component('TrackingEventsResponse', {
  hits: page('TrackingEventsPage', trackingEventShape),
});

const unsubscriberShape = s.component('UnsubscriberResponse', {
  subscriber_id: s.nullable(s.integer(42)),
  type: s.oneOf(OPT_OUT_METHODS, 'How the contact opted out'),
  reason: s.nullable(s.text('too many mails', 'Reason that the contact gave, if any')),
  created_at: s.sqlTime(undefined, '2026-01-31 10:02:45'),
  subscriber: s.nullable(s.described(contactShape, 'Null once the contact is deleted')),
});
export type UnsubscriberResponse = s.TypeOf<typeof unsubscriberShape>;
export type StoredUnsubscriber = s.StoredOf<typeof unsubscriberShape>;

export const unsubscribersShape = s.component('UnsubscribersResponse', {
  unsubscribes: page('UnsubscribersPage', unsubscriberShape),
});

const campaignLinkShape = s.component('CampaignLinkResponse', {
  id: s.integer(17),
  url: s.text('https://example.com/spring'),
  variant: s.optional(s.text('b', 'Variant of an A/B test; omitted without one')),
  language: s.nullable(s.text(null, 'Language of the translation with the link')),
  total: s.integer(98, 'Human clicks'),
  unique: s.integer(87, 'Emails with a human click on the link'),
  machine: s.integer(12, 'Machine clicks'),
});
export type CampaignLinkResponse = s.TypeOf<typeof campaignLinkShape>;

export const linkReportShape = s.component('LinkReportResponse', {
  links: s.list(campaignLinkShape, 'Includes links without clicks'),
});

export const languageOutcomeShape = s.component('LanguageOutcomeResponse', {
  language: s.nullable(s.text('de', 'Null for the content itself')),
  sent: s.integer(980),
  bounced: s.integer(4),
  opened: s.integer(410, 'Emails opened at least once by a human'),
  clicked: s.integer(96, 'Emails clicked at least once by a human'),
  unsubscribed: s.integer(3),
});
export type LanguageOutcomeResponse = s.TypeOf<typeof languageOutcomeShape>;

/** Each contact is in one figure only, checked in this order: excluded by rule, not subscribed, paused, suppressed. */
const leftOutShape = s.component('LeftOutResponse', {
  suppressed: s.integer(2, 'On the suppression list'),
  not_subscribed: s.integer(14, 'Contacts with another status'),
  paused: s.integer(3, 'Contacts who paused emails'),
  excluded_by_rule: s.integer(4, 'Excluded by the settings of the campaign'),
  duplicates: s.integer(
    31,
    'Additional matches of contacts that match more than one row; these contacts are not excluded',
  ),
});

export const audienceEstimateShape = s.component('AudienceEstimateResponse', {
  estimated_count: s.integer(980, 'Recipients if it were sent now'),
  excluded: s.described(leftOutShape, 'Contacts that match but receive nothing, by reason'),
});
export type AudienceEstimateResponse = s.TypeOf<typeof audienceEstimateShape>;
