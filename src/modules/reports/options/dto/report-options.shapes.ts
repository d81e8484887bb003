import { PERMISSIONS } from '../../../../platform/access/permissions.js';
import * as s from '../../../../shapes/shape.js';

const countryOptionShape = s.component('CountryOptionResponse', { code: s.text('DE'), title: s.text('Germany') });

const labelOptionShape = s.component('LabelOptionResponse', {
  id: s.integer(7),
  title: s.text('Newsletter'),
  slug: s.text('newsletter'),
});

const campaignOptionShape = s.component('CampaignOptionResponse', {
  id: s.integer(12),
  title: s.text('June newsletter'),
});

const wordOptionShape = s.component('WordOptionResponse', {
  id: s.text('subscribed'),
  title: s.text('Subscribed'),
  slug: s.text('subscribed'),
});

const customFieldOptionShape = s.component('CustomFieldOptionResponse', {
  field_key: s.text('select-one', 'Unique; default: the type'),
  type: s.text('select-one'),
  label: s.text('Favorite color'),
  slug: s.text('favorite_color'),
  options: s.optional(s.list(s.text(), undefined, { example: ['red', 'blue'] })),
});

const optionsShape = s.component('OptionsResponse', {
  countries: s.list(countryOptionShape),
  lists: s.list(labelOptionShape),
  tags: s.list(labelOptionShape),
  statuses: s.list(wordOptionShape),
  contact_types: s.list(wordOptionShape),
  campaigns: s.list(campaignOptionShape),
  funnels: s.list(campaignOptionShape),
  segments: s.list(campaignOptionShape),
  custom_fields: s.list(customFieldOptionShape),
});

const managerShape = s.component('ManagerResponse', {
  username: s.text('integration'),
  permissions: s.list(s.oneOf(PERMISSIONS)),
});

export const reportOptionsShape = s.component('ReportOptionsResponse', {
  options: optionsShape,
  manager: s.described(managerShape, 'The manager that the credentials belong to'),
});
export type ReportOptionsResponse = s.TypeOf<typeof reportOptionsShape>;
