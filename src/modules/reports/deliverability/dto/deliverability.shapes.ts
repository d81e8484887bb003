import { comparedMetaShape } from '../../dto/report-meta.shapes.js';
import { FIGURES, labelled, rateOf, shown } from '../../figures/figure-catalog.js';
import * as s from '../../../../shapes/shape.js';

const NULL_OF_AUDIENCE = 'Null if the report is filtered by `lists` or `tags`';

const outcomeByDomainShape = s.component('OutcomeByDomainResponse', {
  domain: s.nullable(s.text('example.com', 'Null: all other domains')),
  count: s.integer(6),
  rate: s.decimal(0.4, 'Percentage of the emails to this domain'),
});

const outcomeByCampaignShape = s.component('OutcomeByCampaignResponse', {
  campaign_id: s.nullable(s.integer(12, 'Null for the sum of all others')),
  title: s.text('June newsletter'),
  count: s.integer(6),
  rate: s.decimal(0.4, 'Percentage of the emails of this campaign in the period'),
});

const outcomeContactShape = s.component('OutcomeContactResponse', {
  id: s.integer(42),
  email: s.text('ada@example.com'),
});

const recentOutcomeShape = s.component('RecentOutcomeResponse', {
  contact: s.nullable(s.described(outcomeContactShape, 'Null if the contact was deleted')),
  email_id: s.integer(1042),
  campaign_id: s.nullable(s.integer(12, 'Null for an email without campaign')),
  at: s.text('2026-06-30T12:00:00.000Z', 'When it happened'),
});

const deliverabilityShape = s.component('DeliverabilityResponse', {
  by_domain: s.nullable(
    s.list(outcomeByDomainShape, `The 20 domains with the most, then the sum of all others. ${NULL_OF_AUDIENCE}`),
  ),
  by_campaign: s.nullable(
    s.list(
      outcomeByCampaignShape,
      `The 20 campaigns with the most, then the sum of all other emails, such as those of funnels. ${NULL_OF_AUDIENCE}`,
    ),
  ),
  meta: comparedMetaShape,
});
export type DeliverabilityResponse = s.TypeOf<typeof deliverabilityShape>;

const previousOf = <Totals, Rates>(name: string, totals: s.Schema<Totals>, rates: s.Schema<Rates>) =>
  s.nullable(s.described(s.component(name, { totals, rates }), 'Null with `compare_with=none`'));

export const bounceTotalsShape = s.component('BounceTotalsResponse', {
  sent: shown(FIGURES.sent, 10000),
  bounced: shown(FIGURES.bounced, 150),
  hard: s.nullable(s.integer(120, NULL_OF_AUDIENCE)),
  soft: s.nullable(s.integer(30, NULL_OF_AUDIENCE)),
});

export const bounceRatesShape = s.component('BounceRatesResponse', {
  bounce_rate: shown(rateOf('bounced', 'sent'), 1.5),
});

const bounceReasonShape = s.component('BounceReasonResponse', {
  type: s.oneOf(['hard', 'soft']),
  reason: s.nullable(s.text('5.1.1', 'Bounce code; null if none given')),
  total: s.integer(90),
  share: s.decimal(60, 'Percentage of all bounces'),
});

export const bounceDayShape = s.component('BounceDayResponse', {
  date: s.text('2026-06-01', 'Local day'),
  sent: shown(FIGURES.sent, 400),
  bounced: shown(FIGURES.bounced, 6),
  bounce_rate: shown(rateOf('bounced', 'sent'), 1.5),
});

const recentBounceShape = s.component('RecentBounceResponse', {
  ...recentOutcomeShape.properties,
  type: s.oneOf(['hard', 'soft']),
  code: s.nullable(s.text('5.1.1')),
});

export const bouncesShape = s.component('BouncesResponse', {
  ...deliverabilityShape.properties,
  totals: bounceTotalsShape,
  rates: bounceRatesShape,
  previous: previousOf('PreviousBouncesResponse', bounceTotalsShape, bounceRatesShape),
  by_reason: s.nullable(s.list(bounceReasonShape, `The 20 most frequent reasons. ${NULL_OF_AUDIENCE}`)),
  timeline: s.list(bounceDayShape, 'Every day of the period'),
  recent: s.nullable(s.list(recentBounceShape, `The latest 20, newest first. ${NULL_OF_AUDIENCE}`)),
});
export type BouncesResponse = s.TypeOf<typeof bouncesShape>;

const COMPLAINT_STATUSES = ['ok', 'warn', 'critical'] as const;
export type ComplaintStatus = (typeof COMPLAINT_STATUSES)[number];

export const complaintTotalsShape = s.component('ComplaintTotalsResponse', {
  sent: shown(FIGURES.sent, 10000),
  delivered: shown(FIGURES.delivered, 9850, 'sent - bounced'),
  complained: shown(FIGURES.complained, 12),
});

