import { comparedMetaShape } from '../../dto/report-meta.shapes.js';
import * as s from '../../../../shapes/shape.js';

// Common members of the reports about bounces, complaints, and opt-outs.

export const NULL_OF_AUDIENCE = 'Null if the report is filtered by `lists` or `tags`';

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

export const recentOutcomeShape = s.component('RecentOutcomeResponse', {
  contact: s.nullable(s.described(outcomeContactShape, 'Null if the contact was deleted')),
  email_id: s.integer(1042),
  campaign_id: s.nullable(s.integer(12, 'Null for an email without campaign')),
  at: s.text('2026-06-30T12:00:00.000Z', 'When it happened'),
});

export const deliverabilityShape = s.component('DeliverabilityResponse', {
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
