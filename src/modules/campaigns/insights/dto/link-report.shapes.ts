import * as s from '../../../../shapes/shape.js';

const campaignLinkShape = s.component('CampaignLinkResponse', {
  id: s.integer(17),
  url: s.text('https://example.com/spring'),
  variant: s.optional(s.text('b', 'Variant of an A/B test; omitted without one')),
  total: s.integer(98, 'Human clicks'),
  unique: s.integer(87, 'Emails with a human click on the link'),
  machine: s.integer(12, 'Machine clicks'),
});
export type CampaignLinkResponse = s.TypeOf<typeof campaignLinkShape>;

export const linkReportShape = s.component('LinkReportResponse', {
  links: s.list(campaignLinkShape, 'Includes links without clicks'),
});
