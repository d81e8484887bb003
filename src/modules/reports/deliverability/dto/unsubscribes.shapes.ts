import { deliverabilityShape, NULL_OF_AUDIENCE, recentOutcomeShape } from './deliverability.shapes.js';
import { FIGURES, labelled, rateOf, shown } from '../../figures/figure-catalog.js';
import * as s from '../../../../shapes/shape.js';

const OPT_OUTS = labelled(FIGURES.unsubscribed, 'Unsubscribed through an email');

export const unsubscribeTotalsShape = s.component('UnsubscribeTotalsResponse', {
  sent: shown(FIGURES.sent, 10000),
  unsubscribed: shown(FIGURES.unsubscribedContacts, 45, 'Contacts that became unsubscribed in any way'),
  through_mails: shown(OPT_OUTS, 40, 'Opt-outs by a link or button of an email'),
});

export const unsubscribeRatesShape = s.component('UnsubscribeRatesResponse', {
  unsubscribe_rate: shown(rateOf('unsubscribed', 'sent'), 0.4, 'through_mails as a percentage of sent'),
});

const previousUnsubscribesShape = s.component('PreviousUnsubscribesResponse', {
  totals: unsubscribeTotalsShape,
  rates: unsubscribeRatesShape,
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
  previous: s.nullable(s.described(previousUnsubscribesShape, 'Null with `compare_with=none`')),
  by_reason: s.nullable(s.list(unsubscribeReasonShape, `The 20 most frequent reasons. ${NULL_OF_AUDIENCE}`)),
  by_method: s.nullable(s.list(unsubscribeMethodShape, NULL_OF_AUDIENCE)),
  timeline: s.list(unsubscribeDayShape, 'Every day of the period'),
  recent: s.nullable(
    s.list(recentUnsubscribeShape, `The latest 20 opt-outs through emails, newest first. ${NULL_OF_AUDIENCE}`),
  ),
});
export type UnsubscribesResponse = s.TypeOf<typeof unsubscribesShape>;