export const complaintRatesShape = s.component('ComplaintRatesResponse', {
  complaint_rate: shown(rateOf('complained', 'delivered'), 0.1),
});

const complaintThresholdShape = s.component('ComplaintThresholdResponse', {
  warn: s.decimal(0.1, 'Percent'),
  critical: s.decimal(0.3, 'Percent'),
});

const complaintSourceShape = s.component('ComplaintSourceResponse', {
  reason: s.nullable(s.text('arf', 'Source; null if unknown')),
  total: s.integer(9),
  share: s.decimal(75, 'Percentage of all complaints'),
});

export const complaintDayShape = s.component('ComplaintDayResponse', {
  date: s.text('2026-06-01', 'Local day'),
  delivered: shown(FIGURES.delivered, 394, 'sent - bounced'),
  complained: shown(FIGURES.complained, 1),
  complaint_rate: shown(rateOf('complained', 'delivered'), 0.3),
});

const recentComplaintShape = s.component('RecentComplaintResponse', {
  ...recentOutcomeShape.properties,
  reason: s.text('arf', 'Source of the complaint'),
});

export const spamComplaintsShape = s.component('SpamComplaintsResponse', {
  ...deliverabilityShape.properties,
  totals: complaintTotalsShape,
  rates: complaintRatesShape,
  threshold: s.described(complaintThresholdShape, 'Percentage of delivered emails, before rounding'),
  status: s.oneOf(COMPLAINT_STATUSES, 'The highest threshold that the complaint rate reached'),
  previous: previousOf('PreviousComplaintsResponse', complaintTotalsShape, complaintRatesShape),
  by_reason: s.nullable(s.list(complaintSourceShape, NULL_OF_AUDIENCE)),
  timeline: s.list(complaintDayShape, 'Every day of the period'),
  recent: s.nullable(s.list(recentComplaintShape, `The latest 20, newest first. ${NULL_OF_AUDIENCE}`)),
});
export type SpamComplaintsResponse = s.TypeOf<typeof spamComplaintsShape>;

const OPT_OUTS = labelled(FIGURES.unsubscribed, 'Unsubscribed through an email');

export const unsubscribeTotalsShape = s.component('UnsubscribeTotalsResponse', {
  sent: shown(FIGURES.sent, 10000),
  unsubscribed: shown(FIGURES.unsubscribedContacts, 45, 'Contacts that became unsubscribed in any way'),
  through_mails: shown(OPT_OUTS, 40, 'Opt-outs by a link or button of an email'),
});

export const unsubscribeRatesShape = s.component('UnsubscribeRatesResponse', {
  unsubscribe_rate: shown(rateOf('unsubscribed', 'sent'), 0.4, 'through_mails as a percentage of sent'),
});

const unsubscribeReasonShape = s.component('UnsubscribeReasonResponse', {
  reason: s.nullable(s.text('too_many', 'Null if none was given')),
  total: s.integer(10),
  share: s.decimal(25, 'Percentage of through_mails'),
});

const unsubscribeMethodShape = s.component('UnsubscribeMethodResponse', {
  method: s.text('one_click', 'How contacts opted out'),
  total: s.integer(30),
  share: s.decimal(75, 'Percentage of through_mails'),
});

export const unsubscribeDayShape = s.component('UnsubscribeDayResponse', {
  date: s.text('2026-06-01', 'Local day'),
  sent: shown(FIGURES.sent, 400),
  unsubscribed: shown(FIGURES.unsubscribedContacts, 3),
  through_mails: shown(OPT_OUTS, 2, 'Opt-outs through an email'),
  unsubscribe_rate: shown(rateOf('unsubscribed', 'sent'), 0.5, 'through_mails as a percentage of sent'),
});

const recentUnsubscribeShape = s.component('RecentUnsubscribeResponse', {
  ...recentOutcomeShape.properties,
  method: s.text('one_click', 'How the contact opted out'),
  reason: s.nullable(s.text('too_many', 'Null if none was given')),
});

export const unsubscribesShape = s.component('UnsubscribesResponse', {
  ...deliverabilityShape.properties,
  totals: unsubscribeTotalsShape,
  rates: unsubscribeRatesShape,
  previous: previousOf('PreviousUnsubscribesResponse', unsubscribeTotalsShape, unsubscribeRatesShape),
  by_reason: s.nullable(s.list(unsubscribeReasonShape, `The 20 most frequent reasons. ${NULL_OF_AUDIENCE}`)),
  by_method: s.nullable(s.list(unsubscribeMethodShape, NULL_OF_AUDIENCE)),
  timeline: s.list(unsubscribeDayShape, 'Every day of the period'),
  recent: s.nullable(
    s.list(recentUnsubscribeShape, `The latest 20 opt-outs through emails, newest first. ${NULL_OF_AUDIENCE}`),
  ),
});
export type UnsubscribesResponse = s.TypeOf<typeof unsubscribesShape>;
