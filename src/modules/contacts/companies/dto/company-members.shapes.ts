import { companyOf, companyShape } from '../../../companies/dto/company.shapes.js';
import type { CompanyOfContact } from '../../memberships/company-memberships.service.js';
import * as s from '../../../../shapes/shape.js';

export const ATTACHED = 'Selected subscribers have been attached to the companies.';
export const DETACHED = 'Selected subscribers have been detached from the companies.';

export const contactCompanyShape = s.component('ContactCompanyResponse', {
  ...companyShape.properties,
  is_primary: s.flag('True for exactly one company of each contact'),
});
type ContactCompanyResponse = s.TypeOf<typeof contactCompanyShape>;

export const contactCompanyOf = ({ company, isPrimary }: CompanyOfContact): ContactCompanyResponse => ({
  ...companyOf(company),
  is_primary: isPrimary,
});

const companyMembersShape = s.component('CompanyMembersResponse', {
  companies: s.list(companyShape, 'The companies of the request with their new `contacts_count`'),
});

export const subscribersAttachedShape = s.component('SubscribersAttachedResponse', {
  ...companyMembersShape.properties,
  message: s.text(ATTACHED),
});

export const subscribersDetachedShape = s.component('SubscribersDetachedResponse', {
  ...companyMembersShape.properties,
  message: s.text(DETACHED),
});
