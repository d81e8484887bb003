import * as s from '../../../../shapes/shape.js';

export const campaignPreviewShape = s.component('CampaignPreviewResponse', {
  subject: s.text('Hello Ada'),
  pre_header: s.text('What is new in spring', 'Preview text of the inbox'),
  html: s.text('<!doctype html><html lang="en"><body><p>Hello Ada</p></body></html>'),
  text: s.text('Hello Ada', 'Plain-text part'),
});
export type CampaignPreviewResponse = s.TypeOf<typeof campaignPreviewShape>;
