import { type Page, page, pageOf } from '../../../platform/http/page.js';
import type { CompanyRecord } from '../companies.service.js';
import { written } from '../../../platform/shapes/written.js';
import * as s from '../../../shapes/shape.js';

export const SAVED = 'Successfully saved the company.';
export const REMOVED = 'Successfully removed the company.';

export const companyShape = s.component('CompanyResponse', {
  id: s.integer(1),
  name: s.text('Analytical Engines Ltd'),
  industry: s.nullable(s.text('Software', 'Free text')),
  type: s.nullable(s.text('Customer', 'Free text')),
  website: s.nullable(s.text('https://example.com')),
  email: s.nullable(s.text('office@example.com')),
  phone: s.nullable(s.text('+44 20 7946 0000')),
  address_line_1: s.nullable(s.text('12 Dorset Street')),
  address_line_2: s.nullable(s.text(null)),
  city: s.nullable(s.text('London')),
  state: s.nullable(s.text('Greater London')),
  country: s.nullable(s.text('GB', 'Alpha-2')),
  postal_code: s.nullable(s.text('W1U 6QS')),
  employees_number: s.nullable(s.integer(40, 'Number of employees')),
  description: s.nullable(s.text('Builds calculating machines')),
  logo: s.nullable(s.text('https://example.com/logo.png', 'URL of an image')),
  linkedin_url: s.nullable(s.text('https://www.linkedin.com/company/example')),
  facebook_url: s.nullable(s.text(null)),
  twitter_url: s.nullable(s.text(null)),
  status: s.nullable(s.text('active', 'Free text')),
  contacts_count: s.integer(12, 'Number of contacts of the company'),
  created_at: s.sqlTime(),
  updated_at: s.sqlTime(),
});

export const companyOf = (company: CompanyRecord) => written(companyShape, company);

export const companiesShape = s.component('CompaniesResponse', { companies: page('CompaniesPage', companyShape) });

export const companiesOf = (page: Page<CompanyRecord>, url: string) => ({ companies: pageOf(page, url, companyOf) });

export const oneCompanyShape = s.component('OneCompanyResponse', { company: companyShape });

export const companyWrittenShape = s.component('CompanyWrittenResponse', {
  ...oneCompanyShape.properties,
  message: s.text(SAVED),
});

export const companyRemovedShape = s.component('CompanyRemovedResponse', { message: s.text(REMOVED) });
