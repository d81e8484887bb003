import { ApiProperty } from '@nestjs/swagger';
import type { CompanyRecord } from '../../../companies/companies.service.js';
import { CompanyResponse } from '../../../companies/dto/company.response.js';
import type { CompanyOfContact } from '../../memberships/company-memberships.service.js';

const ATTACHED = 'Selected subscribers have been attached to the companies.';
const DETACHED = 'Selected subscribers have been detached from the companies.';

/** A company in the representation of a contact. */
export class ContactCompanyResponse extends CompanyResponse {
  @ApiProperty({ description: 'True for exactly one company of each contact' }) readonly is_primary: boolean;

  constructor({ company, isPrimary }: CompanyOfContact) {
    super(company);
    this.is_primary = isPrimary;
  }
}

class CompanyMembersResponse {
  @ApiProperty({
    type: () => [CompanyResponse],
    description: 'The companies of the request with their new `contacts_count`',
  })
  readonly companies: readonly CompanyResponse[];

  constructor(companies: readonly CompanyRecord[]) {
    this.companies = companies.map((company) => new CompanyResponse(company));
  }
}

export class SubscribersAttachedResponse extends CompanyMembersResponse {
  @ApiProperty({ type: String, example: ATTACHED }) readonly message = ATTACHED;
}

export class SubscribersDetachedResponse extends CompanyMembersResponse {
  @ApiProperty({ type: String, example: DETACHED }) readonly message = DETACHED;
}
