import { EMAIL_STATUSES } from '../../../../events/email-state.js';
import { abTestStateShape, variantAnalysisShape } from '../../ab-test/dto/ab-test.shapes.js';
import { CAMPAIGN_PHASES } from '../../campaign/campaign-phase.js';
import { CAMPAIGN_STATUSES } from '../../../../events/campaign-state.js';
import * as s from '../../../../shapes/shape.js';

const stateOfCampaignShape = s.component('StateOfCampaignResponse', {
  id: s.integer(1),
  status: s.oneOf(CAMPAIGN_STATUSES),
});

const emailsInStatusShape = s.component('EmailsInStatusResponse', {
  status: s.oneOf(EMAIL_STATUSES),
  total: s.integer(980),
});

const sendingProgressShape = s.component('SendingProgressResponse', {
  percent: s.decimal(82.4, '0 until all recipients are enrolled'),
  phase: s.nullable(s.oneOf(CAMPAIGN_PHASES, 'Null unless it is `working`')),
  rate_per_second: s.decimal(11.5, 'Over the last minute'),
  eta_seconds: s.nullable(s.integer(84, 'Null while no emails are sent')),
  waiting_reason: s.nullable(s.text(null, 'Why it waits, or why it was paused')),
});

const reactionShape = s.component('ReactionResponse', {
  total: s.integer(412, 'Number of contacts'),
  rate: s.decimal(42.1, 'Percent of the delivered emails; opens and clicks of the tracked ones'),
});

const reactionsShape = s.component('ReactionsResponse', {
  tracked: s.integer(978, 'Delivered emails with tracking, the base of the rates of opens and clicks'),
  open: reactionShape,
  click: reactionShape,
  unsubscribe: reactionShape,
});

export const campaignStateShape = s.component('CampaignStateResponse', {
  campaign: stateOfCampaignShape,
  stat: s.list(emailsInStatusShape, 'Statuses without emails are omitted'),
  sent_count: s.integer(980, 'Includes emails that bounced'),
  deferred_count: s.integer(4, 'Deferred by a mail server; they are retried'),
  progress: sendingProgressShape,
  analytics: reactionsShape,
  ab_test: s.nullable(s.described(abTestStateShape, 'Null without an A/B test')),
  subject_analytics: s.list(variantAnalysisShape, 'The variants of the A/B test'),
});
export type CampaignStateResponse = s.TypeOf<typeof campaignStateShape>;
