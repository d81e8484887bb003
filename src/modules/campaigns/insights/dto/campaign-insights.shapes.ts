import { type Page, page, pageOf } from '../../../../platform/http/page.js';
import { EMAIL_STATUSES, OPT_OUT_METHODS } from '../../../../events/email-state.js';
import { embeddedContactShape } from './embedded-contact.shapes.js';
import * as s from '../../../../shapes/shape.js';

const campaignEmailShape = s.component('CampaignEmailResponse', {
  id: s.integer(1042),
  campaign_id: s.integer(1),
  email_type: s.oneOf(['campaign']),
  subscriber_id: s.nullable(s.integer(42, 'Null once the contact is deleted')),
  email_address: s.nullable(s.text('ada@example.com', 'Null once the contact is deleted')),
  email_subject: s.nullable(s.text('Hello Ada', 'Rendered; null before it is sent')),
  variant: s.nullable(s.text(null, 'Variant of an A/B test')),
  is_open: s.oneOf([0, 1], '1 if a human opened it', 1),
  click_counter: s.integer(2, 'Human clicks'),
  status: s.oneOf(EMAIL_STATUSES),
  note: s.nullable(s.text(null, 'Reason of a failure, bounce, or delay')),
  message_id: s.nullable(s.text('<c1.1042.7f3a@example.com>', 'Message-ID header')),
  attempts: s.integer(1, 'Attempts to hand it to a mail server'),
  scheduled_at: s.nullable(s.text('2026-01-31 09:30:00', 'When it is due or retried; null if no time is set')),
  sent_at: s.nullable(s.text('2026-01-31 09:30:00', 'Null before it is sent')),
  created_at: s.text('2026-01-31 09:30:00'),
  updated_at: s.text('2026-01-31 09:30:00'),
  subscriber: s.nullable(s.described(embeddedContactShape, 'Null once the contact is deleted')),
});
export type CampaignEmailResponse = s.TypeOf<typeof campaignEmailShape>;

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
  created_at: s.text('2026-01-31 09:41:12'),
});
export type TrackingEventResponse = s.TypeOf<typeof trackingEventShape>;

export const trackingEventsShape = s.component('TrackingEventsResponse', {
  hits: page('TrackingEventsPage', trackingEventShape),
});

export const trackingEventsOf = (page: Page<TrackingEventResponse>, url: URL) => ({
  hits: pageOf(page, url),
});

const unsubscriberShape = s.component('UnsubscriberResponse', {
  subscriber_id: s.nullable(s.integer(42)),
  type: s.oneOf(OPT_OUT_METHODS, 'How the contact opted out'),
  reason: s.nullable(s.text('too many mails', 'Reason that the contact gave, if any')),
  created_at: s.text('2026-01-31 10:02:45'),
  subscriber: s.nullable(s.described(embeddedContactShape, 'Null once the contact is deleted')),
});
export type UnsubscriberResponse = s.TypeOf<typeof unsubscriberShape>;

export const unsubscribersShape = s.component('UnsubscribersResponse', {
  unsubscribes: page('UnsubscribersPage', unsubscriberShape),
});
