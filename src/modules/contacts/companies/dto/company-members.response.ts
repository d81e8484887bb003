import { ApiProperty } from '@nestjs/swagger';
import type { CompanyRecord } from '../../../companies/companies.service.js';
import { CompanyResponse } from '../../../companies/dto/company.response.js';
import type { CompanyOfContact } from '../company-memberships.service.js';

const ATTACHED = 'Selected subscribers have been attached to the companies.';
const DETACHED = 'Selected subscribers have been detached from the companies.';

/** A company as a contact shows it. */
export class ContactCompanyResponse extends CompanyResponse {
  @ApiProperty({ description: 'True for one company of every contact that has any' }) readonly is_primary: boolean;

  constructor({ company, isPrimary }: CompanyOfContact) {
    super(company);
    this.is_primary = isPrimary;
  }
}

class CompanyMembersResponse {
  @ApiProperty({
    type: () => [CompanyResponse],
    description: 'Those that were named, with their new numbers of contacts',
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
