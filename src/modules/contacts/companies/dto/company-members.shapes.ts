import { companyOf, companyShape } from '../../../companies/dto/company.shapes.js';
import type { CompanyOfContact, CompanyPairs } from '../../memberships/company-memberships.service.js';
import * as s from '../../../../shapes/shape.js';
import { Ids } from '../../../../platform/http/dto-fields.js';

export class ChangeCompanyMembersDto {
  @Ids({ required: true, min: 1, description: 'Contact ids', example: [1] }) subscriber_ids!: number[];

  @Ids({
    required: true,
    min: 1,
    description:
      'Company ids. Every contact is combined with every company, at most 10,000 pairs. The first company becomes primary for contacts without a primary one',
    example: [1],
  })
  company_ids!: number[];

  toPairs(): CompanyPairs {
    return { contactIds: this.subscriber_ids, companyIds: this.company_ids };
  }
}

export const ATTACHED = 'Selected subscribers have been attached to the companies.';
export const DETACHED = 'Selected subscribers have been detached from the companies.';

/** A company in the representation of a contact. */
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
