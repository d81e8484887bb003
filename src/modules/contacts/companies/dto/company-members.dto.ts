import type { CompanyPairs } from '../../memberships/company-memberships.service.js';
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
